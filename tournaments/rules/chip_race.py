"""The chip race for the odd chips of a kind that leaves play (LIVE-8; TDA 24)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from payouts.rules import velox


@dataclass(frozen=True, slots=True)
class RacedStack:
    """A player's stack before and after a race, in chips."""

    seat: int
    entry: int
    stack: int
    after: int


@dataclass(frozen=True, slots=True)
class PublishedRace:
    """The public record of a race: by table, its chairs in the order of the seats."""

    event: str
    small: int
    large: int
    commitment: str
    server_seed: str
    tables: Mapping[int, list[RacedStack]]

    @property
    def change(self) -> int:
        """The change of the total, in chips."""
        return sum(chair.after - chair.stack for chairs in self.tables.values() for chair in chairs)

    def to_json(self) -> dict[str, Any]:
        """Return the record as it is published."""
        return {
            "event": self.event,
            "small": self.small,
            "large": self.large,
            "commitment": self.commitment,
            "server_seed": self.server_seed,
            "tables": [
                {"table": table, "chairs": [[c.seat, c.entry, c.stack, c.after] for c in chairs]}
                for table, chairs in sorted(self.tables.items())
            ],
        }


def race(
    stacks: Mapping[int, int], *, small: int, large: int, numbers: Iterator[int]
) -> dict[int, int]:
    """Return the stacks of one table, by entry, made of chips of ``large`` and more; ``stacks`` are
    in the order of the seats, in multiples of ``small``, which divides ``large``.

    Each odd chip is a lot. The odd chips are changed up together, rounded half up; each new chip
    goes to a lot, at most one per player. A player who would have none gets one chip of ``large``.
    """
    lots = [entry for entry, stack in stacks.items() for _ in range(stack % large // small)]
    whole, rest = divmod(len(lots) * small, large)
    won: set[int] = set()
    for _ in range(whole + (2 * rest >= large)):
        winner = lots[velox.pick(numbers, below=len(lots))]
        won.add(winner)
        lots = [entry for entry in lots if entry != winner]
    return {
        entry: stack - stack % large + large * (entry in won or stack < large)
        for entry, stack in stacks.items()
    }


def cause(*, event: str, small: int, large: int, table: int, stacks: Mapping[int, int]) -> str:
    """Return the text hashed with the seed for one table: its chips, unknown at the commitment."""
    chips = "|".join(f"{entry}={stack}" for entry, stack in stacks.items())
    return f"race:v1:{event}:{small}:{large}:{table}:{chips}"


def draw(
    server_seed: bytes,
    *,
    event: str,
    small: int,
    large: int,
    table: int,
    stacks: Mapping[int, int],
) -> dict[int, int]:
    """Return the race of one table that the seed determines."""
    text = cause(event=event, small=small, large=large, table=table, stacks=stacks)
    return race(stacks, small=small, large=large, numbers=velox.words(server_seed, text))


def agrees(record: PublishedRace) -> bool:
    """Return whether a race follows from its seed, and the seed from its commitment."""
    seed = bytes.fromhex(record.server_seed)
    if velox.commitment(seed) != record.commitment:
        return False
    return all(
        {chair.entry: chair.after for chair in chairs}
        == draw(
            seed,
            event=record.event,
            small=record.small,
            large=record.large,
            table=table,
            stacks={chair.entry: chair.stack for chair in chairs},
        )
        for table, chairs in record.tables.items()
    )
