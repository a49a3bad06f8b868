"""A player's own limits for programs: the rules and refusals of the page (PLAY-1, PLAY-3)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from payouts.protection import limits
from payouts.refusals import MoneyCode
from players.models import User
from tests.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-3")]


@pytest.fixture
def anna(client: Client) -> User:
    (user,) = events.players(1, cents=5_000, prefix="anna")
    client.force_login(user)
    return user


def ask(client: Client, kind: str, amount: int | None, period: str = "day") -> Any:
    wish = {"kind": kind, "period": period, "amount": amount}
    return client.post(reverse("api_limits"), wish, "application/json")


def told(client: Client, kind: str) -> dict[str, Any]:
    listed = client.get(reverse("api_limits")).json()["limits"]
    assert len(listed) == 9
    found = [each for each in listed if (each["kind"], each["period"]) == (kind, "day")]
    return dict(found[0])


@pytest.mark.middling
@pytest.mark.parametrize("kind", ["deposit", "loss", "time"])
def test_less_counts_at_once_and_more_waits(client: Client, anna: User, kind: str) -> None:
    assert told(client, kind)["amount"] is None
    assert ask(client, kind, 600).status_code == 200
    standing = told(client, kind)
    assert (standing["amount"], standing["waiting"]) == (600, None)
    ask(client, kind, None)
    standing = told(client, kind)
    assert (standing["amount"], standing["waiting"]["amount"]) == (600, None)


def test_what_is_set_here_holds_at_the_tables(client: Client, anna: User) -> None:
    ask(client, "loss", 500)
    with pytest.raises(Refusal) as refused:
        limits.check_play(user_id=UserId(anna.pk), stake=501, now=timezone.now())
    assert refused.value.code == MoneyCode.DAILY_LOSS_LIMIT


@pytest.mark.parametrize(
    ("kind", "amount"),
    [("loss", -1), ("loss", 100_000_001), ("time", 44_641), ("time", "x"), ("sleep", 5)],
)
def test_what_the_page_would_not_take_is_refused(
    client: Client, anna: User, kind: str, amount: Any
) -> None:
    assert ask(client, kind, amount).status_code == 400
    assert told(client, "loss")["amount"] is None


def test_nobody_elses_limits_are_told(client: Client) -> None:
    assert client.get(reverse("api_limits")).status_code == 403
