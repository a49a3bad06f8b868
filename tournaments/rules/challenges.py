"""The steps that count for a challenge, and when it is met (CHALLENGE-2). Pure."""

from collections.abc import Collection
from typing import Final, Literal

ChallengeKind = Literal["events", "places", "plans", "hands"]
# The most that a challenge asks for, so that it drives no player to play more.
MOST: Final = 50


def counts_event(kind: ChallengeKind, *, place: int, best_place: int) -> bool:
    """Return whether an event that is over counts, by the player's place."""
    match kind:
        case "events" | "plans":
            return True
        case "places":
            return place <= best_place
        case "hands":
            return False


def key_of_event(kind: ChallengeKind, *, event: int, plan: int | None) -> str:
    """Return the key by which an event counts once: of each series once where each is asked for."""
    return f"plan:{plan}" if kind == "plans" else f"event:{event}"


def met(steps: int, *, target: int) -> bool:
    """Return whether so many steps meet a challenge."""
    return steps >= target


def target_of(kind: ChallengeKind, *, count: int, plans: Collection[int]) -> int:
    """Return the steps that a challenge asks for: one for each of its series, or its number."""
    return len(plans) if kind == "plans" else count
