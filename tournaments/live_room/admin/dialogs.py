"""The dialogs of a live event's floor, each with its words, its form and its verb (LIVE-1 to 6)."""

import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from core import room_clock
from core.formats import number as chips_in_words
from core.money import money_text
from core.pages.replies import lead_to
from core.pages.requests import number
from core.refusal import Refusal
from core.sentences import say
from core.types import Chips, EntryId, SeatNo, UserId
from payouts.wallets import counter
from players import room_settings as players_house
from players.models import User
from players.profile import real_names
from tables.engine import Positions
from tables.models import Seat, Table
from tables.templatetags.table_names import table_label, table_name
from tournaments.admin.dialogs import (
    ActReasonForm,
    BeforeAfter,
    Dialog,
    StaffRequest,
)
from tournaments.live_room.verbs import busts, calls, counts, moves, penalties, undoing, walk_ins
from tournaments.live_room.verbs.moves import MoveKind, Step
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode
from tournaments.templatetags.events import stack_of

Verb = Act.Verb
# The desk's own names: on record these are acts of the counter or of registration.
WALK_IN, REBUY, ADD_ON, PAY_OUT = "walk_in", "rebuy", "add_on", "pay_out"


class TableForm(BaseDialogForm):
    """A form about the table in the address, or about the table of the entry there."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.event = Tournament.objects.get(pk=int(self.object_id or 0))
        self.entry = number(self.request.GET.get("entry", "")) or 0
        self.table = table_of(self.event, self.entry, number(self.request.GET.get("table", "")))
        self.seated = {
            pk: seat for pk, seat in busts.at_table(self.event, self.table).items() if seat.stack
        }
        names = dict(Entry.objects.filter(pk__in=self.seated).values_list("pk", "user__username"))
        self.names = {pk: f"{seat.no} · {names[pk]}" for pk, seat in self.seated.items()}


def table_of(event: Tournament, entry: int, table: int | None) -> int:
    """Return the id of ``table``, or of the table where the entry sits; 0 without one."""
    if table:
        return table
    seat = Seat.objects.filter(table__event=event.event, user__entries=entry).first()
    return seat.table_id if seat else 0


class BustForm(TableForm):
    """The players eliminated in a hand, and their ranking."""

    out = forms.TypedMultipleChoiceField(
        label=gettext_lazy("out in this hand"),
        coerce=int,
        error_messages={
            "invalid_choice": gettext_lazy("Choose from the players who have chips at this table.")
        },
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )
    order = forms.CharField(
        label=gettext_lazy("if several: their seats, best first"),
        required=False,
        max_length=40,
        help_text=gettext_lazy("4, 7: the player with more chips ranks higher. 4=7: they tie."),
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "text", "autocomplete": "off"}),
    )
    takers = forms.TypedMultipleChoiceField(
        label=gettext_lazy("knocked out by"),
        coerce=int,
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["out"].choices = list(self.names.items())
        self.fields["takers"].choices = list(self.names.items())
        if not self.event.bounty:
            del self.fields["takers"]
        if self.entry in self.names:
            self.initial["out"] = [self.entry]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        out = cleaned.get("out", [])
        if len(out) < 2:
            cleaned["groups"] = [out]
            return cleaned
        at = {seat.no: pk for pk, seat in self.seated.items()}
        wanted = [
            re.findall(r"\d+", tied) for tied in re.split(r"[,;\s]+", cleaned.get("order", ""))
        ]
        groups = [[at.get(SeatNo(int(no))) for no in tied] for tied in wanted if tied]
        if sorted(pk or 0 for tied in groups for pk in tied) != sorted(out):
            self.add_error("order", _("Name the seat of each of them once, best first."))
        cleaned["groups"] = groups
        return cleaned


class CountForm(TableForm):
    """The chips of each player at a table."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for pk, seat in self.seated.items():
            self.fields[f"chips_{pk}"] = forms.IntegerField(
                label=self.names[pk],
                min_value=1,
                help_text=_("Last known: %(chips)s")
                % {"chips": stack_of(seat.stack, self.event, seat.user_id or 0)},
                widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric"}),
            )

    def stacks(self) -> dict[EntryId, Chips]:
        """Return the typed stacks by entry."""
        return {pk: Chips(self.cleaned_data[f"chips_{pk}"]) for pk in self.seated}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            cleaned["stacks"] = self.stacks()
        return cleaned


