"""Penalties at the tables of a live event: warnings, and time away from the table (LIVE-15)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from core import reasons
from core.refusal import Refusal
from core.types import EntryId, UserId
from players.notices import preferences
from tables.models import Seat
from tournaments.entry import acts
from tournaments.floor import notifications
from tournaments.live_room.models import Penalty
from tournaments.live_room.verbs import busts
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode
from tournaments.staff import orders

Kind = Penalty.Kind
# The penalties of the floor (TDA 71): their kind and number.
GIVEN: Final = {
    "warning": gettext_lazy("warning"),
    "hands-1": gettext_lazy("one hand away from the table"),
    "hands-2": gettext_lazy("two hands away from the table"),
    "rounds-1": gettext_lazy("one round away from the table"),
    "rounds-2": gettext_lazy("two rounds away from the table"),
    "rounds-3": gettext_lazy("three rounds away from the table"),
    "rounds-4": gettext_lazy("four rounds away from the table"),
}


def meant(given: str) -> tuple[str, int]:
    """Return the kind and the number of a penalty in GIVEN."""
    kind, _dash, count = given.partition("-")
    return kind, int(count or 0)


def penalize(
    *,
    entry_id: EntryId,
    kind: str,
    count: int,
    entered: acts.Entered | None = None,
    by: int,
    why: str,
    key: str,
    now: datetime,
) -> Penalty:
    """Warn a player, or send them away for ``count`` hands or rounds, once per key.

    Refuses NO_REASON, NOT_IN_PLAY, NOT_RUNNING, NOT_LIVE, and ALREADY_AWAY (``name``) for a player
    who serves another penalty.
    """
    reasons.check(why)
    with transaction.atomic():
        entry = orders.playing(entry_id)
        event = busts.check_live(entry.tournament)
        if known := Penalty.objects.filter(key=key).first():
            return known
        name = entry.user.get_username()
        if kind != Kind.WARNING and away(event).filter(entry=entry).exists():
            raise Refusal(EventCode.ALREADY_AWAY, name=name)
        seat = Seat.objects.get(user=entry.user_id, table__event=event.event)
        at_table = Seat.objects.filter(table=seat.table_id, stack__gt=0).count()
        count = 0 if kind == Kind.WARNING else count
        penalty = Penalty(
            entry=entry,
            key=key,
            kind=kind,
            count=count,
            hands=count * at_table if kind == Kind.ROUNDS else count,
            at=entered.at if entered else now,
        )
        penalty.act = acts.record(
            Act.Verb.PENALIZE,
            by=by,
            now=now,
            about=name,
            tournament=event,
            table_id=seat.table_id,
            entry=entry,
            why=why,
            after={"penalty": penalty.kind, "count": count, "hands": penalty.hands},
            entered=entered,
        )
        penalty.save()
        user = UserId(entry.user_id)
        with preferences.in_language_of(user):
            words = f"{penalty}. {why}"
        notifications.message(event, [user], words, key=f"penalty:{penalty.pk}", now=now)
    return penalty


def back_in(*, entry_id: EntryId, by: int, now: datetime) -> Penalty:
    """End the penalty of a player who is back at the table; idempotent.

    Refuses NOT_IN_PLAY, NOT_RUNNING, NOT_LIVE, NO_PENALTY.
    """
    with transaction.atomic():
        entry = orders.playing(entry_id)
        event = busts.check_live(entry.tournament)
        served = entry.penalties.exclude(kind=Kind.WARNING).filter(undone_at=None)
        penalty = served.order_by("pk").last()
        if penalty is None:
            raise Refusal(EventCode.NO_PENALTY)
        if penalty.ended_at is None:
            penalty.ended_at = now
            penalty.save(update_fields=["ended_at"])
            acts.record(
                Act.Verb.BACK_IN,
                by=by,
                now=now,
                about=entry.user.get_username(),
                tournament=event,
                entry=entry,
                before={"away_since": penalty.at, "hands": penalty.hands},
            )
    return penalty


def take_back(act: Act, *, now: datetime) -> None:
    """Undo a penalty: end it and withdraw its message. The caller holds the event's lock."""
    penalty = Penalty.objects.get(act=act)
    penalty.undone_at, penalty.ended_at = now, penalty.ended_at or now
    penalty.save(update_fields=["undone_at", "ended_at"])
    notifications.forget_message([UserId(penalty.entry.user_id)], key=f"penalty:{penalty.pk}")


def away(event: Tournament) -> QuerySet[Penalty]:
    """The penalties that players in an event serve now, the earliest first."""
    serving = Penalty.objects.filter(
        entry__tournament=event, entry__status=Entry.Status.PLAYING, ended_at=None
    )
    return serving.exclude(kind=Kind.WARNING).select_related("entry__user").order_by("pk")


def of_entry(entry: Entry) -> Sequence[Penalty]:
    """The penalties of an entry so far, without those undone, earliest first."""
    rows = entry.penalties.filter(undone_at=None).select_related("act")
    return list(rows.order_by("pk"))
