"""Contests: the comparisons of hands by which a pot, or a part of it, is won."""

from typing import Final, Literal, NamedTuple

from .events import ContestTold


class Contest(NamedTuple):
    """A comparison of hands; the pot is split between the contests of a game.

    Exactly ``of_hand`` hole cards count, or, where it is 0, any number. ``flush_over_full`` is for
    short decks; Italian hands have it from the house rules (DRAW-6).
    """

    by: Literal["high", "low", "italian"]
    of_hand: int = 0
    flush_over_full: bool = False

    def to_json(self) -> ContestTold:
        return {
            "by": self.by,
            "of_hand": self.of_hand,
            "flush_over_full": self.flush_over_full,
        }


HIGH: Final = (Contest("high"),)
HIGH_OF_TWO: Final = (Contest("high", of_hand=2),)
HIGH_LOW_OF_TWO: Final = (Contest("high", of_hand=2), Contest("low", of_hand=2))
ITALIAN_HIGH: Final = (Contest("italian"),)
# Six-plus hold'em.
SHORT_DECK_HIGH: Final = (Contest("high", flush_over_full=True),)
