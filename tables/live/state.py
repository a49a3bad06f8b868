"""``Table.live``: the seats and the hand in progress, in the one value that an action rewrites.

It repeats the ``Seat`` rows, so that an action and its frame need the table's row alone. It holds
every card of the hand and never leaves the server; ``frames`` makes the public views.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from core.types import Cents, Chips, SeatNo, UserId
from tables import engine
from tables.live import action_clock
from tables.wire.frame_types import Rests

NO_CHIPS: Final = Chips(0)
NO_CENTS: Final = Cents(0)

# User id, name, stack, time bank (ms), away. Then, if not empty: stay and price; entry of a pool
# and the chips that it left at stake; key of the picture.
SitterRow = list[Any]


class SeatHold(NamedTuple):
    """The user for whom a free seat is held, and the end of that time (ISO 8601)."""

    user: UserId
    until: str


class LiveRow(TypedDict):
    """``Live`` as stored in the table's row. Rows of older releases lack some keys."""

    seats: Mapping[SeatNo, SitterRow] | Mapping[str, SitterRow]
    hand: Mapping[str, Any] | None
    carried: NotRequired[Mapping[str, Any] | None]
    hand_id: int | None
    commitment: str
    dealt: Mapping[SeatNo, UserId] | Mapping[str, UserId]
    stored_events: int
    turn_at: str | None
    frozen_at: NotRequired[str | None]
    turn_version: int
    orbit: NotRequired[int]
    look_at: NotRequired[str | None]
    shown_at: NotRequired[str | None]
    held: NotRequired[Mapping[SeatNo, list[Any]] | Mapping[str, list[Any]]]


@dataclass(slots=True)
class StayState:
    """A player's stay at a cash table, with its choices.

    ``id`` is that of the ``CashStay``. A player who ``owes`` is new, with ``dead`` has
    missed blinds; ``posts`` means to pay now instead of waiting for the big blind (CASH-2).
    ``top_up`` are the cents, and the key, of chips to be added after this hand (CHIP-1).
    ``out_since`` and ``out_hand`` are the moment and the hand after which sitting out began; the
    seat is given up at ``out_until``, or after the hand ``out_last`` (OUT-2). ``in_pot`` are the
    player's chips in a pot not yet won (DRAW-2). With ``tops_up`` the stack is filled to the
    table's most at each deal, with ``rebuys`` an empty stack is bought again for ``rebuy`` cents
    (CASH-1). ``rests`` sits the player out from the next hand, or from the next big blind (OUT-2);
    with ``posts_always`` each debt is posted at once (CASH-2).
    """

    id: int
    owes: bool = True
    dead: bool = False
    posts: bool = False
    straddles: bool = False
    leaving: bool = False
    top_up: tuple[Cents, str] | None = None
    out_since: str | None = None
    out_hand: int = 0
    out_until: str | None = None
    out_last: int | None = None
    in_pot: Chips = NO_CHIPS
    tops_up: bool = False
    rebuys: bool = False
    rebuy: Cents = NO_CENTS
    rests: Rests = ""
    posts_always: bool = False

    def leave_out(self, since: datetime, until: datetime) -> None:
        """Leave this time out of how long the player sits out: the table was paused."""
        if self.out_since is not None:
            began = datetime.fromisoformat(self.out_since)
            self.out_since = (began + max(timedelta(0), until - max(since, began))).isoformat()

    def to_json(self) -> dict[str, Any]:
        """Return only the fields that differ from the defaults, which must never change."""
        return {
            name: value
            for name, usual in _NEWCOMER.items()
            if (value := getattr(self, name)) != usual
        }


_NEWCOMER = {each.name: each.default for each in fields(StayState)}


