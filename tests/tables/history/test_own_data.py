"""The hands in the archive of a player's data: what they knew, and no more."""

import random
from collections.abc import Callable

import pytest

from core.types import UserId
from players.own_data import registry
from tables.models import HandPlayer
from tables.seated import personal_data
from tables.storage import packed_events
from tests.tables.history.test_formats import cards_in, known_to
from tests.tables.rooms import Room

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DATA-1")]


def test_hands_have_what_their_player_knew(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal_data, "HANDS_A_FILE", 2)
    opened, dice = room(4000, 4000, 4000), random.Random(6)
    for _ in range(4):
        opened.deal()
        opened.play_on(dice)
    anna = opened.users[1]
    own = HandPlayer.objects.filter(user=anna, hand__finished_at__isnull=False)
    source, _imported = personal_data.FILES
    assert source in registry.files()
    files = list(source.read(UserId(anna.pk)))
    assert len(files) == source.count(UserId(anna.pk)) == -(-own.count() // 2)
    knew = {
        card for row in own for card in known_to(row.seat_no, packed_events.of_hand(row.hand_id))
    }
    shown = {card for file in files for card in cards_in(file.content.decode())}
    assert shown
    assert shown <= knew
