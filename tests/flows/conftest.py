"""People with money, events to enter, and a room to play in."""

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from payouts.models import PrizeScheme
from payouts.wallets import wallet
from players.models import User
from poker_site.demo.room import NAMES
from tests.harness.room import Rooms, RunningRoom
from tests.tournaments import events
from tournaments.entry import scheduling
from tournaments.models import Template, Tournament

EventMaker = Callable[..., Tournament]


@pytest.fixture
def room(transactional_db: None, rooms: Rooms) -> Iterator[RunningRoom]:
    """Web, worker and beat on this test's database, with the demo's events but no bots."""
    with rooms.open() as room:
        yield room


@pytest.fixture
def people(transactional_db: None) -> Callable[[int], list[User]]:
    """So many players with 1,000.00 each."""

    def create(count: int) -> list[User]:
        users = [User.objects.create_user(name) for name in NAMES[:count]]
        for user in users:
            wallet.deposit(
                user_id=user.pk, amount=1_000_00, key=f"test:{user.pk}", now=timezone.now()
            )
        return users

    return create


@pytest.fixture
def publish(transactional_db: None) -> EventMaker:
    """Publish an event; levels are (seconds, small blind, big blind, ante), a break without."""

    def create(
        *,
        levels: list[tuple[int, int, int, int]],
        shares: list[int] | None = None,
        starts_at: datetime | None = None,
        **terms: object,
    ) -> Tournament:
        scheme, _ = PrizeScheme.objects.get_or_create(
            name="test",
            kind=PrizeScheme.Kind.WINNERS if shares else PrizeScheme.Kind.STANDARD,
            shares=shares or [],
        )
        template = Template.objects.create(
            **{
                "name": "Test event",
                "kind": Template.Kind.SCHEDULED if starts_at else Template.Kind.SIT_AND_GO,
                "scheme": scheme,
                "structure": events.blind_structure(levels),
                "buy_in": 5_00,
                "fee": 50,
                "starting_stack": 1500,
                "active": False,
                **terms,
            }
        )
        return scheduling.publish(template_id=template.pk, starts_at=starts_at, now=timezone.now())

    return create


@pytest.fixture(autouse=True)
async def _leave_no_connection() -> AsyncIterator[None]:
    """Queries of asynchronous tests run in a thread of their own, with a connection of its own."""
    yield
    await sync_to_async(connections.close_all)()
