"""Cash games as the lobby shows them (LOBBY-1)."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, TypedDict

from django.db.models import Count, F, Min, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from core.formats import number, written
from core.money import short_money_text
from core.templatetags.money import percent
from core.types import UserId
from payouts.events import Event, EventRef
from tables import games
from tables.cash import favourites, stays
from tables.cash.buy_in import BuyIn, Range
from tables.engine import rake
from tables.models import CashGame, Hand, RakeTariff, Seat, Table, Waiting
from tables.models.money_games import MoneyGame
from tables.models.owners import CASH, owner

# The pace of a table is that of its latest hands.
LATEST = 20
# The least number of players of a hand.
FEWEST = 2


class Cap(NamedTuple):
    """At most ``cents`` with ``first`` to ``last`` players dealt in."""

    first: int
    last: int
    cents: int


class RakeRate(NamedTuple):
    """``cents`` of every whole ``unit`` of a pot; where that is no whole cent, hundredths of a
    ``percent``, rounded down to a multiple of ``chip``."""

    cents: int
    unit: int
    percent: int | None = None
    chip: int = 1


class RakeTold(NamedTuple):
    """A tariff as a game's pages show it: of two ``rates`` the one that takes less (RAKE-2), and
    the caps by players dealt in (RAKE-3).

    The regulations' tariff has no ``name``; a promotion has dates.
    """

    game: MoneyGame
    name: str
    rates: list[RakeRate]
    caps: list[Cap]
    heads_up_free: bool
    begins_at: datetime | None = None
    ends_at: datetime | None = None

    @property
    def rate(self) -> str:
        """The rate on a pot, in words."""
        first, *other = map(self._rate, self.rates)
        if not other:
            return first
        rates = {"one": first, "other": other[0]}
        return gettext("%(one)s or %(other)s, whichever is less") % rates

    @property
    def most(self) -> list[str]:
        """The caps, in words: a line for each number of players."""
        free = [gettext("two players: no rake")] if self.heads_up_free else []
        return [*free, *(self._cap(cap) for cap in self.caps)]

    def head(self, *, now: datetime) -> str:
        """The name of the tariff and its dates; empty for that of the regulations."""
        if self.begins_at is None or self.ends_at is None:
            return self.name
        words = {
            "name": self.name,
            "from": written(timezone.localtime(self.begins_at), "j M, H:i"),
            "until": written(timezone.localtime(self.ends_at), "j M, H:i"),
        }
        if self.begins_at <= now:
            return gettext("%(name)s, until %(until)s") % words
        return gettext("%(name)s, from %(from)s until %(until)s") % words

    def _rate(self, rate: RakeRate) -> str:
        values = {
            "taken": self.game.amount(rate.cents),
            "unit": self.game.amount(rate.unit),
            "chip": self.game.amount(rate.chip),
        }
        if rate.percent is None:
            return gettext("%(taken)s for each %(unit)s") % values
        values |= {"percent": percent(rate.percent), "unit": self._short(rate.unit)}
        words = gettext(
            "%(percent)s of the pot in steps of %(unit)s, rounded down to a multiple of %(chip)s"
        )
        return words % values

    def _cap(self, cap: Cap) -> str:
        values = {"first": cap.first, "last": cap.last, "most": self._short(cap.cents)}
        if cap.last == FEWEST:
            return gettext("two players: at most %(most)s") % values
        return gettext("%(first)s to %(last)s: at most %(most)s") % values

    def _short(self, chips: int) -> str:
        return number(chips) if self.game.play_money else short_money_text(chips)


def taken(rate: rake.Rate) -> RakeRate:
    """Return a rate as the tariff words it (RAKE-2)."""
    cents, part = divmod(rate.tenths, 10)
    percent = 1000 * rate.tenths // rate.unit if part else None
    return RakeRate(cents, rate.unit, percent, rate.chip)


def rake_lines(tariffs: Sequence[RakeTold], *, now: datetime) -> list[str]:
    """Return a game's rake in lines: each tariff with its name and dates, rate and caps."""
    lines = []
    for place, one in enumerate(tariffs):
        head = one.head(now=now)
        if place and one.ends_at is None:
            head = " · ".join(filter(None, (gettext("Afterwards"), head)))
        lines += [*filter(None, [head]), one.rate, *one.most]
    return lines


