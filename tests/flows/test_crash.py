"""``kill -9`` in the middle of hands: the same hand goes on, to the last chip and cent."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.reports.audit import audit
from players.models import User
from poker_site.bots.client import BotPace
from tables.engine.events import Event
from tables.models import FastPool, Hand, HandSecret, PoolEntry, Table
from tables.pools import books, purse
from tables.storage import packed_events
from tests.flows.conftest import EventMaker
from tests.flows.players import playing, until
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom
from tests.tables.replays import check_every_hand
from tournaments.models import Entry, Tournament
from tournaments.staff import desk

# Slow enough that a kill falls into a hand, fast enough to finish.
STEADY = BotPace(think=(0.05, 0.25), look=0.25)


@pytest.mark.long
# On other days one whole room is enough.
@pytest.mark.clock
@pytest.mark.parametrize(
    "victims",
    longer([["web"], ["worker"], ["beat"]], short=[["web", "worker", "beat"]]),
    ids=",".join,
)
async def test_the_same_hand_goes_on_after_kill_9(
    room: RunningRoom, people: Callable[[int], list[User]], publish: EventMaker, victims: list[str]
) -> None:
    users = await sync_to_async(people)(6)
    event = await sync_to_async(publish)(
        # Nobody is out before the last kill, and everybody soon after.
        levels=[(3600, 25, 50, 0), (4, 750, 1500, 0)],
        starting_stack=6000,
        shares=[6500, 3500],
        seats_per_table=6,
        min_entries=6,
        max_entries=6,
        action_seconds=10,
        bank_seconds=0,
    )
    async with playing(room, users, pace=STEADY) as bots:
        assert all(await asyncio.gather(*(bot.register(event.pk) for bot in bots)))
        for victim in victims:
            before = await until("a hand on the flop", partial(_flop, event))
            await sync_to_async(room.kill)(victim)
            await until("the same hand to end", partial(_finished, before.hand))
            await sync_to_async(_check_continuity)(before)
            await until("another hand", partial(_more_hands, event, before.number + 1))
        await sync_to_async(desk.end_level)(
            tournament_id=event.pk, by=users[0].pk, why="It is late.", now=timezone.now()
        )
        await until("the prizes", lambda: _status(event) == "finished", seconds=900)
    await sync_to_async(_check_the_end)(event)


@pytest.mark.rule("FAST-1", "FAST-3")
async def test_a_pool_plays_on_after_kill_9_of_whoever_deals(
    room: RunningRoom, people: Callable[[int], list[User]]
) -> None:
    users = await sync_to_async(people)(8)
    pool = await FastPool.objects.acreate(
        name="Crash", small_blind=5, big_blind=10, wait_seconds=1, action_seconds=10
    )
    async with playing(room, users, pace=STEADY) as bots:
        assert all(await asyncio.gather(*(bot.join(pool.pk, pool.most) for bot in bots)))
        # Whoever folds is dealt in by web, and who saw a hand to its end by a worker.
        for victim in ("web", "worker"):
            before = await until("a hand on the flop", lambda: _flop(pool))
            await sync_to_async(room.kill)(victim)
            await until("the same hand to end", partial(_finished, before.hand))
            await sync_to_async(_check_continuity)(before)
            dealt = await sync_to_async(_hands)(pool)
            await until("the pool to go on", partial(_more_hands, pool, dealt + 5))
        await FastPool.objects.filter(pk=pool.pk).aupdate(offered=False)
        await until("everybody to be paid", lambda: not _open_entries(pool))
    await sync_to_async(_check_the_pool)(pool, users)


class Sight(NamedTuple):
    """A live hand at one moment: its identity, deck and history so far."""

    hand: int
    number: int
    deck: str
    commitment: str
    events: list[Event]


def _flop(event: Tournament | FastPool) -> Sight | None:
    """A live hand with a board."""
    hand = Hand.objects.filter(event=event.event, finished_at=None).first()
    if hand is None or not any(event["e"] == "street" for event in packed_events.of_hand(hand.pk)):
        return None
    return Sight(
        hand=hand.pk,
        number=hand.number,
        deck=HandSecret.objects.get(hand=hand).deck,
        commitment=hand.commitment,
        events=packed_events.of_hand(hand.pk),
    )


def _finished(hand: int) -> bool:
    return Hand.objects.filter(pk=hand, finished_at__isnull=False).exists()


def _hands(event: Tournament | FastPool) -> int:
    return Hand.objects.filter(event=event.event).count()


def _more_hands(event: Tournament | FastPool, number: int) -> bool:
    return _hands(event) > number


def _status(event: Tournament) -> str:
    return Tournament.objects.values_list("status", flat=True).get(pk=event.pk)


def _check_continuity(before: Sight) -> None:
    hand = Hand.objects.get(pk=before.hand)
    assert hand.commitment == before.commitment
    assert HandSecret.objects.get(hand=hand).deck == before.deck
    events = packed_events.of_hand(hand.pk)
    assert events[: len(before.events)] == before.events
    players = list(hand.players.all())
    left = sum((p.finish_stack or 0) + (p.rake or 0) for p in players)
    assert left == sum(p.start_stack for p in players)


def _open_entries(pool: FastPool) -> bool:
    return PoolEntry.objects.filter(pool=pool, closed_at=None).exists()


def _check_the_pool(pool: FastPool, users: list[User]) -> None:
    """Every chip was a cent to the end, and what is missing in the wallets is the house's."""
    assert ledger.balance(purse.account(pool.pk)) == 0
    wallets = sum(ledger.balance(accounts.player(UserId(user.pk))) for user in users)
    assert wallets + ledger.balance(accounts.RAKE) == len(users) * 1_000_00
    told = books.Pool(pool)
    assert [*told.compared()[1], *told.wrong_records()] == []
    assert audit().sound
    check_every_hand()


def _check_the_end(event: Tournament) -> None:
    entries = Entry.objects.filter(tournament=event)
    assert sorted(entry.prize or 0 for entry in entries)[-2:] == [10_50, 19_50]
    assert ledger.balance(accounts.pool(event.event)) == 0
    assert audit().sound
    for hand in Hand.objects.filter(event=event.event):
        players = list(hand.players.all())
        assert sum(p.finish_stack or 0 for p in players) == sum(p.start_stack for p in players)
    assert not Table.objects.filter(event=event.event, status=Table.Status.OPEN).exists()
    check_every_hand()
