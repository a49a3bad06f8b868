"""FAST-3 once more, the obvious way: every entry keeps its whole past, and it is counted again."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Past:
    """An entry, and what it was in each of its hands since its counters started: "B", "S", "D" for
    blinds and button, "SD" for both, "" for none."""

    id: int
    counts: bool = False
    hands: list[str] = field(default_factory=list)

    def without(self, what: str) -> int:
        gone = 0
        for was in reversed(self.hands):
            if what in was:
                break
            gone += 1
        return gone


def seat(entries: Sequence[Past]) -> tuple[list[int], list[int]]:
    """Clockwise from the button, the ids; and the ids of those who post a big blind beside."""
    rest = sorted(entries, key=lambda entry: entry.id)

    def take(what: str) -> Past:
        longest = max(entry.without(what) for entry in rest)
        taken = next(entry for entry in rest if entry.without(what) == longest)
        rest.remove(taken)
        return taken

    roles: dict[int, str] = {}
    big = take("B")
    roles[big.id] = "B"
    small = take("S")
    roles[small.id] = "S" if rest else "SD"
    order = [small, big]
    if rest:
        button = take("D")
        roles[button.id] = "D"
        before_button: list[Past] = []
        while rest:
            fewest = min(entry.without("D") for entry in rest)
            nearest = next(entry for entry in rest if entry.without("D") == fewest)
            rest.remove(nearest)
            before_button.insert(0, nearest)
        order = [button, small, big, *before_button]
    posts = []
    for entry in entries:
        role = roles.get(entry.id, "")
        if entry.counts:
            entry.hands.append(role)
        elif role == "B":
            entry.counts = True
        elif "S" not in role:
            entry.counts = True
            posts.append(entry.id)
    return [entry.id for entry in order], sorted(posts)