def rake_text(game: MoneyGame, *, seats: int, now: datetime) -> str:
    """Return the lines of a game's rake as one text, for its felt."""
    return "\n".join(rake_lines(rake_of(game, seats=seats, now=now), now=now))


def rake_of(game: MoneyGame, *, seats: int, now: datetime) -> list[RakeTold]:
    """The tariff that holds now, and the one that follows where a promotion is on or to come."""
    tariffs = [_rake_by(game, tariff, seats=seats) for tariff in _tariffs(game, now=now)]
    return sorted(tariffs, key=lambda one: one.begins_at is None or one.begins_at > now)


def _tariffs(game: MoneyGame, *, now: datetime) -> Iterator[RakeTariff | None]:
    """Yield a promotion that is not over, then the regular tariff; None: the regulations'."""
    promoted = game.promotion
    if promoted and promoted.ends_at and promoted.ends_at > now:
        yield promoted
    yield game.tariff


def _rake_by(game: MoneyGame, chosen: RakeTariff | None, *, seats: int) -> RakeTold:
    text = chosen.text if chosen and chosen.number else rake.TODAY
    tariff = rake.named(text)
    steps = [first for first in sorted(tariff.caps) if first <= seats]
    if tariff.heads_up_free:
        # From three players on: heads-up pays none.
        steps = [first for first in sorted({max(first, 3) for first in steps}) if first <= seats]
    lasts = [*(step - 1 for step in steps[1:]), seats][: len(steps)]
    big_blind = game.big_blind
    return RakeTold(
        game,
        "" if chosen is None else chosen.name,
        [taken(rate) for rate in rake.rates(big_blind=big_blind, tariff=text)],
        [
            Cap(first, last, rake.cap(big_blind=big_blind, dealt_in=first, tariff=text))
            for first, last in zip(steps, lasts, strict=True)
        ],
        tariff.heads_up_free,
        None if chosen is None else chosen.begins_at,
        None if chosen is None else chosen.ends_at,
    )


class Queue(TypedDict):
    """The fields of ``OpenTable`` that follow from the waiting list."""

    waiting: int
    place: int | None
    held: int


