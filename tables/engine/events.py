"""What a hand tells, as JSON: its events, and the hand as one player sees it.

Types alone: ``telling`` makes the events and hides cards, ``view`` makes the view. ``e`` says which
event it is. Chips are integers, cards are texts, and seats as keys are texts, since JSON has it so.
"""

from typing import Literal, NotRequired, TypedDict


class StakesTold(TypedDict):
    """``big_blind_ante``: the big blind posts the ante for all."""

    small_blind: int
    big_blind: int
    ante: int
    big_blind_ante: bool


class PositionsTold(TypedDict):
    """Seat numbers."""

    button: int
    small_blind: int
    big_blind: int


class StreetTold(TypedDict):
    """What is dealt to ``each`` player and to the board after the ``burn``, and which round
    follows; ``bets`` is a fixed bet in big blinds."""

    name: str
    each: int
    burn: int
    board: int
    bets: int
    round: Literal["betting", "opening", "exchange", "closing"]


class LimitTold(TypedDict):
    """How bets are bounded; ``cap`` is how many fixed bets a round has."""

    name: str
    pot: bool
    fixed: bool
    cap: int | None


class ContestTold(TypedDict):
    """What a part of the pot is won by; ``of_hand`` hole cards must count, 0: any number."""

    by: Literal["high", "low", "italian"]
    of_hand: int
    flush_over_full: bool


class GameTold(TypedDict):
    """The facts of a game; ``lowest`` is the deck's lowest rank, or "by_players"."""

    most_seats: int
    most_hands: int
    lowest: str
    blinds: bool
    streets: list[StreetTold]
    limit: LimitTold
    contests: list[ContestTold]


class HouseTold(TypedDict, total=False):
    """The settings of a room, see ``HouseRules``; one left out is as the first release played."""

    button: Literal["dead", "forward"]
    odd_chips: Literal["left_of_button", "one_each", "next_bb"]
    pot_raise: Literal["after_call", "before_call"]
    allow_four_flush: bool
    flush_over_full: Literal["short_deck", "always", "never"]
    suits: Literal["rank", "split"]
    straight_flushes: Literal["cyclic", "linear"]
    raked: bool
    tariff: str
    short_all_ins: Literal["each", "together"]
    cap_heads_up: Literal["at_once", "round"]
    limit_all_in: Literal["full", "half"]
    hi_lo: Literal["whole", "by_half"]


class CarriedTold(TypedDict):
    """A pot that nobody won, and the rank of the pair that opens the next hand."""

    pot: int
    openers: str


class Start(TypedDict):
    """Everything that the hand is played by. ``deck`` and ``reshuffle`` are for the server only.

    ``cards`` are how many the deck has. As the first release stored them, events have neither
    ``rules`` nor ``cards``: ``visible`` adds both.
    """

    e: Literal["start"]
    game: str
    rules: GameTold
    cards: int
    stakes: StakesTold
    positions: PositionsTold
    house: HouseTold
    stacks: dict[str, int]
    posts: list[list[int]]
    deck: NotRequired[str]
    reshuffle: NotRequired[str]
    carried: NotRequired[CarriedTold]


class Ante(TypedDict):
    e: Literal["ante"]
    seat: int
    amount: int
    all_in: bool


BlindKind = Literal["small", "big", "post", "straddle", "dead"]


class Blind(TypedDict):
    e: Literal["blind"]
    seat: int
    kind: BlindKind
    amount: int
    all_in: bool


class Hole(TypedDict):
    """Everybody's cards, by seat; "??" for those that one may not see."""

    e: Literal["hole"]
    cards: dict[str, list[str]]


class Act(TypedDict):
    """A decision, told as what it came to; ``to`` is the seat's whole bet on the street."""

    e: Literal["act"]
    seat: int
    kind: str
    to: int
    added: int
    all_in: bool


class Uncalled(TypedDict):
    """Chips that nobody covered go back."""

    e: Literal["uncalled"]
    seat: int
    amount: int


class Dealt(TypedDict):
    """A street's cards on the board."""

    e: Literal["street"]
    street: str
    cards: list[str]


class Changed(TypedDict):
    """Everybody knows how many cards were changed, and how many discards came back into the
    stub; only their owner which."""

    e: Literal["draw"]
    seat: int
    count: int
    discarded: list[str]
    cards: list[str]
    reshuffled: int


class Redeal(TypedDict):
    """Nobody won: the pot stays for the next hand, which opens with ``openers`` or better."""

    e: Literal["redeal"]
    pot: int
    openers: str


class Show(TypedDict):
    """``ranking`` is None while the board is incomplete, and where some cards stay hidden ("??");
    ``openers`` are what an opener held."""

    e: Literal["show"]
    seat: int
    cards: list[str]
    ranking: str | None
    openers: NotRequired[list[str]]


class Muck(TypedDict):
    e: Literal["muck"]
    seat: int


class Rake(TypedDict):
    """What the house takes before the pots are paid (RAKE-1)."""

    e: Literal["rake"]
    amount: int


class WinTold(TypedDict):
    """Chips from a pot (0 is the main pot) and what won them; ``side`` 1 is a hi/lo game's low."""

    pot: int
    seat: int
    amount: int
    ranking: str | None
    cards: list[str]
    side: int


class ResultTold(WinTold):
    """``kicker`` is the rank that decided against a hand of the same name that was shown, or the
    suit."""

    kicker: NotRequired[str]


class Won(WinTold):
    e: Literal["win"]


class End(TypedDict):
    """Everybody's stack after the hand."""

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


# "raise" is a word of Python's own.
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
    seat: int
    legal: LegalTold


class PotTold(TypedDict):
    amount: int
    seats: list[int]


class SeatTold(TypedDict):
    """``ranking``, and the cards that make it, are known once the cards are shown and the board is
    complete."""

    seat: int
    stack: int
    bet: int
    status: Literal["active", "all_in", "folded"]
    cards: list[str]
    ranking: str | None
    best: NotRequired[list[str]]
    won: int


class DrawTold(TypedDict):
    """Of a draw: the pot carried, the pair that opens, who opened, how many cards each changed;
    and to players themselves whether they may open."""

    carried: int
    openers: str
    opener: int | None
    changed: dict[str, int]
    left: CarriedTold | None
    may_open: bool


class HandTold(TypedDict):
    """The hand as one seat, or the public, may see it."""

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
    results: list[ResultTold]
