"""The figures of a period in parts: by event, by player, and by what events are played for.

Each transfer belongs to one part, so that parts add up to the whole (``reports.report``). Of closed
days they are read by event as they were signed; by player always from the transfers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

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


def parts(*, begin: date, end: date, by: Parts) -> list[Part]:
    """The figures of the days ``begin`` to ``end`` in parts, those that moved most first."""
    found = _by_player(begin, end) if by is Parts.PLAYER else _by_event(begin, end, by)
    return sorted(found, key=lambda part: (not part.name, -_moved(part.figures), part.name))


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


def _by_player(begin: date, end: date) -> list[Part]:
    cells: defaultdict[int, list[Cell]] = defaultdict(list)
    for _day, account, cell in _cells(_PLAYERS, begin, end):
        cells[accounts.whose(account) or 0].append(cell)
    with connection.cursor() as cursor:
        # One array: thousands of places in a statement cost more than what they find.
        cursor.execute("SELECT id, username FROM auth_user WHERE id = ANY(%s)", [[*cells]])
        names = dict(cursor.fetchall())
    return [Part(names.get(pk, ""), "", reports.figures_of(found)) for pk, found in cells.items()]


def _cells(
    place: str, begin: date, end: date, *, day: str = "NULL::date"
) -> Iterator[tuple[date, str, Cell]]:
    """What moved, by day and by the account that says where it belongs; "" where none does."""
    span: dict[str, str | datetime] = {
        "since": reports.midnight(begin),
        "until": reports.midnight(end + ONE_DAY),
        "zone": str(zone()),
    }
    with connection.cursor() as cursor:
        cursor.execute(_CELLS.format(place=place, day=day), span)
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
_CELLS = """
    WITH moved AS (
        SELECT {day} AS day, key, reason, amount, d.name AS debit, d.kind AS debits,
               c.name AS credit, c.kind AS credits
        FROM payouts_transfer
        JOIN payouts_account d ON d.id = debit_id
        JOIN payouts_account c ON c.id = credit_id
        WHERE created_at >= %(since)s AND created_at < %(until)s
    ), placed AS (SELECT *, {place} AS place FROM moved)
    SELECT day, coalesce(place, ''), reason,
           CASE WHEN debits = 'house' THEN debit ELSE debits END AS payer,
           CASE WHEN credits = 'house' THEN credit ELSE credits END AS payee, sum(amount)
    FROM placed
    GROUP BY 1, 2, 3, 4, 5
"""
