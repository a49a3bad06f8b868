"""The staff's view of money."""

from payouts.admin import counter, money, play_money, reports

__all__ = ["counter", "money", "play_money", "reports"]