@dataclass(slots=True)
class Sitter:
    """A player in a seat. ``stack`` are the chips held between hands; during a hand, those at its
    start plus those bought since. ``price`` is the bounty in cents, set by the table's owner.

    In a pool the player is an ``entry``; after it has gone on to another hand, ``staked`` are the
    chips that it left in this one, and the seat folds when it is to act (FAST-1).
    """

    user: UserId
    name: str
    stack: Chips
    bank_ms: int
    away: bool = False
    stay: StayState | None = None
    price: int = 0
    entry: int = 0
    staked: int | None = None
    # The key of an uploaded picture (NAME-2).
    avatar: str = ""

    @property
    def in_pot(self) -> Chips:
        """Chips in a pot not yet won; counted at cash tables only."""
        return NO_CHIPS if self.stay is None else self.stay.in_pot

    def to_json(self) -> SitterRow:
        row = [self.user, self.name, self.stack, self.bank_ms, self.away]
        more = [self.stay and self.stay.to_json(), self.price]
        if self.avatar:
            return [*row, *more, self.entry, self.staked, self.avatar]
        if self.entry:
            return [*row, *more, self.entry, self.staked]
        return [*row, *more] if any(more) else row

    @classmethod
    def from_json(cls, row: SitterRow) -> "Sitter":
        user, name, stack, bank_ms, away, *more = row
        stay, price, *pool = more or (None, 0)
        entry, staked, *last = pool or (0, None)
        sitter = cls(
            user, name, stack, bank_ms, away, stay and StayState(**stay), price, entry, staked
        )
        sitter.avatar = last[0] if last else ""
        return sitter


