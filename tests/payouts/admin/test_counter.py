"""The pages of the counter: what a cashier presses, and what the record says afterwards."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from payouts.bookkeeping import accounts, ledger
from payouts.models import CounterOrder, Transfer
from payouts.protection import limits
from payouts.room_settings import FOUR_EYES
from payouts.rules.limits import LimitPeriod
from players.models import User
from players.protection import exclusions
from tests.harness import worlds
from tests.payouts.conftest import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-1")]

COUNTER = "/admin/payouts/counterorder/"


def member(group: str, name: str) -> Client:
    """Somebody of a group, at the desk."""
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def carla() -> Client:
    return member("cashier", "carla")


@pytest.fixture
def anna(wallet: Callable[..., str]) -> str:
    return wallet("anna", 3_000_00)


def press(desk: Client, dialog: str, **form: str) -> str:
    """Fill in a dialog as a browser does, submit it, and go where it leads."""
    page = desk.get(f"{COUNTER}{dialog}/").content.decode()
    hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page)
    answer = desk.post(f"{COUNTER}{dialog}/", {**dict(hidden), **form})
    if "HX-Redirect" not in answer.headers:
        return answer.content.decode()
    return desk.get(answer.headers["HX-Redirect"]).content.decode()


@pytest.mark.slow
def test_cash_is_taken_in_and_paid_out_by_name(carla: Client, anna: str) -> None:
    page = press(carla, "pay_in", player="anna", amount="200.50", reason="At the till.")
    assert "The wallet of anna holds €3,200.50." in page
    for word in ("At the till.", "€200.50", "€3,000.00", "carla"):
        assert word in page
    page = press(carla, "pay_out", player="anna", amount="0.50", reason="Going home.")
    assert "€3,200.00" in page
    lists = carla.get(COUNTER).content.decode()
    assert lists.count("€200.50") == 1
    assert "Take cash in" in lists


def test_a_name_is_read_in_upper_or_lower_case_as_at_the_sign_in(carla: Client, anna: str) -> None:
    assert "The wallet of anna holds" in press(
        carla, "pay_in", player=" ANNA ", amount="10", reason="x"
    )


@pytest.mark.parametrize("amount", ["1.234,50", "1,234.50"])
def test_an_amount_is_read_as_our_pages_write_it(carla: Client, anna: str, amount: str) -> None:
    assert "€1,234.50" in press(carla, "pay_out", player="anna", amount=amount, reason="x")


def test_an_amount_that_could_be_two_is_refused(carla: Client, anna: str) -> None:
    page = press(carla, "pay_out", player="anna", amount="1.500", reason="x")
    assert "no more than 2 decimal places" in page


def test_a_cashier_is_led_from_an_order_to_the_file_of_its_player(carla: Client, anna: str) -> None:
    page = press(carla, "pay_in", player="anna", amount="10", reason="x")
    account = reverse("admin:players_user_change", args=[accounts.owner(anna)])
    assert f'href="{account}"' in page
    file = carla.get(account, follow=True)
    assert file.redirect_chain == [
        (reverse("admin:players_player_change", args=[accounts.owner(anna)]), 302)
    ]
    assert file.status_code == 200


def test_one_dialog_sent_twice_moves_once(carla: Client, anna: str) -> None:
    form = {"_form_submitted": "on", "player": "anna", "amount": "10", "reason": "x"}
    for _ in range(2):
        carla.post(f"{COUNTER}pay_in/", {**form, "key": "0b9c2f3e-8f57-4e0e-9c0c-8c7d3f0a1b2c"})
    assert ledger.balance(anna) == 3_010_00


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"player": "nobody"}, "No user is named nobody."),
        ({"player": "an\x00na"}, "Null characters are not allowed"),
        ({"amount": "ten"}, "Enter a number."),
        ({"amount": "0"}, "Type €0.01 or more."),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_a_dialog_filled_in_wrongly_says_so(
    carla: Client, anna: str, wrong: dict[str, str], says: str
) -> None:
    form = {"player": "anna", "amount": "10", "reason": "x", **wrong}
    assert says in press(carla, "pay_in", **form)
    assert not CounterOrder.objects.exists()


@pytest.mark.rule("PLAY-1")
def test_what_the_players_own_limit_refuses_is_told_in_their_name(carla: Client, anna: str) -> None:
    user_id = accounts.owner(anna)
    assert user_id is not None
    limits.set_limit(user_id=user_id, period=LimitPeriod.MONTH, amount=50_00, now=NOW)
    page = press(carla, "pay_in", player="anna", amount="5000", reason="x")
    assert "anna: Your own limit is €50.00 a month." in page
    assert "anna: There is not enough money for that: €2,000.00 is missing." in press(
        carla, "pay_out", player="anna", amount="5000", reason="x"
    )


@pytest.mark.slow
@pytest.mark.rule("STAFF-2")
def test_over_the_limit_the_pages_lead_to_a_second_person(
    carla: Client,
    anna: str,
) -> None:
    worlds.assume(FOUR_EYES, 1_000_00)
    page = press(carla, "pay_out", player="anna", amount="2000", reason="Prize of Sunday.")
    assert "a second person must confirm this" in page
    order = CounterOrder.objects.get()
    assert "another person must confirm it" in press(carla, f"{order.pk}/confirm")
    dario = member("cashier", "dario")
    assert (
        reverse("admin:payouts_counterorder_change", args=[order.pk])
        in dario.get(reverse("admin:index")).content.decode()
    )
    exclusions.exclude(user_id=order.user_id, days=1, now=timezone.now())
    back = press(carla, "pay_in", player="anna", amount="2000", reason="x")
    assert "anna: You have excluded yourself until" in back
    assert "The wallet of anna holds €1,000.00." in press(dario, f"{order.pk}/confirm")
    assert "has already been decided" in press(dario, f"{order.pk}/turn_down", reason="Too late.")
    assert ledger.balance(anna) == 1_000_00


@pytest.mark.slow
@pytest.mark.rule("STAFF-2")
def test_a_button_is_offered_only_to_whom_it_serves_and_while_it_does(
    carla: Client,
    anna: str,
) -> None:
    worlds.assume(FOUR_EYES, 1_000_00)
    press(carla, "pay_out", player="anna", amount="2000", reason="x")
    order = CounterOrder.objects.get()
    page = reverse("admin:payouts_counterorder_change", args=[order.pk])
    confirm, turn_down = f"/{order.pk}/confirm/", f"/{order.pk}/turn_down/"

    def offered(client: Client) -> tuple[bool, bool]:
        text = client.get(page).content.decode()
        return confirm in text, turn_down in text

    dario = member("cashier", "dario")
    assert (offered(carla), offered(dario)) == ((False, True), (True, True))
    press(dario, f"{order.pk}/confirm")
    assert (offered(carla), offered(dario)) == ((False, False), (False, False))


@pytest.mark.slow
def test_transfers_are_found_by_the_name_of_their_player(
    admin_client: Client, carla: Client, anna: str
) -> None:
    press(carla, "pay_in", player="anna", amount="20", reason="x")
    address = reverse("admin:payouts_transfer_changelist")
    found = admin_client.get(address, {"q": "Anna"}).context["cl"]
    assert found.result_count == Transfer.objects.filter(credit__name=anna).count() > 0
    assert admin_client.get(address, {"q": "nobody"}).context["cl"].result_count == 0


@pytest.mark.rule("STAFF-2")
def test_an_order_is_turned_down_on_its_page_and_keeps_why(carla: Client, anna: str) -> None:
    press(carla, "pay_out", player="anna", amount="2000", reason="x")
    order = CounterOrder.objects.get()
    assert "Wrong player." in press(carla, f"{order.pk}/turn_down", reason="Wrong player.")
    assert CounterOrder.objects.get().status == "withdrawn"


@pytest.mark.slow
@pytest.mark.parametrize("group", ["floor", "auditor"])
def test_others_work_no_counter_and_only_auditors_read_it(
    carla: Client, anna: str, group: str
) -> None:
    press(carla, "pay_out", player="anna", amount="2000", reason="x")
    other, order = member(group, "edda"), CounterOrder.objects.get()
    for dialog in ("pay_in", "pay_out", f"{order.pk}/confirm", f"{order.pk}/turn_down"):
        assert other.post(f"{COUNTER}{dialog}/", {"_form_submitted": "on"}).status_code == 403
    for page in (COUNTER, f"{COUNTER}{order.pk}/change/"):
        assert other.get(page).status_code == (200 if group == "auditor" else 403)


def test_not_even_a_superuser_writes_an_order_by_hand(admin_client: Client, anna: str) -> None:
    press(admin_client, "pay_out", player="anna", amount="10", reason="x")
    order = CounterOrder.objects.get()
    assert admin_client.get(f"{COUNTER}add/").status_code == 403
    assert admin_client.post(f"{COUNTER}{order.pk}/change/", {}).status_code == 403
    assert admin_client.post(f"{COUNTER}{order.pk}/delete/").status_code == 403
