"""Bonuses on terms: promised, earned by fees of events that are over, taken back, expired."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.refusals import CoreCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Bonus
from payouts.refusals import MoneyCode
from payouts.reports import reconciliation
from payouts.room_settings import FOUR_EYES
from payouts.wallets import bonuses
from players.models import Notice, User
from players.protection import exclusions
from players.refusals import PlayerCode
from tests.harness import worlds
from tests.tournaments import events
from tests.tournaments.events import FEE, START
from tournaments.entry.registration import register, unregister
from tournaments.models import Act, Tournament
from tournaments.play.books import reconcile
from tournaments.staff import gifts

pytestmark = pytest.mark.django_db

Status = Bonus.Status
DAY = timedelta(days=1)


@pytest.fixture
def anna() -> User:
    return events.players(1, cents=100_00, prefix="anna")[0]


def staff() -> UserId:
    user, _new = User.objects.get_or_create(username="carla", is_staff=True, is_superuser=True)
    return UserId(user.pk)


def promised(anna: User, **other: Any) -> dict[str, Any]:
    terms = {"amount": 20_00, "wager": 2 * FEE, "days": 30}
    said = {"user_id": anna.pk, "by": staff(), "why": "Welcome", "key": "k", "now": START}
    return {**said, **terms, **other}


def refused(verb: Callable[..., object], **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(**named)
    return str(refusal.value)


def enter(anna: User, *, now: datetime = START) -> Tournament:
    event = events.sit_and_go()
    register(tournament_id=event.pk, user_id=anna.pk, now=now)
    return event


def play(anna: User, *, now: datetime = START) -> None:
    """An entry in an event that is over."""
    event = enter(anna, now=now)
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.FINISHED)


def held(anna: User) -> int:
    return ledger.balance(accounts.bonus(UserId(anna.pk)))


@pytest.mark.rule("BONUS-1", "BONUS-2", "BONUS-3")
def test_a_bonus_becomes_money_once_its_fees_are_paid_in_events_that_are_over(anna: User) -> None:
    play(anna, now=START - DAY)
    bonus = gifts.give_bonus(**promised(anna))
    assert gifts.give_bonus(**promised(anna)) == bonus
    assert (held(anna), ledger.balance(accounts.BONUSES)) == (20_00, -20_00)
    later = START + DAY
    play(anna, now=later)
    running = enter(anna, now=later)
    left = enter(anna, now=later)
    unregister(tournament_id=left.pk, user_id=anna.pk, now=later)
    # What was paid before it, what still plays and what came back do not count.
    assert bonuses.progress(bonus).paid == FEE
    assert bonuses.end_due(now=later) == 0
    Tournament.objects.filter(pk=running.pk).update(status=Tournament.Status.FINISHED)
    before = events.wallet(anna)
    assert [bonuses.end_due(now=later) for _ in range(2)] == [1, 0]
    bonus.refresh_from_db()
    assert (bonus.status, held(anna)) == (Status.EARNED, 0)
    assert events.wallet(anna) == before + 20_00
    assert Notice.objects.get(kind="balance", data__reason="bonus").data["cents"] == 20_00
    assert not list(reconciliation.books())


@pytest.mark.rule("BONUS-2")
def test_a_ticket_pays_no_fee_that_counts(anna: User) -> None:
    ticket = gifts.give_ticket(
        user_id=anna.pk, value=10_00, template_id=None, by=staff(), why="x", key="t", now=START
    )
    bonus = gifts.give_bonus(**promised(anna))
    event = events.sit_and_go()
    register(tournament_id=event.pk, user_id=anna.pk, ticket_id=ticket.pk, now=START)
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert bonuses.progress(bonus).paid == 0


@pytest.mark.rule("BONUS-3")
def test_a_bonus_expires_or_is_taken_back_and_ends_once(anna: User) -> None:
    gifts.give_bonus(**promised(anna))
    assert bonuses.end_due(now=START + 30 * DAY - timedelta(seconds=1)) == 0
    assert bonuses.end_due(now=START + 30 * DAY) == 1
    second = gifts.give_bonus(**promised(anna, key="k2"))
    back: dict[str, Any] = {
        "bonus_id": second.pk,
        "by": staff(),
        "why": "Two accounts",
        "now": START,
    }
    assert [gifts.take_bonus(**back).status for _ in range(2)] == [Status.REVOKED] * 2
    first = Bonus.objects.get(key="k")
    assert first.status == Status.EXPIRED
    assert refused(gifts.take_bonus, **{**back, "bonus_id": first.pk}) == MoneyCode.NO_OPEN_BONUS
    assert refused(gifts.take_bonus, **{**back, "bonus_id": 0}) == MoneyCode.NO_OPEN_BONUS
    assert (held(anna), ledger.balance(accounts.BONUSES)) == (0, 0)
    assert events.wallet(anna) == 100_00
    assert list(Act.objects.order_by("pk").values_list("verb", flat=True)) == [
        *["give_bonus"] * 2,
        "take_bonus",
    ]
    assert not reconcile().drifts
    for change in ({"amount": 1}, {"status": Status.OPEN, "ended_at": None}):
        with transaction.atomic(), pytest.raises(DatabaseError):
            Bonus.objects.update(**change)


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"why": " "}, CoreCode.NO_REASON),
        ({"amount": 0}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"wager": 0}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"days": 0}, MoneyCode.BONUS_DAYS),
        ({"days": 366}, MoneyCode.BONUS_DAYS),
        ({"amount": 50_01}, MoneyCode.TAKES_TWO),
    ],
)
def test_what_cannot_be_promised_is_refused(anna: User, said: dict[str, Any], code: str) -> None:
    worlds.assume(FOUR_EYES, 50_00)
    assert refused(gifts.give_bonus, **promised(anna, **said)) == code
    assert not Bonus.objects.exists()


@pytest.mark.rule("BONUS-1")
def test_a_player_has_one_bonus_at_a_time_and_one_person_promises_so_much_a_day(
    anna: User,
) -> None:
    worlds.assume(FOUR_EYES, 30_00)
    bonus = gifts.give_bonus(**promised(anna))
    assert refused(gifts.give_bonus, **promised(anna, key="k2")) == MoneyCode.BONUS_OPEN
    assert refused(gifts.give_bonus, **promised(anna, amount=1)) == MoneyCode.KEY_REUSED
    assert refused(gifts.give_bonus, **promised(anna, by=anna.pk)) == MoneyCode.OWN_WALLET
    gifts.take_bonus(bonus_id=bonus.pk, by=staff(), why="x", now=START)
    assert refused(gifts.give_bonus, **promised(anna, key="k3")) == MoneyCode.TAKES_TWO
    exclusions.exclude(user_id=UserId(anna.pk), days=7, now=START)
    later = promised(anna, key="k4", now=START + 2 * DAY)
    assert refused(gifts.give_bonus, **later) == PlayerCode.SELF_EXCLUDED


@pytest.mark.rule("BONUS-1")
def test_the_desk_promises_and_the_player_reads_the_terms(anna: User) -> None:
    eva = User.objects.create_user("eva", is_staff=True)
    eva.groups.set(Group.objects.filter(name="cashier"))
    desk = Client()
    desk.force_login(eva)
    form = {"_form_submitted": "on", "reason": "Welcome", "amount": "20", "wager": "4", "days": 9}
    form["key"] = "0b1e3d2c5f6a4b7c8d9e0f1a2b3c4d5e"
    desk.post(f"/admin/players/player/{anna.pk}/promise/", form)
    bonus = Bonus.objects.get()
    assert (bonus.amount, bonus.wager, bonus.expires_at - bonus.given_at) == (20_00, 4_00, 9 * DAY)
    player = Client()
    player.force_login(anna)
    page = player.get(reverse("wallet")).content.decode()
    assert "A bonus of €20.00 is yours once you have paid €4.00 in fees" in page
    desk.post(f"/admin/payouts/bonus/{bonus.pk}/take_back/", form)
    assert 'id="bonus"' not in player.get(reverse("wallet")).content.decode()
