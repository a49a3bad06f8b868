"""The thorough audit: the money that every event should have moved against the ledger.

The package that runs events states the flows of each (``Flow``, cents); they are compared with the
ledger here, transfer by transfer and account by account. ``audit`` is the fast part of it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Sum

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import REAL, Books
from payouts.bookkeeping.ledger import Reason
from payouts.models import (
    Account,
    Bonus,
    CashReceipt,
    Correction,
    CounterOrder,
    Drawer,
    DrawerMove,
    Payment,
    Transfer,
    WalletCall,
)
from payouts.reports.audit import audit
from payouts.rules.payments import PaymentKind as Way
from payouts.rules.payments import PaymentState
from players.models import Merge


class Flow(NamedTuple):
    """Money for one reason from one account to another."""

    debit: str
    credit: str
    reason: Reason


class FaultKind(StrEnum):
    """A kind of fault; the values are the words of the report."""

    BALANCE = "balance is not what its transfers add up to"
    TOTAL = "balances do not add up to zero"
    GUARD = "guard of the ledger is missing or switched off"
    MISSING = "never moved"
    TOO_LITTLE = "moved too little"
    TOO_MUCH = "moved too much"
    UNCAUSED = "moved without a cause"
    POOL = "pool does not hold what it should"
    HOLDS = "account does not hold what it should"
    RECORD = "record differs from what the results say"
    STRAY = "transfer belongs to nothing"


@dataclass(frozen=True, slots=True)
class Drift:
    """One fault, in cents, and the causes of its transfers."""

    kind: FaultKind
    subject: str
    expected: int
    found: int
    causes: tuple[str, ...] = ()


class Comparison(NamedTuple):
    """A flow of an event: the cents that it should have moved, and those that it moved."""

    flow: Flow
    expected: int
    found: int


def compare(
    event: str,
    expected: Mapping[Flow, int],
    *,
    entry_keys: str,
    account: str | None = None,
    books: Books = REAL,
) -> tuple[list[Comparison], list[Drift]]:
    """Return every flow of an event, and its faults.

    Its transfers are those of its ``account`` (the pool by default), all others of the same causes
    (a fee never passes a pool), and those whose cause begins with ``entry_keys``: an entry may cost
    nothing but its fee.
    """
    account = account or accounts.pool(event)
    moved: Counter[Flow] = Counter()
    causes: defaultdict[Flow, set[str]] = defaultdict(set)
    for key, amount, *flow in _transfers(account, entry_keys, books):
        flown = Flow(flow[0], flow[1], Reason(flow[2]))
        if key.endswith(ledger.BACK):
            # A reversal is treated as if neither it nor the reversed transfer had happened.
            flown = Flow(flow[1], flow[0], _TAKEN_BACK.get(flown.reason, flown.reason))
            amount = -amount
        moved[flown] += amount
        causes[flown].add(key)
    rows = [Comparison(flow, expected.get(flow, 0), moved[flow]) for flow in {**expected, **moved}]
    drifts = [
        Drift(
            kind, _name(event, row.flow), row.expected, row.found, tuple(sorted(causes[row.flow]))
        )
        for row in rows
        if (kind := _fault(row))
    ]
    return rows, [*drifts, *_held(account, expected, books)]


def changes(flows: Mapping[Flow, int]) -> Counter[str]:
    """Return the change of each account by these flows, cents."""
    change: Counter[str] = Counter()
    for flow, amount in flows.items():
        change[flow.debit] -= amount
        change[flow.credit] += amount
    return change


def books() -> Iterator[Drift]:
    """Yield faults of the ledger itself: balances, their sum, guards, strays, counter orders."""
    result = audit()
    for drift in result.drifts:
        yield Drift(
            FaultKind.BALANCE, drift.account, drift.computed, drift.stored, _causes(drift.account)
        )
    if result.total:
        yield Drift(FaultKind.TOTAL, "all accounts", 0, result.total)
    for guard in result.missing_guards:
        yield Drift(FaultKind.GUARD, guard, 1, 0)
    for stray in _strays():
        yield Drift(FaultKind.STRAY, f"{stray}: {_flow(stray)}", 0, stray.amount, (stray.key,))
    for order in _misbooked():
        moved = order.transfer
        assert moved is not None
        subject = f"order {order} at the counter: {_flow(moved)}"
        yield Drift(FaultKind.RECORD, subject, order.amount, moved.amount, (moved.key,))
    yield from _miscounted()
    yield from _misnumbered()
    yield from _mispaid()
    yield from _misbrought()
    yield from _miscorrected()
    yield from _mispromised()
    yield from _mismerged()


def holdings(events: Mapping[str, int]) -> Iterator[Drift]:
    """Yield accounts whose balance is not deposits and gifts, less withdrawals, plus ``events``."""
    outside = (
        Q(reason=Reason.DEPOSIT, credit__kind="player")
        | Q(reason=Reason.WITHDRAWAL, debit__kind__in=_PAID_OUT_OF)
        | Q(reason=Reason.GIFT, debit__name=accounts.DEMO, credit__kind="player")
        | Q(reason__in=_OF_PAYMENTS)
    )
    moved = Transfer.objects.filter(outside).values_list("debit__name", "credit__name", "reason")
    flows = {Flow(*flow): cents for *flow, cents in moved.annotate(cents=Sum("amount"))}
    expected = changes(flows)
    expected.update(events)
    for name, _kind, balance in balances():
        if balance != expected[name]:
            yield Drift(FaultKind.HOLDS, name, expected[name], balance, _causes(name))


def first_since(moment: datetime) -> int | None:
    """Return the id of the first transfer since ``moment``; None where there is none.

    Ids ascend, even if a later row claims an earlier time.
    """
    since = Transfer.objects.filter(created_at__gte=moment).aggregate(first=Min("pk"))
    first: int | None = since["first"]
    return first


def uncaused(first: int, *, since: datetime) -> Iterator[str]:
    """Yield a line for each transfer from id ``first`` on that nothing in the room has caused.

    Also for one that claims a time before ``since``. Without a cause are strays, and money in or
    out that neither an order at the counter nor a payment names. Gifts are valid in a demo alone.
    """
    early = Transfer.objects.filter(pk__gte=first, created_at__lt=since)
    for pk, at in early.order_by("pk").values_list("pk", "created_at"):
        yield f"transfer {pk}: it claims to be of {at:%Y-%m-%d %H:%M}, and came after others since"
    for stray in _strays().filter(pk__gte=first):
        yield f"transfer {stray.pk}: {FaultKind.STRAY}: {_flow(stray)}, {stray.amount} cents"
    reasons = [Reason.DEPOSIT, Reason.WITHDRAWAL, *([] if settings.DEMO else [Reason.GIFT])]
    outside = Transfer.objects.filter(pk__gte=first, reason__in=reasons)
    outside = outside.exclude(key__startswith="payment:")
    if settings.DEMO:
        # The balances of its first players (``payouts.payments.samples``).
        outside = outside.exclude(key__regex=r"^deposit:[0-9]+:demo:")
    orders = CounterOrder.objects.filter(transfer=OuterRef("pk"))
    for row in outside.filter(~Exists(orders)).select_related("debit", "credit").order_by("pk"):
        yield f"transfer {row.pk}: {FaultKind.UNCAUSED}: {_flow(row)}, {row.amount} cents"


def balances() -> Iterator[tuple[str, str, int]]:
    """Yield every account: its name, its kind, its cents."""
    return Account.objects.order_by("pk").values_list("name", "kind", "balance").iterator()


def causes(flow: Flow, *, books: Books = REAL) -> Iterator[str]:
    """Yield the causes of all transfers of a flow."""
    transfers = books.transfer.objects.filter(
        debit__name=flow.debit, credit__name=flow.credit, reason=flow.reason
    )
    return iter(transfers.values_list("key", flat=True))


def pools() -> set[str]:
    """Return the events that have ever had money."""
    names = Account.objects.filter(kind=Account.Kind.POOL).values_list("name", flat=True)
    return {event for name in names if (event := accounts.event(name))}


def _transfers(account: str, entry_keys: str, books: Books) -> Iterator[list[Any]]:
    """Yield cause, cents, from, to and reason of every transfer of an event."""
    pool = books.account.objects.filter(name=account).values_list("pk", flat=True).first()
    mine = Q(debit_id=pool) | Q(credit_id=pool)
    moved = books.transfer.objects
    by_pool = moved.filter(mine)
    by_key = moved.filter(key__startswith=entry_keys)
    same_cause = moved.filter(key__in=by_pool.values("key"))
    columns = ("key", "amount", "debit__name", "credit__name", "reason")
    # A union, as an "or" of the three would read the whole ledger.
    rows = same_cause.values_list("pk", *columns).union(by_key.values_list("pk", *columns))
    return (row for _pk, *row in rows)


def _fault(row: Comparison) -> FaultKind | None:
    if row.found == row.expected:
        return None
    if not row.found:
        return FaultKind.MISSING
    if not row.expected:
        return FaultKind.UNCAUSED
    return FaultKind.TOO_MUCH if row.found > row.expected else FaultKind.TOO_LITTLE


def _held(name: str, expected: Mapping[Flow, int], books: Books) -> Iterable[Drift]:
    due, balance = changes(expected)[name], ledger.balance(name, books=books)
    if due == balance:
        return []
    return [Drift(FaultKind.POOL, name, due, balance, _causes(name, books=books))]


# The reversed reason, by the reason of the reversal.
_TAKEN_BACK = {back: Reason(reason) for reason, back in ledger.TAKES_BACK.items()}
# The accounts that hold an event's money while it lasts.
_EVENTS = (Account.Kind.POOL, Account.Kind.ESCROW)
# The sources of a withdrawal: the wallet at the counter, held money, or a debt.
_PAID_OUT_OF = (Account.Kind.PLAYER, Account.Kind.HELD, Account.Kind.DEBT)
# Moved by payments and calls to an operator's wallet alone; ``_mispaid`` and ``_misbrought`` check
# them against their states.
_OF_PAYMENTS = (
    *(Reason.HOLD, Reason.RELEASE, Reason.RETURNED),
    *(Reason.CHARGE_BACK, Reason.DEBT, Reason.PAYMENT_FEE),
    *(Reason.WALLET_IN, Reason.WALLET_OUT),
    # Moved by corrections, bonuses and merges; ``_miscorrected`` and the like check them.
    *(Reason.CORRECTION, Reason.BONUS, Reason.MERGE),
)
# The payers of an entry: its player, or the account that holds the value of tickets.
_PAYERS = (Account.Kind.PLAYER, Account.Kind.TICKETS)


def _strays() -> "QuerySet[Transfer]":
    """Return transfers that are not in or out, no gift, of no event and no entry's fee."""
    return (
        Transfer.objects.select_related("debit", "credit")
        .exclude(reason=Reason.DEPOSIT, debit__name=accounts.OUTSIDE, credit__kind="player")
        .exclude(
            reason=Reason.WITHDRAWAL, debit__kind__in=_PAID_OUT_OF, credit__name=accounts.OUTSIDE
        )
        .exclude(reason__in=_OF_PAYMENTS)
        .exclude(reason=Reason.GIFT, debit__name=accounts.DEMO, credit__kind="player")
        .exclude(debit__kind__in=_EVENTS)
        .exclude(credit__kind__in=_EVENTS)
        .exclude(reason=Reason.FEE, debit__kind__in=_PAYERS, credit__name=accounts.FEES)
        .exclude(reason=Reason.REFUND, debit__name=accounts.FEES, credit__kind__in=_PAYERS)
        .order_by("pk")
    )


