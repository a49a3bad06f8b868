"""The figures in the words of each page, from the code's own tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts.rules import guarantees, large_fields, velox, velox_odds
from payouts.rules.standard_table import GRID, SERVED_BY_GRID
from poker_site.rulebook import glossary, public_figures
from tables.engine.games import GAMES, ITALIAN
from tables.games import RANKINGS
from tables.models.money_games import BUY_IN, MOST_BROUGHT, SIT_OUT
from tournaments.entry import velox_tables


class Rank(NamedTuple):
    """``code`` is the engine's name of the rank that the ``cards`` make."""

    code: str
    cards: Sequence[str]
    says: str | Promise

    @property
    def name(self) -> str | Promise:
        """The name in the reader's language."""
        return RANKINGS[self.code]


def _rank(code: str, cards: str, says: str | Promise) -> Rank:
    return Rank(code, cards.split(), says)


RANKS: Final = (
    _rank("royal_flush", "As Ks Qs Js Ts", _("ten to ace, of one suit")),
    _rank("straight_flush", "9h 8h 7h 6h 5h", _("five in a row, of one suit")),
    _rank("four_of_a_kind", "Qs Qh Qd Qc 7d", _("four of one rank")),
    _rank("full_house", "Ts Th Td 6c 6h", _("three of one rank and two of another")),
    _rank("flush", "Kd Jd 8d 6d 3d", _("five of one suit")),
    _rank("straight", "8s 7d 6c 5h 4s", _("five in a row; the ace also goes below the two")),
    _rank("three_of_a_kind", "7s 7h 7d Kc 2h", _("three of one rank")),
    _rank("two_pair", "Js Jh 4d 4c As", _("two of one rank, and two of another")),
    _rank("pair", "9s 9d Ac Jh 5s", _("two of one rank")),
    _rank("high_card", "Ah Qd 9s 6c 3d", _("none of these: the highest card counts")),
)


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
    by_players = [(players, ITALIAN.deck(players)) for players in range(2, ITALIAN.most_seats + 1)]
    return [Deck(players, deck[0][0], len(deck)) for players, deck in by_players]


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
    "figures": lambda: {"figures": public_figures.lately()},
    "prizes": lambda: {
        "floor": guarantees.LEAST_PERCENT,
        "rows": len(GRID),
        "served": SERVED_BY_GRID,
        "paid": large_fields.PERCENT_PAID,
    },
}
