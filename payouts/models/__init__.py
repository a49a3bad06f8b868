"""Rows about money: reached from outside the package through its verbs only."""

from payouts.models.audits import AuditRun
from payouts.models.bonuses import Bonus
from payouts.models.cash_receipts import CashReceipt, ReceiptYear
from payouts.models.closings import DayClosing
from payouts.models.corrections import Correction
from payouts.models.counter import CounterOrder
from payouts.models.drawers import Drawer, DrawerMove
from payouts.models.limits import LimitChange, LimitKindChoices, LimitPeriodChoices, PlayedTime
from payouts.models.mirror import WalletCall, WalletRest
from payouts.models.money import Account, PlayAccount, PlayTransfer, Transfer
from payouts.models.payments import Payment, PaymentNotice, PaymentStep
from payouts.models.prize_draws import PrizeDraw, PrizeDrawSecret
from payouts.models.schemes import PrizeScheme

__all__ = [
    "Account",
    "AuditRun",
    "Bonus",
    "CashReceipt",
    "Correction",
    "CounterOrder",
    "DayClosing",
    "Drawer",
    "DrawerMove",
    "LimitChange",
    "LimitKindChoices",
    "LimitPeriodChoices",
    "Payment",
    "PaymentNotice",
    "PaymentStep",
    "PlayAccount",
    "PlayTransfer",
    "PlayedTime",
    "PrizeDraw",
    "PrizeDrawSecret",
    "PrizeScheme",
    "ReceiptYear",
    "Transfer",
    "WalletCall",
    "WalletRest",
]
