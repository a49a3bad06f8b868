"""The dialogs that change a published event: first a preview, then the change."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, ClassVar, Final
from uuid import uuid4

from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from core import room_clock
from core.admin.staff import UserNameField
from core.formats import moment, number
from core.money import money_text
from core.refusal import Refusal
from core.sentences import say
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.pages.forms import money_field
from players.models import User
from tournaments.admin.dialogs import ActReasonForm, BeforeAfter, Dialog, StaffRequest
from tournaments.models import Act, Entry, Tournament
from tournaments.rules import changes, written_levels
from tournaments.rules.changes import Change
from tournaments.staff import amending, entrance, two_person_orders
from tournaments.staff.amending import Preview

Verb = Act.Verb
MOST_GUARANTEED = 100_000_000_00


class ShownForm(ActReasonForm):
    """A change with its reason and a preview. ``key`` makes it idempotent, ``sure`` is the digest
    of the preview that its reader has seen."""

    form_before_template = "tournaments/desk/preview.html"
    key = forms.CharField(widget=forms.HiddenInput, max_length=32)
    sure = forms.CharField(widget=forms.HiddenInput, required=False)

    data: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.event = Tournament.objects.get(pk=int(self.object_id or 0))
        self.now = room_clock.now()
        self.initial["key"] = uuid4().hex
        self.lines: Sequence[tuple[Any, ...]] = ()

    def look(self) -> Sequence[tuple[Any, ...]]:
        """Return the preview of a valid form, and change nothing. Refuses what its verb refuses."""
        raise NotImplementedError

    def done(self) -> bool:
        """Return whether this form, by its ``key``, has been carried out."""
        return False

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        if self.done():
            # The second click, after the first has done it.
            return cleaned
        try:
            self.lines = self.look()
        except Refusal as refusal:
            raise forms.ValidationError(say(refusal)) from refusal
        wishes = [(name, cleaned[name]) for name in sorted(cleaned) if name != "sure"]
        digest = sha256(repr((self.lines, wishes)).encode()).hexdigest()[:32]
        if (sure := cleaned.get("sure")) != digest:
            self.data = self.data.copy()
            self.data["sure"] = digest
            words = _("This has changed since you looked at it: check it, then press again.")
            self.add_error(None, forms.ValidationError(words if sure else "", code="look"))
        return cleaned

    def get_before_template_context(
        self, request: HttpRequest, object_id: int | str | None = None
    ) -> dict[str, Any]:
        words = [error for error in self.non_field_errors() if error]
        return {"lines": self.lines, "faults": words}


class ChangeForm(ShownForm):
    """A change of the event's terms."""

    def change(self) -> Change:
        """Return the change of a valid form."""
        raise NotImplementedError

    def look(self) -> list[BeforeAfter]:
        change = self.change()
        seen = amending.preview(tournament_id=self.event.pk, change=change, now=self.now)
        lines = list(_lines(seen, change))
        if amending.takes_two(self.event, change):
            lines.append(BeforeAfter(_("A second person"), "", _("must agree")))
        return lines

    def done(self) -> bool:
        key = self.cleaned_data["key"]
        orders = self.event.joint_orders.filter(key=key)
        return orders.exists() or self.event.amendments.filter(key=key).exists()


class PlayerForm(ShownForm):
    """A player to register or to take out; the preview runs the verb and rolls it back."""

    verb: ClassVar[Callable[..., Entry]]
    name = UserNameField(label=gettext_lazy("player"))
    field_order = ("name", "why")

    def look(self) -> list[BeforeAfter]:
        user = self.cleaned_data["name"]
        with transaction.atomic():
            before = self._figures(user)
            type(self).verb(
                tournament_id=self.event.pk,
                user_id=UserId(user.pk),
                by=self.request.user.pk,
                why=self.cleaned_data["why"],
                now=self.now,
            )
            after = self._figures(user)
            transaction.set_rollback(True)
        heads = (_("Wallet"), _("Entries"))
        return [BeforeAfter(*line) for line in zip(heads, before, after, strict=True)]

    def _figures(self, user: User) -> tuple[str, str]:
        entries = Tournament.objects.values_list("entry_count", flat=True).get(pk=self.event.pk)
        return money_text(ledger.balance(accounts.player(user.pk), books=self.event.books)), number(
            entries
        )


