"""What is told of a finished hand, by the names that the files and pages read."""

from typing import TypedDict

from tables.engine.commitment import OpeningTold
from tables.engine.events import Event


class ToldPlayer(TypedDict):
    seat: int
    name: str
    start_stack: int
    finish_stack: int


class ToldHand(TypedDict):
    """A hand as one reader may know it; ``you`` is the seat where they were dealt in."""

    id: int
    table_id: int
    table: str
    event: str
    game: str
    number: int
    started_at: str
    you: int | None
    players: list[ToldPlayer]
    events: list[Event]


class ProvenHand(ToldHand):
    """With the promise made before it, and the openings that keep it."""

    commitment: str
    proofs: list[OpeningTold]
