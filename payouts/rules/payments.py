"""Deposits and withdrawals as requests: states, gateways' notices, holds (MONEY-1 to MONEY-4)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

import stdnum.iban


class PaymentKind(StrEnum):
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"


class PaymentState(StrEnum):
    """The state of a request. SETTLED and FAILED are of both kinds."""

    BEGUN = "begun"  # deposit: noted here, not yet at the gateway
    PENDING = "pending"  # the player is paying
    EXPIRED = "expired"  # not paid in time
    CHARGED_BACK = "charged_back"  # paid, and taken back by the bank
    RETURNING = "returning"  # paid, and on its way back: the room may not take it
    SENT_BACK = "sent_back"
    ASKED = "asked"  # withdrawal
    HELD = "held"  # the money is reserved; a fresh deposit is not free yet
    IN_REVIEW = "in_review"  # staff decide
    SECOND = "second"  # one of them has approved; a second person decides
    APPROVED = "approved"
    SENT = "sent"
    REFUSED = "refused"
    CANCELLED = "cancelled"  # by the player
    RETURNED = "returned"  # paid out, and the bank gave it back
    SETTLED = "settled"
    FAILED = "failed"


S = PaymentState
Moves = Mapping[PaymentState, frozenset[PaymentState]]


def _to(*states: PaymentState) -> frozenset[PaymentState]:
    return frozenset(states)


# The transitions of a request; states without one are final.
TRANSITIONS: Final[Mapping[PaymentKind, Moves]] = {
    PaymentKind.DEPOSIT: {
        S.BEGUN: _to(S.PENDING, S.SETTLED, S.FAILED, S.EXPIRED, S.RETURNING),
        S.PENDING: _to(S.SETTLED, S.FAILED, S.EXPIRED, S.RETURNING),
        # Only by staff: the gateway has contradicted itself.
        S.FAILED: _to(S.SETTLED, S.RETURNING),
        S.EXPIRED: _to(S.SETTLED, S.RETURNING),
        S.SETTLED: _to(S.CHARGED_BACK),
        S.RETURNING: _to(S.SENT_BACK),
    },
    PaymentKind.WITHDRAWAL: {
        S.ASKED: _to(S.HELD),
        S.HELD: _to(S.IN_REVIEW, S.REFUSED, S.CANCELLED),
        S.IN_REVIEW: _to(S.APPROVED, S.SECOND, S.REFUSED, S.CANCELLED),
        S.SECOND: _to(S.APPROVED, S.REFUSED, S.CANCELLED),
        S.APPROVED: _to(S.SENT, S.REFUSED),
        S.SENT: _to(S.SETTLED, S.FAILED),
        S.SETTLED: _to(S.RETURNED),
        # Only by staff, as above.
        S.FAILED: _to(S.SETTLED),
    },
}
# A player takes a withdrawal back in these; a charge-back refuses it in these and in APPROVED.
STILL_WAITS: Final = _to(S.HELD, S.IN_REVIEW, S.SECOND)
NOT_SENT: Final = STILL_WAITS | {S.APPROVED}
# A next step may come without the player: their page polls for it.
GOES_ON: Final = NOT_SENT | {S.BEGUN, S.PENDING, S.RETURNING, S.ASKED, S.SENT}
# Ends of a withdrawal after which the player has the money again.
CAME_TO_NOTHING: Final = _to(S.REFUSED, S.CANCELLED, S.FAILED, S.RETURNED)
# Deposits on their way: they count towards every limit.
UNDER_WAY: Final = _to(S.BEGUN, S.PENDING)
# The states that a gateway may report.
SAYABLE: Final[Mapping[PaymentKind, frozenset[PaymentState]]] = {
    PaymentKind.DEPOSIT: _to(S.PENDING, S.SETTLED, S.FAILED, S.CHARGED_BACK, S.SENT_BACK),
    PaymentKind.WITHDRAWAL: _to(S.PENDING, S.SETTLED, S.FAILED, S.RETURNED),
}

Path = tuple[PaymentState, ...]
_NOTHING_NEW: Path = ()


def _known(*states: PaymentState) -> dict[PaymentState, Path]:
    return dict.fromkeys(states, _NOTHING_NEW)


# The states through which a gateway's notice leads a request. Notices may come late, twice or out
# of order: one then leads over the states between. Any other notice is a contradiction.
_HEARD: Final[Mapping[tuple[PaymentKind, PaymentState], Mapping[PaymentState, Path]]] = {
    (PaymentKind.DEPOSIT, S.PENDING): {
        S.BEGUN: (S.PENDING,),
        **_known(S.PENDING, S.SETTLED, S.FAILED, S.EXPIRED),
        **_known(S.CHARGED_BACK, S.RETURNING, S.SENT_BACK),
    },
    (PaymentKind.DEPOSIT, S.SETTLED): {
        S.BEGUN: (S.SETTLED,),
        S.PENDING: (S.SETTLED,),
        **_known(S.SETTLED, S.CHARGED_BACK, S.RETURNING, S.SENT_BACK),
    },
    (PaymentKind.DEPOSIT, S.FAILED): {
        S.BEGUN: (S.FAILED,),
        S.PENDING: (S.FAILED,),
        **_known(S.FAILED, S.EXPIRED),
    },
    (PaymentKind.DEPOSIT, S.CHARGED_BACK): {
        S.BEGUN: (S.SETTLED, S.CHARGED_BACK),
        S.PENDING: (S.SETTLED, S.CHARGED_BACK),
        S.SETTLED: (S.CHARGED_BACK,),
        **_known(S.CHARGED_BACK),
    },
    (PaymentKind.DEPOSIT, S.SENT_BACK): {S.RETURNING: (S.SENT_BACK,), **_known(S.SENT_BACK)},
    (PaymentKind.WITHDRAWAL, S.PENDING): _known(S.SENT, S.SETTLED, S.FAILED, S.RETURNED),
    (PaymentKind.WITHDRAWAL, S.SETTLED): {S.SENT: (S.SETTLED,), **_known(S.SETTLED, S.RETURNED)},
    (PaymentKind.WITHDRAWAL, S.FAILED): {S.SENT: (S.FAILED,), **_known(S.FAILED)},
    (PaymentKind.WITHDRAWAL, S.RETURNED): {
        S.SENT: (S.SETTLED, S.RETURNED),
        S.SETTLED: (S.RETURNED,),
        **_known(S.RETURNED),
    },
}
# Contradicting notices that two members of staff may follow, and the state that follows.
_FOLLOWED: Final[Mapping[tuple[PaymentKind, PaymentState, PaymentState], PaymentState]] = {
    (PaymentKind.DEPOSIT, S.FAILED, S.SETTLED): S.SETTLED,
    (PaymentKind.DEPOSIT, S.EXPIRED, S.SETTLED): S.SETTLED,
    (PaymentKind.DEPOSIT, S.SETTLED, S.FAILED): S.CHARGED_BACK,
    (PaymentKind.DEPOSIT, S.SETTLED, S.SENT_BACK): S.CHARGED_BACK,
    (PaymentKind.WITHDRAWAL, S.FAILED, S.SETTLED): S.SETTLED,
    (PaymentKind.WITHDRAWAL, S.SETTLED, S.FAILED): S.RETURNED,
}


def may(kind: PaymentKind, before: PaymentState, after: PaymentState) -> bool:
    """Return whether a request may go from one state to the other."""
    return after in TRANSITIONS[kind].get(before, ())


def heard(kind: PaymentKind, state: PaymentState, reported: PaymentState) -> Path | None:
    """Return the states through which a gateway's notice leads.

    () where it is known already, None where it contradicts.
    """
    return _HEARD.get((kind, reported), {}).get(state)


def followed(kind: PaymentKind, state: PaymentState, reported: PaymentState) -> PaymentState | None:
    """Return the state after staff follow a contradiction; None where they cannot.

    A decision on another notice may have settled it: then it is none any more.
    """
    path = heard(kind, state, reported)
    if path:
        return path[0] if len(path) == 1 else None
    return _FOLLOWED.get((kind, state, reported))


class PaymentTerms(NamedTuple):
    """The room's terms of a kind of payment, cents; the fee has a fixed part and a share.

    The share is in hundredths of a percent.
    """

    least: int
    most: int
    a_day: int
    a_month: int
    fee: int
    fee_part: int


# The least and the most that a room may set, for each of them.
BOUNDS: Final = (*[(1, 10_000_000_00)] * 4, (0, 1_000_00), (0, 10_000))


def fee(terms: PaymentTerms, amount: int) -> int:
    """Return the cents that the room keeps of ``amount``, rounded down, never more than it."""
    return min(amount, terms.fee + amount * terms.fee_part // 10_000)


class FreshDeposit(NamedTuple):
    """A deposit that may still be taken back by a bank."""

    at: datetime
    cents: int


def free_at(
    *, amount: int, balance: int, fresh: Iterable[FreshDeposit], hold: timedelta, now: datetime
) -> datetime:
    """Return the time at which ``amount`` of a ``balance`` may go.

    Older money goes first; a fresh deposit is free ``hold`` after it settled.
    """
    waiting = sorted(deposit for deposit in fresh if deposit.at + hold > now)
    held = sum(deposit.cents for deposit in waiting)
    for deposit in waiting:
        if amount <= balance - held:
            break
        now = deposit.at + hold
        held -= deposit.cents
    return now


def iban(text: str) -> str | None:
    """Return an IBAN without spaces, in capitals; None unless its country has IBANs of this length
    and form, and its check digits are right (ISO 13616)."""
    plain = "".join(text.split()).upper()
    return plain if plain.isalnum() and stdnum.iban.is_valid(plain) else None
