"""Actions of players, and the actions that are legal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from .cards import FRENCH
from .events import LegalTold
from .refusals import EngineCode, EngineRefusal

FOLD: Final = "fold"
CHECK: Final = "check"
CALL: Final = "call"
BET: Final = "bet"
RAISE: Final = "raise"
ALL_IN: Final = "all_in"
# Draw games: open for the minimum, or end the second round without a bet; leave the pot to a new
# deal; change cards (DRAW-3..5).
CIP: Final = "cip"
PAROLA: Final = "parola"
DISCARD: Final = "discard"

DRAW_KINDS: Final = frozenset({CIP, PAROLA, DISCARD})
KINDS: Final = DRAW_KINDS | {FOLD, CHECK, CALL, BET, RAISE, ALL_IN}
SIZED: Final = frozenset({BET, RAISE})
WORDS: Final = KINDS - SIZED

_CARDS: Final = frozenset(FRENCH)


@dataclass(frozen=True, slots=True)
class Action:
    """A decision. ``to`` is the player's total bet on the street after a bet or a raise;
    ``cards`` are the discards, none if the player stays pat."""

    kind: str
    to: int | None = None
    cards: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        if self.kind == DISCARD:
            return {"kind": self.kind, "cards": list(self.cards)}
        return {"kind": self.kind} if self.to is None else {"kind": self.kind, "to": self.to}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the action in a client's message; refuse any other content as ``MALFORMED``."""
        if not isinstance(data, Mapping) or not set(data) <= {"kind", "to", "cards"}:
            raise malformed("an action is an object with kind, to and cards")
        kind, to, cards = data.get("kind"), data.get("to"), data.get("cards", [])
        if not isinstance(kind, str) or kind not in KINDS:
            raise malformed("unknown kind of action")
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise malformed("cards are a list of texts")
        action = cls(kind, to, tuple(cards))
        action.require_form()
        return action

    def require_form(self) -> None:
        """Refuse as ``MALFORMED`` unless bets and raises, and only they, name an amount in whole
        chips, and only discards name cards."""
        if self.kind not in KINDS:
            raise malformed("unknown kind of action")
        if self.kind not in SIZED:
            if self.to is not None:
                raise malformed("only bets and raises have an amount")
        elif type(self.to) is not int or self.to < 1:
            raise malformed("a bet or a raise is a positive whole number of chips")
        if self.cards and not self._names_cards():
            raise malformed("only a discard names cards, each once")

    def _names_cards(self) -> bool:
        cards = set(self.cards)
        return self.kind == DISCARD and cards <= _CARDS and len(cards) == len(self.cards)


def malformed(why: str) -> EngineRefusal:
    return EngineRefusal(EngineCode.MALFORMED, why=why)


@dataclass(slots=True)
class LegalActions:
    """The actions open to the player to act; None where a kind of action is not allowed. Readers
    treat it as a value.

    ``call`` is in chips to add, already capped by the stack; ``bet`` and ``raise_`` are the
    least and the greatest total to bet; ``all_in`` is the total that the whole stack makes.
    In draw games ``cip`` is in chips to add, and ``discard`` the most cards that may be changed.
    """

    seat: int
    fold: bool
    check: bool
    call: int | None
    bet: tuple[int, int] | None
    raise_: tuple[int, int] | None
    all_in: int | None
    cip: int | None = None
    parola: bool = False
    discard: int | None = None

    def to_json(self) -> LegalTold:
        """Return the actions as JSON, without the actions of draw games that are not allowed."""
        actions: LegalTold = {
            "seat": self.seat,
            "fold": self.fold,
            "check": self.check,
            "call": self.call,
            "bet": None if self.bet is None else list(self.bet),
            "raise": None if self.raise_ is None else list(self.raise_),
            "all_in": self.all_in,
        }
        if self.cip is not None:
            actions["cip"] = self.cip
        if self.parola:
            actions["parola"] = True
        if self.discard is not None:
            actions["discard"] = self.discard
        return actions
