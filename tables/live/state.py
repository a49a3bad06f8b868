"""``Table.live``: who sits here and the hand in progress, in the one value that an action rewrites.

It repeats what ``Seat`` rows say, so that an action and its frame need the table's row alone. It
holds every card of the hand: it never leaves the server, ``frames`` makes what does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from core.types import Cents, Chips, SeatNo, UserId
from tables import engine
from tables.live import action_clock
from tables.wire.frame_types import Rests

NO_CHIPS: Final = Chips(0)
NO_CENTS: Final = Cents(0)

# Number, name, stack, time bank, absence; then, where one says something, stay and price, and at a
# table of a pool the entry and what it left at stake; and the key of a picture.
SitterRow = list[Any]


class Held(NamedTuple):
    """For whom a free seat is held, and until when (ISO)."""

    user: UserId
    until: str


class LiveRow(TypedDict):
    """``Live`` as the table's row keeps it. Rows of older releases lack some."""

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
class Stay:
    """How somebody sits at a cash table.

    ``session`` is their ``CashSession``. Who ``owes`` is a newcomer, with ``dead`` somebody who
    missed blinds: ``posts`` says to pay now, not to wait for the big blind (CASH-2). ``top_up``
    are the cents, and the key, of chips that come after this hand (CHIP-1). ``out_since`` and
    ``out_hand``: when, and after which hand, they began to sit out; the seat is given up at
    ``out_until``, or after the hand ``out_last`` (OUT-2). ``in_pot`` is what they put into a pot
    that nobody has won yet (DRAW-2). With ``tops_up`` they hold the table's most whenever a hand
    begins, with ``rebuys`` they buy ``rebuy`` cents again once they have none (CASH-1).
    ``rests`` says that they sit out from the next hand on, or from their next big blind on
    (OUT-2); with ``posts_always`` they post whatever they come to owe (CASH-2).
    """

    session: int
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

    def to_json(self) -> dict[str, Any]:
        """What differs from a newcomer's stay: a default on which rows rest never changes."""
        return {
            name: value
            for name, usual in _NEWCOMER.items()
            if (value := getattr(self, name)) != usual
        }


_NEWCOMER = {each.name: each.default for each in fields(Stay)}


@dataclass(slots=True)
class Sitter:
    """Somebody at the table. ``stack`` is what they hold between hands, and in one what they began
    it with and have bought since; ``price`` the cents on their head, for which whoever runs the
    table answers.

    In a pool they are an ``entry``; once that has gone on to other hands, ``staked`` are the chips
    that it left in this one: what the seat still has to do is to fold (FAST-1).
    """

    user: UserId
    name: str
    stack: Chips
    bank_ms: int
    away: bool = False
    stay: Stay | None = None
    price: int = 0
    entry: int = 0
    staked: int | None = None
    # The key of a picture of their own (NAME-2).
    avatar: str = ""

    @property
    def in_pot(self) -> Chips:
        """What lies in a pot that nobody has won yet; only cash tables count it."""
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
        sitter = cls(user, name, stack, bank_ms, away, stay and Stay(**stay), price, entry, staked)
        sitter.avatar = last[0] if last else ""
        return sitter


