"""The pages and the API of payments, and where a service says what became of one."""

import json
import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.outside import signing
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment, PaymentNotice
from payouts.payments import review
from payouts.room_settings import NEW_IBAN_HOLD
from players.models import User
from tests.harness import worlds
from tests.payouts.conftest import NOW
from tests.payouts.payments.conftest import IBAN, Told, approved, ask, gateway

__all__ = ["gateway"]
pytestmark = pytest.mark.django_db

SECRET = "a secret of this test"


@pytest.fixture
def anna(client: Client) -> UserId:
    user = User.objects.create_user("anna")
    leg = ledger.Leg(accounts.OUTSIDE, accounts.player(user.pk), 500_00, ledger.Reason.DEPOSIT)
    ledger.post([leg], key="deposit:anna", now=NOW)
    client.force_login(user)
    return UserId(user.pk)


def send(client: Client, name: str, **data: str) -> str:
    """Press a button, and read the page that comes."""
    sent = {"key": str(uuid4()), **data}
    return client.post(reverse(name), sent, follow=True).content.decode()


@pytest.mark.rule("MONEY-2")
def test_a_player_asks_reads_each_step_and_takes_it_back(client: Client, anna: UserId) -> None:
    page = send(client, "pay_out", amount="20.50", destination=IBAN)
    payment = Payment.objects.get()
    assert "€20.50 is reserved for you" in page
    for words in ("Asked for", "On hold", "Waits for the staff", "Cancel this withdrawal", IBAN):
        assert words in page
    # The page follows by itself what others do, and stops where nothing comes any more.
    assert 'hx-trigger="every 15s" hx-select="#payment"' in page
    assert "€20.50 is reserved for withdrawals" in client.get(reverse("payments")).content.decode()
    back = client.post(reverse("cancel_payment", args=[payment.token]), follow=True)
    assert "€20.50 is back in your wallet." in back.content.decode()
    assert 'id="payment">' in back.content.decode()
    assert ledger.balance(accounts.player(anna)) == 500_00


@pytest.mark.parametrize(
    ("demo", "said"),
    [(True, "you add demo money in your wallet"), (False, "Deposits are taken at the counter")],
)
def test_without_a_payment_service_the_page_says_where_money_comes_from(
    client: Client, anna: UserId, settings: Any, demo: bool, said: str
) -> None:
    settings.DEMO = demo
    page = client.get(reverse("payments")).content.decode()
    assert said in page
    assert ("at the counter" in page) is not demo


@pytest.mark.rule("MONEY-2")
def test_the_player_reads_why_staff_refused_and_not_why_they_approved(
    client: Client, anna: UserId
) -> None:
    staff = UserId(User.objects.create_superuser("carla").pk)
    approval = approved(anna, 20_00, staff)
    refusal = ask(anna, 30_00)
    review.refuse(payment_id=refusal.pk, by=staff, why="Another name.", now=NOW)
    page = client.get(reverse("payments")).content.decode()
    assert "Another name." in page
    assert "Known player." not in page
    own = client.get(reverse("payment", args=[approval.token])).content.decode()
    assert "Known player." not in own
    assert "carla" not in own


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"amount": "600", "destination": IBAN}, "€100.00 is missing."),
        ({"amount": "5", "destination": IBAN}, "The minimum is €10.00."),
        ({"amount": "20", "destination": "IT1"}, "This is not a valid IBAN."),
        ({"amount": "x", "destination": IBAN}, "Enter a number."),
    ],
)
def test_what_is_refused_says_why_and_stays_as_it_was_typed(
    client: Client, anna: UserId, data: dict[str, str], says: str
) -> None:
    page = send(client, "pay_out", **data)
    assert says in page
    # Nobody types 27 letters again for an amount that was too small.
    assert [value for value in data.values() if f'value="{value}"' not in page] == []
    assert not Payment.objects.exists()


@pytest.mark.rule("MONEY-1")
def test_a_deposit_leads_to_the_service_and_back(
    client: Client, anna: UserId, gateway: Told
) -> None:
    assert 'href="https://pay.example/1"' in send(client, "pay_in", amount="50")
    gateway.away = True
    assert "has not answered yet" in send(client, "pay_in", amount="50")
    assert [each.state for each in Payment.objects.order_by("pk")] == ["pending", "begun"]


@pytest.mark.rule("MONEY-1")
def test_without_a_service_the_page_says_where_deposits_are_taken(
    client: Client, anna: UserId
) -> None:
    page = client.get(reverse("payments")).content.decode()
    assert "This demo has no payment service" in page
    assert reverse("pay_in") not in page
    assert "No payment service is connected" in send(client, "pay_in", amount="50")


def test_anothers_payment_is_none(client: Client, anna: UserId) -> None:
    payment = ask(anna, 20_00)
    client.force_login(User.objects.create_user("bruno"))
    assert client.get(reverse("payment", args=[payment.token])).status_code == 404
    assert client.post(reverse("cancel_payment", args=[payment.token])).status_code == 404
    assert client.post(reverse("api_cancel_payment", args=[payment.token])).status_code == 404
    assert client.get(reverse("api_payments")).json() == []


