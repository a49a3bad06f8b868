"""A hand from the deal to the last chip, through the database."""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from core.refusal import Refusal
from tables import engine
from tables.engine import commitment
from tables.engine.cards import FRENCH
from tables.live import dealer, signals
from tables.models import Deadline, Hand, HandEvent, HandSecret, Seat
from tables.refusals import TableCode
from tables.storage import packed_events
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people

pytestmark = pytest.mark.django_db


def deck(*first: str) -> list[str]:
    """A deck that begins with these cards."""
    return [*first, *(card for card in FRENCH if card not in first)]


# Heads-up, seat 2 on the button: seat 1 has the big blind and is dealt first. Seat 1 wins.
ACES_BEAT_KINGS = deck("As", "Ks", "Ad", "Kd", "2c", "7h", "8s", "3c", "2d", "Tc", "2h", "4h")


@pytest.fixture
def finished() -> Iterator[list[dict[str, Any]]]:
    """What ``hand_finished`` told."""
    heard: list[dict[str, Any]] = []

    def listen(**news: Any) -> None:
        heard.append({name: news[name] for name in ("table_id", "event", "hand_id")})

    signals.hand_finished.connect(listen)
    yield heard
    signals.hand_finished.disconnect(listen)


def due_at(room: Room) -> Any:
    return Deadline.objects.get(table=room.table_id).due_at


def heads_up(room: Callable[..., Room], *stacks: int) -> Room:
    """Dealt ``ACES_BEAT_KINGS``: seat 2 acts first, seat 1 holds the aces."""
    opened = room(*stacks)
    opened.deal()
    while opened.turn != 2:
        opened.fold_out()
        opened.deal()
    opened.fold_out()
    opened.deal()
    opened.fold_out()
    opened.deal(ACES_BEAT_KINGS)
    return opened


def test_a_deal_stores_the_hand_its_players_and_what_to_wait_for(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1500, 500)
    hand = opened.deal()
    assert hand is not None
    assert (hand.number, hand.finished_at) == (1, None)
    players = hand.players.order_by("seat_no").values_list("user_id", "start_stack")
    assert list(players) == [
        (opened.users[1].pk, 1000),
        (opened.users[2].pk, 1500),
        (opened.users[3].pk, 500),
    ]
    table = opened.table
    assert (table.hand_no, table.version) == (1, 4)
    assert due_at(opened) == table.due_at == opened.now + timedelta(seconds=20)
    assert [seat.stack for seat in Seat.objects.filter(table=opened.table_id)] == [1000, 1500, 500]