class EnterForm(PlayerForm):
    verb = staticmethod(entrance.enter)


class TakeOutForm(PlayerForm):
    verb = staticmethod(entrance.take_out)


class PutOffForm(ChangeForm):
    to = forms.DateTimeField(
        label=gettext_lazy("new start"),
        widget=UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("In room time. Until then players can unregister."),
    )
    field_order = ("to", "why")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.event.begins_at is not None:
            later = timezone.localtime(self.event.begins_at + timedelta(minutes=30))
            self.initial["to"] = later.strftime("%Y-%m-%dT%H:%M")

    def change(self) -> Change:
        return changes.PutOff(self.cleaned_data["to"])


class StartNowForm(ChangeForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["why"] = _("All players are here.")

    def change(self) -> Change:
        return changes.StartNow(self.now)


class LevelTimeForm(ChangeForm):
    minutes = forms.DecimalField(
        label=gettext_lazy("minutes"),
        max_digits=6,
        decimal_places=2,
        localize=True,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "text"}),
        help_text=gettext_lazy("5 gives five minutes more, -5 takes five away."),
    )
    field_order = ("minutes", "why")

    def change(self) -> Change:
        return changes.LevelTime(_row(self), round(self.cleaned_data["minutes"] * 60))


class LevelAgainForm(ChangeForm):
    def change(self) -> Change:
        reading = self.event.clock_at(self.now)
        before = None
        if reading is not None:
            before = changes.level_before(self.event.levels, reading)
        return changes.LevelAgain(0 if before is None else before)


class NewLevelsForm(ChangeForm):
    levels = forms.CharField(
        label=gettext_lazy("coming levels"),
        max_length=8000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One per line: 20: 100/200/25 are minutes, blinds and ante, 200 bb is an "
            "ante of the big blind alone, 90s are seconds; break: 10."
        ),
    )
    field_order = ("levels", "why")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        first = changes.first_to_come(self.event.clock_at(self.now))
        self.initial["levels"] = written_levels.write(self.event.levels[first:])

    def change(self) -> Change:
        first = changes.first_to_come(self.event.clock_at(self.now))
        return changes.NewLevels(first, written_levels.read(self.cleaned_data["levels"]))


