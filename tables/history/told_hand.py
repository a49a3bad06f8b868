"""Types of a finished hand, with the names that files and pages read."""

from typing import TypedDict

from tables.engine.commitment import OpeningTold
from tables.engine.events import Event


class ToldPlayer(TypedDict):
    seat: int
    name: str
    start_stack: int
    finish_stack: int


class ToldHand(TypedDict):
    """A hand as one reader may know it; ``you`` is the seat where they were dealt in. ``currency``
    is that of its chips, in the smallest unit; None where chips are not money."""

    id: int
    table_id: int
    table: str
    max_seats: int
    event: str
    game: str
    currency: str | None
    number: int
    started_at: str
    you: int | None
    players: list[ToldPlayer]
    events: list[Event]


class ProvenHand(ToldHand):
    """A hand with the commitment made before it, and the openings of its cards."""

    commitment: str
    proofs: list[OpeningTold]