class Lively(NamedTuple):
    """A table or a pool in a line: its game, stakes and players."""

    key: str
    url: str
    name: str
    game: str
    stakes: str
    players: int
    # None: a pool has no fixed number of seats.
    seats: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    """A game for money to join, at a table or in a pool; ``pace`` is hands an hour, None before
    any."""

    game: MoneyGame
    players: int
    pace: int | None
    buy_in: BuyIn
    rake: list[RakeTold]
    rake_lines: list[str]
    # True if the reader has marked the game.
    starred: bool = False

    @property
    def may_bring(self) -> Range:
        """The amounts that the reader may come in with (CASH-1)."""
        return self.buy_in.range(least=self.game.least, most=self.game.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(OpenGame):
    """A cash table to join or watch."""

    game: CashGame
    table: Table
    seated: bool
    # Number of players who wait for a seat here, the reader's place among all who wait for the
    # game, and the seats that are held for others.
    waiting: int = 0
    place: int | None = None
    held: int = 0

    @property
    def free(self) -> int:
        return max(0, self.table.max_seats - self.players - self.held)


def open_count() -> int:
    """Count the open cash tables."""
    return _open().count()


def liveliest(most: int) -> list[Lively]:
    """The open tables with the most players: two statements, however many there are."""
    games = CashGame.objects.in_bulk()
    tables = _open().annotate(players=Count("seats")).order_by("-players", "pk")[:most]
    lively = []
    for table in tables:
        game = games.get(EventRef.id_in(table.event, kind=CASH) or 0)
        if game is None:
            continue
        url = reverse("table", args=[table.pk])
        name = f"{game.name} · {table.name}" if game.tables > 1 else game.name
        key = f"table-{table.pk}"
        one = Lively(
            key, url, name, game.game, str(game.stakes_text), table.players, table.max_seats
        )
        lively.append(one)
    return lively


def _open() -> QuerySet[Table]:
    return Table.objects.filter(event__startswith=f"{CASH}:", status=Table.Status.OPEN)


def open_tables(*, user_id: UserId | None, now: datetime) -> list[OpenTable]:
    """Every open cash table, those for money first, of them the reader's favourites, then the
    smallest stakes: eight queries, however many tables."""
    offered = CashGame.objects.filter(home=False).select_related(*CashGame.TARIFFS)
    games = {game.event: game for game in offered}
    tables = list(Table.objects.filter(event__in=games, status=Table.Status.OPEN).order_by("pk"))
    seats = Seat.objects.filter(table__in=tables)
    players = dict(seats.values("table").annotate(count=Count("pk")).values_list("table", "count"))
    mine = set(seats.filter(user=user_id).values_list("table", flat=True)) if user_id else set()
    paces = _paces(tables, now=now)
    buy_ins = stays.buy_ins(games.values(), user_id=user_id, now=now)
    rakes = {game.event: rake_of(game, seats=game.seats, now=now) for game in games.values()}
    liked = favourites.of_player(user_id).games
    queues = defaultdict(list)
    for row in Waiting.objects.filter(ended_at=None).order_by("pk"):
        queues[row.game_id].append(row)
    listed = [
        OpenTable(
            **_queue(queues[games[table.event].pk], table.pk, user_id),
            game=games[table.event],
            table=table,
            players=players.get(table.pk, 0),
            pace=paces.get(table.pk),
            seated=table.pk in mine,
            buy_in=buy_ins[table.event],
            rake=rakes[table.event],
            rake_lines=rake_lines(rakes[table.event], now=now),
            starred=games[table.event].pk in liked,
        )
        for table in tables
    ]
    return sorted(
        listed,
        key=lambda one: (
            *(one.game.play_money, not one.starred),
            *(one.game.big_blind, one.game.pk, one.table.pk),
        ),
    )


def _queue(rows: Sequence[Waiting], table_id: int, user_id: UserId | None) -> Queue:
    """Return the waiting list's numbers for one table of the game and for the reader."""
    places: dict[int | None, int] = {row.user_id: place for place, row in enumerate(rows, start=1)}
    held = [row for row in rows if row.held_table_id == table_id and row.user_id != user_id]
    here = [row for row in rows if row.table_id in (None, table_id)]
    return {"waiting": len(here), "place": places.get(user_id), "held": len(held)}


def place_of(game: CashGame, user_id: UserId | None) -> int | None:
    """Return a player's place among those who wait for a game."""
    rows = Waiting.objects.filter(game=game, ended_at=None).order_by("pk")
    waiting = list(rows.values_list("user", flat=True))
    return waiting.index(user_id) + 1 if user_id in waiting else None


def by_game(tables: Collection[OpenTable]) -> list[tuple[CashGame, list[OpenTable]]]:
    """Group the tables by game."""
    grouped: defaultdict[int, list[OpenTable]] = defaultdict(list)
    for one in tables:
        grouped[one.game.pk].append(one)
    return [(group[0].game, group) for group in grouped.values()]


def game_at(event: str) -> CashGame | None:
    """The cash game of a table of this event; None where it is no cash game."""
    ref = EventRef.parse(event)
    if ref is None or not owner(event).is_cash:
        return None
    return CashGame.objects.select_related(*CashGame.TARIFFS).filter(pk=ref.id).first()


def find_games(ids: Collection[int]) -> dict[int, Event]:
    """Names of these games in statements and hands, and the page where they are offered."""
    cash_games = CashGame.objects.filter(pk__in=ids)
    return {game.pk: _event(game, game.name, reverse("cash")) for game in cash_games}


def find_tables(ids: Collection[int]) -> dict[int, Event]:
    """Names of these tables in statements, and their pages."""
    tables = Table.objects.filter(pk__in=ids).values_list("pk", "name", "event")
    offered = {
        pk: ref.id
        for pk, _name, event in tables
        if (ref := EventRef.parse(event)) is not None and owner(event).is_cash
    }
    known = CashGame.objects.in_bulk(offered.values())
    return {
        pk: _event(known.get(offered.get(pk, 0)), name, reverse("table", args=[pk]))
        for pk, name, _ref in tables
    }


def _event(game: CashGame | None, name: str, url: str) -> Event:
    if game is None:
        return Event(name, url)
    return Event(name, url, game=games.name_of(game.game), stake=game.stakes_text)


def _paces(tables: Collection[Table], *, now: datetime) -> dict[int, int]:
    latest = Hand.objects.filter(table__in=tables, number__gt=F("table__hand_no") - LATEST)
    rows = latest.values("table").annotate(hands=Count("pk"), since=Min("started_at"))
    return {
        row["table"]: round(row["hands"] * timedelta(hours=1) / (now - row["since"]))
        for row in rows
        if now > row["since"]
    }