class LateForm(ChangeForm):
    levels = forms.IntegerField(
        label=gettext_lazy("late registration until the end of level"),
        min_value=1,
        max_value=written_levels.MOST_LINES,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    field_order = ("levels", "why")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["levels"] = self.event.late_levels + 1

    def change(self) -> Change:
        return changes.LateLevels(self.cleaned_data["levels"])


class GuaranteeForm(ChangeForm):
    amount = money_field(
        1,
        MOST_GUARANTEED,
        label=gettext_lazy("guaranteed pool"),
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )
    field_order = ("amount", "why")

    def change(self) -> Change:
        return changes.Guarantee(self.cleaned_data["amount"])


class SeatsForm(ChangeForm):
    entries = forms.IntegerField(
        label=gettext_lazy("maximum entries"),
        min_value=2,
        max_value=changes.MOST_ENTRIES,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    field_order = ("entries", "why")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["entries"] = self.event.most_entries + 1

    def change(self) -> Change:
        return changes.MoreSeats(self.cleaned_data["entries"])


class TogetherForm(ChangeForm):
    def change(self) -> Change:
        return changes.Together(not self.event.together)


def _row(form: ChangeForm) -> int:
    """Return the schedule's row that the reader saw, from 1 in the address; or the current one."""
    seen = form.request.GET.get("row", "")
    reading = form.event.clock_at(form.now)
    if seen.isascii() and seen.isdigit() and 0 < int(seen) <= len(form.event.levels):
        return int(seen) - 1
    return 0 if reading is None else reading.index


def _do(wish: StaffRequest, form: dict[str, Any]) -> str | None:
    change = form["change"]
    event = Tournament.objects.get(pk=wish.event)
    if isinstance(change, changes.Guarantee) and amending.takes_two(event, change):
        two_person_orders.ask_guarantee(
            tournament_id=wish.event,
            cents=change.cents,
            by=wish.by,
            why=form["why"],
            key=form["key"],
            now=wish.now,
        )
        return _("Now a second person must agree.")
    amending.amend(
        tournament_id=wish.event,
        change=change,
        by=wish.by,
        why=form["why"],
        key=form["key"],
        now=wish.now,
    )
    return None


def _player(verb: Callable[..., Entry]) -> Callable[[StaffRequest, dict[str, Any]], object]:
    return lambda wish, form: verb(
        tournament_id=wish.event,
        user_id=UserId(form["name"].pk),
        by=wish.by,
        why=form["why"],
        now=wish.now,
    )


def _lines(seen: Preview, change: Change) -> Iterator[BeforeAfter]:
    """Yield the changes of terms, in words."""
    before, after = seen.before, seen.after
    if isinstance(change, changes.StartNow):
        yield BeforeAfter(_("Start"), _at(before.begins_at), _("now"))
        if not after.late_levels:
            yield BeforeAfter(_("Registration"), "", _("ends now"))
    elif before.begins_at != after.begins_at:
        yield BeforeAfter(_("Start"), _at(before.begins_at), _at(after.begins_at))
    if before.late_levels != after.late_levels:
        levels = str(before.late_levels), str(after.late_levels)
        yield BeforeAfter(_("Late registration until the end of level"), *levels)
    if before.guarantee != after.guarantee:
        yield BeforeAfter(
            _("Guaranteed prize pool"), money_text(before.guarantee), money_text(after.guarantee)
        )
    if before.guarantee != after.guarantee:
        risk = money_text(seen.overlay_before), money_text(seen.overlay_after)
        yield BeforeAfter(_("The house adds, with the present entries"), *risk)
    if before.most_entries != after.most_entries:
        yield BeforeAfter(
            _("Maximum entries"), number(before.most_entries), number(after.most_entries)
        )
    yield from _lines_of_play(seen, change)


def _lines_of_play(seen: Preview, change: Change) -> Iterator[BeforeAfter]:
    """Yield the changes of the clock and of the tables, in words."""
    before, after = seen.before, seen.after
    if isinstance(change, changes.LevelAgain):
        [level] = written_levels.write([before.levels[change.row]]).splitlines()
        yield BeforeAfter(_("The level begins again"), "", level)
    if isinstance(change, changes.NewLevels):
        old, new = (written_levels.write(one.levels[change.row :]) for one in (before, after))
        yield BeforeAfter(_("Coming levels"), old, new)
    if isinstance(change, changes.LevelTime):
        old, new = (written_levels.write([one.levels[change.row]]) for one in (before, after))
        yield BeforeAfter(_("The running level"), old, new)
    if before.together != after.together:
        words = _("at their own pace"), _("hand for hand")
        yield BeforeAfter(_("Tables play"), *(words if after.together else reversed(words)))
    if seen.until_before != seen.until_after:
        yield BeforeAfter(
            _("The running level ends"), _at(seen.until_before), _at(seen.until_after)
        )


def _at(at: datetime | None) -> str:
    return "–" if at is None else moment(at)


def _dialog(title: Promise, text: Promise, form: type[ChangeForm], done: Promise) -> Dialog:
    return Dialog(title, text, form, _do, done)


# The desk's own name, since on record it is a moved start.
START_NOW: Final = "start_now"
CHANGES: Final[dict[str, Dialog]] = {
    START_NOW: _dialog(
        gettext_lazy("Start now"),
        gettext_lazy("The clock runs at once, before the announced time. Players are told."),
        StartNowForm,
        gettext_lazy("The event begins."),
    ),
    Verb.PUT_OFF: _dialog(
        gettext_lazy("Move the start"),
        gettext_lazy(
            "All registered players are told, and can leave until the new start. "
            "Only a live event can begin earlier than announced."
        ),
        PutOffForm,
        gettext_lazy("The start has been moved."),
    ),
    Verb.EXTEND_LATE: _dialog(
        gettext_lazy("Extend late registration"),
        gettext_lazy("Players can enter until the end of a later level."),
        LateForm,
        gettext_lazy("Late registration is extended."),
    ),
    Verb.RAISE: _dialog(
        gettext_lazy("Raise the guarantee"),
        gettext_lazy("A guarantee can only be raised, and only while entries are open."),
        GuaranteeForm,
        gettext_lazy("The guarantee is raised."),
    ),
    Verb.OPEN_SEATS: _dialog(
        gettext_lazy("Open seats"),
        gettext_lazy("More players can enter than announced."),
        SeatsForm,
        gettext_lazy("More seats are open."),
    ),
    Verb.LEVEL_TIME: _dialog(
        gettext_lazy("Add or take time"),
        gettext_lazy("The running level, or the break, becomes longer or shorter."),
        LevelTimeForm,
        gettext_lazy("The clock is set."),
    ),
    Verb.LEVEL_AGAIN: _dialog(
        gettext_lazy("Go back a level"),
        gettext_lazy("The previous level begins again, with its full time."),
        LevelAgainForm,
        gettext_lazy("The level has begun again."),
    ),
    Verb.NEW_LEVELS: _dialog(
        gettext_lazy("Change the coming levels"),
        gettext_lazy("Levels that have begun stay as they are."),
        NewLevelsForm,
        gettext_lazy("The coming levels have changed."),
    ),
    Verb.ENTER: Dialog(
        gettext_lazy("Register a player"),
        gettext_lazy("Their own wallet pays. Only the player is told."),
        EnterForm,
        _player(entrance.enter),
        gettext_lazy("The player is registered."),
    ),
    Verb.TAKE_OUT: Dialog(
        gettext_lazy("Take a player out"),
        gettext_lazy("Before the start, with a full refund. The player is told."),
        TakeOutForm,
        _player(entrance.take_out),
        gettext_lazy("The player is out of the event."),
    ),
    Verb.TOGETHER: _dialog(
        gettext_lazy("Hand for hand"),
        gettext_lazy(
            "All tables wait for each other before each hand, or play at their own pace again."
        ),
        TogetherForm,
        gettext_lazy("This applies from the next hand on."),
    ),
}
BEFORE_START: Final = (
    START_NOW,
    *(Verb.PUT_OFF, Verb.EXTEND_LATE, Verb.RAISE, Verb.OPEN_SEATS, Verb.NEW_LEVELS),
    *(Verb.ENTER, Verb.TAKE_OUT),
)
IN_PLAY: Final = (
    *(Verb.LEVEL_TIME, Verb.LEVEL_AGAIN, Verb.NEW_LEVELS, Verb.EXTEND_LATE, Verb.RAISE),
    *(Verb.OPEN_SEATS, Verb.ENTER, Verb.TOGETHER),
)


def offered(event: Tournament) -> tuple[str, ...]:
    """Return the changes that make sense for an event; the verbs themselves check them."""
    verbs = () if event.over else BEFORE_START if event.registering else IN_PLAY
    useless: set[str] = set()
    if event.kind == Tournament.Kind.SIT_AND_GO:
        useless |= {Verb.PUT_OFF, Verb.OPEN_SEATS}
    if event.draw_id is not None:
        useless |= {Verb.EXTEND_LATE, Verb.RAISE}
    if event.plays_apart:
        useless |= {Verb.EXTEND_LATE, Verb.NEW_LEVELS, Verb.TOGETHER}
    if event.floor.has_counter:
        # Players of a live event are registered at the desk, with card and receipt (LIVE-6).
        useless.add(Verb.ENTER)
    else:
        useless.add(START_NOW)
    return tuple(verb for verb in verbs if verb not in useless)
