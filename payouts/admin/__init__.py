"""The staff's view of money."""

from payouts.admin import counter, money, payments, play_money, reports

__all__ = ["counter", "money", "payments", "play_money", "reports"]
