"""The staff's view of money."""

from payouts.admin import audits, counter, money, payments, play_money, reports

__all__ = ["audits", "counter", "money", "payments", "play_money", "reports"]