# The labels of the last hand's seats; the form's fields begin with these names.
LAST_HAND: Final = {
    "button": gettext_lazy("%(table)s: seat of the button in the last hand"),
    "small_blind": gettext_lazy("%(table)s: seat of the small blind, also where it was dead"),
    "big_blind": gettext_lazy("%(table)s: seat of the big blind"),
}


class RearrangeForm(BaseDialogForm):
    """The due rearrangement with its moves; a balance may ask for the seats of button and blinds.

    ``shown`` is the digest of the moves that the reader has seen: if they differ now, the form is
    shown again.
    """

    form_before_template = "tournaments/desk/preview.html"
    data: Any
    shown = forms.CharField(widget=forms.HiddenInput, required=False, max_length=32)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.key = self.request.GET.get("due", "")[:60]
        what, *tables = self.key.split("-")
        self.event = Tournament.objects.get(pk=int(self.object_id or 0))
        names = dict(
            Table.objects.filter(
                event=self.event.event,
                pk__in=[number(table) or 0 for table in tables],
            ).values_list("pk", "name")
        )
        asks = what == MoveKind.BALANCE and not moves.drawn_by_lot(self.event, now=room_clock.now())
        self.tables = list(names) if asks else []
        # Without blinds, the button alone decides whose turn it is.
        self.asked = list(LAST_HAND) if self.event.button_moves else ["button"]
        for pk in self.tables:
            for name in self.asked:
                self.fields[f"{name}_{pk}"] = forms.IntegerField(
                    label=LAST_HAND[name] % {"table": table_name(names[pk])},
                    min_value=1,
                    max_value=10,
                    widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric"}),
                )
        self.lines: list[BeforeAfter] = []
        self.faults: list[str] = []
        if not self.is_bound and not self.tables:
            with contextlib.suppress(Refusal):
                self.initial["shown"] = self.look({})

    def look(self, last_hands: dict[int, Positions]) -> str:
        """Show the moves, and return their digest. Refuses what ``moves.draw`` does."""
        steps = moves.draw(
            tournament_id=self.event.pk,
            key=self.key,
            last_hands=last_hands,
            now=room_clock.now(),
        )
        self.lines = list(_moves(self.event, steps))
        return moves.seen(steps)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        cleaned["last_hands"] = {
            pk: Positions(
                **dict.fromkeys(LAST_HAND, cleaned[f"button_{pk}"])
                | {name: cleaned[f"{name}_{pk}"] for name in self.asked}
            )
            for pk in self.tables
        }
        cleaned["key"] = self.key
        try:
            looked = self.look(cleaned["last_hands"])
        except Refusal as refusal:
            raise forms.ValidationError(say(refusal)) from refusal
        if cleaned["shown"] != looked:
            if cleaned["shown"]:
                self.faults.append(say(Refusal(EventCode.EVENT_CHANGED)))
            self.data = self.data.copy()
            self.data["shown"] = looked
            self.add_error(None, forms.ValidationError("", code="look"))
        return cleaned

    def get_before_template_context(
        self, request: HttpRequest, object_id: int | str | None = None
    ) -> dict[str, Any]:
        words = [error for error in self.non_field_errors() if error]
        return {
            "lines": self.lines,
            "faults": [*self.faults, *words],
            "at_once": not self.is_bound,
        }


def _moves(event: Tournament, steps: Sequence[Step]) -> Iterator[BeforeAfter]:
    """Yield each move in words: player, old place, new place."""
    users = [step.user for step in steps]
    people = dict(User.objects.filter(pk__in=users).values_list("pk", "username"))
    opened = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    labels = {pk: table_label(name) for pk, name in opened.values_list("pk", "name")}
    labels[0] = table_label(Table.FINAL)
    words = _("%(table)s, seat %(seat)s")
    for step in sorted(steps, key=lambda step: step[1:3]):
        places = (step.from_table, step.from_seat), (step.to_table, step.to_seat)
        before, after = (words % {"table": labels[table], "seat": no} for table, no in places)
        yield BeforeAfter(people[step.user], before, after)