@dataclass(slots=True)
class Live:
    """Seats, and the latest hand (it stays until the next one is dealt)."""

    seats: dict[SeatNo, Sitter] = field(default_factory=dict)
    hand: engine.Hand | None = None
    # What a hand that was declared void had taken over: it waits for the next one (DRAW-2).
    carried: engine.Carried | None = None
    hand_id: int | None = None
    commitment: str = ""
    # Who was dealt into ``hand``: its seats may meanwhile belong to somebody else.
    dealt: dict[SeatNo, UserId] = field(default_factory=dict)
    stored_events: int = 0
    turn_at: datetime | None = None
    # Since when this turn's clock stands still (TRN-6).
    frozen_at: datetime | None = None
    # The table's version when this turn began; an act that saw an older one is stale.
    turn_version: int = 0
    # How often the button has been round the table (MIX-1).
    orbit: int = 0
    # When a cash table, while no hand is played, looks whether it can deal.
    look_at: datetime | None = None
    # When the last card of the finished hand is seen.
    shown_at: datetime | None = None
    # Free seats of a cash table that are somebody's for a while.
    held: dict[SeatNo, Held] = field(default_factory=dict)

    @property
    def playing(self) -> engine.Hand | None:
        """The hand, while it is not finished."""
        hand = self.hand
        return None if hand is None or hand.finished else hand

    @property
    def turn(self) -> SeatNo | None:
        """The seat to act; None when nobody is."""
        hand = self.playing
        return None if hand is None or hand.turn is None else SeatNo(hand.turn)

    @property
    def carry(self) -> engine.Carried | None:
        """What the next hand takes over (DRAW-2, DRAW-5)."""
        return self.carried if self.hand is None else self.hand.carry

    @property
    def unwon(self) -> int:
        """Chips in no stack between hands."""
        if self.hand is not None:
            return self.hand.unwon
        return 0 if self.carried is None else self.carried.pot

    def seat_of(self, user_id: int | None) -> SeatNo | None:
        """The seat that a user sits in now."""
        return next((no for no, sitter in self.seats.items() if sitter.user == user_id), None)

    def dealt_seat_of(self, user_id: int | None) -> SeatNo | None:
        """The seat whose cards in ``hand`` a user was dealt."""
        return next((no for no, user in self.dealt.items() if user == user_id), None)

    def plays(self, no: SeatNo) -> bool:
        """Whether the seat was dealt into the hand that is played."""
        return self.playing is not None and no in self.dealt

    def involved(self, no: SeatNo) -> bool:
        """Whether the seat may still win the hand that is played (CHIP-1)."""
        return self.playing is not None and no in self.playing.live

    def stack(self, no: SeatNo) -> Chips:
        """The chips in front of a seat now."""
        hand, stack = self.hand, self.seats[no].stack
        if no not in self.dealt or hand is None or hand.finished:
            return stack
        # Whoever has folded may have bought some since the deal.
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
        """The clock of the player to act; None when nobody is, or it stands still."""
        if self.frozen_at is not None:
            return None
        return self._reading(action_seconds, away_seconds, away=self.turn_away)

    def take_up(self, hand_id: int, commitment: str, dealt: dict[SeatNo, UserId]) -> None:
        """A hand was stored under this id; what a void one had left is in it (DRAW-2)."""
        self.hand_id, self.commitment, self.dealt = hand_id, commitment, dealt
        self.stored_events, self.carried = 0, None

    def forget_hand(self) -> None:
        """The latest hand is no longer at the table, and neither is what it left."""
        self.hand, self.hand_id, self.carried, self.turn_at = None, None, None, None
        self.dealt.clear()

    def begin_turn(self, *, now: datetime) -> None:
        """Set the clock of whoever is now to act; in a pause it stands at its beginning."""
        self.turn_at = now
        if self.frozen_at is not None:
            self.frozen_at = now

    @property
    def turn_away(self) -> bool:
        """Whether the player to act sits out."""
        turn = self.turn
        return turn is not None and self.seats[turn].away

    def charge(self, action_seconds: int, *, now: datetime) -> None:
        """Take what this turn used of the time bank from the player to act (TIME-2).

        Sitting out meanwhile gives none of it back, and a clock that stands takes nothing.
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
    def from_json(cls, data: LiveRow, hand: engine.Hand | None = None) -> "Live":
        """``hand`` is the one in ``data``, where it is known."""
        if hand is None and data["hand"] is not None:
            hand = engine.Hand.from_json(data["hand"])
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
            held={SeatNo(int(no)): Held(*each) for no, each in data.get("held", {}).items()},
        )


def _carried(data: Mapping[str, Any] | None) -> engine.Carried | None:
    return None if data is None else engine.Carried.from_json(data)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _moment(iso: str | None) -> datetime | None:
    return None if iso is None else datetime.fromisoformat(iso)
