"""The desk's pages of payments: what a cashier presses, and what the record says afterwards."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment
from payouts.payments import gateway_events
from tests.payouts.admin.test_counter import member
from tests.payouts.payments.conftest import Told, ask, gateway, pay_in, say

__all__ = ["gateway"]
pytestmark = pytest.mark.django_db

PAYMENTS = "/admin/payouts/payment/"
WORDS = "/admin/payouts/paymentnotice/"
VERBS = ("approve", "refuse", "mark_sent", "came_back")


@pytest.fixture
def anna(wallet: Callable[..., str]) -> UserId:
    found = accounts.owner(wallet("anna", 3_000_00))
    assert found is not None
    return found


def press(desk: Client, where: str, **form: str) -> str:
    answer = desk.post(where, {"_form_submitted": "on", "reason": "Because.", **form})
    if "HX-Redirect" not in answer.headers:
        return answer.content.decode()
    return desk.get(answer.headers["HX-Redirect"]).content.decode()


def on_first_page(desk: Client, heading: str) -> list[str]:
    """The payments that stand under a heading of the desk's first page."""
    page = desk.get("/admin/").content.decode()
    part = page.partition(f"{heading}</h2>")[2].partition("</section>")[0]
    return re.findall(rf"({PAYMENTS}\d+)/change/", part)


def offered(desk: Client, payment: Payment) -> set[str]:
    page = desk.get(f"{PAYMENTS}{payment.pk}/change/").content.decode()
    return {verb for verb in VERBS if f"/{payment.pk}/{verb}/" in page}


@pytest.mark.slow
@pytest.mark.rule("MONEY-2", "STAFF-1", "STAFF-2")
def test_a_withdrawal_is_approved_by_two_sent_and_comes_back(anna: UserId) -> None:
    carla, dario = member("cashier", "carla"), member("cashier", "dario")
    payment = ask(anna, 2_000_00)
    page = f"{PAYMENTS}{payment.pk}"
    first, second = "Withdrawals to be decided or sent", "Waiting for a second person"
    assert (on_first_page(carla, first), on_first_page(carla, second)) == ([page], [])
    assert offered(carla, payment) == {"approve", "refuse"}
    shown = carla.get(f"{page}/change/").content.decode()
    assert "€1,000.00, plus €2,000.00 being withdrawn" in shown
    assert f'href="{reverse("admin:players_player_change", args=[anna])}">anna</a>' in shown
    for said in ("not checked", "€3,000.00", "€0.00 staked, €0.00 returned"):
        assert said in shown
    assert "waits for a second person" in press(carla, f"{page}/approve/")
    assert (on_first_page(carla, first), on_first_page(carla, second)) == ([], [page])
    assert (offered(carla, payment), offered(dario, payment)) == (
        {"refuse"},
        {"approve", "refuse"},
    )
    press(dario, f"{page}/approve/")
    assert offered(dario, payment) == {"mark_sent", "refuse"}
    assert "has left the room" in press(dario, f"{page}/mark_sent/", reference="B-77")
    assert "another person must confirm it" in press(dario, f"{page}/came_back/")
    record = press(carla, f"{page}/came_back/", reason="Closed account.")
    for said in ("B-77", "Closed account.", "Because.", "carla", "dario"):
        assert said in record
    assert ledger.balance(accounts.player(anna)) == 3_000_00
    assert offered(carla, payment) == set()


@pytest.mark.slow
@pytest.mark.rule("MONEY-3")
def test_a_contradiction_is_on_the_desks_first_page_until_two_have_decided(
    anna: UserId, gateway: Told
) -> None:
    carla, dario = member("cashier", "carla"), member("cashier", "dario")
    payment = pay_in(anna, 50_00)
    say(payment, "failed")
    say(payment, "settled")
    word = gateway_events.contradictions().get()
    page = f"{WORDS}{word.pk}"
    assert f"{page}/change/" in carla.get("/admin/").content.decode()
    assert "second person" in press(carla, f"{page}/follow/")
    assert f"/{word.pk}/follow/" not in carla.get(f"{page}/change/").content.decode()
    assert "Decided." in press(dario, f"{page}/follow/")
    assert f"{page}/change/" not in carla.get("/admin/").content.decode()
    assert ledger.balance(accounts.player(anna)) == 3_050_00


@pytest.mark.slow
@pytest.mark.parametrize("group", ["floor", "auditor"])
def test_others_decide_nothing_and_only_auditors_read(
    anna: UserId, gateway: Told, group: str
) -> None:
    payment = ask(anna, 20_00)
    say(payment, "settled")
    word, other = gateway_events.contradictions().get(), member(group, "edda")
    for verb in VERBS:
        assert other.post(f"{PAYMENTS}{payment.pk}/{verb}/").status_code == 403
    for verb in ("follow", "send_back", "leave"):
        assert other.post(f"{WORDS}{word.pk}/{verb}/").status_code == 403
    for page in (PAYMENTS, WORDS, f"{PAYMENTS}{payment.pk}/change/", f"{WORDS}{word.pk}/change/"):
        assert other.get(page).status_code == (200 if group == "auditor" else 403)


def test_not_even_a_superuser_writes_one_by_hand(admin_client: Client, anna: UserId) -> None:
    payment = ask(anna, 20_00)
    assert admin_client.get(f"{PAYMENTS}add/").status_code == 403
    change = reverse("admin:payouts_payment_change", args=[payment.pk])
    assert admin_client.post(change, {}).status_code == 403
    assert admin_client.post(f"{PAYMENTS}{payment.pk}/delete/").status_code == 403
