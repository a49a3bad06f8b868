"""A player with money, two members of staff, and a gateway that does as it is told."""

import dataclasses
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from core.outside.signed_json import Declined, Silent
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.gateways import connected
from payouts.gateways.interface import Begun, PaymentStatus
from payouts.models import Payment
from payouts.payments import deposits, gateway_events, review, sending, withdrawals
from payouts.payments.gateway_events import GatewayEvent
from payouts.reports import reconciliation
from players.models import User
from tests.payouts.conftest import NOW

IBAN = "IT60X0542811101000000123456"


@pytest.fixture
def anna(wallet: Callable[..., str]) -> UserId:
    """A player who holds 5,000.00 of long ago."""
    found = accounts.owner(wallet("anna", 5_000_00))
    assert found is not None
    return found


def staff(name: str) -> UserId:
    return UserId(User.objects.create_superuser(name).pk)


@pytest.fixture
def carla(db: None) -> UserId:
    return staff("carla")


@pytest.fixture
def dario(db: None) -> UserId:
    return staff("dario")


@dataclasses.dataclass
class Told:
    """A gateway in memory: ``away`` answers nobody, ``no`` declines; it remembers its calls."""

    name: str = "told"
    away: bool = False
    no: bool = False
    calls: list[str] = dataclasses.field(default_factory=list)
    stands: dict[UUID, PaymentStatus] = dataclasses.field(default_factory=dict)

    def _call(self, verb: str) -> None:
        self.calls.append(verb)
        if self.away:
            raise Silent("away")
        if self.no:
            raise Declined("no")

    def create(self, *, token: UUID, amount: int, back_to: str) -> Begun:
        self._call("create")
        self.stands.setdefault(token, PaymentStatus("pending", amount, f"R{token}"))
        return Begun("R1", "https://pay.example/1")

    def payout(self, *, token: UUID, amount: int, destination: str) -> str:
        self._call("payout")
        self.stands.setdefault(token, PaymentStatus("pending", amount, "R2"))
        return "R2"

    def refund(self, *, token: UUID, amount: int) -> None:
        self._call("refund")
        self.stands[token] = PaymentStatus("sent_back", amount, "R1")

    def status(self, *, token: UUID) -> PaymentStatus | None:
        self._call("status")
        return self.stands.get(token)


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Told:
    settings.PAYMENT_GATEWAY = "told"
    found = Told()
    monkeypatch.setattr(connected, "gateway", lambda: found)
    return found


def ask(user: UserId, amount: int, *, now: datetime = NOW, **other: Any) -> Payment:
    """A withdrawal under a key of its own."""
    wish = {"destination": IBAN, "key": f"k{Payment.objects.count()}", **other}
    return withdrawals.ask(user_id=user, amount=amount, now=now, **wish)


def pay_in(user: UserId, amount: int, *, now: datetime = NOW, **other: Any) -> Payment:
    """A deposit that has begun, and of which the gateway has heard."""
    wish = {"key": f"k{Payment.objects.count()}", **other}
    found = deposits.begin(user_id=user, amount=amount, now=now, **wish)
    sending.look(payment_id=found.pk, now=now)
    return again(found)


def say(payment: Payment, state: str, *, now: datetime = NOW, **other: Any) -> str:
    """The gateway says something of a payment; how it was taken."""
    amount = payment.amount if payment.kind == "deposit" else payment.arrives
    said = {"notice_id": f"n:{payment.pk}:{state}", "amount": amount, **other}
    word = GatewayEvent(token=str(payment.token), said=state, **said)
    gateway_events.keep(word, gateway=payment.gateway, body=word._asdict(), now=now)
    gateway_events.apply_waiting(now=now, most=10)
    return str(payment.notices.order_by("pk").last().outcome)  # type: ignore[union-attr]


def settled(user: UserId, amount: int, *, now: datetime = NOW) -> Payment:
    found = pay_in(user, amount, now=now)
    say(found, "settled", now=now)
    return again(found)


def approved(user: UserId, amount: int, by: UserId, *, now: datetime = NOW) -> Payment:
    found = ask(user, amount, now=now)
    return review.approve(payment_id=found.pk, by=by, why="Known player.", now=now)


def again(payment: Payment) -> Payment:
    return Payment.objects.get(pk=payment.pk)


def refused(verb: Callable[..., object], *values: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(*values, **named)
    return str(refusal.value)


def holds(user: UserId) -> tuple[int, int, int]:
    """Cents in the wallet, held for withdrawals, and owed."""
    names = (accounts.player(user), accounts.held(user), accounts.debt(user))
    wallet, held, debt = map(ledger.balance, names)
    return wallet, held, -debt


def sound() -> bool:
    """Whether every payment has moved what it says, and nothing else has."""
    return not [*reconciliation.books(), *reconciliation.holdings({})]
