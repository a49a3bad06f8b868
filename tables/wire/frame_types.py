"""Every frame between a table and its sockets, as a type with a literal ``type``. Pure.

``frames`` makes them, ``push`` sends no other, and the browser's types are generated from here
(``make types``). Money is in cents, moments are ISO 8601.
"""

from typing import Any, Literal, NotRequired, TypedDict

from tables.engine.events import Event, HandTold, StakesTold

# Of a value, see ``difference``; parts of a change are changes.
Change = dict[str, Any] | list[Any]


class OfTable(TypedDict):
    """``table_id`` is the table that a frame is of: ``push`` writes it on each. ``at`` is what the
    client calls that table, where a frame is for its socket alone (JoinWish)."""

    table_id: NotRequired[int]
    at: NotRequired[str]


class BreakNotice(TypedDict):
    """A break; ``until`` is null while nobody knows when it ends."""

    kind: Literal["break"]
    until: str | None


class StartingNotice(TypedDict):
    kind: Literal["starting"]
    until: str


class DrawNotice(TypedDict):
    """The prize of a VeloX as drawn; ``odds`` are [multiplier, tickets] pairs, highest first."""

    kind: Literal["draw"]
    multiplier: int
    prize: int
    odds: list[list[int]]
    until: str


class HandForHandNotice(TypedDict):
    kind: Literal["hand_for_hand"]
    round: int


class ShootoutNotice(TypedDict):
    """The table's winner waits for the next round."""

    kind: Literal["shootout"]
    round: int


class PausedNotice(TypedDict):
    kind: Literal["paused"]
    cause: str
    reason: str


class RebuyNotice(TypedDict):
    """Players in these seats have no chips, and may still buy some (TRN-2)."""

    kind: Literal["rebuy"]
    seats: list[int]
    until: str


class PlainNotice(TypedDict):
    kind: Literal["waiting", "deal", "finished"]


# What a table waits for.
Notice = (
    BreakNotice
    | StartingNotice
    | DrawNotice
    | HandForHandNotice
    | ShootoutNotice
    | PausedNotice
    | RebuyNotice
    | PlainNotice
)


# How stakes are to be read: with blinds, with blinds and bets of one size, or without blinds.
Betting = Literal["blinds", "limit", "ante"]


class Seat(TypedDict):
    """Who sits there; ``price`` is on their head, ``waits`` is for the big blind (CASH-2), or for
    a pot to be won that others have built (DRAW-2). At a cash table whoever sits out gives up the
    seat at ``out_until``, or after ``out_hands`` more hands (OUT-2). ``avatar`` is the key of a
    picture of their own (NAME-2)."""

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
    """The clock of who is to act: the time bank begins at ``action_until``."""

    seat: int | None
    turn_at: str
    action_until: str
    due_at: str


class Held(TypedDict):
    """A free seat of a cash table that is held for somebody from the waiting list."""

    seat: int
    user: int
    until: str


class Table(TypedDict):
    """A table as everybody may see it."""

    id: int
    name: str
    event: str
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
    seats: list[Seat]
    held: NotRequired[list[Held]]
    hand: HandTold | None
    clock: Clock | None


# From when on somebody sits out: the next hand, or their next big blind; empty: not by itself.
Rests = Literal["", "hand", "blind"]


class Stay(TypedDict):
    """How the reader sits at a cash table: what they owe and have chosen (CASH-2, CASH-3), and
    cents that come after this hand; with ``rebuys`` they buy ``rebuy`` cents when they have no
    chips, with ``tops_up`` they hold the most whenever a hand begins. With ``posts_always`` they
    post what they come to owe; ``rests`` is from when on they sit out (OUT-2)."""

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
    """What the table knows of the reader alone."""

    seat: int
    cards: list[str]
    away: bool
    may_open: NotRequired[bool]
    stay: NotRequired[Stay | None]


class SoFar(TypedDict):
    """What everybody heard of the hand: its events but for the ``first`` so many of a very long
    one, and by seat the names of those who were dealt in."""

    first: int
    names: dict[str, str]
    events: list[Event]


class SnapshotFrame(OfTable):
    """Everything that one reader may know of the table."""

    type: Literal["snapshot"]
    version: int
    table: Table
    so_far: SoFar
    you: You | None
    now: str


