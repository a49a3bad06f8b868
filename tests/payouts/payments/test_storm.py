"""A real payment service of the worst kind, and both sides killed: not a cent twice, none lost."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, connection
from django.utils import timezone

from core import due_checks
from core.outside import signing
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment, PaymentNotice
from payouts.payments import deposits, gateway_events, review, sending, withdrawals
from payouts.refusals import MoneyCode
from payouts.reports.audit import audit
from payouts.room_settings import CASHIER_DAY, FOUR_EYES, PAYMENT_HOLD
from payouts.rules.payments import PaymentTerms
from poker_site.launch import embedded
from tests.harness import worlds
from tests.harness.long_forms import asked, longer
from tests.harness.room import PATIENCE, free_port, wait_for
from tests.payouts.payments.conftest import IBAN, sound, staff

SECRET = "the storm's"
BEGINNING = 10_000_00
# So often somebody waits for a lock as long as the room lets them, on a machine that is busy.
BUSY_AT_MOST = 60
# One for all: to make one reads every certificate of the world. Each line is new, as sides die.
CONTROL = httpx2.Client(trust_env=False, limits=httpx2.Limits(max_keepalive_connections=0))


class Side:
    """A process that is killed, and comes back with what it knew."""

    def __init__(self, *command: str, port: int, **environment: str) -> None:
        self._command, self.port = command, port
        self._environment = {**os.environ, **environment}
        self._start()

    def _start(self) -> None:
        command = [sys.executable, "-m", *self._command]
        self._process = subprocess.Popen(
            command, env=self._environment, cwd=django_settings.BASE_DIR
        )

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(60)
        self._start()

    def end(self) -> None:
        self._process.kill()
        self._process.wait(60)


@contextmanager
def both(tmp_path: Path) -> Iterator[tuple[Side, Side]]:
    """The room's side and the service's."""
    here, there = free_port(), free_port()
    database = connection.settings_dict["NAME"]
    gateway = {
        "PAYMENT_GATEWAY": "sandbox",
        "PAYMENT_GATEWAY_URL": f"http://127.0.0.1:{there}",
        "PAYMENT_GATEWAY_SECRETS": SECRET,
    }
    environment = embedded.environment(django_settings.VAR_DIR, name=database)
    with ExitStack() as until:
        room = Side(
            *("tests.payouts.payments.room_side", str(here)),
            port=here,
            DJANGO_SETTINGS_MODULE="poker_site.settings",
            LOG_LEVEL="CRITICAL",
            **environment,
            **gateway,
        )
        until.callback(room.end)
        notify = f"http://127.0.0.1:{here}/payments/notify/sandbox/"
        keep = str(tmp_path / "sandbox.sqlite")
        service = Side(
            *("payouts.gateways.sandbox", "--port", str(there), "--secret", SECRET),
            *("--notify", notify, "--keep", keep, "--trouble", "--seed", "7"),
            *("--repeated", longer("0.8", short="0.3")),
            port=there,
        )
        until.callback(service.end)
        yield room, service


def control(service: Side, **said: str) -> Any:
    """Tell the service what happens outside, or ask what it knows; None while it is down."""
    body = json.dumps(said).encode() if said else b""
    signed = signing.sign(body or b"/control", secret=SECRET, id_="1", at=int(time.time()))
    try:
        answer = CONTROL.request(
            "POST" if said else "GET",
            f"http://127.0.0.1:{service.port}/control",
            content=body,
            headers=signed,
        )
    except httpx2.HTTPError:
        return None
    return answer.json() if answer.is_success else None


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.rule("MONEY-3")
@pytest.mark.django_db(transaction=True)
def test_in_a_storm_of_notices_no_cent_is_paid_twice_and_none_is_lost(
    wallet: Any, settings: Any, tmp_path: Path
) -> None:
    settings.PAYMENT_GATEWAY = "sandbox"
    worlds.assume(FOUR_EYES, 10**12)
    worlds.assume(CASHIER_DAY, 10**12)
    free = PaymentTerms(1, 10**9, 10**12, 10**12, 0, 0)
    worlds.assume_payment_terms({"deposit": free, "withdrawal": free._replace(fee=10)})
    worlds.assume(PAYMENT_HOLD, timedelta(hours=0))
    dice = random.Random(5)
    carla, dario = staff("carla"), staff("dario")
    opened = [accounts.owner(wallet(f"p{no}", BEGINNING)) for no in range(5)]
    players = [user_id for user_id in opened if user_id is not None]
    # Of each are four to five notices in the long form.
    wanted = asked("STORM_PAYMENTS", 2_300, short=48)
    with both(tmp_path) as (room, service):
        wait_for("the service", lambda: control(service))
        for no in range(wanted):
            _begin(dice.choice(players), no, carla, dice)
            if no % longer(50, short=3) == 0:
                _happen(service, dice)
            if no % (wanted // 3) == wanted // 6:
                dice.choice([room, service]).kill()
        room.kill()
        service.kill()
        wait_for("the service", lambda: control(service))
        _all_is_told(service, dice)
        *known, notices = control(service)
        truth = {each["token"]: each for each in known}
        # Whatever the dice brought before: one lie at least.
        _lie(room, next(said for said in truth.values() if said["state"] == "settled"))
        _decide(truth, carla, dario)
    refused = Payment.objects.filter(state="refused").count()
    assert len(truth) + refused == wanted == Payment.objects.count()
    for payment in Payment.objects.exclude(state="refused"):
        said = truth[str(payment.token)]
        assert (payment.state == "settled") == (said["state"] == "settled"), payment.steps.all()
    moved = {"deposit": 0, "withdrawal": 0}
    for said in truth.values():
        moved[said["kind"]] += said["amount"] * (said["state"] == "settled")
    paid_in = len(players) * BEGINNING
    assert -ledger.balance(accounts.OUTSIDE) == paid_in + moved["deposit"] - moved["withdrawal"]
    # Each word is kept once, however often it was sent.
    assert PaymentNotice.objects.count() > wanted
    lie = PaymentNotice.objects.get(notice_id="lie")
    assert (lie.outcome, lie.decision) == ("contradiction", "leave")
    assert sound()
    assert audit().sound
    states = Counter(f"{each.kind} {each.state}" for each in Payment.objects.all())
    print(f"{notices['taken']} notices of {wanted} payments: {dict(states)}")


def _begin(user_id: UserId, no: int, by: UserId, dice: random.Random) -> None:
    """A deposit, or a withdrawal that is approved at once; the room's process does the rest.

    Whoever is told that the room is busy asks once more, and has asked once.
    """
    amount, pays_in = dice.randint(100, 999), dice.random() < 0.6
    for _ in range(BUSY_AT_MOST):
        with suppress(OperationalError):
            _ask(by, pays_in=pays_in, user_id=user_id, key=f"{no}", amount=amount)
            return
    raise AssertionError("busy for ever")


def _ask(by: UserId, *, pays_in: bool, **wish: Any) -> None:
    now = timezone.now()
    if pays_in:
        deposits.begin(now=now, **wish)
        return
    try:
        wanted = withdrawals.ask(destination=IBAN, now=now, **wish)
    except Refusal as refusal:
        # A charge-back was more than the wallet held.
        if refusal.code not in (MoneyCode.OWES, MoneyCode.INSUFFICIENT_FUNDS):
            raise
        deposits.begin(now=now, **wish)
        return
    # A charge-back may refuse it first.
    with suppress(Refusal):
        review.approve(payment_id=wanted.pk, by=by, why="x", now=now)


# What happens outside, with how often it does.
HAPPENS = {
    ("deposit", "pending"): ["settled"] * 8 + ["failed"],
    ("deposit", "settled"): ["charged_back"] + [""] * 9,
    ("withdrawal", "pending"): ["settled"] * 8 + ["failed"] * 2,
    ("withdrawal", "settled"): ["returned"] + [""] * 9,
}


def _happen(service: Side, dice: random.Random, *, all_of_them: bool = False) -> bool:
    """Something happens to payments at the service; whether it answered and none is pending."""
    known = control(service)
    if known is None:
        return False
    for each in known[:-1]:
        happens = HAPPENS.get((each["kind"], each["state"]), [""])
        if all_of_them:
            happens = [state for state in happens if state] if each["state"] == "pending" else [""]
        elif dice.random() > 0.2:
            continue
        if state := dice.choice(happens):
            control(service, token=each["token"], state=state)
    return all(each["state"] != "pending" for each in known[:-1])


def _all_is_told(service: Side, dice: random.Random) -> None:
    """Everything is paid or failed, every notice sent and read, and nothing hangs."""

    def quiet() -> bool:
        under_way = ["begun", "pending", "approved", "sent", "returning"]
        if Payment.objects.filter(state__in=under_way).exists():
            _happen(service, dice, all_of_them=True)
            return False
        known = control(service)
        return known is not None and not known[-1]["left"] and not _any_word_waits()

    wait_for("the storm to pass", quiet, seconds=longer(500, short=PATIENCE))
    assert not due_checks.exists(sending.DUE, now=timezone.now())


def _any_word_waits() -> bool:
    return due_checks.exists(gateway_events.WAITS, now=timezone.now())


def _lie(room: Side, said: dict[str, Any]) -> None:
    """A notice, signed and all, that a settled payment failed."""
    lie = {"id": "lie", "state": "failed", "token": said["token"], "amount": said["amount"]}
    body = json.dumps(lie).encode()
    answer = CONTROL.post(
        f"http://127.0.0.1:{room.port}/payments/notify/sandbox/",
        content=body,
        headers={
            **signing.sign(body, secret=SECRET, id_="lie", at=int(time.time())),
            "Content-Type": "application/json",
        },
    )
    assert answer.is_success
    wait_for("the lie to be read", lambda: not _any_word_waits())


def _decide(truth: dict[str, Any], first: UserId, second: UserId) -> None:
    """Two of the staff look at the service's pages, and book what they see there."""
    now = timezone.now()
    for word in gateway_events.contradictions():
        payment = Payment.objects.get(token=word.token)
        said = truth[word.token]
        order: dict[str, Any] = {"notice_id": word.pk, "why": "Seen there.", "now": now}
        differs = (payment.state == "settled") != (said["state"] == "settled")
        if differs and word.said == said["state"] and word.amount == said["amount"]:
            for by in (first, second):
                gateway_events.decide(decision="follow", by=by, **order)
            continue
        gateway_events.decide(decision="leave", by=first, **order)
