"""JSON of a hand: its events, and the hand as one player sees it.

Types alone: ``event_factory`` makes the events and hides cards, ``view`` makes the view. ``e``
names the event. Chips are integers, cards are texts, and seats as keys are texts, as JSON requires.
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
    """The cards dealt to ``each`` player and to the board after the ``burn``, and the round that
    follows; ``bets`` is a fixed bet in big blinds."""

    name: str
    each: int
    burn: int
    board: int
    bets: int
    round: Literal["betting", "opening", "exchange", "closing"]


class LimitTold(TypedDict):
    """A betting structure; ``cap`` is the number of fixed bets in a round."""

    name: str
    pot: bool
    fixed: bool
    cap: int | None


class ContestTold(TypedDict):
    """The contest for a part of the pot; ``of_hand`` hole cards must count, 0: any number."""

    by: Literal["high", "low", "italian"]
    of_hand: int
    flush_over_full: bool


class GameTold(TypedDict):
    """The facts of a game; ``lowest`` is the deck's lowest rank, or "by_players".

    ``button_blind`` is there only where the button posts one.
    """

    most_seats: int
    most_hands: int
    lowest: str
    blinds: bool
    button_blind: NotRequired[bool]
    streets: list[StreetTold]
    limit: LimitTold
    contests: list[ContestTold]


class HouseTold(TypedDict, total=False):
    """The settings of a room, see ``HouseRules``; a missing one is as in the first release."""

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
    """A pot without a winner, and the rank of the pair that opens the next hand."""

    pot: int
    openers: str


class Start(TypedDict):
    """All facts that the hand is played by. ``deck`` and ``reshuffle`` are for the server only.

    ``cards`` is the number of cards in the deck. Events stored by the first release have neither
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


BlindKind = Literal["small", "big", "button", "post", "straddle", "dead"]


class Blind(TypedDict):
    e: Literal["blind"]
    seat: int
    kind: BlindKind
    amount: int
    all_in: bool


class Hole(TypedDict):
    """The hole cards of all players, by seat; "??" for hidden ones."""

    e: Literal["hole"]
    cards: dict[str, list[str]]


class ActEvent(TypedDict):
    """A decision with its effect; ``to`` is the seat's whole bet on the street."""

    e: Literal["act"]
    seat: int
    kind: str
    to: int
    added: int
    all_in: bool


class Uncalled(TypedDict):
    """The return of chips that no other player covered."""

    e: Literal["uncalled"]
    seat: int
    amount: int


class Dealt(TypedDict):
    """A street's cards on the board."""

    e: Literal["street"]
    street: str
    cards: list[str]


class Changed(TypedDict):
    """An exchange of cards. All players know how many cards were changed, and how many discards
    came back into the stub; only their owner knows the cards."""

    e: Literal["draw"]
    seat: int
    count: int
    discarded: list[str]
    cards: list[str]
    reshuffled: int


class Redeal(TypedDict):
    """No winner: the pot stays for the next hand, which opens with ``openers`` or better."""

    e: Literal["redeal"]
    pot: int
    openers: str


class Show(TypedDict):
    """``ranking`` is None while the board is incomplete, and where some cards stay hidden ("??");
    ``openers`` are the cards with which an opener opened."""

    e: Literal["show"]
    seat: int
    cards: list[str]
    ranking: str | None
    openers: NotRequired[list[str]]


class Muck(TypedDict):
    e: Literal["muck"]
    seat: int


class Rake(TypedDict):
    """The rake, taken before the pots are paid (RAKE-1)."""

    e: Literal["rake"]
    amount: int


class WinTold(TypedDict):
    """Chips from a pot (0: the main pot) and the winning hand; ``side`` 1 is a hi/lo game's low."""

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
    """The stacks of all players after the hand."""

    e: Literal["end"]
    stacks: dict[str, int]


Event = (
    Start
    | Ante
    | Blind
    | Hole
    | ActEvent
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


# "raise" is a keyword of Python.
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
    """A draw: the pot carried, the pair that opens, the opener, how many cards each seat changed,
    and, for the player alone, whether they may open."""

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