class DeskForm(BaseDialogForm):
    """A payment at the desk; ``key`` makes it idempotent."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=32)
    cash = forms.BooleanField(
        label=gettext_lazy("paid in cash"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Otherwise their wallet pays."),
        widget=UnfoldBooleanSwitchWidget,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["key"] = uuid4().hex
        if not self.request.user.has_perm("payouts.work_counter"):
            del self.fields["cash"]

    def cents(self, event: Tournament) -> int:
        """Return what is paid."""
        return event.rebuy_right

    def render_before_template(self) -> str:
        event = Tournament.objects.get(pk=int(self.object_id or 0))
        note = "" if "cash" in self.fields else _("The wallet pays: only a cashier can take cash.")
        return format_html('<p class="mb-4"><b>{}</b> {}</p>', money_text(self.cents(event)), note)


class AddOnForm(DeskForm):
    """The payment of an add-on."""

    def cents(self, event: Tournament) -> int:
        return event.add_on_right


class CashPrizeForm(BaseDialogForm):
    """The sum that a winner is handed."""

    def render_before_template(self) -> str:
        entry = Entry.objects.filter(pk=number(self.request.GET.get("entry", "")) or 0).first()
        won = walk_ins.money_won(entry) if entry else 0
        return format_html('<p class="mb-4"><b>{}</b></p>', money_text(won))


class WalkInForm(DeskForm):
    """The player who registers at the desk, known or new."""

    def cents(self, event: Tournament) -> int:
        return event.entry_right

    data: Any
    name = forms.CharField(
        label=gettext_lazy("name"),
        max_length=60,
        help_text=gettext_lazy("A player's user name; or a new name, which creates an account."),
        widget=UnfoldAdminTextInputWidget(
            attrs={"autofocus": True, "autocomplete": "off", "list": "players"}
        ),
    )
    number = forms.CharField(
        label=gettext_lazy("membership number"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("For a new player."),
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    new = forms.BooleanField(
        label=gettext_lazy("new player"), required=False, widget=UnfoldBooleanSwitchWidget
    )
    field_order = ("name", "new", "number", "cash")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if players_house.REAL_NAMES.value():
            self.fields["name"].help_text = _(
                "A player's user name, real name or membership number; or a new "
                "name, which creates an account."
            )
        else:
            del self.fields["number"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        typed = cleaned.get("name", "").strip()
        user = User.objects.filter(username__iexact=typed).first() or real_names.only_one(typed)
        if not cleaned.get("new") and user is None and "name" in cleaned:
            self.add_error("name", _("There is no player of this name. Is this a new player?"))
            # The same button then confirms it.
            self.data = {**self.data.dict(), "new": "on"}
        cleaned["user"] = None if cleaned.get("new") else user
        return cleaned


class PenaltyForm(ActReasonForm):
    """A penalty with its reason; ``key`` makes it idempotent."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=32)
    given = forms.ChoiceField(
        label=gettext_lazy("penalty"),
        choices=list(penalties.GIVEN.items()),
        widget=UnfoldAdminSelectWidget,
    )
    field_order = ("given", "why")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["key"] = uuid4().hex
        entry = Entry.objects.filter(pk=number(self.request.GET.get("entry", "")) or 0).first()
        before = penalties.of_entry(entry) if entry else []
        if before:
            earlier = "; ".join(f"{one} ({one.act.why})" for one in before)
            self.fields["given"].help_text = _("So far: %(penalties)s.") % {"penalties": earlier}


def _penalize(wish: StaffRequest, form: dict[str, Any]) -> None:
    kind, count = penalties.meant(form["given"])
    penalties.penalize(
        entry_id=EntryId(wish.entry),
        kind=kind,
        count=count,
        by=wish.by,
        why=form["why"],
        key=form["key"],
        now=wish.now,
    )


def _back_in(wish: StaffRequest, form: dict[str, Any]) -> None:
    penalties.back_in(entry_id=EntryId(wish.entry), by=wish.by, now=wish.now)


def _bust(wish: StaffRequest, form: dict[str, Any]) -> None:
    entry = form["groups"][0][0]
    seat = Seat.objects.filter(
        table__event=Tournament(pk=wish.event).event, user__entries=entry
    ).first()
    if seat is None:
        raise Refusal(EventCode.NOT_AT_THIS_TABLE)
    busts.bust(
        table_id=seat.table_id,
        groups=form["groups"],
        takers=form.get("takers", ()),
        by=wish.by,
        now=wish.now,
    )


