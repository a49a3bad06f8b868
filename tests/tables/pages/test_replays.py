"""The replayer sends the frames that the table sent, and nothing else."""

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import SeatNo
from tables import engine
from tables.engine.cards import FRENCH, split
from tables.engine.games import GAMES
from tables.models import Hand, PoolEntry, SharedHand, Table
from tables.own_hands import sharing
from tables.pages import replays, shared_view
from tables.storage import packed_events
from tables.wire.difference import apply
from tests.harness.long_forms import longer
from tests.tables.conftest import Tape
from tests.tables.pools.setting import pool_room
from tests.tables.rooms import Room, people
from tests.tables.test_secrets import cards_in

OpenRoom = Callable[..., Room]
# What a hand does not store, and what belongs to the table's own count.
UNKNOWN = ("version", "clock", "notice", "status")
OF_SEATS = ("bank_ms", "away", "avatar")


def known(table: dict[str, Any]) -> dict[str, Any]:
    dealt = {part["seat"] for part in table["hand"]["seats"]}
    seats = [
        {key: part for key, part in seat.items() if key not in OF_SEATS}
        for seat in table["seats"]
        if seat["seat"] in dealt
    ]
    return {key: part for key, part in table.items() if key not in UNKNOWN} | {"seats": seats}


def replayed(hand: Hand, seat: int) -> list[Any]:
    players = list(hand.players.order_by("seat_no"))
    events = packed_events.of_hand(hand.pk)
    return [*replays.frames_of(hand, players, events, seat=SeatNo(seat))]


def states(table: Any, frames: list[Any]) -> list[tuple[Any, Any]]:
    """After each update: its events, and what is known of the table."""
    seen = []
    for frame in frames:
        if frame["type"] == "update":
            table = apply(table, frame["change"])
            seen.append((frame["events"], known(table)))
    return seen


# Those that each differ from the others in `make test`; with `make test-long` all of them.
GAMES_HERE = longer([*GAMES], short=["nlhe", "plo8", "flo8", "italian"])


def check_replays(opened: Room, sent: list[tuple[str, Any]], before: Any, hand: Hand) -> None:
    """Each player's replay is what was sent while the hand was played."""
    public = [frame for place, frame in sent if place == str(opened.table_id)]
    for player in hand.players.all():
        own = f"{opened.table_id}:{player.user_id}"
        snapshot, *frames = replayed(hand, player.seat_no)
        assert states(snapshot["table"], frames) == states(before, public)
        cards = [frame for frame in frames if frame["type"] == "cards"]
        told = [frame for place, frame in sent if place == own and frame["type"] == "cards"]
        assert [frame["cards"] for frame in cards] == [frame["cards"] for frame in told]
        mine = {card for frame in cards for card in frame["cards"]}
        assert cards_in(snapshot) == set()
        assert cards_in(frames) == mine | cards_in(public)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES_HERE)
@pytest.mark.django_db(transaction=True)
def test_each_player_is_shown_the_frames_that_were_sent_to_them(
    room: OpenRoom, tape: Tape, game: str
) -> None:
    opened, dice = room(500, 800, 1000, 1200), Random(4)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    for _ in range(6):
        before = opened.snapshot()["table"]
        tape.read()
        hand = opened.deal()
        if hand is None:
            break
        opened.play_on(dice)
        sent = tape.read()
        hand.refresh_from_db()
        check_replays(opened, sent, before, hand)


