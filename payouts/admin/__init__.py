"""The staff's view of money."""

from payouts.admin import counter, money, reports

__all__ = ["counter", "money", "reports"]
