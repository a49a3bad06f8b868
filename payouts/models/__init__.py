"""Rows about money: reached from outside the package through its verbs only."""

from payouts.models.counter import CounterOrder
from payouts.models.limits import LimitChange, Period
from payouts.models.money import Account, Transfer
from payouts.models.prize_draws import PrizeDraw, PrizeDrawSecret
from payouts.models.schemes import PrizeScheme

__all__ = [
    "Account",
    "CounterOrder",
    "LimitChange",
    "Period",
    "PrizeDraw",
    "PrizeDrawSecret",
    "PrizeScheme",
    "Transfer",
]
