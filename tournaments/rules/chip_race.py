"""The chip race: what becomes of odd chips when a kind leaves play (LIVE-8; TDA 24)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from payouts.rules import velox


@dataclass(frozen=True, slots=True)
class RacedStack:
    """A player's chips in a race, before and after; counted in lots of the smallest kind."""

    seat: int
    entry: int
    stack: int
    after: int


@dataclass(frozen=True, slots=True)
class PublishedRace:
    """A race as everybody may know it: by table, its chairs in the order of the seats."""

    event: str
    small: int
    large: int
    commitment: str
    server_seed: str
    tables: Mapping[int, list[RacedStack]]

    @property
    def change(self) -> int:
        """By how many chips it has changed the total."""
        return sum(chair.after - chair.stack for chairs in self.tables.values() for chair in chairs)

    def to_json(self) -> dict[str, Any]:
        """As it is published."""
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
    """Everybody's chips at one table once all are of ``large`` and more, by entry; ``stacks`` are
    in the order of the seats, whole chips of ``small``, which divides ``large``.

    Every odd chip is a lot. Together they are changed, half a chip and more for a whole one, and
    so many lots win, one a player. Whoever would have nothing is given one chip.
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
    """What is hashed with the seed for one table: its chips, which nobody knew at the promise."""
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
    """The race of one table that the seed determines."""
    text = cause(event=event, small=small, large=large, table=table, stacks=stacks)
    return race(stacks, small=small, large=large, numbers=velox.words(server_seed, text))


def agrees(record: PublishedRace) -> bool:
    """Whether a race is what its seed determines, and its seed the one that was promised."""
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
