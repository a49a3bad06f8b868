"""Notices and page updates for players whose balance has changed.

Their pages show the new balance; a notice gives the reason where others moved the money.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.urls import reverse

from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.models import Transfer
from players import signals
from players.models import Notice
from players.notices import news
from players.notices.news import News

# Players know their own acts; their event notifies them of prizes, bounties and refunds.
BY_OTHERS = (
    *(Transfer.Reason.CORRECTION, Transfer.Reason.BONUS, Transfer.Reason.MERGE),
    *(Transfer.Reason.PRIZE_BACK, Transfer.Reason.BOUNTY_BACK),
)
# Payments send a notice at each step that is not the player's own (MONEY-2).
PAYMENT = "payment:"
OWN_STEPS = (":held", ":cancelled")
# A part of the cause of every transfer over the counter.
COUNTER = ":counter:"


def moved(causes: Mapping[str, Sequence[Transfer]], *, now: datetime) -> None:
    """Announce moved money by cause, in the transaction that moves it."""
    owners = {
        owner
        for transfers in causes.values()
        for transfer in transfers
        for account in (transfer.debit.name, transfer.credit.name)
        if (owner := _player(account)) is not None
    }
    if not owners:
        return
    signals.noticed.send(sender=Transfer, user_ids=sorted(owners))
    news.tell([one for key, of_it in causes.items() for one in _all_news(of_it, key)], now=now)


def _all_news(transfers: Sequence[Transfer], key: str) -> Iterator[News]:
    by_others = [transfer for transfer in transfers if _by_others(transfer, key)]
    for whose in sorted({*map(_whose, by_others)}):
        mine = [transfer for transfer in by_others if _whose(transfer) == whose]
        # A deposit may pay a debt at once: a notice of its own says so.
        for debt in (False, True):
            if of_it := [one for one in mine if (one.reason == Transfer.Reason.DEBT) == debt]:
                yield _news(whose, of_it, key)


def _by_others(transfer: Transfer, key: str) -> bool:
    names = transfer.debit.name, transfer.credit.name
    if all(_player(name) is None for name in names):
        return False
    if key.startswith(PAYMENT):
        return not key.endswith(OWN_STEPS)
    return transfer.reason in BY_OTHERS or COUNTER in key


def _player(account: str) -> UserId | None:
    """Return the owner of a wallet or of a debt."""
    return accounts.owner(account) or accounts.debtor(account)


def _whose(transfer: Transfer) -> UserId:
    user_id = _player(transfer.credit.name) or _player(transfer.debit.name)
    assert user_id is not None
    return user_id


# Deposits and withdrawals that do not pass the counter are called otherwise.
_ELSEWHERE = {Transfer.Reason.DEPOSIT: "paid_in", Transfer.Reason.WITHDRAWAL: "paid_out"}


def _news(user_id: UserId, mine: Sequence[Transfer], cause: str) -> News:
    """Return one notice for all of a player's money that a cause moves."""
    cents = sum(
        transfer.amount
        * ((_player(transfer.credit.name) == user_id) - (_player(transfer.debit.name) == user_id))
        for transfer in mine
    )
    reason = Transfer.Reason(mine[0].reason)
    if reason == Transfer.Reason.DEBT:
        # Both the wallet and the debt are theirs.
        cents = -sum(transfer.amount for transfer in mine)
    called = reason.value if COUNTER in cause else _ELSEWHERE.get(reason, reason.value)
    data = {"cents": cents, "reason": called}
    key = f"balance:{mine[0].pk}"
    return News(user_id, Notice.Kind.BALANCE, key, data, reverse("wallet"))