def _waive(wish: StaffRequest, form: dict[str, Any]) -> None:
    busts.waive(entry_id=EntryId(wish.entry), by=wish.by, now=wish.now)


def _count(wish: StaffRequest, form: dict[str, Any]) -> str:
    done = counts.count(table_id=wish.table, stacks=form["stacks"], by=wish.by, now=wish.now)
    return said_of(done)


def said_of(done: counts.Progress) -> str:
    """Return the progress of a count, in words."""
    words = {
        "counted": chips_in_words(done.difference.counted),
        "sold": chips_in_words(done.difference.sold),
        "difference": chips_in_words(abs(done.difference.chips)),
        "tables": len(done.missing),
    }
    if done.agrees:
        return _("All %(sold)s chips are there.") % words
    if done.missing:
        tables = ngettext(
            "%(counted)s of %(sold)s chips counted, %(tables)s table left.",
            "%(counted)s of %(sold)s chips counted, %(tables)s tables left.",
            len(done.missing),
        )
        return tables % words
    if done.difference.chips > 0:
        return _("Counted %(counted)s of %(sold)s chips: %(difference)s too many.") % words
    return _("Counted %(counted)s of %(sold)s chips: %(difference)s are missing.") % words


def _hand_over(wish: StaffRequest, form: dict[str, Any]) -> None:
    moves.hand_over(table_id=wish.table, by=wish.by, now=wish.now)


def _rearrange(wish: StaffRequest, form: dict[str, Any]) -> HttpResponse:
    act = moves.rearrange(
        tournament_id=wish.event,
        key=form["key"],
        last_hands=form["last_hands"],
        shown=form["shown"],
        by=wish.by,
        now=wish.now,
    )
    return lead_to(reverse("admin:tournaments_tournament_cards", args=[wish.event, act.pk]))


def _undo(wish: StaffRequest, form: dict[str, Any]) -> None:
    undoing.undo(act_id=wish.act, by=wish.by, why=form["why"], now=wish.now)


def _walk_in(wish: StaffRequest, form: dict[str, Any]) -> HttpResponse:
    user = form["user"]
    entry = walk_ins.enter(
        tournament_id=wish.event,
        user_id=UserId(user.pk) if user else None,
        name=form["name"],
        number=form.get("number", ""),
        cash=form.get("cash", False),
        key=form["key"],
        by=UserId(wish.by),
        now=wish.now,
    )
    return lead_to(reverse("admin:tournaments_tournament_card", args=[wish.event, entry.pk]))


def _sale(verb: Any) -> Any:
    def sell(wish: StaffRequest, form: dict[str, Any]) -> str | None:
        user_id = Entry.objects.values_list("user", flat=True).get(pk=wish.entry)
        verb(
            tournament_id=wish.event,
            user_id=user_id,
            cash=form.get("cash", False),
            key=form["key"],
            by=wish.by,
            now=wish.now,
        )
        key = walk_ins.desk_key(Tournament.objects.get(pk=wish.event), form["key"])
        order = counter.done(user_id=UserId(user_id), key=key) if form.get("cash") else None
        if order is None:
            return None
        page = reverse("admin:payouts_counterorder_receipt", args=[order.pk])
        return format_html(
            '{} <a href="{}">{}</a>', _("Sold. Hand out the chips."), page, _("Print the receipt")
        )

    return sell


def _pay_out(wish: StaffRequest, form: dict[str, Any]) -> HttpResponse | str:
    if not walk_ins.pay_out(entry_id=wish.entry, by=UserId(wish.by), now=wish.now):
        return _("This is above the limit: a second person must confirm it at the counter.")
    return lead_to(reverse("admin:tournaments_tournament_slip", args=[wish.event, wish.entry]))


def _call(wish: StaffRequest, form: dict[str, Any]) -> None:
    calls.call_from_table(table_id=wish.table, by=wish.by, now=wish.now)


def _answer(wish: StaffRequest, form: dict[str, Any]) -> None:
    calls.answer(call_id=wish.call, by=wish.by, now=wish.now)


