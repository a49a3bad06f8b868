"""The figures of a period in parts: by event, by player, and by the game or stake of events.

Each transfer belongs to one part, so that parts add up to the whole (``reports.report``). Closed
days are read as signed: the figures by event, and the players who moved most.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from core import sql
from core.types import UserId
from payouts import events
from payouts.bookkeeping import accounts
from payouts.events import Event
from payouts.models import Account, DayClosing
from payouts.reports import largest_movers, revenue
from payouts.reports.revenue import Cell, RevenueFigures


class Parts(StrEnum):
    EVENT = "event"
    GAME = "game"
    STAKE = "stake"
    PLAYER = "player"


class RevenuePart(NamedTuple):
    """One line: ``name`` for a person, empty for figures without an owner; ``url`` of its page."""

    name: str
    url: str
    figures: RevenueFigures


class Breakdown(NamedTuple):
    """The revenue of a period in parts, largest first; ``more`` counts those left out,
    and ``total`` includes them."""

    parts: list[RevenuePart]
    more: int
    total: RevenueFigures


def parts(*, begin: date, end: date, by: Parts, most: int | None = None) -> Breakdown:
    """Return the figures of the days ``begin`` to ``end`` in parts; the first ``most`` of them."""
    if by is Parts.PLAYER:
        return _by_player(begin, end, most)
    listed = _by_event(begin, end, by)
    listed.sort(key=lambda part: (not part.name, -_moved(part.figures), part.name))
    total = RevenueFigures.all_of([part.figures for part in listed])
    return Breakdown(listed[:most], len(listed[most:]) if most else 0, total)


def places_in_ledger(*, begin: date, end: date) -> dict[date, dict[str, RevenueFigures]]:
    """Return the figures of each day by the pool or the table that money moved at; "" for none."""
    cells: defaultdict[date, defaultdict[str, list[Cell]]]
    cells = defaultdict(lambda: defaultdict(list))
    for day, place, cell in _cells(
        _PLACES, begin, end, day="(created_at AT TIME ZONE %(zone)s)::date"
    ):
        cells[day][place].append(cell)
    return {
        day: {place: revenue.figures_of(sums) for place, sums in places.items()}
        for day, places in cells.items()
    }


def _by_event(begin: date, end: date, by: Parts) -> list[RevenuePart]:
    rows = _at_places(begin, end)
    names = {account: accounts.event(account) or "" for account in rows}
    known = events.find(names.values())
    label = _LABELS[by]
    sums: defaultdict[tuple[str, str], list[RevenueFigures]] = defaultdict(list)
    for account, figures in rows.items():
        event = known.get(names[account])
        # An event that is no longer known still has a line, by its own name.
        label_and_url = label(event) if event is not None else (names[account], "")
        sums[label_and_url].append(figures)
    return [
        RevenuePart(name, url, RevenueFigures.all_of(figures_list))
        for (name, url), figures_list in sums.items()
    ]


def _at_places(begin: date, end: date) -> dict[str, RevenueFigures]:
    rows = DayClosing.objects.filter(day__range=(begin, end), closed_by__isnull=False)
    closed = dict(rows.values_list("day", "places"))
    days = [
        {place: RevenueFigures(**figures) for place, figures in places.items()}
        for places in closed.values()
    ]
    if first := revenue.first_open(closed, begin=begin, end=end):
        in_ledger = places_in_ledger(begin=first, end=end)
        days += [places for day, places in in_ledger.items() if day not in closed]
    sums: defaultdict[str, list[RevenueFigures]] = defaultdict(list)
    for day in days:
        for place, figures in day.items():
            sums[place].append(figures)
    return {place: RevenueFigures.all_of(in_ledger) for place, in_ledger in sums.items()}


def _by_player(begin: date, end: date, most: int | None) -> Breakdown:
    """Return the figures of players' wallets and bonuses; last those without a player."""
    names, count = largest_movers.movers(begin=begin, end=end, most=most)
    everybody = len(names) == count
    # A page reads the transfers of the players on it, and no others.
    chosen: dict[str, Any] = {} if everybody else {"only": _OF_THESE, "chosen": _accounts(names)}
    sums: defaultdict[int, list[Cell]] = defaultdict(list)
    for _day, account, cell in _cells(_PLAYERS, begin, end, **chosen):
        sums[accounts.whose(account) or 0].append(cell)
    lines = [RevenuePart(name, "", revenue.figures_of(sums[pk])) for pk, name in names.items()]
    if everybody and sums[0]:
        lines.append(RevenuePart("", "", revenue.figures_of(sums[0])))
    total = RevenueFigures.all_of(revenue.of_days(begin=begin, end=end).values())
    return Breakdown(lines, count - len(names), total)


def _accounts(of: Iterable[UserId]) -> list[int]:
    names = [name(user_id) for user_id in of for name in (accounts.player, accounts.bonus)]
    return list(Account.objects.filter(name__in=names).values_list("pk", flat=True))


def _cells(
    place: str,
    begin: date,
    end: date,
    *,
    day: str = "NULL::date",
    only: str = "",
    **chosen: list[int],
) -> Iterator[tuple[date, str, Cell]]:
    """Yield moved cents by day and by account of the place or player; "" for none."""
    statement = _CELLS.format(place=place, day=day, only=only)
    rows = sql.rows(statement, {**largest_movers.days(begin, end), **chosen})
    for day_of, account, reason, debit, credit, cents in rows:
        yield day_of, account, Cell(reason, debit, credit, int(cents))


def _moved(figures: RevenueFigures) -> int:
    return max(abs(figures.result), figures.buy_ins + figures.chips_bought, figures.deposits)


_LABELS: dict[Parts, Callable[[Event], tuple[str, str]]] = {
    Parts.EVENT: lambda event: (event.name, event.url),
    Parts.GAME: lambda event: (event.game, ""),
    Parts.STAKE: lambda event: (event.stake, ""),
}

# Every leg of a posting belongs to its pool or its table: the fee too, which touches neither.
_PLACES = (
    "min(CASE WHEN credits IN ('pool', 'escrow') THEN credit"
    " WHEN debits IN ('pool', 'escrow') THEN debit END) OVER (PARTITION BY key)"
)
# No transfer goes between two players; one that touches no wallet and no bonus has no player.
_PLAYERS = (
    "CASE WHEN debits IN ('player', 'bonus') THEN debit"
    " WHEN credits IN ('player', 'bonus') THEN credit END"
)
_OF_THESE = "AND (debit_id = ANY(%(chosen)s) OR credit_id = ANY(%(chosen)s))"
_CELLS = """
    WITH moved AS (
        SELECT {day} AS day, key, reason, amount, d.name AS debit, d.kind AS debits,
               c.name AS credit, c.kind AS credits
        FROM payouts_transfer
        JOIN payouts_account d ON d.id = debit_id
        JOIN payouts_account c ON c.id = credit_id
        WHERE created_at >= %(since)s AND created_at < %(until)s {only}
    ), placed AS (SELECT *, {place} AS place FROM moved)
    SELECT day, coalesce(place, ''), reason,
           CASE WHEN debits = 'house' THEN debit ELSE debits END AS payer,
           CASE WHEN credits = 'house' THEN credit ELSE credits END AS payee, sum(amount)
    FROM placed
    GROUP BY 1, 2, 3, 4, 5
"""
