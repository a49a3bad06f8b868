"""Hole cards on their way: whoever listens to Redis hears no card that is not everybody's."""

import json
from collections.abc import Callable, Iterator

import pytest
import redis
from django.conf import settings

from tables.engine.cards import split
from tables.models import HandSecret
from tables.wire import push
from tests.tables.conversations import Watch
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wire() -> Iterator[Callable[[], str]]:
    """Everything that Redis was told since the last question, as MONITOR shows it."""
    with redis.Redis.from_url(settings.REDIS_URL) as client, client.monitor() as monitor:

        def heard() -> str:
            with redis.Redis.from_url(settings.REDIS_URL) as other:
                other.echo("fence")
            lines = []
            while "fence" not in (line := monitor.next_command()["command"]):
                lines.append(line)
            return "\n".join(lines)

        yield heard


def test_no_hole_card_crosses_redis_in_the_clear(
    room: Callable[..., Room], wire: Callable[[], str]
) -> None:
    opened = room(1000, 1000, 1000)
    wire()
    hand = opened.deal()
    assert hand is not None
    heard = wire()
    assert heard.count("PUBLISH") >= 4, "the table's frame, and each player's cards"
    dealt = split(HandSecret.objects.get(hand=hand).deck)
    assert [card for card in dealt if f'\\"{card}\\"' in heard or f'"{card}"' in heard] == []


def test_their_owner_reads_them_all_the_same(room: Callable[..., Room], watch: Watch) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    opened.deal()
    frame = socket.until("cards")
    assert opened.table.live.hand is not None
    assert frame["cards"] == split(opened.table.live.hand.hole[1])


def test_a_frame_that_nobody_sealed_is_a_frame_missed(
    room: Callable[..., Room], watch: Watch
) -> None:
    opened = room(1000, 1000)
    socket = watch(opened.table_id, opened.users[1])
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        forged = json.dumps({"type": "cards", "cards": ["As", "Ah"]})
        channel = push.player_channel(opened.table_id, opened.users[1].pk)
        client.execute_command(push.word("PUBLISH"), channel, forged)
    told = socket.frame()
    assert told["type"] == "snapshot"
