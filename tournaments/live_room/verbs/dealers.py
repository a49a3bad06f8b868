"""The dealers' rota of a live event: the dealer of each table, now and next (LIVE-10)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from tables.models import Table
from tournaments.entry import acts
from tournaments.live_room.models import Rota
from tournaments.live_room.verbs import busts
from tournaments.models import Act, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import rota as rotation
from tournaments.rules.rota import Turn

# Characters of a dealer's name; minutes of a turn.
LONGEST_NAME = 40
MINUTES = range(5, 181)


@dataclass(frozen=True, slots=True)
class DealersTable:
    """A table with its dealer and the next one."""

    table: str
    now: str
    next: str


@dataclass(frozen=True, slots=True)
class DealerRota:
    """The rota at one moment: tables in order, resting dealers, and the end of the turn."""

    posts: list[DealersTable]
    resting: list[str]
    ends_at: datetime


def set_rota(
    *, tournament_id: int, dealers: Sequence[str], minutes: int, by: int, now: datetime
) -> Rota:
    """Set the dealers who rotate from now on; the first one starts at the first table.

    Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE, DEALERS_TWICE, TURN_MINUTES,
    TOO_FEW_DEALERS.
    """
    with transaction.atomic():
        event = busts.running(tournament_id)
        if len({*dealers}) < len(dealers):
            raise Refusal(EventCode.DEALERS_TWICE)
        if minutes not in MINUTES:
            raise Refusal(EventCode.TURN_MINUTES, least=MINUTES.start, most=MINUTES.stop - 1)
        places = rotation.slots(list(_open_tables(event)), dealers=len(dealers))
        known = Rota.objects.filter(tournament=event).first()
        terms = {"dealers": list(dealers), "places": places, "minutes": minutes}
        set_now, _ = Rota.objects.update_or_create(
            tournament=event, defaults={**terms, "since": now}
        )
        acts.record(
            Act.Verb.SET_ROTA,
            by=by,
            now=now,
            about=event.name,
            tournament=event,
            before={"dealers": known.dealers, "minutes": known.minutes} if known else {},
            after={"dealers": list(dealers), "minutes": minutes},
        )
    return set_now


def sight(event: Tournament, *, shown: Collection[int], now: datetime) -> DealerRota | None:
    """The dealers at the tables ``shown``; None without a rota or once the event is over."""
    rota = Rota.objects.filter(tournament=event).first()
    if rota is None or event.over:
        return None
    tables = _open_tables(event)
    turn, following = (_turn(rota, tables, ahead=ahead, now=now) for ahead in (0, 1))
    posts = [
        DealersTable(name, turn.tables.get(pk, ""), following.tables.get(pk, ""))
        for pk, name in tables.items()
        if pk in shown
    ]
    return DealerRota(posts, turn.resting, turn.ends_at)


def _turn(rota: Rota, opened: Iterable[int], *, ahead: int, now: datetime) -> Turn:
    return rotation.at(
        rota.dealers,
        rota.places,
        opened=frozenset(opened),
        minutes=rota.minutes,
        since=rota.since,
        now=now,
        ahead=ahead,
    )


def _open_tables(event: Tournament) -> dict[int, str]:
    opened = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    return dict(opened.order_by("pk").values_list("pk", "name"))
