"""Every frame from a table to its sockets, as a type with a literal ``type``. Pure.

``frames`` makes them, ``push`` sends no other, and the browser's types are generated from here
(``make types``). Frames from clients are in ``wishes``. Money is in cents, moments are ISO 8601.
"""

from typing import Any, Literal, NotRequired, TypedDict

from tables.engine.events import Event, HandTold, StakesTold

# The change of a value (see ``difference``); its parts are changes too.
Change = dict[str, Any] | list[Any]


class OfTable(TypedDict):
    """A frame about the table ``table_id``, which ``push`` adds. A frame for one socket alone also
    has ``at``, the name that its client uses for the table (JoinWish)."""

    table_id: NotRequired[int]
    at: NotRequired[str]


class BreakNotice(TypedDict):
    """A break; ``until`` is null while its end is not known."""

    kind: Literal["break"]
    until: str | None


class StartingNotice(TypedDict):
    kind: Literal["starting"]
    until: str


class DrawNotice(TypedDict):
    """The drawn prize of a VeloX; ``odds`` are [multiplier, tickets] pairs, highest first."""

    kind: Literal["draw"]
    multiplier: int
    prize: int
    odds: list[list[int]]
    until: str


class FinalTableNotice(TypedDict):
    """The greeting of a final table before its first hand: the ``prizes`` of the players left, in
    cents, first place first; empty without any."""

    kind: Literal["final_table"]
    prizes: list[int]
    until: str


class HandForHandNotice(TypedDict):
    kind: Literal["hand_for_hand"]
    round: int


class ShootoutNotice(TypedDict):
    """The wait of the table's winner for the next round."""

    kind: Literal["shootout"]
    round: int


class PausedNotice(TypedDict):
    kind: Literal["paused"]
    cause: str
    reason: str


class RebuyNotice(TypedDict):
    """The seats of players without chips, who may still buy some (TRN-2)."""

    kind: Literal["rebuy"]
    seats: list[int]
    until: str


class DealNotice(TypedDict):
    """Players talk about a deal; those in these seats have not answered a proposal (DEAL-MAKE)."""

    kind: Literal["deal"]
    seats: list[int]


class PlainNotice(TypedDict):
    kind: Literal["waiting", "finished"]


# The reason for which a table waits.
Notice = (
    BreakNotice
    | StartingNotice
    | DrawNotice
    | FinalTableNotice
    | HandForHandNotice
    | ShootoutNotice
    | PausedNotice
    | RebuyNotice
    | DealNotice
    | PlainNotice
)


# The meaning of the stakes: with blinds, with blinds and bets of one size, or without blinds.
Betting = Literal["blinds", "limit", "ante"]


class SeatView(TypedDict):
    """A seat and its player; ``price`` is the bounty in cents. A player who ``waits`` waits for the
    big blind (CASH-2), or for a pot to be won that others have built (DRAW-2). At a cash table a
    player who sits out loses the seat at ``out_until``, or after ``out_hands`` more hands (OUT-2).
    ``avatar`` is the key of an uploaded picture (NAME-2)."""

    seat: int
    name: str
    user: int
    stack: int
    away: bool
    bank_ms: int
    avatar: NotRequired[str]
    price: NotRequired[int]
    waits: NotRequired[bool]
    out_until: NotRequired[str]
    out_hands: NotRequired[int]


class Clock(TypedDict):
    """The clock of the player to act: the time bank begins at ``action_until``."""

    seat: int | None
    turn_at: str
    action_until: str
    due_at: str


class Held(TypedDict):
    """A free seat of a cash table that is held for a player of the waiting list."""

    seat: int
    user: int
    until: str


class TableView(TypedDict):
    """The public view of a table. ``currency`` is the ISO 4217 code of its money: the chips of a
    cash game, prizes and bounties of a tournament. Tables for play money name none."""

    id: int
    name: str
    event: str
    currency: NotRequired[str]
    game: str
    betting: Betting
    status: str
    version: int
    max_seats: int
    hand_no: int
    hand_id: int | None
    commitment: str
    stakes: StakesTold
    notice: Notice | None
    seats: list[SeatView]
    held: NotRequired[list[Held]]
    hand: HandTold | None
    clock: Clock | None


# When the player will sit out: from the next hand, or from their next big blind; empty: not set.
Rests = Literal["", "hand", "blind"]


class Stay(TypedDict):
    """The reader's stay at a cash table: debts and choices (CASH-2, CASH-3), and the cents of a
    ``top_up`` after this hand. With ``rebuys`` an empty stack is bought again for ``rebuy`` cents,
    with ``tops_up`` the stack is filled to the most at each deal. With ``posts_always`` each debt
    is posted at once; ``rests`` is when they will sit out (OUT-2)."""

    owes: bool
    dead: bool
    posts: bool
    straddles: bool
    leaving: bool
    top_up: int
    tops_up: bool
    rebuys: bool
    rebuy: int
    posts_always: bool
    rests: Rests


