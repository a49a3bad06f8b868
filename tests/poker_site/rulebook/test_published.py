"""The room's figures for everybody, told from the ledger and the draws (INFO-1)."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import Sum
from django.test import Client

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import balance
from payouts.models import Transfer
from payouts.prizes import prize_draws
from payouts.reports import published
from payouts.room_settings import FOUR_EYES
from payouts.rules import velox
from payouts.wallets import counter
from players.models import User
from poker_site.rulebook import public_figures
from tables.live import seating
from tables.models import Hand
from tests.harness import worlds
from tests.tables.rooms import open_room
from tests.tournaments import events, stages
from tests.tournaments.pages.test_results import played_out
from tournaments.entry import acts, registration
from tournaments.pages import time_to_pay

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-1")]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.delete(public_figures.KEY)


@pytest.mark.slow
def test_what_was_collected_is_what_was_paid_and_what_the_house_kept(client: Client) -> None:
    event = played_out(guarantee=10_000)
    (month,) = published.months()
    assert month.collected == 4 * event.entry_right
    assert month.paid == event.prize_pool == 10_000
    kept = balance(accounts.FEES) + balance(accounts.GUARANTEES)
    assert month.collected + month.added - month.paid - month.returned == balance(accounts.FEES)
    assert kept == month.collected - month.paid
    count, took = time_to_pay.time_to_pay(now=event.finished_at or events.START)
    # The winner did not go out.
    assert count == Transfer.objects.filter(reason="prize").count() - 1
    assert took is not None
    assert timedelta(0) <= took < timedelta(minutes=5)
    told = client.get("/api/figures/").json()
    assert told["hands"] > 0
    assert told["months"][0]["paid"] == 10_000
    assert "€100.00" in client.get("/rules/figures/").content.decode()


@pytest.mark.slow
def test_hands_are_those_that_are_over_and_stand() -> None:
    playing, called_off = open_room(1000, 1000), open_room(1000, 1000)
    for room in (playing, called_off):
        for _ in range(2):
            room.deal()
            room.fold_out()
        room.deal()
    seating.call_off_table(table_id=called_off.table_id, now=called_off.now)
    event = stages.started(entries=3, seats_per_table=3)
    stages.fold_out(event)
    boss = User.objects.create_user("boss").pk
    hand = Hand.objects.get(event=event.event)
    acts.record(
        "void_hand",
        by=boss,
        now=events.START,
        about=hand,
        tournament=event,
        table_id=hand.table_id,
    )
    Hand.objects.filter(pk=hand.pk).update(voided_at=events.START)
    over = Hand.objects.filter(finished_at__isnull=False)
    assert over.exclude(voided_at=None).count() == 1
    assert (
        public_figures.work_out(now=events.START)["hands"]
        == over.filter(voided_at=None).count()
        == 4
    )


def test_what_the_counter_pays_out_tells_how_long_one_waits_for_it() -> None:
    (player,) = events.players(1, cents=100_000)
    cashier, chief = (User.objects.create_superuser(name) for name in ("carla", "dario"))
    now = events.START
    asked: dict[str, Any] = {"kind": "out", "user_id": player.pk, "by": cashier.pk, "why": "Cash."}
    counter.give(**asked, amount=500, key="little", now=now)
    worlds.assume(FOUR_EYES, 1_000)
    order = counter.give(**asked, amount=5_000, key="much", now=now)
    assert counter.time_to_pay(now=now) == (1, timedelta(0))
    counter.confirm(order_id=order.pk, by=chief.pk, now=now + timedelta(seconds=60))
    later = now + timedelta(days=1)
    assert counter.time_to_pay(now=later) == (2, timedelta(seconds=30))
    told = public_figures.work_out(now=later)
    assert (told["withdrawals_lately"], told["seconds_to_hand_out"]) == (2, 30.0)
    assert counter.time_to_pay(now=now + timedelta(days=31)) == (0, None)


def test_an_entry_that_was_given_back_is_returned() -> None:
    event = events.sit_and_go()
    (user,) = events.players(1)
    registration.register(tournament_id=event.pk, user_id=user.pk, now=events.START)
    registration.unregister(tournament_id=event.pk, user_id=user.pk, now=events.START)
    (month,) = published.months()
    assert month.collected == month.returned == event.entry_right
    assert month.paid == 0


def test_what_was_not_paid_for_an_event_was_not_collected_by_one() -> None:
    (user,) = events.players(1)
    wallet = accounts.player(user.pk)
    legs = [
        ledger.Leg(wallet, accounts.PAYMENTS, 100, ledger.Reason.PAYMENT_FEE),
        ledger.Leg(wallet, accounts.CORRECTIONS, 200, ledger.Reason.CORRECTION),
        ledger.Leg(accounts.PAYMENTS, wallet, 100, ledger.Reason.RETURNED),
    ]
    ledger.post(legs, key="beside", now=events.START)
    (month,) = published.months()
    assert (month.collected, month.returned, month.paid, month.added) == (0, 0, 0, 0)


@pytest.mark.rule("VELOX-2", "VELOX-3", "VELOX-5")
def test_draws_are_counted_table_by_table_against_their_odds(client: Client) -> None:
    for number, (seats, buy_in) in enumerate([(3, 50), (3, 500), (3, 1_000), (6, 250)]):
        event = events.velox(seats=seats, buy_in=buy_in, name=f"V{number}")
        leg = ledger.Leg(
            accounts.OUTSIDE, accounts.pool(event.event), seats * buy_in, ledger.Reason.DEPOSIT
        )
        ledger.post([leg], key=f"paid:{event.pk}", now=events.START)
        seeds = dict.fromkeys(range(1, seats + 1), "x")
        prize_draws.draw(event=event.event, player_seeds=seeds, now=events.START)
    found = published.draws()
    assert [(one.seats, one.least, one.most, one.draws) for one in found] == [
        (3, 50, 500, 2),
        (3, 1_000, 1_000, 1),
        (6, 50, 250, 1),
    ]
    for one in found:
        table = velox.table(seats=one.seats, buy_in=one.least)
        assert [row.multiplier for row in one.fit.counts] == list(table)
        assert sum(row.observed for row in one.fit.counts) == one.draws
        assert 0 <= one.fit.p <= 1
    for language in ("en", "it"):
        client.cookies["django_language"] = language
        page = client.get("/rules/figures/").content.decode()
        assert page.count('aria-labelledby="draws-') == 3


def test_an_empty_room_has_figures_too(client: Client) -> None:
    told = client.get("/api/figures/").json()
    assert told["hands"] == told["prizes_lately"] == 0
    assert told["months"] == told["draws"] == []
    assert client.get("/rules/figures/").status_code == 200
    assert Transfer.objects.aggregate(all=Sum("amount"))["all"] is None
