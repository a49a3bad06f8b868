"""The figures of a period in parts: by event, by player, and by what events are played for.

Each transfer belongs to one part, so that parts add up to the whole (``reports.report``). Of closed
days they are read by event as they were signed; by player always from the transfers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import connection

from core.room_time import zone
from payouts import accounts, events, reports
from payouts.events import Event
from payouts.models import DayClosing
from payouts.reports import ONE_DAY, Cell, Figures


class Parts(StrEnum):
    EVENT = "event"
    GAME = "game"
    STAKE = "stake"
    PLAYER = "player"


class Part(NamedTuple):
    """One line: ``name`` for a person, empty for what belongs to none; ``url`` of its page."""

    name: str
    url: str
    figures: Figures


class Found(NamedTuple):
    """Parts, those that moved most first; ``more`` were not asked for, and ``total`` has them."""

    parts: list[Part]
    more: int
    total: Figures


def parts(*, begin: date, end: date, by: Parts, most: int | None = None) -> Found:
    """The figures of the days ``begin`` to ``end`` in parts; the first ``most`` of them."""
    if by is Parts.PLAYER:
        return _by_player(begin, end, most)
    found = _by_event(begin, end, by)
    found.sort(key=lambda part: (not part.name, -_moved(part.figures), part.name))
    total = Figures.all_of([part.figures for part in found])
    return Found(found[:most], len(found[most:]) if most else 0, total)


def places_in_ledger(*, begin: date, end: date) -> dict[date, dict[str, Figures]]:
    """The figures of each day by the pool or the table that money moved at; "" for none."""
    cells: defaultdict[date, defaultdict[str, list[Cell]]]
    cells = defaultdict(lambda: defaultdict(list))
    for day, place, cell in _cells(
        _PLACES, begin, end, day="(created_at AT TIME ZONE %(zone)s)::date"
    ):
        cells[day][place].append(cell)
    return {
        day: {place: reports.figures_of(found) for place, found in places.items()}
        for day, places in cells.items()
    }


def _by_event(begin: date, end: date, by: Parts) -> list[Part]:
    rows = _at_places(begin, end)
    names = {account: accounts.event(account) or "" for account in rows}
    known = events.find(names.values())
    label = _LABELS[by]
    sums: defaultdict[tuple[str, str], list[Figures]] = defaultdict(list)
    for account, figures in rows.items():
        event = known.get(names[account])
        # Of what is known no more, its own name is still a line.
        shown = label(event) if event is not None else (names[account], "")
        sums[shown].append(figures)
    return [Part(name, url, Figures.all_of(found)) for (name, url), found in sums.items()]


def _at_places(begin: date, end: date) -> dict[str, Figures]:
    rows = DayClosing.objects.filter(day__range=(begin, end), closed_by__isnull=False)
    closed = dict(rows.values_list("day", "places"))
    days = [
        {place: Figures(**figures) for place, figures in places.items()}
        for places in closed.values()
    ]
    if first := reports.first_open(closed, begin=begin, end=end):
        found = places_in_ledger(begin=first, end=end)
        days += [places for day, places in found.items() if day not in closed]
    sums: defaultdict[str, list[Figures]] = defaultdict(list)
    for day in days:
        for place, figures in day.items():
            sums[place].append(figures)
    return {place: Figures.all_of(found) for place, found in sums.items()}


def _by_player(begin: date, end: date, most: int | None) -> Found:
    """Players by what went in and out of their wallets and bonuses; last what belongs to nobody."""
    span = _span(begin, end)
    with connection.cursor() as cursor:
        cursor.execute(_MOVERS, {**span, "most": most})
        movers = cursor.fetchall()
    count = movers[0][3] if movers else 0
    chosen = [account for _pk, _name, mine, _count in movers for account in mine]
    # A page reads what it shows: not the transfers of those who are not on it.
    cells = _cells(_PLAYERS, begin, end, only=_OF_THESE, chosen=chosen)
    sums: defaultdict[int, list[Cell]] = defaultdict(list)
    for _day, account, cell in cells:
        sums[accounts.whose(account) or 0].append(cell)
    found = [Part(name, "", reports.figures_of(sums[pk])) for pk, name, _mine, _count in movers]
    if len(found) == count:
        found += _of_nobody(begin, end)
    total = Figures.all_of(reports.of_days(begin=begin, end=end).values())
    return Found(found, count - len(movers), total)


def _of_nobody(begin: date, end: date) -> list[Part]:
    cells = [cell for _day, _account, cell in _cells(_PLAYERS, begin, end, only=_OF_NOBODY)]
    return [Part("", "", reports.figures_of(cells))] if cells else []


def _span(begin: date, end: date) -> dict[str, Any]:
    return {
        "since": reports.midnight(begin),
        "until": reports.midnight(end + ONE_DAY),
        "zone": str(zone()),
    }


def _cells(
    place: str,
    begin: date,
    end: date,
    *,
    day: str = "NULL::date",
    only: str = "",
    **chosen: list[int],
) -> Iterator[tuple[date, str, Cell]]:
    """What moved, by day and by the account that says where it belongs; "" where none does."""
    with connection.cursor() as cursor:
        statement = _CELLS.format(place=place, day=day, only=only)
        cursor.execute(statement, {**_span(begin, end), **chosen})
        for day_of, account, reason, debit, credit, cents in cursor.fetchall():
            yield day_of, account, Cell(reason, debit, credit, int(cents))


def _moved(figures: Figures) -> int:
    return max(abs(figures.result), figures.buy_ins + figures.chips_bought, figures.deposits)


_LABELS: dict[Parts, Callable[[Event], tuple[str, str]]] = {
    Parts.EVENT: lambda event: (event.name, event.url),
    Parts.GAME: lambda event: (event.game, ""),
    Parts.STAKE: lambda event: (event.stake, ""),
}

# Every leg of a posting belongs where its pool or its table is: the fee too, which touches neither.
_PLACES = (
    "min(CASE WHEN credits IN ('pool', 'escrow') THEN credit"
    " WHEN debits IN ('pool', 'escrow') THEN debit END) OVER (PARTITION BY key)"
)
# A transfer between two players does not exist; what touches no wallet and no bonus belongs to
# nobody.
_PLAYERS = (
    "CASE WHEN debits IN ('player', 'bonus') THEN debit"
    " WHEN credits IN ('player', 'bonus') THEN credit END"
)
# A hashed set: the members of a plain array are compared one after the other with each transfer.
_CHOSEN = "(SELECT unnest(%(chosen)s::bigint[]))"
_OF_THESE = f"AND (debit_id IN {_CHOSEN} OR credit_id IN {_CHOSEN})"
_OF_NOBODY = "AND d.kind NOT IN ('player', 'bonus') AND c.kind NOT IN ('player', 'bonus')"
# Each side is added up by itself, and meets the accounts afterwards: they are few, transfers many.
_MOVERS = """
    WITH moved AS (
        SELECT coalesce(debit_id, credit_id) AS id, sum(amount) AS cents FROM payouts_transfer
        WHERE created_at >= %(since)s AND created_at < %(until)s
        GROUP BY GROUPING SETS ((debit_id), (credit_id))
    ), movers AS (
        SELECT split_part(name, ':', 2)::int AS whose, sum(cents) AS cents,
               array_agg(DISTINCT id) AS mine
        FROM moved JOIN payouts_account USING (id)
        WHERE kind IN ('player', 'bonus')
        GROUP BY 1
    )
    SELECT whose, coalesce(username, ''), mine, count(*) OVER ()
    FROM movers LEFT JOIN auth_user ON auth_user.id = whose
    ORDER BY username IS NULL, cents DESC, username
    LIMIT %(most)s
"""
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
