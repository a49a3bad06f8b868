"""While the web process of ten players stands still, their event waits for them."""

from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from players.models import User
from players.profile import presence
from poker_site.bots.client import BotPace
from tables.models import Deadline, Hand, Table
from tests.flows.conftest import EventMaker
from tests.flows.players import playing, until
from tests.harness.room import RunningRoom
from tournaments.models import Tournament


@pytest.mark.rule("TRN-6")
async def test_an_event_stops_while_its_players_are_cut_off(
    room: RunningRoom, people: Callable[[int], list[User]], publish: EventMaker
) -> None:
    users = await sync_to_async(people)(10)
    event = await sync_to_async(publish)(
        levels=[(600, 25, 50, 0), (600, 100, 200, 0)],
        seats_per_table=10,
        min_entries=10,
        max_entries=10,
        starting_stack=100_000,
        action_seconds=60,
    )
    async with playing(room, users, pace=BotPace(think=(0.2, 0.4), look=0.5)) as bots:
        for bot in bots:
            assert await bot.register(event.pk)
        await until("everybody to be there", lambda: _connected(event) == 10)
        with room.held("web"):
            await until("the pause", lambda: _cause(event) == "connections")
            assert await sync_to_async(_deadline)(event) is None
        await until("play to go on", lambda: _cause(event) is None)
        played = await sync_to_async(_hands)(event)
        await until("another hand", lambda: _hands(event) > played)


def _connected(event: Tournament) -> int:
    tables = Table.objects.filter(event=event.event).values_list("pk", flat=True)
    return len(presence.connected(tables, now=timezone.now()))


def _cause(event: Tournament) -> str | None:
    event.refresh_from_db()
    return None if event.pause is None else event.pause["cause"]


def _deadline(event: Tournament) -> object:
    return Deadline.objects.get(table__event=event.event).due_at


def _hands(event: Tournament) -> int:
    return Hand.objects.filter(event=event.event).count()
