"""The record of what staff do: who, when, what, why, before and after."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from core.refusal import Refusal
from tables.models import Seat
from tournaments.models import Act, Entry, Order, Tournament

Picture = Mapping[str, Any]


class Entered(NamedTuple):
    """The time and key of something that was entered on a device without network."""

    key: UUID
    at: datetime


def record(
    verb: str,
    *,
    by: int,
    now: datetime,
    about: object,
    tournament: Tournament | None = None,
    table_id: int | None = None,
    entry: Entry | None = None,
    player_id: int | None = None,
    why: str = "",
    before: Picture | None = None,
    after: Picture | None = None,
    outcome: str = Act.Outcome.DONE,
    entered: Entered | None = None,
) -> Act:
    """Record an act in the transaction of its effect; ``before`` and ``after`` are JSON."""
    return Act.objects.create(
        verb=verb,
        outcome=outcome,
        by_id=by,
        at=now,
        entered_at=entered and entered.at,
        key=entered and entered.key,
        tournament=tournament,
        table_id=table_id,
        entry=entry,
        player_id=entry.user_id if entry and player_id is None else player_id,
        about=str(about)[:ABOUT],
        why=why,
        before=before or {},
        after=after or {},
    )


def record_order(
    order: Order,
    *,
    outcome: str,
    now: datetime,
    about: object,
    table_id: int | None,
    before: Picture | None = None,
    after: Picture | None = None,
) -> Act:
    """Record that an order was given, was carried out, or could not be done."""
    return record(
        order.kind,
        by=order.by_id,
        now=now,
        about=about,
        tournament=order.tournament,
        table_id=table_id,
        entry=order.entry,
        why=order.why,
        before=before,
        after=after,
        outcome=outcome,
    )


def refused(refusal: Refusal) -> Picture:
    """The refusal that stopped an act, as code and context, for each reader's own language."""
    return {"refused": {"code": str(refusal), **refusal.context}}


def changed(before: Picture, after: Picture) -> tuple[Picture, Picture]:
    """The parts in which two pictures of one thing differ."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return (
        {name: before[name] for name in names if name in before},
        {name: after[name] for name in names if name in after},
    )


def staff_messages(event: Tournament, *, user_id: int | None, now: datetime) -> list[Act]:
    """The last messages of staff to all players, to the reader's table, and to the reader."""
    lately = event.acts.filter(at__gt=now - SAID, verb__in=(Act.Verb.MESSAGE, Act.Verb.WARN))
    heard = Q(verb=Act.Verb.MESSAGE, table=None)
    if user_id is not None:
        tables = Seat.objects.filter(user=user_id).values("table")
        heard |= Q(verb=Act.Verb.MESSAGE, table__in=tables)
        heard |= Q(verb=Act.Verb.WARN, entry__user=user_id)
    return list(lately.filter(heard).order_by("-pk")[:SAID_AT_ONCE])


# How long the event's page shows messages of staff, and how many at once.
SAID, SAID_AT_ONCE = timedelta(minutes=15), 3
ABOUT: int = Act._meta.get_field("about").max_length or 0
