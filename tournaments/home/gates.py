"""The gates of home games that belong to more than their host, as to a club (CLUB-4)."""

from collections.abc import Callable, Sequence

from core.refusal import Refusal
from players.models import User
from tournaments.home.models import HomeGame

# Refuses a reader, or one without a user, who may not be in a game.
Gate = Callable[[HomeGame, int | None], None]
# Lists the players that its owner lets into a game; None for a game of another owner.
Members = Callable[[HomeGame], Sequence[User] | None]
_gates: list[Gate] = []
_members: list[Members] = []


def register(gate: Gate, members: Members) -> None:
    """Add a gate that all who look at, enter or start a game pass, and the list of those who may
    (from ``AppConfig.ready``)."""
    _gates.append(gate)
    _members.append(members)


def members(game: HomeGame) -> Sequence[User] | None:
    """Return the players that a game's owner lets in; None where the link lets anyone in."""
    lists = (known(game) for known in _members)
    return next((found for found in lists if found is not None), None)


def check(game: HomeGame, user_id: int | None) -> None:
    """Refuse what a gate refuses."""
    for gate in _gates:
        gate(game, user_id)


def lets_in(game: HomeGame, user_id: int | None) -> bool:
    """Return whether no gate refuses a reader."""
    try:
        check(game, user_id)
    except Refusal:
        return False
    return True