def _countersign(wish: StaffRequest, form: dict[str, Any]) -> None:
    walk_ins.countersign(entry_id=wish.entry, by=UserId(wish.by), now=wish.now)


LIVE: Final[dict[str, Dialog]] = {
    Verb.BUST: Dialog(
        gettext_lazy("Out"),
        gettext_lazy("Players who lost their last chips in this hand."),
        BustForm,
        _bust,
        gettext_lazy("Entered. It can be undone until a prize is handed out."),
    ),
    Verb.WAIVE: Dialog(
        gettext_lazy("No rebuy"),
        gettext_lazy("The player can buy no more chips, and is out now."),
        BaseDialogForm,
        _waive,
        gettext_lazy("The player is out."),
    ),
    Verb.COUNT: Dialog(
        gettext_lazy("Count the chips"),
        gettext_lazy(
            "For all players at this table; all tables together must add up to the chips sold."
        ),
        CountForm,
        _count,
        gettext_lazy("Counted."),
    ),
    Verb.HAND_OVER: Dialog(
        gettext_lazy("The hand is over"),
        gettext_lazy("Hand for hand: when all tables are ready, the next hand begins."),
        BaseDialogForm,
        _hand_over,
        gettext_lazy("Noted."),
    ),
    Verb.REARRANGE: Dialog(
        gettext_lazy("Rearrange the tables"),
        gettext_lazy("Between hands. New seat cards come next; you can undo it."),
        RearrangeForm,
        _rearrange,
        gettext_lazy("Done. Here are the new seat cards."),
    ),
    Verb.UNDO: Dialog(
        gettext_lazy("Undo what was entered"),
        gettext_lazy("As if it had not been entered; the record keeps both."),
        ActReasonForm,
        _undo,
        gettext_lazy("Undone."),
    ),
    WALK_IN: Dialog(
        gettext_lazy("Register a player"),
        gettext_lazy("Then the seat card and the receipt are printed."),
        WalkInForm,
        _walk_in,
        gettext_lazy("The player is registered."),
    ),
    REBUY: Dialog(
        gettext_lazy("Rebuy"),
        gettext_lazy(
            "One rebuy at the event's price. Check the stack: the room only estimates it."
        ),
        DeskForm,
        _sale(walk_ins.rebuy),
        gettext_lazy("Sold. Hand out the chips."),
    ),
    ADD_ON: Dialog(
        gettext_lazy("Add-on"),
        gettext_lazy("The add-on at the event's price."),
        AddOnForm,
        _sale(walk_ins.add_on),
        gettext_lazy("Sold. Hand out the chips."),
    ),
    Verb.PENALIZE: Dialog(
        gettext_lazy("Penalty"),
        gettext_lazy(
            "A player who is away is dealt in, posts blinds and antes, and folds. A "
            "round is one hand for each player now at the table."
        ),
        PenaltyForm,
        _penalize,
        gettext_lazy("The penalty is on record."),
    ),
    Verb.BACK_IN: Dialog(
        gettext_lazy("Back in"),
        gettext_lazy("The hands of the penalty are over: the player is at the table again."),
        BaseDialogForm,
        _back_in,
        gettext_lazy("The player is back in."),
    ),
    Verb.CALL_FLOOR: Dialog(
        gettext_lazy("Call the floor"),
        gettext_lazy("The floor sees which table calls, and since when."),
        BaseDialogForm,
        _call,
        gettext_lazy("The floor has been called."),
    ),
    Verb.ANSWER_CALL: Dialog(
        gettext_lazy("On my way"),
        gettext_lazy("The table sees that you are coming."),
        BaseDialogForm,
        _answer,
        gettext_lazy("The table has been told."),
    ),
    PAY_OUT: Dialog(
        gettext_lazy("Pay out"),
        gettext_lazy("Prize and bounties, in cash from the counter; then the slip is printed."),
        CashPrizeForm,
        _pay_out,
        gettext_lazy("Paid."),
    ),
    Verb.COUNTERSIGN: Dialog(
        gettext_lazy("Countersign"),
        gettext_lazy("You have seen the prize handed over and the slip signed."),
        BaseDialogForm,
        _countersign,
        gettext_lazy("Signed."),
    ),
}
