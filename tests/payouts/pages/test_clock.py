"""The clock of whoever plays, and how often it speaks."""

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.pages import clock
from payouts.protection import limits
from payouts.rules.limits import LimitKind, LimitPeriod
from players.models import User
from tests.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-4")]


@pytest.fixture
def anna(client: Client) -> User:
    (user,) = events.players(1, cents=5_000, prefix="anna")
    client.force_login(user)
    return user


def look(client: Client, at: datetime) -> dict[str, Any]:
    with patch("django.utils.timezone.now", return_value=at):
        told: dict[str, Any] = client.post(reverse("play_clock")).json()
    return told


def test_a_sitting_has_its_time_and_what_came_of_it(client: Client, anna: User) -> None:
    began = timezone.now()
    assert look(client, began) == {
        "minutes": 0,
        "every": 60,
        "paid": "€0.00",
        "back": "€0.00",
        "left": None,
    }
    wallet, pool = accounts.player(anna.pk), accounts.pool("tournament:1")
    later = began + timedelta(minutes=20)
    ledger.post([Leg(wallet, pool, 1_000, Reason.BUY_IN)], key="in", now=later)
    ledger.post([Leg(pool, wallet, 250, Reason.PRIZE)], key="out", now=later)
    limits.set_limit(
        user_id=anna.pk, kind=LimitKind.TIME, period=LimitPeriod.DAY, amount=90, now=began
    )
    told = look(client, began + timedelta(minutes=29))
    assert told == {"minutes": 29, "every": 60, "paid": "€10.00", "back": "€2.50", "left": 90}


@pytest.mark.parametrize(("away", "minutes"), [(30, 35), (31, 0)])
def test_who_comes_back_within_half_an_hour_goes_on(
    client: Client, anna: User, away: int, minutes: int
) -> None:
    began = timezone.now()
    look(client, began)
    look(client, began + timedelta(minutes=5))
    assert look(client, began + timedelta(minutes=5 + away))["minutes"] == minutes


@pytest.mark.middling
def test_the_interval_is_the_players_choice(client: Client, anna: User) -> None:
    page = client.post(reverse("remind"), {"minutes": "15"}, follow=True).content.decode()
    assert "every 15 minutes" in page
    assert look(client, timezone.now())["every"] == 15
    page = client.post(reverse("remind"), {"minutes": "7"}, follow=True).content.decode()
    assert "Choose one of the times offered." in page
    assert look(client, timezone.now())["every"] == 15


def test_nobody_else_has_a_clock(client: Client) -> None:
    assert client.post(reverse("play_clock")).status_code == 302


def test_a_link_to_the_clock_keeps_no_sitting_alive(client: Client, anna: User) -> None:
    assert client.get(reverse("play_clock")).status_code == 405
    assert clock.SITTING not in client.session
