"""The price of an entry, and the chips that it buys."""

from typing import NamedTuple

from core.types import Chips


class Price(NamedTuple):
    """Cents to the pool, on the player's own head and to the house; chips for the player."""

    buy_in: int
    bounty: int
    fee: int
    chips: Chips

    @property
    def right(self) -> int:
        """The cents that the player pays (POOL-1)."""
        return self.buy_in + self.bounty + self.fee
