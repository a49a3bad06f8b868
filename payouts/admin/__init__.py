"""The staff's view of money."""

from payouts.admin import audits, counter, drawers, money, payments, play_money, reports

__all__ = ["audits", "counter", "drawers", "money", "payments", "play_money", "reports"]
