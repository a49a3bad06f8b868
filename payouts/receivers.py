"""Receivers of news of players (signed up, anonymised, merged) and of the clock."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from core import room_clock
from core.due_times import bring_back
from core.money import money_text
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.models import Account, Payment, WalletCall, WalletRest
from payouts.refusals import MoneyCode
from payouts.rules.payments import PaymentState
from payouts.wallets import held, merging, sign_up_money
from players.models import User


def keep_while_money_is_held(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Refuse to anonymise a player with money here or on its way. Refuses MONEY_HELD."""
    names = [part(user_id) for part in (accounts.player, accounts.debt, accounts.bonus)]
    holds = Account.objects.filter(name__in=names).exclude(balance=0).exists()
    if holds or held.is_under_way(user_id):
        raise Refusal(MoneyCode.MONEY_HELD)


def refuse_merge(
    sender: Any, *, user_id: UserId, other_id: UserId, now: datetime, **_: Any
) -> None:
    """Refuse a merge while money of the closing account is on its way (STAFF-12)."""
    merging.check(user_id=user_id, other_id=other_id)


def merge(
    sender: Any, *, merge_id: int, user_id: UserId, other_id: UserId, now: datetime, **_: Any
) -> None:
    """Move balance, bonus and limits to the remaining account."""
    merging.merge(merge_id=merge_id, user_id=user_id, other_id=other_id, now=now)


def follow_clock_back(sender: Any, *, step: timedelta, now: datetime, **_: Any) -> None:
    """Move due times of payments and of calls to the operator's wallet back with the clock.

    A payment on hold waits until the time that its player was told.
    """
    bring_back(Payment.objects.exclude(state=PaymentState.HELD.value), "due_at", step=step, now=now)
    for kind in (WalletCall, WalletRest):
        bring_back(kind._default_manager.all(), "due_at", step=step, now=now)


def welcome(sender: Any, *, request: HttpRequest, user: User, **more: Any) -> None:
    """Give a new player demo money, with a message about them (FREE-3)."""
    if sign_up_money.welcome(user_id=user.pk, now=room_clock.now()) is not None:
        words = _("%(amount)s of demo money is in your wallet. It is worth nothing elsewhere.")
        messages.success(request, words % {"amount": money_text(sign_up_money.WELCOME)})