class UpdateFrame(OfTable):
    """What just happened, the same for everybody: ``change`` makes the table of this version out of
    that of the version before, and of no other."""

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
    """What the reader has chosen at a cash table; null once they have left."""

    type: Literal["you"]
    version: int
    stay: Stay | None


InState = Literal["waiting", "playing", "watching", "out", "gone"]


class EntryFrame(OfTable):
    """The reader's entry in a pool, in cents: what they come to the next hand with, what lies in
    hands that they have left, chips that come before the next one, and those of the buy-in, for
    which they may buy in again. ``seat_at`` is the table of
    the hand that they are in, or watch, and ``hands`` how many they have been dealt."""

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
    """The players who are connected to the table."""

    type: Literal["presence"]
    connected: list[int]


class RefusedFrame(OfTable):
    """The answer to a frame that was not obeyed; ``version`` is the one that it named, ``rule``
    the id of the rule that says so (INFO-1)."""

    type: Literal["refused"]
    code: str
    message: str
    version: int | None
    rule: NotRequired[str]


class MovedFrame(OfTable):
    """The reader sits at another table now."""

    type: Literal["moved"]
    table: int
    reason: str


class OutFrame(OfTable):
    """The reader's event is over; place and prize are null while others can still enter."""

    type: Literal["out"]
    place: int | None
    prize: int | None


class InAgainFrame(OfTable):
    """Staff took back what had put the reader out."""

    type: Literal["in_again"]


class BountyFrame(OfTable):
    """A player, ``user`` named ``by``, won a bounty of so many cents for the head of ``name``."""

    type: Literal["bounty"]
    paid: int
    name: str
    user: int
    by: str


class MessageFrame(OfTable):
    """What staff have to say."""

    type: Literal["message"]
    text: str
    warning: bool


class PartedFrame(OfTable):
    """The server shows this table no longer, or not at all: why was said before. ``code`` is the
    one that would have closed a socket with no other table."""

    type: Literal["parted"]
    code: int


class PongFrame(OfTable):
    """The answer to a ping: the line holds."""

    type: Literal["pong"]


# What a socket hears.
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
    | PartedFrame
    | PongFrame
)


Kind = Literal["fold", "check", "call", "bet", "raise", "all_in", "cip", "parola", "discard"]


class Action(TypedDict):
    """A decision: bets and raises say the whole bet, discards their cards."""

    kind: Kind
    to: NotRequired[int]
    cards: NotRequired[list[str]]


class AtTable(TypedDict):
    """``at`` says which of the socket's tables: ``table/5`` by its id, or ``pool/3/1``, an entry in
    a pool by the pool's id and the entry's number."""

    at: str


class ActWish(AtTable):
    """``version`` is the one that the player decided on."""

    type: Literal["act"]
    action: Action
    version: int


class TopUpWish(AtTable):
    """Sent again under the same key, it is the same wish."""

    type: Literal["top_up"]
    amount: int
    key: str


class ChooseWish(AtTable):
    type: Literal["choose"]
    posts: NotRequired[bool]
    straddles: NotRequired[bool]
    tops_up: NotRequired[bool]
    rebuys: NotRequired[bool]
    posts_always: NotRequired[bool]
    rests: NotRequired[Rests]


class LeaveWish(AtTable):
    """With ``after_hand`` the hand that is played is played to its end."""

    type: Literal["leave"]
    after_hand: NotRequired[bool]


class FoldWish(AtTable):
    """In a pool: fold, in or out of turn (FAST-1), the ``hand`` that the player decided on; with
    ``view`` they watch it to its end (FAST-2)."""

    type: Literal["fold"]
    hand: int
    view: NotRequired[bool]


class ShowWish(AtTable):
    """Show the cards that one need not show, all or these (SHOW-2)."""

    type: Literal["show"]
    cards: NotRequired[list[str]]


class PlainWish(AtTable):
    """``new_hand`` is a pool's: whoever watches goes on (FAST-2)."""

    type: Literal["snapshot", "sit_out", "come_back", "stay", "new_hand"]


class JoinWish(AtTable):
    """Show this table, from a snapshot on, or no longer."""

    type: Literal["join", "part"]


class PingWish(TypedDict):
    """Of no table: whether the line holds."""

    type: Literal["ping"]


# What a socket may ask for.
Wish = (
    ActWish
    | TopUpWish
    | ChooseWish
    | LeaveWish
    | FoldWish
    | ShowWish
    | PlainWish
    | JoinWish
    | PingWish
)
