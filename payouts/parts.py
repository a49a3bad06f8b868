"""The figures of a period in parts: by event, by player, and by what events are played for.

Each transfer belongs to one part, so that parts add up to the whole (``reports.report``).
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from django.db import connection

from payouts import accounts, events, reports
from payouts.events import Event
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


def _by_event(begin: date, end: date, by: Parts) -> list[Part]:
    rows = _grouped(_PLACES, begin, end)
    names = {account: accounts.event(account) or "" for account in rows}
    known = events.find(names.values())
    label = _LABELS[by]
    sums: defaultdict[tuple[str, str], Figures] = defaultdict(Figures)
    for account, figures in rows.items():
        event = known.get(names[account])
        # Of what is known no more, its own name is still a line.
        shown = label(event) if event is not None else (names[account], "")
        sums[shown] += figures
    return [Part(name, url, figures) for (name, url), figures in sums.items()]


def _by_player(begin: date, end: date) -> list[Part]:
    rows = _grouped(_PLAYERS, begin, end)
    sums: dict[int, Figures] = {}
    for account, figures in rows.items():
        whose = accounts.whose(account) or 0
        sums[whose] = sums[whose] + figures if whose in sums else figures
    with connection.cursor() as cursor:
        # One array: thousands of places in a statement cost more than what they find.
        cursor.execute("SELECT id, username FROM auth_user WHERE id = ANY(%s)", [[*sums]])
        names = dict(cursor.fetchall())
    return [Part(names.get(pk, ""), "", figures) for pk, figures in sums.items()]


def _grouped(place: str, begin: date, end: date) -> Mapping[str, Figures]:
    """The figures by the account that says where each transfer belongs; "" where none does."""
    cells: defaultdict[str, list[Cell]] = defaultdict(list)
    with connection.cursor() as cursor:
        span = {"since": reports.midnight(begin), "until": reports.midnight(end + ONE_DAY)}
        cursor.execute(_CELLS.format(place=place), span)
        for account, reason, debit, credit, cents in cursor.fetchall():
            cells[account].append(Cell(reason, debit, credit, int(cents)))
    return {account: reports.figures_of(found) for account, found in cells.items()}


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
        SELECT key, reason, amount, d.name AS debit, d.kind AS debits, c.name AS credit,
               c.kind AS credits
        FROM payouts_transfer
        JOIN payouts_account d ON d.id = debit_id
        JOIN payouts_account c ON c.id = credit_id
        WHERE created_at >= %(since)s AND created_at < %(until)s
    ), placed AS (SELECT *, {place} AS place FROM moved)
    SELECT coalesce(place, ''), reason,
           CASE WHEN debits = 'house' THEN debit ELSE debits END AS payer,
           CASE WHEN credits = 'house' THEN credit ELSE credits END AS payee, sum(amount)
    FROM placed
    GROUP BY 1, 2, 3, 4
"""
