"""The dialogs of the watch page: for each verb its words, its form, and its function."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
)

from core.pages.requests import number
from core.types import EntryId
from tables.models import Table
from tables.templatetags.table_names import table_name
from tournaments.models import Act, Entry, Tournament
from tournaments.models.acts import LONGEST_TEXT
from tournaments.staff import desk, orders, undoing

Verb = Act.Verb


@dataclass(frozen=True, slots=True)
class StaffRequest:
    """A request of staff, with the event's player, table or order that it is about; 0 is none.

    ``row`` is the schedule's row that they saw, counted from 1.
    """

    event: int
    by: int
    now: datetime
    entry: int = 0
    table: int = 0
    order: int = 0
    row: int = 0
    act: int = 0
    call: int = 0
    deal: int = 0


class BeforeAfter(NamedTuple):
    """A line of a preview: a value before and after the change."""

    what: str
    before: str
    after: str


class ActReasonForm(BaseDialogForm):
    """The reason, which is recorded with the act."""

    why = forms.CharField(
        label=_("reason"),
        max_length=LONGEST_TEXT,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2, "autofocus": True}),
    )


class EventMessageForm(BaseDialogForm):
    """A message, which players read."""

    why = forms.CharField(
        label=_("message"),
        max_length=LONGEST_TEXT,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3, "autofocus": True}),
    )


class NoReasonForm(BaseDialogForm):
    """An optional note."""

    why = forms.CharField(
        label=_("note"), max_length=LONGEST_TEXT, required=False, widget=UnfoldAdminTextareaWidget
    )


class MoveForm(ActReasonForm):
    """The table and seat to move to, with the reason."""

    to_table = forms.TypedChoiceField(label=_("table"), coerce=int, widget=UnfoldAdminSelectWidget)
    seat_no = forms.IntegerField(
        label=_("seat"),
        required=False,
        min_value=1,
        help_text=_("Empty: a free seat is drawn."),
        widget=UnfoldAdminIntegerFieldWidget,
    )
    field_order = ("to_table", "seat_no", "why")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        event = Tournament(pk=int(self.object_id or 0)).event
        tables = Table.objects.filter(event=event, status=Table.Status.OPEN).order_by("pk")
        # A player cannot be moved to their own table.
        mover = Entry.objects.filter(pk=number(self.request.GET.get("entry", "")) or 0)
        tables = tables.exclude(seats__user__in=mover.values("user"))
        self.fields["to_table"].choices = [(table.pk, table_name(table.name)) for table in tables]


@dataclass(frozen=True, slots=True)
class Dialog:
    """The words of a dialog, and the verb behind its button."""

    title: str | Promise
    text: str | Promise
    form: type[BaseDialogForm]
    do: Callable[[StaffRequest, dict[str, Any]], object]
    done: str | Promise


def _person(verb: Callable[..., object]) -> Callable[[StaffRequest, dict[str, Any]], object]:
    return lambda wish, form: verb(
        entry_id=EntryId(wish.entry), by=wish.by, why=form["why"], now=wish.now
    )


def _event(verb: Callable[..., object]) -> Callable[[StaffRequest, dict[str, Any]], object]:
    return lambda wish, form: verb(
        tournament_id=wish.event, by=wish.by, why=form["why"], now=wish.now
    )


def _table(verb: Callable[..., object]) -> Callable[[StaffRequest, dict[str, Any]], object]:
    return lambda wish, form: verb(table_id=wish.table, by=wish.by, why=form["why"], now=wish.now)


def _end_level(wish: StaffRequest, form: dict[str, Any]) -> None:
    desk.end_level(
        tournament_id=wish.event,
        row=wish.row - 1 if wish.row else None,
        by=wish.by,
        why=form["why"],
        now=wish.now,
    )


def _message(wish: StaffRequest, form: dict[str, Any]) -> None:
    desk.message(
        tournament_id=wish.event,
        table_id=wish.table or None,
        by=wish.by,
        why=form["why"],
        now=wish.now,
    )


def _move(wish: StaffRequest, form: dict[str, Any]) -> None:
    orders.move(
        entry_id=EntryId(wish.entry),
        table_id=form["to_table"],
        seat_no=form["seat_no"],
        by=wish.by,
        why=form["why"],
        now=wish.now,
    )


def _withdraw(wish: StaffRequest, form: dict[str, Any]) -> None:
    orders.withdraw(order_id=wish.order, by=wish.by, why=form["why"], now=wish.now)


AFTER_THE_HAND = _("Ordered. It is carried out as soon as no hand is in progress there.")

DIALOGS: dict[str, Dialog] = {
    Verb.PAUSE: Dialog(
        _("Stop the clock"),
        _(
            "Hands in progress can be finished; nothing is dealt, decided or paid. "
            "Players see the reason."
        ),
        ActReasonForm,
        _event(desk.pause),
        _("The clock is stopped."),
    ),
    Verb.RESUME: Dialog(
        _("Start the clock again"),
        _("Every clock continues where it stopped."),
        NoReasonForm,
        _event(desk.resume),
        _("Play continues."),
    ),
    Verb.END_LEVEL: Dialog(
        _("End this level"),
        _("The next level, or the break, begins now; a break ends."),
        NoReasonForm,
        _end_level,
        _("The level or break is over."),
    ),
    Verb.MESSAGE: Dialog(
        _("Send a message"),
        _("Players see it at the table and on the event's page."),
        EventMessageForm,
        _message,
        _("Your message has been sent."),
    ),
    Verb.WARN: Dialog(
        _("Warn this player"),
        _("Only this player sees it, at the table and on the event's page. It is kept on record."),
        EventMessageForm,
        _person(desk.warn),
        _("The player is warned."),
    ),
    Verb.SIT_OUT: Dialog(
        _("Sit this player out"),
        _("From now on the player checks or folds at once, until they say that they are back."),
        ActReasonForm,
        _person(desk.sit_out),
        _("The player sits out."),
    ),
    Verb.MOVE: Dialog(
        _("Move this player"),
        _("It happens when the player's hand is over. After that tables are balanced as usual."),
        MoveForm,
        _move,
        AFTER_THE_HAND,
    ),
    Verb.DISQUALIFY: Dialog(
        _("Disqualify this player"),
        _(
            "When the player's hand is over they are out, in the place of that "
            "moment, and their chips leave play. To be able to undo it, stop the "
            "clock first."
        ),
        ActReasonForm,
        _person(orders.disqualify),
        AFTER_THE_HAND,
    ),
    Verb.REINSTATE: Dialog(
        _("Undo this disqualification"),
        _("The player gets seat and chips back; possible until the table's next hand."),
        ActReasonForm,
        _person(undoing.reinstate),
        _("The player is in again."),
    ),
    Verb.BREAK_TABLE: Dialog(
        _("Break this table"),
        _("When its hand is over, all its players draw seats at other tables."),
        ActReasonForm,
        _table(orders.break_table),
        AFTER_THE_HAND,
    ),
    Verb.HOLD_TABLE: Dialog(
        _("Hold this table"),
        _(
            "After its hand the table waits, with all players in their seats, until "
            "you resume it. The clock runs."
        ),
        ActReasonForm,
        _table(orders.hold_table),
        _("The table waits after its hand."),
    ),
    Verb.DEAL: Dialog(
        _("Resume dealing"),
        _("The held table gets its next hand."),
        NoReasonForm,
        _table(orders.deal),
        _("The table resumes."),
    ),
    Verb.VOID_HAND: Dialog(
        _("Void the last hand"),
        _(
            "For a hand that eliminated a player by mistake, before the next hand: "
            "all players get their stacks from before it, and eliminated players are "
            "in again."
        ),
        ActReasonForm,
        _table(undoing.void_hand),
        _("The hand is void."),
    ),
    Verb.WITHDRAW: Dialog(
        _("Withdraw this order"),
        _("It is not carried out."),
        NoReasonForm,
        _withdraw,
        _("The order is withdrawn."),
    ),
}
# The verbs offered for one player, and for one table.
OF_A_PLAYER = (Verb.MOVE, Verb.WARN, Verb.SIT_OUT, Verb.CORRECT_STACK, Verb.DISQUALIFY)
OF_A_TABLE = (Verb.MESSAGE, Verb.HOLD_TABLE, Verb.DEAL, Verb.BREAK_TABLE, Verb.VOID_HAND)
