"""The wallet as a mirror of an account that an operator's own system holds (MONEY-5).

Money comes when a player enters or buys chips (``funded``) and goes back when it rests in a wallet.
The operator is never called inside a transaction: a call is a row that is due, committed first. A
debit without an answer is undone at the operator by its key; a credit is repeated by its key until
it is accepted.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial, wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

import structlog
from django.db import connection, transaction

from core import room_clock, sql
from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.outside.signed_json import Declined, Silent
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.gateways import connected
from payouts.gateways.operators_wallet import Wallet
from payouts.models import WalletCall, WalletRest
from payouts.refusals import MoneyCode
from players import player_lock

log = structlog.get_logger(__name__)

Kind, State = WalletCall.Kind, WalletCall.State
Given = ParamSpec("Given")
Found = TypeVar("Found")

# The first back-off; each doubles, up to the longest.
AGAIN = timedelta(seconds=10)
LONGEST_PAUSE = timedelta(minutes=10)
# The most calls of one sweep; the next one continues.
AT_ONCE = 50

# True if a sweep would find work.
DUE = ExistsQuery("""
    EXISTS (SELECT FROM payouts_walletcall WHERE due_at <= %(now)s)
        OR EXISTS (SELECT FROM payouts_walletrest WHERE due_at <= %(now)s)""")
_TAKE = """
    UPDATE payouts_walletcall
    SET due_at = %(now)s + least(%(longest)s, %(again)s * power(2, least(tries, 12))),
        tries = least(tries + 1, 1000)
    WHERE id IN (
        SELECT id FROM payouts_walletcall WHERE due_at <= %(now)s
        ORDER BY due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ) RETURNING id"""


def funded(verb: Callable[Given, Found]) -> Callable[Given, Found]:
    """Wrap a verb that pays from a wallet: bring missing money from the operator, and retry once.

    The wallet is that of its ``user_id``. Where wallets are the room's own, and inside a
    transaction, the verb is unchanged.

    Refuses WALLET_SILENT besides: no purchase was made, and any money that the operator has taken
    goes back there.
    """

    @wraps(verb)
    def paid(*values: Given.args, **named: Given.kwargs) -> Found:
        try:
            return verb(*values, **named)
        except Refusal as refusal:
            if connected.wallet() is None or connection.in_atomic_block:
                raise
            user_id: Any = named["user_id"]
            mine = refusal.context.get("account") == accounts.player(user_id)
            if refusal.code is not MoneyCode.INSUFFICIENT_FUNDS or not mine:
                raise
            missing: Any = refusal.context["missing"]
        bring(user_id=user_id, amount=missing, now=room_clock.now())
        return verb(*values, **named)

    return paid


def bring(*, user_id: UserId, amount: int, now: datetime) -> None:
    """Bring cents from a player's account at the operator into the wallet; outside of transactions.

    Refuses INSUFFICIENT_FUNDS, and WALLET_SILENT without an answer.
    """
    wallet = connected.wallet()
    assert wallet is not None
    call = WalletCall.objects.create(
        kind=Kind.DEBIT, user_id=user_id, amount=amount, asked_at=now, due_at=now + AGAIN
    )
    try:
        wallet.debit(key=call.key, user_id=user_id, amount=amount)
    except Declined as declined:
        _end(call, State.DECLINED, now=now)
        account = accounts.player(user_id)
        raise Refusal(MoneyCode.INSUFFICIENT_FUNDS, account=account, missing=amount) from declined
    except Silent as silence:
        _undo(call, now=now)
        raise Refusal(MoneyCode.WALLET_SILENT) from silence
    if not _end(call, State.DONE, now=now):
        # It took so long that it is being undone.
        raise Refusal(MoneyCode.WALLET_SILENT)


def sweep(*, now: datetime) -> int:
    """Send back resting money, and continue every call that is due; returns how many.

    Safe to run concurrently: each call is leased to one worker, and due again if that worker dies.
    """
    wallet = connected.wallet()
    if wallet is None:
        return 0
    resting = WalletRest.objects.filter(due_at__lte=now).values_list("user_id", flat=True)
    for user_id in list(resting[:AT_ONCE]):
        work = partial(_set_aside, UserId(user_id), now=now)
        attempt("idle money", work, user=user_id)
    known = {"now": now, "most": AT_ONCE, "again": AGAIN, "longest": LONGEST_PAUSE}
    call_ids = [pk for (pk,) in sql.rows(_TAKE, known)]
    for call in WalletCall.objects.filter(pk__in=call_ids).order_by("pk"):
        work = partial(_try, call, wallet, now=now)
        attempt("call to the operator's wallet", work, call=call.pk)
    return len(call_ids)


def _try(call: WalletCall, wallet: Wallet, *, now: datetime) -> None:
    try:
        _go_on(call, wallet, now=now)
    except Silent as silence:
        log.warning("operator's wallet silent", call=call.pk, why=str(silence))
    except Declined as declined:
        log.error("operator's wallet declines", call=call.pk, why=str(declined))


class WalletDifference(NamedTuple):
    """A call that has ended here and differs from the operator's record, in words for staff."""

    call: WalletCall
    here: str
    there: str


