"""The only writer of money. The database guards every row (``migrations/0002_guards.py``)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, notifications
from payouts.bookkeeping.books import PLAY, REAL, Books
from payouts.gateways import connected
from payouts.models import Account, Transfer, WalletRest
from payouts.models.money import Holder, Movement
from payouts.refusals import MoneyCode

Reason = Movement.Reason
# Money rests this long in a wallet before it goes back to the operator's own system: a player who
# brought it for an entry is using it.
REST = timedelta(seconds=5)

# The suffix of the key of a reversal, and the reason that each reason is reversed with.
BACK = ":back"
TAKES_BACK: dict[str, Reason] = {
    Reason.PRIZE: Reason.PRIZE_BACK,
    Reason.BOUNTY: Reason.BOUNTY_BACK,
}
# Separates a cause from the number of times that it was taken back.
ANEW = "#"


@dataclass(frozen=True, slots=True)
class Leg:
    """``amount`` cents, or chips of play money, moved from the account ``debit`` to ``credit``."""

    debit: str
    credit: str
    amount: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Posting:
    """The transfers of one cause; ``created`` is False when they had been posted before."""

    transfers: Sequence[Any]
    created: bool


def post(legs: Sequence[Leg], *, key: str, now: datetime, books: Books = REAL) -> Posting:
    """Move every leg or none, once per key, in the caller's transaction or one of its own.

    Refuses INSUFFICIENT_FUNDS (``missing`` cents, ``account``), in play money NOT_ENOUGH_PLAY_MONEY
    (``missing`` chips), KEY_REUSED for a key that stands
    for other legs, AMOUNT_NOT_POSITIVE and SAME_ACCOUNT.
    """
    return post_all({key: legs}, now=now, books=books)[key]


def post_all(
    causes: Mapping[str, Sequence[Leg]], *, now: datetime, books: Books = REAL
) -> Mapping[str, Posting]:
    """Post several causes (legs by key) with few statements: all that are new, or none.

    Refuses the same codes as ``post``.
    """
    for leg in chain(*causes.values()):
        if leg.amount <= 0:
            raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
        if leg.debit == leg.credit:
            raise Refusal(MoneyCode.SAME_ACCOUNT, account=leg.debit)
    try:
        with transaction.atomic():
            return _post_all(causes, now=now, books=books)
    except IntegrityError as error:
        # A concurrent transaction took a key between our read and our insert. With the same legs,
        # the locks on the accounts would have shown us its transfers: so its legs differ.
        if "transfer_key_line_once" in str(error):
            raise Refusal(MoneyCode.KEY_REUSED, key=next(iter(causes))) from error
        raise


def take_back(keys: Iterable[str], *, now: datetime, books: Books = REAL) -> None:
    """Post the reverse of all transfers under each of these keys, once per key.

    Refuses INSUFFICIENT_FUNDS (``missing`` cents, ``account``), in play money
    NOT_ENOUGH_PLAY_MONEY, where it is no longer there.
    """
    moved = books.transfer.objects.filter(key__in=[*keys]).select_related("debit", "credit")
    causes: defaultdict[str, list[Leg]] = defaultdict(list)
    for row in moved.order_by("key", "line"):
        reason = TAKES_BACK.get(row.reason, Reason(row.reason))
        causes[row.key + BACK].append(Leg(row.credit.name, row.debit.name, row.amount, reason))
    if causes:
        post_all(causes, now=now, books=books)


def anew(cause: str, *, books: Books = REAL) -> str:
    """Return the next free key of a cause: the cause itself, or after a reversal a numbered one."""
    key, times = cause, 0
    while posted(key + BACK, books=books):
        times += 1
        key = f"{cause}{ANEW}{times}"
    return key


def hold(names: Iterable[str], *, books: Books = REAL) -> None:
    """Lock accounts until this transaction ends, for a caller that posts more than once in it.

    Each posting locks in ascending id, but two of them need not: two transactions that pay the same
    two players crosswise would deadlock.
    """
    _lock(set(names), books)


def has_begun() -> bool:
    """Return whether any money was ever moved."""
    return Transfer.objects.exists()


def balance(account: str, *, books: Books = REAL) -> Cents:
    """Return the cents, or chips of play money, on an account; 0 for a new account."""
    cents = books.account.objects.filter(name=account).values_list("balance", flat=True).first()
    return Cents(cents or 0)


def posted(key: str, *, books: Books = REAL) -> bool:
    """Return whether money has moved for this cause."""
    return bool(books.transfer.objects.filter(key=key).exists())


def statement(account: str, *, books: Books = REAL) -> QuerySet[Any]:
    """Return every transfer from or to an account, newest first."""
    # By id: a condition on both names would read the whole ledger.
    pk = books.account.objects.filter(name=account).values_list("pk", flat=True).first()
    rows: QuerySet[Any] = (
        books.transfer.objects.filter(Q(debit_id=pk) | Q(credit_id=pk))
        .select_related("debit", "credit")
        .order_by("-pk")
    )
    return rows


def _post_all(
    causes: Mapping[str, Sequence[Leg]], *, now: datetime, books: Books
) -> Mapping[str, Posting]:
    every = chain(*causes.values())
    held = _lock({name for leg in every for name in (leg.debit, leg.credit)}, books)
    done = _earlier(causes, held, books)
    new = {key: legs for key, legs in causes.items() if key not in done}
    _check_funds(chain(*new.values()), held, books)
    transfers = books.transfer.objects.bulk_create(
        books.transfer(
            key=key,
            line=line,
            debit=held[leg.debit],
            credit=held[leg.credit],
            amount=leg.amount,
            reason=leg.reason,
            created_at=now,
        )
        for key, legs in new.items()
        for line, leg in enumerate(legs)
    )
    by_key: defaultdict[str, list[Any]] = defaultdict(list)
    for transfer in transfers:
        by_key[transfer.key].append(transfer)
    notifications.moved(by_key, now=now)
    if books is REAL and transfers:
        _mark_moved_wallets(_owners(held), now=now)
    made = {key: Posting(by_key[key], created=bool(by_key[key])) for key in new}
    return {key: done.get(key) or made[key] for key in causes}


def _earlier(
    causes: Mapping[str, Sequence[Leg]], held: Mapping[str, Holder], books: Books
) -> dict[str, Posting]:
    """Return the transfers of those causes that were posted before, by key. Refuses KEY_REUSED."""
    transfers: defaultdict[str, list[Any]] = defaultdict(list)
    for transfer in books.transfer.objects.raw(_EARLIER[books], [list(causes)]):
        transfers[transfer.key].append(transfer)
    names = {account.pk: name for name, account in held.items()} if transfers else {}
    for key, earlier in transfers.items():
        if [_leg(transfer, names) for transfer in earlier] != list(causes[key]):
            raise Refusal(MoneyCode.KEY_REUSED, key=key)
        for transfer, leg in zip(earlier, causes[key], strict=True):
            transfer.debit, transfer.credit = held[leg.debit], held[leg.credit]
    return {key: Posting(earlier, created=False) for key, earlier in transfers.items()}


# ``ANY`` takes one parameter for any number of names. FOR NO KEY UPDATE is the lock that the
# balance needs; FOR UPDATE would also stop others from inserting rows that refer to the account.
_LOCKS = {
    REAL: "SELECT * FROM payouts_account WHERE name = ANY(%s) ORDER BY id FOR NO KEY UPDATE",
    PLAY: "SELECT * FROM payouts_playaccount WHERE name = ANY(%s) ORDER BY id FOR NO KEY UPDATE",
}
# The transfers of some keys. Every posting runs this, and it rarely finds a row.
_EARLIER = {
    REAL: "SELECT * FROM payouts_transfer WHERE key = ANY(%s) ORDER BY key, line",
    PLAY: "SELECT * FROM payouts_playtransfer WHERE key = ANY(%s) ORDER BY key, line",
}


def _lock(names: set[str], books: Books) -> Mapping[str, Holder]:
    """Return the accounts, locked in ascending id until commit; missing ones are created."""
    rows = books.account.objects
    held = {account.name: account for account in rows.raw(_LOCKS[books], [list(names)])}
    if missing := sorted(names - held.keys()):
        rows.bulk_create(
            (
                books.account(name=name, kind=accounts.kind(name), user_id=accounts.owner(name))
                for name in missing
            ),
            ignore_conflicts=True,
        )
        held = {account.name: account for account in rows.raw(_LOCKS[books], [list(names)])}
    return held


def _check_funds(legs: Iterable[Leg], held: Mapping[str, Holder], books: Books) -> None:
    after = Counter({name: account.balance for name, account in held.items()})
    for leg in legs:
        after[leg.debit] -= leg.amount
        after[leg.credit] += leg.amount
    for name, account in held.items():
        if after[name] < 0 and account.kind not in Account.MAY_OWE:
            if books is PLAY:
                raise Refusal(MoneyCode.NOT_ENOUGH_PLAY_MONEY, account=name, missing=-after[name])
            raise Refusal(MoneyCode.INSUFFICIENT_FUNDS, account=name, missing=-after[name])


def _owners(names: Iterable[str]) -> set[UserId]:
    return {owner for name in names if (owner := accounts.owner(name)) is not None}


def _leg(transfer: Any, names: Mapping[int, str]) -> Leg:
    """Return the leg of a transfer; an account that is not among ``names`` is ""."""
    return Leg(
        names.get(transfer.debit_id, ""),
        names.get(transfer.credit_id, ""),
        transfer.amount,
        Reason(transfer.reason),
    )


def _mark_moved_wallets(user_ids: Iterable[UserId], *, now: datetime) -> None:
    """Mark wallets whose money the operator's own system holds as moved, in the transaction that
    moved it (MONEY-5); nothing where wallets are the room's own."""
    if connected.wallet() is None:
        return
    rows = [WalletRest(user_id=user_id, due_at=now + REST) for user_id in sorted(user_ids)]
    WalletRest.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user"], update_fields=["due_at"]
    )
