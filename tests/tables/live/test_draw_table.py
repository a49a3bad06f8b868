"""Italian draw poker at a live table."""

from collections.abc import Callable
from random import Random

import pytest

from tables.engine.cards import split
from tables.engine.games import ITALIAN
from tables.live import seating
from tables.live.state import Sitter
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


@pytest.mark.slow
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
            hand.exchange.carried.pot if hand.exchange else 0
        )
        parts = seating.carried(opened.table_id).values()
        assert sum(parts) == carried
        assert not parts or max(parts) - min(parts) < 2
    assert opened.table.hand_no > 2


def dealt(*hands: str) -> list[str]:
    """A deck that gives these hands, the first to the left of the button."""
    deck = [split(hand)[place] for place in range(5) for hand in hands]
    return deck + [card for card in ITALIAN.deck(len(hands)) if card not in deck]


@pytest.mark.rule("DRAW-2", "RANK-1")
def test_a_hand_that_is_void_leaves_the_pot_that_it_had_taken_over(
    italian: Callable[..., Room],
) -> None:
    opened = italian(500, 800, 1000)
    # A tournament's hand is made void by an act of staff, which tables do not know.
    Table.objects.update(event="practice:1")
    opened.deal(dealt("7c8d9hTsQc", "7d8h9sTcKd", "7h8s9cJdAd"))  # nobody can open
    while opened.turn is not None:
        opened.act("check")
    pot, positions = sum(seating.carried(opened.table_id).values()), opened.table.positions
    stacks = {no: sitter.stack for no, sitter in opened.table.live.seats.items()}
    assert pot > 0
    opened.deal(dealt("KcKd7hTsQc", "7d8h9sTcAd", "7s8s9cJdAc"))
    opened.act("bet", pot)
    while opened.turn is not None:
        opened.act("fold")
    assert seating.carried(opened.table_id) == {}
    before = {
        no: Sitter(sitter.user, sitter.name, stacks[no], sitter.bank_ms)
        for no, sitter in opened.table.live.seats.items()
    }
    seating.void_hand(table_id=opened.table_id, stacks=before, now=opened.now)
    assert sum(seating.carried(opened.table_id).values()) == pot
    assert opened.table.positions == positions
    opened.deal()
    live = opened.table.live
    assert live.hand is not None
    assert live.hand.exchange is not None
    assert (live.hand.exchange.carried, live.carried) == ((pot, "Q"), None)