def _misbooked() -> Iterable[CounterOrder]:
    """Return done orders whose transfer does not match them."""
    return (
        CounterOrder.objects.filter(status=CounterOrder.Status.DONE)
        .exclude(
            kind=CounterOrder.Kind.PAY_IN,
            amount=F("transfer__amount"),
            transfer__reason=Reason.DEPOSIT,
            transfer__credit__user=F("user"),
        )
        .exclude(
            kind=CounterOrder.Kind.PAY_OUT,
            amount=F("transfer__amount"),
            transfer__reason=Reason.WITHDRAWAL,
            transfer__debit__user=F("user"),
        )
        .select_related("transfer__debit", "transfer__credit")
        .order_by("pk")
    )


def _miscounted() -> Iterator[Drift]:
    """Yield drawers whose orders, moves and float differ from their expected cash (STAFF-13)."""
    sums: defaultdict[int, int] = defaultdict(int)
    for rows in (DrawerMove.objects, CounterOrder.objects.exclude(drawer=None)):
        done = rows.filter(status="done").values_list("drawer", "kind")
        for drawer, kind, cents in done.annotate(cents=Sum("amount")):
            sums[drawer] += cents if kind == "in" else -cents
    counted = Drawer.objects.filter(counted__isnull=False).select_related("came_from")
    for row in counted.order_by("pk").iterator():
        due = sums[row.pk] + ((row.came_from.counted or 0) if row.came_from else 0)
        if due != row.expected:
            yield Drift(FaultKind.RECORD, f"drawer {row.pk}, {row}", due, row.expected or 0)