@dataclass(slots=True)
class Live:
    """The seats, and the latest hand, which stays until the next deal."""

    seats: dict[SeatNo, Sitter] = field(default_factory=dict)
    hand: engine.HandState | None = None
    # The pot that a void hand had taken over; it waits for the next hand (DRAW-2).
    carried: engine.Carried | None = None
    hand_id: int | None = None
    commitment: str = ""
    # The players dealt into ``hand``; their seats may belong to other players by now.
    dealt: dict[SeatNo, UserId] = field(default_factory=dict)
    stored_events: int = 0
    turn_at: datetime | None = None
    # The moment at which this turn's clock was stopped (TRN-6).
    frozen_at: datetime | None = None
    # The table's version when this turn began; an action based on an older one is stale.
    turn_version: int = 0
    # Completed orbits of the blinds (MIX-1).
    orbit: int = 0
    # The moment at which a table that deals on by itself tries to deal, while no hand is played.
    look_at: datetime | None = None
    # The moment at which players see the last card of the finished hand.
    shown_at: datetime | None = None
    # Free seats of a cash table held for players of the waiting list.
    held: dict[SeatNo, SeatHold] = field(default_factory=dict)

    @property
    def playing(self) -> engine.HandState | None:
        """The hand in progress; None when it is finished."""
        hand = self.hand
        return None if hand is None or hand.finished else hand

    @property
    def turn(self) -> SeatNo | None:
        """The seat to act; None when there is none."""
        hand = self.playing
        return None if hand is None or hand.turn is None else SeatNo(hand.turn)

    @property
    def carry(self) -> engine.Carried | None:
        """The pot that the next hand takes over (DRAW-2, DRAW-5)."""
        return self.carried if self.hand is None else self.hand.carry

    @property
    def unwon(self) -> int:
        """Chips that no player has won, in a pot that waits for the next hand."""
        if self.hand is not None:
            return self.hand.unwon
        return 0 if self.carried is None else self.carried.pot

    def turns_up_cards(self, now: datetime) -> bool:
        """Return whether the last cards of a finished hand are still being turned up (SHOW-2)."""
        return self.playing is None and self.shown_at is not None and self.shown_at > now

    def seat_of(self, user_id: int | None) -> SeatNo | None:
        """Return the seat that a user sits in now."""
        return next((no for no, sitter in self.seats.items() if sitter.user == user_id), None)

    def dealt_seat_of(self, user_id: int | None) -> SeatNo | None:
        """Return the seat whose cards in ``hand`` were dealt to a user."""
        return next((no for no, user in self.dealt.items() if user == user_id), None)

    def plays(self, no: SeatNo) -> bool:
        """Return whether the seat was dealt into the hand in progress."""
        return self.playing is not None and no in self.dealt

    def involved(self, no: SeatNo) -> bool:
        """Return whether the seat can still win the hand in progress (CHIP-1)."""
        return self.playing is not None and no in self.playing.live

    def stack(self, no: SeatNo) -> Chips:
        """Return the chips in front of a seat now."""
        hand, stack = self.hand, self.seats[no].stack
        if no not in self.dealt or hand is None or hand.finished:
            return stack
        # A player who has folded may have bought chips since the deal.
        return Chips(stack + hand.stacks[no] - hand.start_stacks[no])

    def _reading(
        self, action_seconds: int, away_seconds: int, *, away: bool
    ) -> action_clock.Reading | None:
        hand, turn = self.playing, self.turn
        if hand is None or turn is None or self.turn_at is None:
            return None
        sitter = self.seats[turn]
        return action_clock.read(
            turn_at=self.turn_at,
            action_seconds=action_seconds,
            away_seconds=away_seconds,
            bank_ms=sitter.bank_ms,
            in_pot=hand.contributed(turn) > 0,
            away=away,
        )

    def clock(self, action_seconds: int, away_seconds: int) -> action_clock.Reading | None:
        """Return the clock of the player to act; None without one, or while it stands still."""
        if self.frozen_at is not None:
            return None
        return self._reading(action_seconds, away_seconds, away=self.turn_away)

    def take_up(self, hand_id: int, commitment: str, dealt: dict[SeatNo, UserId]) -> None:
        """Take up a hand stored under this id; it includes a pot left by a void one (DRAW-2)."""
        self.hand_id, self.commitment, self.dealt = hand_id, commitment, dealt
        self.stored_events, self.carried = 0, None

    def forget_hand(self) -> None:
        """Remove the latest hand from the table, and the pot that it left."""
        self.hand, self.hand_id, self.carried, self.turn_at = None, None, None, None
        self.dealt.clear()

    def begin_turn(self, *, now: datetime) -> None:
        """Start the clock of the player now to act; in a pause it stands at its beginning."""
        self.turn_at = now
        if self.frozen_at is not None:
            self.frozen_at = now

    @property
    def turn_away(self) -> bool:
        """Return whether the player to act sits out."""
        turn = self.turn
        return turn is not None and self.seats[turn].away

    def charge(self, action_seconds: int, *, now: datetime) -> None:
        """Charge the time that this turn used of the bank to the player to act (TIME-2).

        Sitting out during the turn refunds nothing; a stopped clock uses nothing.
        """
        now = self.frozen_at or now
        reading, turn = self._reading(action_seconds, action_seconds, away=False), self.turn
        if reading is not None and turn is not None:
            sitter = self.seats[turn]
            sitter.bank_ms = action_clock.bank_left(reading, bank_ms=sitter.bank_ms, now=now)

    def to_json(self) -> LiveRow:
        return {
            "seats": {no: sitter.to_json() for no, sitter in self.seats.items()},
            "hand": None if self.hand is None else self.hand.to_json(),
            "carried": self.carried and self.carried.to_json(),
            "hand_id": self.hand_id,
            "commitment": self.commitment,
            "dealt": self.dealt,
            "stored_events": self.stored_events,
            "turn_at": _iso(self.turn_at),
            "frozen_at": _iso(self.frozen_at),
            "turn_version": self.turn_version,
            "orbit": self.orbit,
            "look_at": _iso(self.look_at),
            "shown_at": _iso(self.shown_at),
            "held": {no: [*held] for no, held in self.held.items()},
        }

    @classmethod
    def from_json(cls, data: LiveRow, hand: engine.HandState | None = None) -> "Live":
        """Read the stored value; ``hand`` is the one in ``data``, if already parsed."""
        if hand is None and data["hand"] is not None:
            hand = engine.HandState.from_json(data["hand"])
        return cls(
            seats={SeatNo(int(no)): Sitter.from_json(row) for no, row in data["seats"].items()},
            hand=hand,
            carried=_carried(data.get("carried")),
            hand_id=data["hand_id"],
            commitment=data["commitment"],
            dealt={SeatNo(int(no)): user for no, user in data["dealt"].items()},
            stored_events=data["stored_events"],
            turn_at=_moment(data["turn_at"]),
            frozen_at=_moment(data.get("frozen_at")),
            turn_version=data["turn_version"],
            orbit=data.get("orbit", 0),
            look_at=_moment(data.get("look_at")),
            shown_at=_moment(data.get("shown_at")),
            held={SeatNo(int(no)): SeatHold(*hold) for no, hold in data.get("held", {}).items()},
        )


def _carried(data: Mapping[str, Any] | None) -> engine.Carried | None:
    return None if data is None else engine.Carried.from_json(data)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(iso: str | None) -> datetime | None:
    return None if iso is None else datetime.fromisoformat(iso)
