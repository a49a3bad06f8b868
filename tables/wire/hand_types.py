"""A hand as everybody, or one of its players, may know it: what ``engine.view`` and
``engine.visible`` return, as types. Pure."""

from typing import Literal, NotRequired, TypedDict


class StakesTold(TypedDict):
    """What a hand is played for, in chips."""

    small_blind: int
    big_blind: int
    ante: int
    big_blind_ante: bool


class PotTold(TypedDict):
    """A pot and the seats that may win it."""

    amount: int
    seats: list[int]


class WinTold(TypedDict):
    """Chips won from a pot (0 is the main pot); ``side`` 1 is the low of a hi/lo game."""

    pot: int
    seat: int
    amount: int
    ranking: str | None
    cards: list[str]
    side: int


class CarriedTold(TypedDict):
    """Of a draw: chips that nobody won, and the pair that opens the next hand."""

    pot: int
    openers: str


# What the player to act may do; ``bet`` and ``raise`` are [least, most], all of them totals.
LegalTold = TypedDict(
    "LegalTold",
    {
        "seat": int,
        "fold": bool,
        "check": bool,
        "call": int | None,
        "bet": list[int] | None,
        "raise": list[int] | None,
        "all_in": int | None,
        "cip": NotRequired[int],
        "parola": NotRequired[bool],
        "discard": NotRequired[int],
    },
)


class TurnTold(TypedDict):
    """Who is to act, and what they may do."""

    seat: int
    legal: LegalTold


class SeatTold(TypedDict):
    """A player's part in a hand; ``bet`` is what lies before them on this street."""

    seat: int
    stack: int
    bet: int
    status: Literal["active", "all_in", "folded"]
    cards: list[str]
    ranking: str | None
    won: int


class DrawTold(TypedDict):
    """Of a draw: the pot carried, the pair that opens, who opened, how many cards each changed."""

    carried: int
    openers: str
    opener: int | None
    changed: dict[str, int]
    left: CarriedTold | None
    may_open: bool


class HandTold(TypedDict):
    """A hand as one seat, or the public, may see it."""

    game: str
    street: str
    finished: bool
    button: int
    small_blind: int
    big_blind: int
    stakes: StakesTold
    board: list[str]
    pots: list[PotTold]
    total: int
    bet: int
    seats: list[SeatTold]
    turn: TurnTold | None
    draw: NotRequired[DrawTold]
    rake: NotRequired[int]
    results: list[WinTold]


class PositionsTold(TypedDict):
    """The seats of the button and the blinds."""

    button: int
    small_blind: int
    big_blind: int


class Start(TypedDict):
    """A hand begins."""

    e: Literal["start"]
    game: str
    stakes: StakesTold
    positions: PositionsTold
    house: dict[str, object]
    stacks: dict[str, int]
    posts: list[list[int]]
    carried: NotRequired[CarriedTold]


class Ante(TypedDict):
    e: Literal["ante"]
    seat: int
    amount: int
    all_in: bool


class Blind(TypedDict):
    e: Literal["blind"]
    seat: int
    kind: Literal["small", "big", "post", "straddle", "dead"]
    amount: int
    all_in: bool


class Hole(TypedDict):
    """The hole cards by seat, those of others face down."""

    e: Literal["hole"]
    cards: dict[str, list[str]]


class Act(TypedDict):
    """An action: ``to`` is the whole bet on the street, ``added`` what it put in."""

    e: Literal["act"]
    seat: int
    kind: str
    to: int
    added: int
    all_in: bool


class Uncalled(TypedDict):
    e: Literal["uncalled"]
    seat: int
    amount: int


class Dealt(TypedDict):
    e: Literal["street"]
    street: str
    cards: list[str]


class Changed(TypedDict):
    """Cards changed; which, only their owner knows."""

    e: Literal["draw"]
    seat: int
    count: int
    discarded: list[str]
    cards: list[str]
    reshuffled: int


class Redeal(TypedDict):
    """Nobody won: the pot stays for the next hand."""

    e: Literal["redeal"]
    pot: int
    openers: str


class Show(TypedDict):
    e: Literal["show"]
    seat: int
    cards: list[str]
    ranking: str | None
    openers: NotRequired[list[str]]


class Muck(TypedDict):
    e: Literal["muck"]
    seat: int


class Rake(TypedDict):
    e: Literal["rake"]
    amount: int


class Won(WinTold):
    e: Literal["win"]


class End(TypedDict):
    e: Literal["end"]
    stacks: dict[str, int]


Event = (
    Start
    | Ante
    | Blind
    | Hole
    | Act
    | Uncalled
    | Dealt
    | Changed
    | Redeal
    | Show
    | Muck
    | Rake
    | Won
    | End
)