@pytest.mark.django_db(transaction=True)
def test_three_side_pots_with_three_winners_are_replayed_as_they_were_sent(
    room: OpenRoom, tape: Tape
) -> None:
    opened = room(300, 800, 1500, 3000)
    while (hand := opened.deal()) is not None and hand.positions["button"] != 4:
        opened.fold_out()
    opened.fold_out()
    stacks = {no: opened.table.live.stack(SeatNo(no)) for no in (1, 2, 3, 4)}
    before = opened.snapshot()["table"]
    # Seat 1 has the button now; cards go round from seat 2. Aces for the shortest, and so on.
    order = sorted((2, 3, 4, 1), key=lambda no: stacks[no])
    pairs = dict(zip(order, ("AhAd", "KsKd", "QcQh", "7c2d"), strict=True))
    hole = {no: split(cards) for no, cards in pairs.items()}
    first = [hole[no][at] for at in (0, 1) for no in (2, 3, 4, 1)]
    board = split("3s5h9sJdTh")
    rest = [card for card in FRENCH if card not in (*first, *board)]
    burnt = iter(rest)
    run = [next(burnt), *board[:3], next(burnt), board[3], next(burnt), board[4]]
    tape.read()
    hand = opened.deal([*first, *run, *burnt])
    assert hand is not None
    while opened.turn is not None:
        legal = engine.legal_actions(opened.table.live.playing)  # type: ignore[arg-type]
        opened.act("all_in" if legal.all_in is not None else "call")
    sent = tape.read()
    hand.refresh_from_db()
    played = engine.replay(packed_events.of_hand(hand.pk))
    assert len({win.seat for win in played.wins if win.pot < 3}) == 3
    check_replays(opened, sent, before, hand)


@pytest.mark.django_db(transaction=True)
def test_a_hand_of_a_pool_is_replayed_as_it_was_sent_and_shared_once_it_is_over(
    tape: Tape,
) -> None:
    """One player folds and goes on: the hand is theirs once the others have ended it (FAST-1)."""
    with patch("tables.pools.floor.deal", return_value=[]):
        pool = pool_room()
    PoolEntry.objects.update(owes=False)
    before_deal = tape.read()
    (hand,) = pool.deal()
    table_id, who = hand.table_id, pool.who_acts(hand.table_id)
    folder = pool.people[who].pk
    pool.act(table_id, "fold")

    def share() -> SharedHand:
        return sharing.share(
            user_id=folder, hand_id=hand.pk, names_shown=False, days=1, now=pool.now
        )

    with pytest.raises(Refusal, match="NOT_YOUR_HAND"):
        share()
    # No next hand begins at the table, which would be played too.
    with patch("tables.pools.floor.deal", return_value=[]):
        pool.check_down(table_id)
    sent = [*before_deal, *tape.read()]
    hand.refresh_from_db()
    for player in hand.players.all():
        _snapshot, *frames = replayed(hand, player.seat_no)
        told = [frame for place, frame in sent if place == str(table_id)]
        events = [frame["events"] for frame in frames if frame["type"] == "update"]
        assert (
            events
            == [frame["events"] for frame in told if frame["type"] == "update"][: len(events)]
        )
        own = [
            frame["cards"]
            for place, frame in sent
            if place == f"{table_id}:{player.user_id}" and frame["type"] == "cards"
        ]
        assert [frame["cards"] for frame in frames if frame["type"] == "cards"] == own[:1]
    pool.later(30)
    link = share()
    shared = shared_view.read(link.token, now=pool.now)
    assert shared is not None
    seat = hand.players.get(user=folder).seat_no
    assert cards_in(shared.frames) == cards_in(replayed(hand, seat))


@pytest.mark.django_db
def test_a_player_alone_replays_a_hand_and_only_once_it_is_over(
    client: Client, room: OpenRoom
) -> None:
    opened = room(1000, 1000, 1000)
    hand = opened.deal()
    assert hand is not None
    address = reverse("replay_hand", args=[hand.pk])
    client.force_login(opened.users[2])
    assert client.get(address).status_code == 404
    opened.fold_out()
    answer = client.get(address)
    _, deal, cards, *_ = answer.context["frames"]
    assert deal["events"][0]["e"] == "start"
    assert cards_in(answer.context["frames"]) == set(cards["cards"])
    assert address in client.get(reverse("hand", args=[hand.pk])).content.decode()
    client.force_login(people(1, "stranger")[0])
    assert client.get(address).status_code == 404
    client.logout()
    assert client.get(address).status_code == 302


def test_the_rake_of_a_pot_has_its_words_where_the_chips_are_not_money() -> None:
    words = render_to_string("tables/words.html", {"cash": False})
    assert all(f'<data value="{word}">' in words for word in ("rake", "log_rake"))