def test_a_second_deal_during_a_hand_does_nothing(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    version = opened.table.version
    assert opened.deal() is None
    assert opened.table.version == version
    assert Hand.objects.count() == 1


def test_nothing_is_dealt_to_fewer_than_two_with_chips(room: Callable[..., Room]) -> None:
    opened = room(1000, 0, 0)
    assert opened.deal() is None
    assert not Hand.objects.exists()


@pytest.mark.rule("DEAL-1", "BTN-1")
def test_the_stored_deck_is_a_shuffled_one_and_the_button_moves_on(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000, 1000)
    buttons = []
    for _ in range(4):
        hand = opened.deal()
        assert hand is not None
        buttons.append(hand.positions["button"])
        opened.fold_out()
    following = {1: 2, 2: 3, 3: 1}
    assert buttons[1:] == [following[button] for button in buttons[:-1]]
    decks = list(HandSecret.objects.values_list("deck", flat=True))
    assert len(set(decks)) == 4
    assert all(sorted(engine.cards.split(deck)) == sorted(FRENCH) for deck in decks)


def test_the_commitment_binds_the_deck_that_is_played(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    secret = HandSecret.objects.get(hand=hand)
    cards, seed = engine.cards.split(secret.deck), bytes.fromhex(secret.seed)
    assert commitment.commit(cards, seed) == hand.commitment
    assert opened.snapshot()["table"]["commitment"] == hand.commitment
    dealt = [opened.snapshot(seat)["you"]["cards"] for seat in (1, 2)]
    order = engine.positions.left_of(hand.positions["button"], [1, 2])
    assert [cards[0], cards[2]] == dealt[order[0] - 1]
    assert commitment.verify(hand.commitment, commitment.opening(cards, seed, 0))


def test_the_last_action_pays_the_seats_and_closes_the_hand(room: Callable[..., Room]) -> None:
    opened = heads_up(room, 1000, 1000)
    before: dict[int, int] = {
        seat.no: seat.stack for seat in Seat.objects.filter(table=opened.table_id)
    }
    opened.act("all_in")
    assert before == {seat.no: seat.stack for seat in Seat.objects.filter(table=opened.table_id)}
    opened.later(3)
    opened.act("call")
    hand = Hand.objects.latest("pk")
    assert hand.finished_at == opened.now
    bet = min(before.values())
    after = {1: before[1] + bet, 2: before[2] - bet}
    assert {seat.no: seat.stack for seat in Seat.objects.filter(table=opened.table_id)} == after
    assert dict(hand.players.values_list("seat_no", "finish_stack")) == after
    assert due_at(opened) is None
    frame = opened.snapshot()["table"]
    assert frame["hand"]["finished"]
    assert frame["clock"] is None
    assert {seat["seat"]: seat["stack"] for seat in frame["seats"]} == after


@pytest.mark.django_db(transaction=True)
def test_the_apps_above_hear_of_a_finished_hand_once(
    room: Callable[..., Room], finished: list[dict[str, Any]]
) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    assert finished == []
    opened.act("fold")
    told = {"table_id": opened.table_id, "event": "tournament:1", "hand_id": hand.pk}
    assert finished == [told]


@pytest.mark.django_db(transaction=True)
def test_blinds_that_put_everybody_all_in_finish_the_hand_at_the_deal(
    room: Callable[..., Room], finished: list[dict[str, Any]]
) -> None:
    opened = room(5, 7)
    hand = opened.deal()
    assert hand is not None
    assert Hand.objects.get(pk=hand.pk).finished_at == opened.now
    assert [news["hand_id"] for news in finished] == [hand.pk]
    assert sum(seat.stack for seat in Seat.objects.filter(table=opened.table_id)) == 12


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_does_not_spoil_the_action(room: Callable[..., Room]) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError("not the player's problem")

    signals.hand_finished.connect(broken)
    try:
        opened = room(1000, 1000)
        opened.deal()
        opened.act("fold")
    finally:
        signals.hand_finished.disconnect(broken)
    assert opened.table.live.playing is None


def test_events_are_numbered_and_dated_as_they_happen(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    opened.later(5)
    opened.act("call")
    dealt, called = HandEvent.objects.all()
    assert (dealt.seq, called.seq) == (1, 5)
    told = [packed_events.row(row.payload, row.packed) for row in (dealt, called)]
    assert [[event["e"] for event in events] for events in told] == [
        ["start", "blind", "blind", "hole"],
        ["act"],
    ]
    assert called.at - dealt.at == timedelta(seconds=5)


@pytest.mark.rule("SHOW-2")
def test_a_loser_may_show_what_was_mucked_until_the_next_deal(room: Callable[..., Room]) -> None:
    opened = heads_up(room, 1000, 1000)
    opened.act("call")
    opened.act("check")
    for _ in range(3):
        opened.act("check")
        opened.act("check")
    loser = opened.users[2]
    hidden = opened.snapshot()["table"]["hand"]["seats"][1]
    assert hidden["cards"] == []
    dealer.show(table_id=opened.table_id, user_id=loser.pk, now=opened.now)
    assert opened.snapshot()["table"]["hand"]["seats"][1]["cards"] == ["Ks", "Kd"]
    with pytest.raises(Refusal, match="NOTHING_TO_SHOW"):
        dealer.show(table_id=opened.table_id, user_id=loser.pk, now=opened.now)
    opened.deal()
    with pytest.raises(Refusal, match="HAND_NOT_FINISHED"):
        dealer.show(table_id=opened.table_id, user_id=loser.pk, now=opened.now)


@pytest.mark.rule("SHOW-1", "SHOW-2")
def test_a_winner_whom_nobody_called_may_show_one_card(room: Callable[..., Room]) -> None:
    opened = heads_up(room, 1000, 1000)
    opened.act("fold")
    snapshot = opened.snapshot()["table"]["hand"]
    winner = next(seat for seat in snapshot["seats"] if seat["won"])
    assert winner["cards"] == ["??", "??"]
    user = opened.users[winner["seat"]]
    first = opened.snapshot(winner["seat"])["you"]["cards"][0]
    show = partial(dealer.show, table_id=opened.table_id, user_id=user.pk, now=opened.now)
    show(cards=[first])
    seats = opened.snapshot()["table"]["hand"]["seats"]
    assert [seat["cards"] for seat in seats if seat["won"]] == [[first, "??"]]
    with pytest.raises(Refusal, match="NOTHING_TO_SHOW"):
        show(cards=["??"])


def test_nobody_shows_the_cards_of_somebody_else(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    (stranger,) = people(1, "stranger")
    with pytest.raises(Refusal, match=TableCode.NO_HAND):
        dealer.show(table_id=opened.table_id, user_id=opened.users[1].pk, now=opened.now)
    opened.deal()
    opened.act("fold")
    with pytest.raises(Refusal, match=TableCode.NOT_IN_HAND):
        dealer.show(table_id=opened.table_id, user_id=stranger.pk, now=opened.now)


@pytest.mark.django_db(transaction=True)
def test_every_frame_carries_the_next_version(room: Callable[..., Room], tape: Tape) -> None:
    opened = room(1000, 1000, 1000)
    dice = random.Random(7)
    for _ in range(5):
        opened.deal()
        opened.play_on(dice)
    versions = [frame["version"] for _, frame in tape.read() if frame["type"] == "update"]
    assert versions == list(range(1, opened.table.version + 1))


@pytest.mark.django_db(transaction=True)
def test_the_commitment_is_published_before_any_card(room: Callable[..., Room], tape: Tape) -> None:
    opened = room(1000, 1000)
    tape.read()
    hand = opened.deal()
    assert hand is not None
    (channel, update), *cards = tape.read()
    assert channel == str(opened.table_id)
    assert update["change"]["commitment"] == [hand.commitment]
    assert {channel for channel, _ in cards} == {
        f"{opened.table_id}:{user.pk}" for user in opened.users.values()
    }
    assert all(frame["type"] == "cards" and len(frame["cards"]) == 2 for _, frame in cards)


def test_chips_are_neither_made_nor_lost(room: Callable[..., Room]) -> None:
    opened = room(300, 1000, 2500, 40)
    dice = random.Random(11)
    for _ in range(25):
        opened.deal()
        opened.play_on(dice)
        seats = Seat.objects.filter(table=opened.table_id)
        assert sum(seat.stack for seat in seats) == 3840
        assert {seat.no: seat.stack for seat in seats} == {
            no: sitter.stack for no, sitter in opened.table.live.seats.items()
        }
