"""A scheduled tournament, from registration to the last prize, over real sockets."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from payouts.bookkeeping import accounts, ledger
from payouts.reports.audit import audit
from players.models import User
from tables.models import Hand, Table
from tables.storage import packed_events
from tests.flows.conftest import EventMaker
from tests.flows.players import playing, until
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom
from tests.tables.replays import check_every_hand
from tournaments.entry import registration
from tournaments.models import Entry, Move, Tournament

# Levels of a few seconds: an evening of a tournament in less than a minute.
LEVELS = [(6, 25, 50, 0), (6, 50, 100, 10), (2, 0, 0, 0)] + [
    (3, 100 * 2**step, 200 * 2**step, 20 * 2**step) for step in range(8)
]


@pytest.mark.long
@pytest.mark.rule("TRN-1", "TRN-3", "TRN-5", "RANK-1", "PAY-STD", "TIME-1", "OUT-1", "POOL-2")
async def test_a_field_from_registration_to_the_last_prize(
    room: RunningRoom, people: Callable[[int], list[User]], publish: EventMaker
) -> None:
    # Thirteen begin, so that a third table has to break.
    users = await sync_to_async(people)(longer(41, short=16))
    sleeper, players = users[0], users[1:]
    async with playing(room, players) as bots:
        # Not before they have come in: on a busy machine that takes longer than entry is open.
        event = await sync_to_async(publish)(
            levels=LEVELS,
            starts_at=timezone.now() + timedelta(seconds=6),
            seats_per_table=6,
            max_entries=60,
            guarantee=250_00,
            late_registration_levels=2,
            action_seconds=10,
            bank_seconds=0,
        )
        # One of them buys in and goes to bed: no socket ever, the clock has to play for her.
        await sync_to_async(registration.register)(
            tournament_id=event.pk, user_id=sleeper.pk, now=timezone.now()
        )
        early, late = bots[:-3], bots[-3:]
        assert all(await asyncio.gather(*(bot.register(event.pk) for bot in early)))
        await until("the start", lambda: _status(event) == "running")
        assert all(await asyncio.gather(*(bot.register(event.pk) for bot in late)))
        await until("the end", lambda: _status(event) == "finished", seconds=900)

    await sync_to_async(_check_the_books)(event, len(users))
    await sync_to_async(_check_the_play)(event, sleeper)


def _status(event: Tournament) -> str:
    return Tournament.objects.values_list("status", flat=True).get(pk=event.pk)


def _check_the_books(event: Tournament, players: int) -> None:
    entries = list(Entry.objects.filter(tournament=event))
    assert len(entries) == players
    places = sorted(entry.place or 0 for entry in entries)
    assert places[0] == 1
    assert all(place <= rank for rank, place in enumerate(places, start=1))
    # So many times 5.00 is less than what is guaranteed: the house adds the difference.
    assert sum(entry.prize or 0 for entry in entries) == 250_00
    assert ledger.balance(accounts.GUARANTEES) == players * 5_00 - 250_00
    assert ledger.balance(accounts.FEES) == players * 50
    assert ledger.balance(accounts.pool(event.event)) == 0
    assert audit().sound


def _check_the_play(event: Tournament, sleeper: User) -> None:
    hands = Hand.objects.filter(event=event.event)
    assert not hands.filter(finished_at=None).exists()
    levels = {hand.stakes["big_blind"] for hand in hands}
    assert len(levels) >= 3, levels
    reasons = set(Move.objects.values_list("reason", flat=True))
    assert {Move.Reason.BREAK, Move.Reason.FINAL} <= reasons
    # The sleeper was dealt in, posted, and was folded by the clock.
    slept = packed_events.of_hands(hands.filter(players__user=sleeper).values_list("pk", flat=True))
    told = (event for events in slept.values() for event in events)
    assert any(event["e"] == "act" and event["kind"] == "fold" for event in told)
    assert not Table.objects.filter(event=event.event, status=Table.Status.OPEN).exists()
    check_every_hand()