def _misnumbered() -> Iterator[Drift]:
    """Yield years of receipts with a gap, and done orders without a receipt (INFO-3)."""
    years = CashReceipt.objects.values_list("year").annotate(Count("pk"), Max("number"))
    for year, count, last in years.order_by("year"):
        if count != last:
            yield Drift(FaultKind.RECORD, f"receipts of {year}", last, count)
    for order in CounterOrder.objects.filter(status="done", receipt=None).order_by("pk"):
        yield Drift(FaultKind.RECORD, f"order {order} at the counter has no receipt", 1, 0)


def _mispaid() -> Iterator[Drift]:
    """Yield payments whose transfers do not match their state, reason by reason."""
    moved = _moved_for("payment")
    for payment in (
        Payment.objects.prefetch_related("steps").order_by("pk").iterator(chunk_size=1000)
    ):
        due, did = _due(payment), moved.pop(payment.pk, Counter())
        for reason in sorted(due.keys() | did.keys()):
            if due[reason] != did[reason]:
                subject = f"{reason} of payment {payment.pk}, {payment.state}"
                yield Drift(FaultKind.RECORD, subject, due[reason], did[reason])
    for payment_id, did in moved.items():
        subject = f"payment {payment_id}, which is not there"
        yield Drift(FaultKind.RECORD, subject, 0, sum(did.values()))


