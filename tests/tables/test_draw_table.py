"""Italian draw poker at a live table."""

from collections.abc import Callable
from random import Random

import pytest

from tables import floor
from tables.models import Table
from tests.tables.conftest import Tape
from tests.tables.rooms import Room

OpenRoom = Callable[..., Room]


@pytest.fixture
def italian(room: OpenRoom) -> Callable[..., Room]:
    def open_italian(*stacks: int) -> Room:
        opened = room(*stacks)
        Table.objects.filter(pk=opened.table_id).update(game="italian")
        return opened

    return open_italian


@pytest.mark.rule("DRAW-1")
def test_the_deck_goes_with_the_number_of_players(italian: Callable[..., Room]) -> None:
    opened = italian(1000, 1000, 1000, 1000)
    hand = opened.deal()
    assert hand is not None
    assert len(hand.secret.deck) == 2 * 2 * 32
    assert all(seat["cards"] == ["??"] * 5 for seat in opened.snapshot()["table"]["hand"]["seats"])
    assert len(opened.snapshot(1)["you"]["cards"]) == 5


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.django_db(transaction=True)
def test_hands_are_played_and_pots_carried_without_losing_a_chip(
    italian: Callable[..., Room], tape: Tape, seed: int
) -> None:
    opened, dice = italian(500, 800, 1000, 1200), Random(seed)
    carried = 0
    for _ in range(12):
        if opened.deal() is None:
            break
        assert opened.snapshot()["table"]["hand"]["draw"]["carried"] == carried
        opened.play_on(dice)
        hand = opened.table.live.hand
        assert hand is not None
        carried = hand.carry.pot if hand.carry else 0
        assert sum(hand.stacks.values()) + carried == sum(hand.start_stacks.values()) + (
            hand.drawing.carried.pot if hand.drawing else 0
        )
        parts = floor.carried(opened.table_id).values()
        assert sum(parts) == carried
        assert not parts or max(parts) - min(parts) < 2
    assert opened.table.hand_no > 2
