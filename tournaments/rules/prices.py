"""What an entry costs, and what it brings."""

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
        """What the player pays, cents (POOL-1)."""
        return self.buy_in + self.bounty + self.fee