def _misbrought() -> Iterator[Drift]:
    """Yield calls to an operator's wallet whose transfers do not match their state."""
    moved = _moved_for("wallet")
    for call in WalletCall.objects.order_by("pk").iterator():
        did = sum(moved.pop(call.pk, Counter()).values())
        done = call.state == WalletCall.State.DONE
        # A credit leaves the wallet when it is requested, and the room when it is done.
        due = call.amount * (done + (call.kind == WalletCall.Kind.CREDIT))
        if due != did:
            yield Drift(FaultKind.RECORD, f"call {call.pk} to the operator, {call.state}", due, did)
    for call_id, stray in moved.items():
        subject = f"call {call_id} to the operator, which is not there"
        yield Drift(FaultKind.RECORD, subject, 0, sum(stray.values()))


def _miscorrected() -> Iterator[Drift]:
    """Yield corrections whose transfers do not match the decision."""
    moved = _moved_for("correction")
    for row in Correction.objects.order_by("pk").iterator():
        did = sum(moved.pop(row.pk, Counter()).values())
        due = row.amount * (row.status == Correction.Status.DONE)
        if due != did:
            yield Drift(FaultKind.RECORD, f"correction {row.pk}, {row.status}", due, did)
    for correction_id, stray in moved.items():
        subject = f"correction {correction_id}, which is not there"
        yield Drift(FaultKind.RECORD, subject, 0, sum(stray.values()))


