"""Telling players that their balance has changed: their pages show it, and they read why where it
was others who moved the money."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse

from core.types import UserId
from payouts import accounts
from payouts.models import Transfer
from players import signals
from players.models import Notice
from players.notices import news
from players.notices.news import News

# What players do themselves, they know; of prizes they hear with their place.
BY_OTHERS = (Transfer.Reason.REFUND, Transfer.Reason.BOUNTY)
# What the cause of every transfer over the counter holds.
COUNTER = ":counter:"


def moved(transfers: Sequence[Transfer], *, key: str, now: datetime) -> None:
    """Money has moved for this cause; in the transaction that moves it."""
    owners = [
        owner
        for transfer in transfers
        for account in (transfer.debit.name, transfer.credit.name)
        if (owner := accounts.owner(account)) is not None
    ]
    if not owners:
        return
    signals.noticed.send(sender=Transfer, user_ids=sorted(set(owners)))
    by_others = [transfer for transfer in transfers if _by_others(transfer, key)]
    news.tell([_news(whose, by_others) for whose in sorted({*map(_whose, by_others)})], now=now)


def _by_others(transfer: Transfer, key: str) -> bool:
    names = transfer.debit.name, transfer.credit.name
    if all(accounts.owner(name) is None for name in names):
        return False
    return transfer.reason in BY_OTHERS or COUNTER in key


def _whose(transfer: Transfer) -> UserId:
    user_id = accounts.owner(transfer.credit.name) or accounts.owner(transfer.debit.name)
    assert user_id is not None
    return user_id


def _news(user_id: UserId, transfers: Sequence[Transfer]) -> News:
    """One notice for all the money of one cause."""
    mine = [transfer for transfer in transfers if _whose(transfer) == user_id]
    wallet = accounts.player(user_id)
    cents = sum(each.amount * (1 if each.credit.name == wallet else -1) for each in mine)
    data = {"cents": cents, "reason": str(mine[0].reason)}
    key = f"balance:{mine[0].pk}"
    return News(user_id, Notice.Kind.BALANCE, key, data, reverse("wallet"))
