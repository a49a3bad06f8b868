"""What a player does, and what a player may do."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Self

from payouts.refusal import Refusal
from tables.engine.refusals import EngineRefusal

FOLD: Final = "fold"
CHECK: Final = "check"
CALL: Final = "call"
BET: Final = "bet"
RAISE: Final = "raise"
ALL_IN: Final = "all_in"

KINDS: Final = frozenset({FOLD, CHECK, CALL, BET, RAISE, ALL_IN})
SIZED: Final = frozenset({BET, RAISE})


class Action(NamedTuple):
    """A decision. ``to`` is the player's total bet on the street after a bet or a raise."""

    kind: str
    to: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind} if self.to is None else {"kind": self.kind, "to": self.to}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The action in a client's message; anything odd is ``MALFORMED``."""
        if not isinstance(data, Mapping) or not set(data) <= {"kind", "to"}:
            raise malformed("an action is an object with kind and to")
        kind, to = data.get("kind"), data.get("to")
        if not isinstance(kind, str) or kind not in KINDS:
            raise malformed("unknown kind of action")
        action = cls(kind, to)
        action.require_form()
        return action

    def require_form(self) -> None:
        """``MALFORMED`` unless bets and raises, and only they, say how much, in whole chips."""
        if self.kind not in KINDS:
            raise malformed("unknown kind of action")
        if self.kind not in SIZED:
            if self.to is not None:
                raise malformed("only bets and raises have an amount")
        elif type(self.to) is not int or self.to < 1:
            raise malformed("a bet or a raise is a positive whole number of chips")


def malformed(why: str) -> Refusal:
    return Refusal(EngineRefusal.MALFORMED, why=why)


class LegalActions(NamedTuple):
    """Everything that the player to act may do; None where a kind of action is not allowed.

    ``call`` is in chips to add, already capped by the stack; ``bet`` and ``raise_`` are the
    least and the greatest total to bet; ``all_in`` is the total that the whole stack makes.
    """

    seat: int
    fold: bool
    check: bool
    call: int | None
    bet: tuple[int, int] | None
    raise_: tuple[int, int] | None
    all_in: int | None

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "fold": self.fold,
            "check": self.check,
            "call": self.call,
            "bet": None if self.bet is None else list(self.bet),
            "raise": None if self.raise_ is None else list(self.raise_),
            "all_in": self.all_in,
        }
