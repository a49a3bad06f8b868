"""The staff's view of money."""

from payouts.admin import counter, money

__all__ = ["counter", "money"]