@pytest.mark.rule("MONEY-1", "MONEY-2")
def test_programs_ask_and_cancel_too(client: Client, anna: UserId, gateway: Told) -> None:
    def post(name: str, *args: Any, **body: Any) -> Any:
        where = reverse(name, args=args)
        return client.post(where, json.dumps(body), content_type="application/json")

    wish = {"kind": "withdrawal", "amount": 20_00, "destination": IBAN, "key": str(uuid4())}
    first = post("api_payments", **wish)
    assert (first.status_code, first.json()["state"]) == (201, "in_review")
    assert first.json()["currency"] == "EUR"
    assert post("api_payments", **wish).json()["token"] == first.json()["token"]
    refused = post("api_payments", **{**wish, "amount": 30_00})
    assert (refused.status_code, refused.json()["code"]) == (409, "KEY_REUSED")
    paid = post("api_payments", kind="deposit", amount=10_00, key=str(uuid4())).json()
    assert (paid["state"], paid["pay_at"]) == ("pending", "https://pay.example/1")
    assert post("api_cancel_payment", first.json()["token"]).json()["state"] == "cancelled"
    assert post("api_cancel_payment", paid["token"]).json()["code"] == "PAYMENT_MOVED_ON"
    assert len(client.get(reverse("api_payments")).json()) == 2
    assert post("api_payments", kind="x", amount=0, key="k").status_code == 400


@pytest.mark.middling
def test_the_list_asks_as_often_however_long_it_is(client: Client, anna: UserId) -> None:
    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            client.get(reverse("payments"))
        return len(found)

    ask(anna, 20_00)
    few = asked()
    for _ in range(10):
        ask(anna, 10_00)
    assert asked() == few <= 16


def signed(body: bytes, *, secret: str = SECRET, at: int | None = None) -> dict[str, str]:
    return signing.sign(body, secret=secret, id_="1", at=int(time.time()) if at is None else at)


def told(body: bytes, *, headers: dict[str, str] | None = None, gateway: str = "told") -> int:
    """The status that a service reads which sends this."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(
        reverse("notify_payment", args=[gateway]),
        body,
        content_type="application/json",
        headers=signed(body) if headers is None else headers,
    )
    return answer.status_code


@pytest.mark.rule("MONEY-3")
def test_a_signed_notice_is_kept_once(db: None, settings: Any) -> None:
    settings.PAYMENT_GATEWAY, settings.PAYMENT_GATEWAY_SECRETS = "told", ["new", SECRET]
    body = json.dumps({"id": "1", "token": str(uuid4()), "state": "settled", "amount": 1}).encode()
    assert [told(body), told(body)] == [200, 200]
    assert PaymentNotice.objects.count() == 1
    old = int(time.time()) - signing.TOLERANCE_SECONDS - 2
    good = signed(body)
    forged: tuple[dict[str, str], ...] = (
        {},
        {**good, signing.SIGNATURE: ""},
        {**good, signing.SIGNATURE: "v1,é v1, v1"},
        {**good, signing.SIGNATURE: good[signing.SIGNATURE].removeprefix("v1,")},
        {**good, signing.TIME: "٣"},
        {**good, signing.ID: "2"},
        signed(body, at=old),
        signed(body, at=old + 10**6),
        signed(body, secret=""),
        signed(body + b" "),
    )
    assert [told(body, headers=headers) for headers in forged] == [403] * len(forged)
    assert told(body, gateway="other") == 403
    settings.PAYMENT_GATEWAY = ""
    assert told(body) == 403
    assert PaymentNotice.objects.count() == 1


@pytest.mark.rule("MONEY-3")
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b'{"id": "1", "token": "t", "state": "settled"}',
        b'{"id": "", "token": "t", "state": "settled", "amount": 1}',
        b'{"id": "1", "token": "t", "state": "settled", "amount": 1e99}',
        b'{"id": "1", "token": "t", "state": "a very long state indeed", "amount": 1}',
        b'{"id": "1\\u0000", "token": "t", "state": "settled", "amount": 1}',
        b'{"id": "1", "token": "t", "state": "settled", "amount": NaN}',
        b'{"id": "1", "token": "t", "state": "settled", "amount": 1, "more": "\\ud800"}',
        b'{"id": "1", "token": "t", "state": "settled", "amount": 1, "more": Infinity}',
        b"[" * 20_000,
    ],
)
def test_what_cannot_be_read_is_malformed(db: None, settings: Any, body: bytes) -> None:
    settings.PAYMENT_GATEWAY, settings.PAYMENT_GATEWAY_SECRETS = "told", [SECRET]
    assert told(body) == 400
    assert not PaymentNotice.objects.exists()


@pytest.mark.rule("ACCOUNT-5")
def test_a_new_iban_takes_the_password_again(client: Client, anna: UserId) -> None:
    worlds.assume(NEW_IBAN_HOLD, timedelta(hours=24))
    user = User.objects.get(pk=anna)
    user.set_password("correct horse battery")
    user.save()
    client.force_login(user)
    wish = {"kind": "withdrawal", "amount": 20_00, "destination": IBAN, "key": str(uuid4())}
    refused = client.post("/api/payments/", wish, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "PROOF_NEEDED")
    typed = {"amount": "20", "destination": IBAN, "key": str(uuid4())}
    asked = client.post(reverse("pay_out"), typed)
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert not Payment.objects.exists()
    proof = {"password": "correct horse battery", "next": reverse("pay_out")}
    done = client.post(reverse("account_reauthenticate"), proof)
    assert Payment.objects.get().destination == IBAN, "what was typed is done after the proof"
    assert done["Location"] == reverse("payment", args=[Payment.objects.get().token])


@pytest.mark.rule("MONEY-1")
@pytest.mark.parametrize(
    ("state", "trigger"),
    [("begun", "every 2s"), ("pending", "every 2s"), ("settled", None), ("expired", None)],
)
def test_the_page_of_a_deposit_follows_until_it_is_done(
    client: Client, anna: UserId, state: str, trigger: str | None
) -> None:
    payment = Payment(kind="deposit", user_id=anna, amount=10_00, state=state)
    page = render_to_string("payouts/payment.html", {"payment": payment, "steps": []})
    assert (f'hx-trigger="{trigger}"' in page) is (trigger is not None)
    assert ("hx-get" in page) is (trigger is not None)
