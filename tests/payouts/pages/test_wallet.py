"""The wallet's pages."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from payouts.bookkeeping import accounts, ledger
from payouts.models import Transfer
from players.models import Notice, User
from tests.tournaments import events
from tournaments.entry import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(client: Client) -> User:
    """A player with 20 euro, signed in."""
    (user,) = events.players(1, cents=2000, prefix="anna")
    client.force_login(user)
    return user


def deposit(client: Client, amount: str, key: str | None = None) -> str:
    """What the page says after a deposit."""
    data = {"amount": amount, "key": key or str(uuid4())}
    return client.post(reverse("deposit"), data, follow=True).content.decode()


def test_the_wallet_lists_each_transfer_with_the_balance_after_it(
    client: Client, anna: User
) -> None:
    event = events.sit_and_go(name="Turbo")
    registration.register(tournament_id=event.pk, user_id=anna.pk, now=events.START)
    response = client.get(reverse("wallet"))
    lines = [
        (line.reason, line.change, line.after, found and found.name)
        for line, found in response.context["lines"]
    ]
    assert lines == [
        ("fee", -100, 1000, "Turbo"),
        ("buy_in", -900, 1100, "Turbo"),
        ("deposit", 2000, 2000, None),
    ]
    page = response.content.decode()
    assert "−€9.00" in page
    assert reverse("tournament", args=[event.pk]) in page


def test_the_balance_of_a_line_is_right_on_every_page(client: Client, anna: User) -> None:
    leg = ledger.Leg(accounts.OUTSIDE, accounts.player(anna.pk), 100, Transfer.Reason.DEPOSIT)
    for number in range(30):
        ledger.post([leg], key=f"more:{number}", now=events.START)
    lines = client.get(reverse("wallet"), {"page": "2"}).context["lines"]
    assert [line.after for line, _ in lines] == [2500, 2400, 2300, 2200, 2100, 2000]


def test_a_deposit_is_in_the_wallet(client: Client, anna: User) -> None:
    assert "€50.00 is in your wallet." in deposit(client, "50")
    assert events.wallet(anna) == 7000


def test_a_double_click_deposits_once(client: Client, anna: User) -> None:
    key = str(uuid4())
    deposit(client, "50", key)
    deposit(client, "50", key)
    assert events.wallet(anna) == 7000


def test_one_key_cannot_stand_for_two_amounts(client: Client, anna: User) -> None:
    key = str(uuid4())
    deposit(client, "50", key)
    assert "Nothing has moved." in deposit(client, "60", key)
    assert events.wallet(anna) == 7000


@pytest.mark.parametrize("amount", ["", "0", "0.99", "-5", "1000.01", "1.005", "NaN", "x"])
def test_an_amount_that_is_none_is_refused_beside_its_field(
    client: Client, anna: User, amount: str
) -> None:
    response = client.post(reverse("deposit"), {"amount": amount, "key": str(uuid4())})
    assert response.status_code == 400
    assert response.context["form"].errors["amount"]
    assert events.wallet(anna) == 2000


@pytest.mark.parametrize(
    ("language", "amount", "said"),
    [
        ("en", "0", "Type €1.00 or more."),
        ("it", "0", "Scrivi 1,00 € o più."),
        ("en", "1000.01", "Type €1,000.00 or less."),
    ],
)
def test_an_amount_out_of_bounds_is_answered_with_the_bound_in_the_readers_words(
    client: Client, anna: User, language: str, amount: str, said: str
) -> None:
    client.cookies["django_language"] = language
    page = client.post(reverse("deposit"), {"amount": amount, "key": uuid4().hex})
    assert said in page.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_italians_write_a_comma_and_read_one(client: Client, anna: User) -> None:
    client.cookies["django_language"] = "it"
    assert "12,50\N{NO-BREAK SPACE}€" in deposit(client, "12,50")
    assert events.wallet(anna) == 3250


def test_without_the_demo_nobody_makes_money(client: Client, anna: User, settings: Any) -> None:
    settings.DEMO = False
    data = {"amount": "50", "key": str(uuid4())}
    assert client.post(reverse("deposit"), data).status_code == 404
    assert 'name="amount"' not in client.get(reverse("wallet")).content.decode()
    assert events.wallet(anna) == 2000


@pytest.mark.parametrize("name", ["wallet", "limits", "my_tournaments", "my_hands"])
def test_a_stranger_is_asked_to_sign_in(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"] == f"{reverse('account_login')}?next={reverse(name)}"


@pytest.mark.rule("BOUNTY-1")
def test_a_bounty_paid_with_an_entry_and_one_won_are_called_differently(
    client: Client, anna: User
) -> None:
    own, pool = accounts.player(anna.pk), accounts.pool("tournament:1")
    for key, (debit, credit) in {"entry": (own, pool), "won": (pool, own)}.items():
        leg = ledger.Leg(debit, credit, 500, Transfer.Reason.BOUNTY)
        ledger.post([leg], key=key, now=events.START)
    page = client.get(reverse("wallet")).content.decode()
    assert "Bounty on your own head" in page
    assert "Bounty won" in page
    assert not Notice.objects.filter(kind=Notice.Kind.BALANCE).exists()


@pytest.mark.rule("FREE-3")
@pytest.mark.parametrize(
    ("language", "euros", "chips"),
    [("en", "Demo money", "Play money"), ("it", "Denaro demo", "Soldi finti")],
)
def test_a_wallet_of_demo_euros_is_not_called_play_money(
    client: Client, anna: User, settings: Any, language: str, euros: str, chips: str
) -> None:
    settings.DEMO = True
    client.cookies["language"] = language
    page = client.get(reverse("wallet"), headers={"accept-language": language}).content.decode()
    wallet = page.partition('class="wallet-top"')[2].partition("</section>")[0]
    assert euros in wallet
    assert chips.lower() not in wallet.lower()
