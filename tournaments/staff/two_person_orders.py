"""Changes of an event by two members of staff: one asks, another agrees (STAFF-2).

Every correction of a stack takes two (AMEND-5), a guarantee only above the limit (STAFF-3). Lock
order: the event, the order.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from core import reasons
from core.refusal import Refusal
from core.types import EntryId, UserId
from players.staff import second_person
from players.staff.second_person import Refused
from tournaments.entry import acts
from tournaments.floor.locking import lock
from tournaments.models import Act, Entry, JointOrder, Tournament
from tournaments.models.amendments import LONGEST_KEY
from tournaments.refusals import EventCode
from tournaments.rules import changes
from tournaments.staff import amending, orders, stacks
from tournaments.staff.stacks import Stacks

Kind, Status, Verb = JointOrder.Kind, JointOrder.Status, Act.Verb
# The right to ask for each kind, and to agree to it.
RIGHTS: Final[Mapping[str, str]] = {
    Kind.STACK: "tournaments.run_tournament",
    Kind.GUARANTEE: "tournaments.approve_template",
}
REFUSED: Final = Refused(
    waits=EventCode.NO_SUCH_ORDER, own=EventCode.OWN_ASKING, about=EventCode.OWN_STACK
)


def look_at_stack(*, entry_id: EntryId, chips: int, by: int) -> Stacks:
    """Preview a correction. Refuses NOT_RUNNING, NOT_IN_PLAY, NO_CHIPS_LEFT, OWN_STACK."""
    with transaction.atomic():
        return _look(entry_id, chips, by)


def ask_stack(
    *, entry_id: EntryId, chips: int, by: int, why: str, key: str, now: datetime
) -> JointOrder:
    """Ask for a correction of a stack by ``chips``, negative to take some; once per ``key``.

    Refuses NO_REASON, NOT_RUNNING, NOT_IN_PLAY, NO_CHIPS_LEFT, OWN_STACK, ORDER_WAITS.
    """
    reasons.check(why)
    with transaction.atomic():
        entry = _entry(entry_id)
        if known := _known(entry.tournament, key):
            return known
        _look(entry_id, chips, by)
        wish: dict[str, Any] = {"entry": entry, "amount": chips}
        return _ask(Kind.STACK, entry.tournament, wish, by=by, why=why, key=key, now=now)


def ask_guarantee(
    *, tournament_id: int, cents: int, by: int, why: str, key: str, now: datetime
) -> JointOrder:
    """Ask for a guarantee that is over the limit of one person; once per ``key``.

    Refuses NO_REASON, NO_SUCH_TOURNAMENT, ORDER_WAITS, and what ``changes.Guarantee`` does.
    """
    reasons.check(why)
    with transaction.atomic():
        event = lock(tournament_id)
        if known := _known(event, key):
            return known
        changes.Guarantee(cents).check(event.stands, amending.scene(event, now=now))
        return _ask(Kind.GUARANTEE, event, {"amount": cents}, by=by, why=why, key=key, now=now)


def confirm(*, order_id: int, by: UserId, now: datetime) -> JointOrder:
    """Agree to a colleague's request: a stack waits for the end of its hand, a guarantee is raised
    now. Idempotent; a request that is refused now keeps waiting.

    Refuses NO_SUCH_ORDER, OWN_ASKING, OWN_STACK, what ``rights.check_second_person`` refuses, and
    what ``ask_stack``, ``orders.correct`` or ``amending.amend`` does.
    """
    with transaction.atomic():
        event = _event_of(order_id)
        row = second_person.lock(JointOrder, order_id, refused=REFUSED)
        if row.status == Status.DONE:
            return row
        about = row.entry.user_id if row.entry else None
        second_person.check(
            row, by=by, about=about, right=RIGHTS[row.kind], now=now, refused=REFUSED
        )
        _record(Verb.AGREE, row, by=by, now=now)
        if row.entry is None:
            amending.amend(
                tournament_id=event.pk,
                change=changes.Guarantee(row.amount),
                by=row.given_by_id,
                second=by,
                why=row.why,
                key=f"joint:{row.pk}",
                now=now,
            )
            row.decide(Status.DONE, by=by, now=now)
            return row
        _look(row.entry.pk, row.amount, by)
        done = orders.correct(
            entry_id=row.entry.pk, chips=row.amount, by=row.given_by_id, why=row.why, now=now
        )
        row.decide(Status.DONE, by=by, now=now, order=done)
    return row


def turn_down(*, order_id: int, by: UserId, why: str, now: datetime) -> JointOrder:
    """Turn down a request that waits, or withdraw one's own. Idempotent.

    Refuses NO_REASON, NO_SUCH_ORDER.
    """
    reasons.check(why)
    with transaction.atomic():
        _event_of(order_id)
        row, done = second_person.turn_down(
            JointOrder, order_id, by=by, why=why, now=now, refused=REFUSED
        )
        if done:
            _record(Verb.DISAGREE, row, by=by, now=now, why=why)
    return row


def waiting() -> QuerySet[JointOrder]:
    """The requests that wait for a second person, oldest first; not those of events that are over,
    which can no longer be granted."""
    rows = JointOrder.objects.filter(status=Status.WAITING)
    rows = rows.exclude(tournament__status__in=Tournament.OVER)
    return rows.select_related("tournament", "entry__user", "given_by").order_by("given_at", "pk")


def _look(entry_id: EntryId, chips: int, by: int) -> Stacks:
    entry = orders.playing(entry_id)
    if entry.user_id == by:
        raise Refusal(EventCode.OWN_STACK)
    return stacks.look(entry, chips)


def _entry(entry_id: EntryId) -> Entry:
    """The entry, with its event locked. Refuses NOT_IN_PLAY."""
    entry = Entry.objects.filter(pk=entry_id).select_related("user").first()
    if entry is None:
        raise Refusal(EventCode.NOT_IN_PLAY)
    entry.tournament = lock(entry.tournament_id)
    return entry


def _event_of(order_id: int) -> Tournament:
    tournament_id = (
        JointOrder.objects.filter(pk=order_id).values_list("tournament", flat=True).first()
    )
    if tournament_id is None:
        raise Refusal(EventCode.NO_SUCH_ORDER)
    return lock(tournament_id)


def _known(event: Tournament, key: str) -> JointOrder | None:
    return event.joint_orders.filter(key=key[:LONGEST_KEY]).first()


def _ask(
    kind: str,
    event: Tournament,
    wish: Mapping[str, Any],
    *,
    by: int,
    why: str,
    key: str,
    now: datetime,
) -> JointOrder:
    same = event.joint_orders.filter(kind=kind, entry=wish.get("entry"), status=Status.WAITING)
    if same.exists():
        raise Refusal(EventCode.ORDER_WAITS)
    row = JointOrder.objects.create(
        kind=kind,
        tournament=event,
        key=key[:LONGEST_KEY],
        why=why,
        given_by_id=by,
        given_at=now,
        **wish,
    )
    _record(Verb.ASK_SECOND, row, by=by, now=now, why=why)
    return row


def _record(verb: Act.Verb, row: JointOrder, *, by: int, now: datetime, why: str = "") -> None:
    acts.record(
        verb,
        by=by,
        now=now,
        about=row.entry.user.get_username() if row.entry else row.tournament.name,
        tournament=row.tournament,
        entry=row.entry,
        why=why or row.why,
        after={"order": row.kind, "amount": row.amount},
    )