def _mismerged() -> Iterator[Drift]:
    """Yield money that went from one player to another without a completed merge (STAFF-12)."""
    transfers = Transfer.objects.filter(reason=Reason.MERGE).select_related("debit", "credit")
    merges = Merge.objects.filter(status=Merge.Status.DONE).values_list("pk", "other", "user")
    merges = Merge.objects.filter(status=Merge.Status.DONE).values_list("pk", "other", "user")
    done = {
        f"merge:{pk}": (accounts.player(UserId(other)), accounts.player(UserId(user)))
        for pk, other, user in merges
    }
    for row in transfers.order_by("pk"):
        if done.get(row.key) != (row.debit.name, row.credit.name):
            yield Drift(FaultKind.RECORD, f"{row.key}: {_flow(row)}", 0, row.amount, (row.key,))


def _mispromised() -> Iterator[Drift]:
    """Yield bonuses whose transfers do not match their outcome: promised once, and ended once."""
    moved = _moved_for("bonus")
    for row in Bonus.objects.order_by("pk").iterator():
        did = sum(moved.pop(row.pk, Counter()).values())
        due = row.amount * (1 if row.status == Bonus.Status.OPEN else 2)
        if due != did:
            yield Drift(FaultKind.RECORD, f"bonus {row.pk}, {row.status}", due, did)
    for bonus_id, stray in moved.items():
        subject = f"bonus {bonus_id}, which is not there"
        yield Drift(FaultKind.RECORD, subject, 0, sum(stray.values()))


def _moved_for(what: str) -> dict[int, Counter[str]]:
    """Return moved cents by reason for each payment or call, without debts paid along."""
    by_id: defaultdict[int, Counter[str]] = defaultdict(Counter)
    moved = Transfer.objects.filter(key__gte=f"{what}:", key__lt=f"{what};")
    for key, reason, cents in moved.values_list("key", "reason", "amount").iterator():
        if reason != Reason.DEBT:
            by_id[int(key.split(":")[1])][reason] += cents
    return by_id


def _due(payment: Payment) -> Counter[str]:
    """Return the cents that a payment's states should have moved, by reason."""
    state, due = payment.at, Counter[str]()
    if payment.way is Way.DEPOSIT:
        if state in (PaymentState.SETTLED, PaymentState.CHARGED_BACK):
            due.update({Reason.DEPOSIT: payment.amount, Reason.PAYMENT_FEE: payment.fee})
        if state is PaymentState.CHARGED_BACK:
            due[Reason.CHARGE_BACK] = payment.amount
        return +due
    due[Reason.HOLD] = payment.amount
    passed = {step.after for step in payment.steps.all()}
    if passed & {PaymentState.REFUSED, PaymentState.CANCELLED, PaymentState.FAILED}:
        due[Reason.RELEASE] = payment.amount
    if state in (PaymentState.SETTLED, PaymentState.RETURNED):
        due.update({Reason.WITHDRAWAL: payment.arrives, Reason.PAYMENT_FEE: payment.fee})
    if state is PaymentState.RETURNED:
        due[Reason.RETURNED] = payment.amount
    return +due


SHOWN_CAUSES = 10


def _causes(account: str, *, books: Books = REAL) -> tuple[str, ...]:
    """Return the causes of an account's latest transfers, as a starting point for staff."""
    rows = ledger.statement(account, books=books)
    return tuple(rows.values_list("key", flat=True)[:SHOWN_CAUSES])


def _name(event: str, flow: Flow) -> str:
    return f"{event}: {flow.reason} from {flow.debit} to {flow.credit}"


def _flow(transfer: Transfer) -> str:
    return f"{transfer.reason} from {transfer.debit} to {transfer.credit}"
