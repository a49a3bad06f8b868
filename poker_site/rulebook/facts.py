"""The figures in the words of each page, from the code's own tables."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from payouts.rules import guarantees, large_fields, velox, velox_odds
from payouts.rules.grid import GRID, SERVED_BY_GRID
from poker_site.rulebook import figures, glossary
from poker_site.rulebook.ranks import RANKS
from tables.engine.games import GAMES, ITALIAN
from tables.models.money import BUY_IN, MOST_BROUGHT, SIT_OUT
from tournaments.entry import velox_tables

Facts = Mapping[str, Any]


class Deck(NamedTuple):
    """A deck by the number of players (DRAW-1)."""

    players: int
    lowest: str
    cards: int


class VeloxOffer(NamedTuple):
    """A VeloX: cents, and the part of the buy-ins that is paid as prizes, percent."""

    seats: int
    least: int
    most: int
    returned: float
    top: int


class OwnTable(NamedTuple):
    """A table of the room's own, and the part of the buy-ins that is paid as prizes, percent."""

    name: str
    seats: int
    returned: float
    top: int


def of(slug: str) -> Facts:
    """Return the figures in the words of a page."""
    find = FACTS.get(slug)
    return find() if find else {}


def decks() -> list[Deck]:
    found = [(players, ITALIAN.deck(players)) for players in range(2, ITALIAN.most_seats + 1)]
    return [Deck(players, deck[0][0], len(deck)) for players, deck in found]


def offers() -> list[VeloxOffer]:
    """Return every VeloX that may be published, by its number of seats (VELOX-2, VELOX-3)."""
    return [
        VeloxOffer(
            seats,
            least,
            most,
            velox_odds.percent_returned(seats=seats, buy_in=least),
            max(table),
        )
        for seats, tables in velox.TABLES.items()
        for least, most, table in tables
    ]


def own_tables() -> list[OwnTable]:
    """Return the room's own tables that plans may choose."""
    return [
        OwnTable(
            table.name,
            table.seats,
            velox_odds.percent_returned(seats=table.seats, buy_in=0, odds=table.odds),
            max(velox.read(table.odds)),
        )
        for table in velox_tables.in_use()
    ]


FACTS: Final[Mapping[str, Callable[[], Facts]]] = {
    "beginners": lambda: {"ranks": RANKS},
    "ranks": lambda: {"ranks": RANKS},
    "glossary": lambda: {"words": glossary.in_order()},
    "holdem": lambda: {"game": GAMES["nlhe"]},
    "omaha": lambda: {"game": GAMES["plo"]},
    "italian": lambda: {"game": ITALIAN, "decks": decks()},
    "velox": lambda: {"offers": offers(), "own": own_tables()},
    "cash": lambda: {
        "least": BUY_IN[0],
        "most": BUY_IN[1],
        "session": MOST_BROUGHT,
        "out": SIT_OUT,
    },
    "figures": lambda: {"figures": figures.lately()},
    "prizes": lambda: {
        "floor": guarantees.LEAST_PERCENT,
        "rows": len(GRID),
        "served": SERVED_BY_GRID,
        "paid": large_fields.PERCENT_PAID,
    },
}
