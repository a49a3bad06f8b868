"""The page of one's own limits, and the way out for one's money."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from payouts.bookkeeping import accounts, ledger
from payouts.models import LimitChange, Transfer
from payouts.protection import limits
from payouts.rules.limits import LimitPeriod
from players.models import SelfExclusion, User
from players.protection import exclusions
from tests.tournaments import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(client: Client) -> User:
    """A player who has won 20 euro and deposited nothing, signed in."""
    (user,) = events.players(1, cents=0, prefix="anna")
    leg = ledger.Leg(accounts.GUARANTEES, accounts.player(user.pk), 2000, Transfer.Reason.PRIZE)
    ledger.post([leg], key="prize", now=events.START)
    client.force_login(user)
    return user


def send(client: Client, name: str, **data: object) -> str:
    """What the page says after a form; a limit is one of deposits unless it says otherwise."""
    data = {"kind": "deposit", **data} if name == "set_limit" else data
    return client.post(reverse(name), data, follow=True).content.decode()


def deposit(client: Client, amount: str) -> str:
    return send(client, "deposit", amount=amount, key=uuid4())


@pytest.mark.middling
@pytest.mark.rule("PLAY-1")
def test_a_limit_counts_at_once_and_its_raise_is_dated(client: Client, anna: User) -> None:
    assert "Your limit is in force." in send(client, "set_limit", period="day", amount="30")
    assert "Today you can still deposit €30.00." in deposit(client, "50")
    assert events.wallet(anna) == 2000
    page = send(client, "set_limit", period="day", amount="")
    assert "A higher limit takes effect on" in page
    assert "At most €30.00; €30.00 left." in page
    assert "no limit" in page
    assert "is in your wallet" in deposit(client, "30")
    assert "€0.00 left" in client.get(reverse("limits")).content.decode()


@pytest.mark.middling
def test_each_period_has_a_limit_of_its_own(client: Client, anna: User) -> None:
    for period, amount in (("day", "10"), ("week", "20"), ("month", "30.50")):
        send(client, "set_limit", period=period, amount=amount)
    now = timezone.now()
    assert [limits.limit(user_id=anna.pk, period=p, now=now).amount for p in LimitPeriod] == [
        1000,
        2000,
        3050,
    ]


@pytest.mark.parametrize(
    "data",
    [
        {"period": "day", "amount": "-1"},
        {"period": "day", "amount": "NaN"},
        {"period": "day", "amount": "1e9"},
        {"period": "day", "amount": "1.005"},
        {"period": "year", "amount": "1"},
        {"amount": "1"},
        {"kind": "time", "period": "day", "amount": "1.5"},
        {"kind": "time", "period": "day", "amount": "99999"},
        {"kind": "fun", "period": "day", "amount": "1"},
        {"kind": ["loss"], "period": "%s", "amount": "1"},
    ],
)
def test_a_limit_that_is_none_changes_nothing(
    client: Client, anna: User, data: dict[str, str]
) -> None:
    assert client.post(reverse("set_limit"), {"kind": "deposit"} | data).status_code == 400
    assert not LimitChange.objects.exists()


@pytest.mark.middling
@pytest.mark.rule("PLAY-3")
def test_losses_and_time_have_limits_of_their_own(client: Client, anna: User) -> None:
    send(client, "set_limit", kind="loss", period="day", amount="12.50")
    page = send(client, "set_limit", kind="time", period="week", amount="90")
    assert "At most €12.50; €12.50 left." in page
    assert "At most 90 minutes; 90 minutes left." in page
    assert "losses, a day" in page
    page = send(client, "set_limit", kind="time", period="week", amount="")
    assert ": no limit." in page
    assert "is in your wallet" in deposit(client, "500")


@pytest.mark.middling
@pytest.mark.rule("PLAY-2")
def test_who_stops_playing_is_told_until_when_and_may_still_withdraw(
    client: Client, anna: User
) -> None:
    page = send(client, "exclude", days="7", meant="on")
    assert "You cannot play until" in page
    assert "Withdrawals stay open." in deposit(client, "10")
    key = uuid4()
    for _ in range(2):
        page = send(client, "withdraw", amount="20", key=key)
    assert "€20.00 has left your wallet." in page
    assert events.wallet(anna) == 0


@pytest.mark.parametrize("data", [{"days": "7"}, {"days": "2", "meant": "on"}, {"meant": "on"}])
def test_a_break_is_asked_for_in_full(client: Client, anna: User, data: dict[str, str]) -> None:
    assert client.post(reverse("exclude"), data).status_code == 400
    assert not SelfExclusion.objects.exists()


ODD = ["", "0", "-5", "+5", "NaN", "-Infinity", "1e1", "1E999999999", "1_0", "0x10", "1.005"]
ODD += [
    "1 0",
    "\N{FULLWIDTH DIGIT ONE}",
    "\N{ARABIC-INDIC DIGIT FIVE}0",
    "9" * 99,
    "1;2",
]


@pytest.mark.parametrize("amount", ODD)
@pytest.mark.parametrize("name", ["withdraw", "deposit"])
def test_no_odd_amount_moves_anything(client: Client, anna: User, name: str, amount: str) -> None:
    answer = client.post(reverse(name), {"amount": amount, "key": uuid4()})
    assert answer.status_code == 400
    assert answer.context["withdrawal" if name == "withdraw" else "form"].errors["amount"]
    assert events.wallet(anna) == 2000


@pytest.mark.parametrize("key", ["", "x", "9" * 500, "'; DROP TABLE payouts_transfer"])
def test_a_key_that_was_changed_moves_nothing(client: Client, anna: User, key: str) -> None:
    assert client.post(reverse("deposit"), {"amount": "5", "key": key}).status_code == 400
    assert events.wallet(anna) == 2000


def test_a_key_used_by_somebody_else_is_free_for_me(client: Client, anna: User) -> None:
    key = uuid4()
    send(client, "deposit", amount="5", key=key)
    (other,) = events.players(1, cents=0, prefix="other")
    client.force_login(other)
    send(client, "deposit", amount="5", key=key)
    assert (events.wallet(anna), events.wallet(other)) == (2500, 500)


def test_more_than_one_holds_is_refused_in_words(client: Client, anna: User) -> None:
    page = send(client, "withdraw", amount="20.01", key=uuid4())
    assert "€0.01 is missing" in page
    assert events.wallet(anna) == 2000


def test_without_the_demo_no_page_pays_out(client: Client, anna: User, settings: Any) -> None:
    settings.DEMO = False
    assert client.post(reverse("withdraw"), {"amount": "5", "key": uuid4()}).status_code == 404
    assert events.wallet(anna) == 2000


def test_the_history_of_one_player_is_nobody_else_s(client: Client, anna: User) -> None:
    limits.set_limit(user_id=anna.pk, period=LimitPeriod.DAY, amount=4321, now=timezone.now())
    assert "€43.21" in client.get(reverse("limits")).content.decode()
    (other,) = events.players(1, prefix="other")
    client.force_login(other)
    assert "€43.21" not in client.get(reverse("limits")).content.decode()


@pytest.mark.parametrize("name", ["set_limit", "exclude", "withdraw", "deposit"])
def test_a_form_from_elsewhere_moves_nothing(anna: User, name: str) -> None:
    elsewhere = Client(enforce_csrf_checks=True)
    elsewhere.force_login(anna)
    data = {"period": "day", "amount": "5", "days": "7", "meant": "on", "key": uuid4()}
    assert elsewhere.post(reverse(name), data).status_code == 403
    assert elsewhere.get(reverse(name)).status_code == 405
    assert events.wallet(anna) == 2000
    assert exclusions.excluded_until(user_id=anna.pk, now=timezone.now()) is None


def test_a_break_that_is_over_is_over(client: Client, anna: User) -> None:
    past = timezone.now() - timedelta(days=2)
    exclusions.exclude(user_id=anna.pk, days=1, now=past)
    assert "is in your wallet" in deposit(client, "10")
