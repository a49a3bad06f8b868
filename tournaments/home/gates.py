"""The gates of home games that belong to more than their host, as to a club (CLUB-4)."""

from collections.abc import Callable

from tournaments.home.models import HomeGame

# Refuses a reader, or one without a user, who may not be in a game.
Gate = Callable[[HomeGame, int | None], None]
_gates: list[Gate] = []


def register(gate: Gate) -> None:
    """Add a gate that all who look at, enter or start a game pass (from ``AppConfig.ready``)."""
    _gates.append(gate)


def check(game: HomeGame, user_id: int | None) -> None:
    """Refuse what a gate refuses."""
    for gate in _gates:
        gate(game, user_id)
