"""The two kinds of home games, an event or a cash game: all that differs between them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from core.types import Chips, UserId
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.models import Tournament

# The kinds of event keep the names that ``Tournament.Kind`` has.
CASH: Final = "cash"


class HomeTerms(NamedTuple):
    """The choices of a host; ``buy_in`` and ``bounty`` are hundredths of ``unit``, only written.

    In a cash game the written buy-in is that of ``most`` chips, the small blind is half the big
    one, and ``least`` is 0 where all bring the same.
    """

    venue: str = Tournament.Venue.ONLINE
    kind: str = Tournament.Kind.SCHEDULED
    game: str = "nlhe"
    speed: str = "turbo"
    stack: int = 5_000
    seats: int = 9
    late_levels: int = 4
    re_entries: int = 0
    rebuys: int = 0
    add_on: bool = False
    payout: str = "standard"
    unit: str = ""
    buy_in: int = 0
    bounty: int = 0
    big_blind: int = 2
    most: int = 200
    least: int = 0
    seconds: int = 20


class SeatWish(NamedTuple):
    """The chips that a player sits down with at a cash game, None for the most, and the key of the
    wish."""

    amount: Chips | None = None
    key: str = ""


AS_OFFERED: Final = SeatWish()


class HomeKind(ABC):
    """The acts on a locked home game that depend on what it plays."""

    @abstractmethod
    def open(self, terms: HomeTerms, *, name: str, now: datetime) -> dict[str, Any]:
        """Create what is played; return the fields of the home game that name it."""

    @abstractmethod
    def is_in(self, game: HomeGame, user_id: UserId) -> bool:
        """Return whether a player is in play, or has a seat."""

    @abstractmethod
    def let_in(self, game: HomeGame, user_id: UserId, wish: SeatWish, *, now: datetime) -> None:
        """Let a player in."""

    @abstractmethod
    def leave(self, game: HomeGame, user_id: UserId, *, now: datetime) -> None:
        """Take a player out before the start."""

    @abstractmethod
    def start(self, game: HomeGame, *, now: datetime) -> bool:
        """Begin with the players who are there; return whether this call did."""

    @abstractmethod
    def pause(self, game: HomeGame, *, now: datetime) -> None:
        """Stop all clocks; the hand that is played goes on."""

    @abstractmethod
    def resume(self, game: HomeGame, *, now: datetime) -> None:
        """Start all clocks again."""

    @abstractmethod
    def let_folded_chat(self, game: HomeGame, *, may: bool) -> None:
        """Open the chat of the tables to those who have folded in an all-in, or close it."""

    @abstractmethod
    def remove(
        self, game: HomeGame, user_id: UserId, *, by: UserId, why: str, now: datetime
    ) -> None:
        """Remove a player, in play after the hand."""

    @abstractmethod
    def still_in(self, game: HomeGame) -> QuerySet[HomePlayer]:
        """Return the players who are in, and may be the host."""

    @abstractmethod
    def end(
        self, game: HomeGame, *, counted: Mapping[UserId, int] | None = None, now: datetime
    ) -> None:
        """End it, with the chips that the host has ``counted`` where they are real; idempotent."""

    @abstractmethod
    def passes_on(self, game: HomeGame) -> bool:
        """Return whether a host who is away is replaced without asking anybody."""

    @abstractmethod
    def finished(self, game: HomeGame, *, now: datetime) -> bool:
        """Return whether nothing of it is played any more."""

    @abstractmethod
    def count(self, game: HomeGame, players: Sequence[HomePlayer]) -> None:
        """Write into the rows what each player of a finished game put in and takes out."""
