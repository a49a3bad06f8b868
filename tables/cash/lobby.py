"""What players see of cash games before they sit down (LOBBY-1)."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Min
from django.urls import reverse

from core.types import UserId
from payouts.event_ref import EventRef
from payouts.events import Event
from tables.cash import stays
from tables.cash.buy_in import BuyIn
from tables.engine import rake
from tables.models import CashGame, Hand, Seat, Table
from tables.models.cash import CASH

# The pace of a table is that of its latest hands.
LATEST = 20


class Cap(NamedTuple):
    """At most so many ``cents`` with ``first`` to ``last`` players dealt in."""

    first: int
    last: int
    cents: int


class Taken(NamedTuple):
    """So many ``cents`` of every ``unit`` of a pot."""

    cents: int
    unit: int


def taken(rate: rake.Rate) -> Taken:
    """A rate in whole cents, and in the chips that the house takes."""
    units = 1 if rate.tenths % 10 == 0 else 10
    return Taken(rate.tenths * units // 10, rate.unit * units)


def caps(*, big_blind: int, seats: int) -> list[Cap]:
    """RAKE-3 as a table of so many seats shows it: two, three or four, five and more."""
    steps = [first for first in (2, 3, 5) if first <= seats]
    lasts = [*(step - 1 for step in steps[1:]), seats]
    return [
        Cap(first, last, rake.cap(big_blind=big_blind, dealt_in=first))
        for first, last in zip(steps, lasts, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A cash table that one may join or watch; ``pace`` are hands an hour, None before any."""

    game: CashGame
    table: Table
    players: int
    pace: int | None
    seated: bool
    buy_in: BuyIn

    @property
    def free(self) -> int:
        return max(0, self.table.max_seats - self.players)

    @property
    def rake_caps(self) -> list[Cap]:
        """The most that the house takes from a hand, by players dealt in (RAKE-3)."""
        return caps(big_blind=self.game.big_blind, seats=self.game.seats)

    @property
    def rake_rates(self) -> list[Taken]:
        """What the house takes of a pot (RAKE-2): of two, whichever takes less."""
        return [taken(rate) for rate in rake.rates(big_blind=self.game.big_blind)]


def open_tables(*, user_id: UserId | None, now: datetime) -> list[OpenTable]:
    """Every open cash table, the smallest stakes first: five queries, however many tables."""
    games = {game.event: game for game in CashGame.objects.all()}
    tables = list(Table.objects.filter(event__in=games, status=Table.Status.OPEN).order_by("pk"))
    seats = Seat.objects.filter(table__in=tables)
    players = dict(seats.values("table").annotate(count=Count("pk")).values_list("table", "count"))
    mine = set(seats.filter(user=user_id).values_list("table", flat=True)) if user_id else set()
    paces = _paces(tables, now=now)
    buy_ins = stays.buy_ins(games.values(), user_id=user_id, now=now)
    found = [
        OpenTable(
            game=games[table.event],
            table=table,
            players=players.get(table.pk, 0),
            pace=paces.get(table.pk),
            seated=table.pk in mine,
            buy_in=buy_ins[table.event],
        )
        for table in tables
    ]
    return sorted(found, key=lambda one: (one.game.big_blind, one.game.pk, one.table.pk))


def by_game(found: Collection[OpenTable]) -> list[tuple[CashGame, list[OpenTable]]]:
    """The tables of each game together."""
    grouped: defaultdict[int, list[OpenTable]] = defaultdict(list)
    for one in found:
        grouped[one.game.pk].append(one)
    return [(group[0].game, group) for group in grouped.values()]


def game_at(event: str) -> CashGame | None:
    """What a table of this event plays for; None where it is not money."""
    number = EventRef.id_in(event, kind=CASH)
    return None if number is None else CashGame.objects.filter(pk=number).first()


def find_games(ids: Collection[int]) -> dict[int, Event]:
    """What statements and hands call these games, and where they are offered."""
    found = CashGame.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Event(name, reverse("cash")) for pk, name in found}


def find_tables(ids: Collection[int]) -> dict[int, Event]:
    """What statements call these tables, and their pages."""
    found = Table.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: Event(name, reverse("table", args=[pk])) for pk, name in found}


def _paces(tables: Collection[Table], *, now: datetime) -> dict[int, int]:
    latest = Hand.objects.filter(table__in=tables, number__gt=F("table__hand_no") - LATEST)
    rows = latest.values("table").annotate(hands=Count("pk"), since=Min("started_at"))
    return {
        row["table"]: round(row["hands"] * timedelta(hours=1) / (now - row["since"]))
        for row in rows
        if now > row["since"]
    }
