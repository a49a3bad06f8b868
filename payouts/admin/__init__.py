"""The staff's view of money."""

from payouts.admin import counter, drawers, money, payments, play_money, reports

__all__ = ["counter", "drawers", "money", "payments", "play_money", "reports"]