class You(TypedDict):
    """The private view of the reader's seat."""

    seat: int
    cards: list[str]
    away: bool
    may_open: NotRequired[bool]
    stay: NotRequired[Stay | None]


class SoFar(TypedDict):
    """The public history of the hand: its events, in a very long hand without the first ``first``
    ones, and by seat the names of the players dealt in."""

    first: int
    names: dict[str, str]
    events: list[Event]


class SnapshotFrame(OfTable):
    """All that one reader may know of the table."""

    type: Literal["snapshot"]
    version: int
    table: TableView
    so_far: SoFar
    you: You | None
    now: str


class UpdateFrame(OfTable):
    """The latest events, the same for all readers; ``change`` turns the table of the previous
    version into this one, and applies to no other version."""

    type: Literal["update"]
    version: int
    events: list[Event]
    change: Change
    now: str


class CardsFrame(OfTable):
    """The reader's hole cards; in draw games also whether they hold openers."""

    type: Literal["cards"]
    version: int
    cards: list[str]
    may_open: NotRequired[bool]


class YouFrame(OfTable):
    """The reader's stay at a cash table; null once they have left."""

    type: Literal["you"]
    version: int
    stay: Stay | None


InState = Literal["waiting", "playing", "watching", "out", "gone"]


class EntryFrame(OfTable):
    """The reader's entry in a pool, in cents: ``free`` is the stack for the next hand, ``at_stake``
    the chips in hands left, ``top_up`` is added before the next hand, ``rebuy`` is the buy-in
    to offer again, ``took`` was taken away. ``seat_at`` is the table of the hand that they play or
    watch, ``hands`` the number dealt."""

    type: Literal["entry"]
    pool: int
    no: int
    state: InState
    free: int
    at_stake: int
    top_up: int
    rebuy: int
    took: int
    hands: int
    rests: bool
    leaving: bool
    seat_at: int | None


class ClosedFrame(OfTable):
    type: Literal["closed"]


class PresenceFrame(OfTable):
    """The players in seats who are connected to the table."""

    type: Literal["presence"]
    connected: list[int]


class RefusedFrame(OfTable):
    """The refusal of a frame; ``version`` is the one in that frame, ``rule`` the id of the rule
    behind the refusal (INFO-1)."""

    type: Literal["refused"]
    code: str
    message: str
    version: int | None
    rule: NotRequired[str]


class MovedFrame(OfTable):
    """The move of the reader to another table."""

    type: Literal["moved"]
    table: int
    reason: str


class OutFrame(OfTable):
    """The end of the reader's event; place and prize are null while others can still enter."""

    type: Literal["out"]
    place: int | None
    prize: int | None


class InAgainFrame(OfTable):
    """The return of a reader whose elimination staff took back."""

    type: Literal["in_again"]


class BountyFrame(OfTable):
    """A bounty of ``paid`` cents for ``name``, won by the player ``user`` named ``by``."""

    type: Literal["bounty"]
    paid: int
    name: str
    user: int
    by: str


class MessageFrame(OfTable):
    """A message of staff."""

    type: Literal["message"]
    text: str
    warning: bool


class ChatFrame(OfTable):
    """A line of the table's chat: a text, or the code of a phrase or of a reaction (CHAT-1). Staff
    have removed one that is ``gone``. The reader leaves out players whom they have muted."""

    type: Literal["chat"]
    id: int
    user: int
    name: str
    text: str
    phrase: str
    reaction: str
    said_at: str
    gone: bool


class PartedFrame(OfTable):
    """The end, or refusal, of a table on this socket; its reason is in the frame before. ``code``
    is the one that would have closed a socket with no other table."""

    type: Literal["parted"]
    code: int


class PongFrame(OfTable):
    """The answer to a ping: the connection is alive."""

    type: Literal["pong"]


# Frames from the server.
Frame = (
    SnapshotFrame
    | UpdateFrame
    | CardsFrame
    | YouFrame
    | EntryFrame
    | ClosedFrame
    | PresenceFrame
    | RefusedFrame
    | MovedFrame
    | OutFrame
    | InAgainFrame
    | BountyFrame
    | MessageFrame
    | ChatFrame
    | PartedFrame
    | PongFrame
)


Kind = Literal["fold", "check", "call", "bet", "raise", "all_in", "cip", "parola", "discard"]


class ActionRequest(TypedDict):
    """An action; ``to`` is the whole bet of bets and raises, ``cards`` are those of a discard."""

    kind: Kind
    to: NotRequired[int]
    cards: NotRequired[list[str]]
