"""Calls to players with no page of the room open: their turn, or chips taken as blinds.

No player is blinded out in silence: one who is dealt in, sits out and is not at the table gets one
notice, which lasts until they are back.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.types import SeatNo, UserId
from payouts import events
from players.models import Notice, PushDevice
from players.notices import news
from players.notices.news import News
from players.profile import names, presence
from tables.live import record
from tables.live.record import TableRecord
from tables.models import Seat, Table

Kind = Notice.Kind

# A player who has just looked away need not be called.
THINKING = timedelta(seconds=4)
# Less time than this is too short to come.
TOO_LATE = timedelta(seconds=2)

# True if ``call_those_away`` could find something: an occupied seat at a table that has dealt, or a
# lasting notice.
ANYBODY = ExistsQuery(
    """
    EXISTS (
        SELECT FROM tables_seat JOIN tables_table ON tables_table.id = table_id
        WHERE tables_table.status = 'open' AND hand_no > 0
    ) OR EXISTS (SELECT FROM players_notice WHERE kind = %(away)s AND until IS NULL)""",
    {"away": Kind.AWAY.value},
)


class Seated(NamedTuple):
    """A player's seat at a table."""

    table: TableRecord
    no: SeatNo
    user_id: UserId


def call_those_away(*, now: datetime) -> int:
    """Notify players who ought to come to a table; return how many were notified. Idempotent."""
    jobs = (_let_go_of_those_back, _call_movers, _call_absent)
    return sum(attempt(job.__name__, partial(job, now=now)) or 0 for job in jobs)


def _call_movers(*, now: datetime) -> int:
    """Notify players whose turn it is, who have a push device, and have no page open."""
    devices = PushDevice.objects.filter(user=OuterRef("user"), ended_at=None)
    seats = _seats().filter(Exists(devices), away=False)
    users = set(seats.values_list("user", flat=True))
    absent = users - presence.here(users, now=now)
    places = _places(seats.filter(user__in=absent)) if absent else ()
    return _tell(_each(_turn_of, places, now=now), now=now)


def _turn_of(place: Seated, *, now: datetime) -> News | None:
    """The news that it is an absent player's turn; None if it is not, or they are there."""
    live, due_at = place.table.live, place.table.due_at
    if live.turn != place.no or live.turn_at is None or due_at is None:
        return None
    # A page of tables announces the turn itself.
    if place.user_id in presence.connected([place.table.id], now=now):
        return None
    if live.turn_at > now - THINKING or due_at <= now + TOO_LATE:
        return None
    return _news(Kind.TURN, f"turn:{place.table.id}:{live.turn_version}", place, until=due_at)


def _call_absent(*, now: datetime) -> int:
    """Notify players whose chips a hand has taken while they sat out and were not at the table."""
    # Once in an absence: the notice lasts until they are back.
    lasting = Notice.objects.filter(kind=Kind.AWAY, until=None, user=OuterRef("user"))
    seats = _seats().filter(~Exists(lasting), away=True, stack__gt=0)
    places = _places(seats.exclude(user__username__iendswith=names.BOT))
    return _tell(_each(_blinds_of, places, now=now), now=now)


def _blinds_of(place: Seated, *, now: datetime) -> News | None:
    """The news that a hand takes an absent player's chips; None if not, or if they are there."""
    table, hand = place.table, place.table.live.playing
    if table.owner.has_stays or table.owner.lets_go or hand is None:
        return None
    if table.live.dealt.get(place.no) != place.user_id or not hand.contributed(place.no):
        return None
    if place.user_id in presence.connected([table.id], now=now):
        return None
    return _news(Kind.AWAY, f"away:{table.live.hand_id}", place)


def _each(
    find: Callable[..., News | None], places: Sequence[Seated], *, now: datetime
) -> list[News]:
    """Return the news of these places; a bad table does not affect the others."""
    results = (
        attempt(find.__name__, partial(find, place, now=now), table=place.table.id, no=place.no)
        for place in places
    )
    return [news for news in results if news is not None]


def _let_go_of_those_back(*, now: datetime) -> int:
    """End the notices of players who play again, or are out; return 0: none is notified."""
    away = Seat.objects.filter(user=OuterRef("user"), away=True, table__status=Table.Status.OPEN)
    lasting = Notice.objects.filter(~Exists(away), kind=Kind.AWAY, until=None)
    lasting.update(until=now)
    return 0


def _seats() -> QuerySet[Seat]:
    return Seat.objects.filter(table__status=Table.Status.OPEN)


def _places(seats: QuerySet[Seat]) -> Sequence[Seated]:
    rows = list(seats.order_by("table").values_list("table", "no", "user"))
    tables = {table.id: table for table in record.read_all([table_id for table_id, _, _ in rows])}
    return [Seated(tables[table_id], SeatNo(no), UserId(user)) for table_id, no, user in rows]


def _news(kind: str, key: str, place: Seated, *, until: datetime | None = None) -> News:
    url = reverse("table", args=[place.table.id])
    data = {"event": place.table.event, "name": place.table.name}
    return News(place.user_id, kind, key, data, url, until)


def _tell(notices: Sequence[News], *, now: datetime) -> int:
    if not notices:
        return 0
    return news.tell([*_by_their_names(notices)], now=now)


def _by_their_names(notices: Sequence[News]) -> Iterable[News]:
    """Replace a table's name, which is translated, by its event's, which is not."""
    event_names = events.find({notice.data["event"] for notice in notices})
    for notice in notices:
        event = event_names.get(notice.data["event"])
        yield notice._replace(data={"name": notice.data["name"] if event is None else event.name})