def differences(*, since: datetime) -> Iterator[WalletDifference]:
    """Yield the calls ended since then that the operator records differently.

    Raises Silent where it does not answer.
    """
    wallet = connected.wallet()
    if wallet is None:
        return
    for call in WalletCall.objects.filter(ended_at__gte=since).order_by("pk").iterator():
        status = wallet.status(key=call.key)
        here = call.amount if call.state == State.DONE else 0
        there = status.amount if status is not None and status.state == State.DONE else 0
        if here != there:
            yield WalletDifference(call, call.state, "unknown" if status is None else status.state)


def _set_aside(user_id: UserId, *, now: datetime) -> None:
    """Take resting money out of a wallet, to be given to the operator; the call is due at once."""
    with transaction.atomic():
        player_lock.hold(user_id)
        wallet, held = accounts.player(user_id), accounts.held(user_id)
        # Before the row of the call, as every posting does.
        ledger.hold([wallet, held])
        if not WalletRest.objects.filter(user=user_id, due_at__lte=now).delete()[0]:
            return
        if (cents := ledger.balance(wallet)) <= 0:
            return
        call = WalletCall.objects.create(
            kind=Kind.CREDIT, user_id=user_id, amount=cents, asked_at=now, due_at=now
        )
        leg = Leg(wallet, held, cents, Reason.WALLET_OUT)
        ledger.post([leg], key=_cause(call, State.ASKED), now=now)
        # Players get no notice of this movement.
        WalletRest.objects.filter(user=user_id).delete()


def _go_on(call: WalletCall, wallet: Wallet, *, now: datetime) -> None:
    if call.kind == Kind.CREDIT:
        wallet.credit(key=call.key, user_id=UserId(call.user_id), amount=call.amount)
        _end(call, State.DONE, now=now)
        return
    # The asking process is gone, or was refused: no verb waits for this money any more.
    _undo(call, now=now)
    wallet.rollback(key=call.key)
    _end(call, State.UNDONE, now=now)


def _undo(call: WalletCall, *, now: datetime) -> None:
    rows = WalletCall.objects.filter(pk=call.pk, state=State.ASKED)
    rows.update(state=State.UNDOING, due_at=now)


def _end(call: WalletCall, state: WalletCall.State, *, now: datetime) -> bool:
    """End a call, with its money; return False if it had ended, or was being undone, before."""
    with transaction.atomic():
        player_lock.hold(UserId(call.user_id))
        held = WalletCall.objects.select_for_update(of=("self",)).get(pk=call.pk)
        if held.state != (State.UNDOING if state == State.UNDONE else State.ASKED):
            return False
        if state == State.DONE:
            ledger.post([_leg(held)], key=_cause(held, state), now=now)
        held.state, held.ended_at, held.due_at = state, now, None
        held.save()
    return True


def _leg(call: WalletCall) -> Leg:
    user_id = UserId(call.user_id)
    if call.kind == Kind.DEBIT:
        return Leg(accounts.OUTSIDE, accounts.player(user_id), call.amount, Reason.WALLET_IN)
    return Leg(accounts.held(user_id), accounts.OUTSIDE, call.amount, Reason.WALLET_OUT)


def _cause(call: WalletCall, state: WalletCall.State) -> str:
    return f"wallet:{call.pk}:{state.value}"
