"""Cash tables over sockets: what guests may ask for, what they may not, and what others hear."""

from typing import Any

import pytest

from tables.live import dealer, frames
from tables.models import CashStay
from tables.refusals import TableCode
from tests.tables.cash.setting import WALLET, cash_room
from tests.tables.conftest import Tape
from tests.tables.conversations import Watch
from tests.tables.test_secrets import cards_in

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "0123456789abcdef"


@pytest.mark.slow
def test_a_guest_tops_up_and_leaves(watch: Watch) -> None:
    room = cash_room(500, 500)
    socket = watch(room.table_id, room.people[1])
    assert socket.first["you"]["stay"]["owes"] is True
    socket.say(type="top_up", amount=100, key=KEY)
    assert socket.until("you")["stay"]["top_up"] == 0
    assert room.stack(1) == 600
    room.deal()
    socket.until("cards")
    assert socket.until("you")["stay"]["owes"] is False
    socket.say(type="top_up", amount=100, key=KEY + "2")
    assert socket.until("you")["stay"]["top_up"] == 100
    socket.say(type="choose", straddles=True)
    assert socket.until("you")["stay"]["straddles"] is True
    socket.say(type="leave")
    assert socket.until("you")["stay"]["leaving"] is True
    room.fold_out()
    room.look()
    assert room.wallet(1) in (WALLET - 10, WALLET - 5, WALLET + 5, WALLET + 10)


def test_who_leaves_after_the_hand_plays_it_to_its_end(watch: Watch) -> None:
    room = cash_room(1000, 1000)
    room.deal()
    # Person and seat have the same number here.
    mover = room.going.turn
    assert mover is not None
    socket = watch(room.table_id, room.people[mover])
    socket.say(type="leave", after_hand=True)
    assert socket.until("you")["stay"]["leaving"] is True
    assert not room.away(mover)
    room.act("raise", 100)
    room.fold_out()
    room.look()
    assert mover not in room.table.live.seats
    assert room.wallet(mover) > WALLET


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize("after_hand", [True, False])
def test_who_leaves_after_the_hand_may_think_better_of_it(
    watch: Watch, *, after_hand: bool
) -> None:
    room = cash_room(1000, 1000, 1000)
    mover = room.deal().turn
    assert mover is not None
    socket = watch(room.table_id, room.people[mover])
    socket.say(type="leave", after_hand=after_hand)
    assert socket.until("you")["stay"]["leaving"] is True
    socket.say(type="stay")
    assert socket.until("you")["stay"]["leaving"] is False
    assert not room.away(mover)
    socket.say(type="stay")
    room.fold_out()
    assert mover in room.deal().seats
    assert room.wallet(mover) == WALLET - 1000


@pytest.mark.parametrize("after_hand", [True, False])
def test_between_hands_one_leaves_at_once_however_one_asked(
    watch: Watch, *, after_hand: bool
) -> None:
    room = cash_room(500, 500)
    socket = watch(room.table_id, room.people[1])
    socket.say(type="leave", after_hand=after_hand)
    assert socket.until("you")["stay"] is None
    assert room.wallet(1) == WALLET


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "top_up"},
        {"type": "top_up", "amount": 100},
        {"type": "top_up", "amount": "100", "key": KEY},
        {"type": "top_up", "amount": True, "key": KEY},
        {"type": "top_up", "amount": 100.0, "key": KEY},
        {"type": "top_up", "amount": 100, "key": ""},
        {"type": "top_up", "amount": 100, "key": "x" * 41},
        {"type": "top_up", "amount": 100, "key": "1:2:3:4:5"},
        {"type": "top_up", "amount": 100, "key": [KEY]},
        {"type": "choose", "posts": 1},
        {"type": "choose", "straddles": "yes"},
        {"type": "choose", "rests": "never"},
        {"type": "choose", "rests": ["hand"]},
        {"type": "choose", "posts_always": None},
        {"type": "leave", "after_hand": 1},
        {"type": "sit_down", "amount": 500, "key": KEY},
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_by_name(watch: Watch, frame: dict[str, Any]) -> None:
    room = cash_room(500)
    socket = watch(room.table_id, room.people[1])
    socket.say(**frame)
    assert socket.until("refused")["code"] == TableCode.MALFORMED_MESSAGE
    assert room.stack(1) == 500


@pytest.mark.parametrize("amount", [-100, 0, 501, 10**40])
def test_amounts_that_may_not_be_move_nothing(watch: Watch, amount: int) -> None:
    room = cash_room(500)
    socket = watch(room.table_id, room.people[1])
    socket.say(type="top_up", amount=amount, key=KEY)
    assert socket.until("refused")["message"]
    assert (room.stack(1), room.wallet(1)) == (500, WALLET - 500)


def test_who_has_no_seat_asks_in_vain(watch: Watch) -> None:
    room = cash_room(500, 500)
    socket = watch(room.table_id, room.people[0])
    for frame in (
        {"type": "leave"},
        {"type": "stay"},
        {"type": "top_up", "amount": 100, "key": KEY},
        {"type": "choose", "posts": True},
    ):
        socket.say(**frame)
        assert socket.until("refused")["code"] == TableCode.NOT_SEATED
    assert room.escrow == 1000


def test_of_two_sockets_that_ask_the_same_one_is_served(watch: Watch) -> None:
    room = cash_room(500)
    sockets = [watch(room.table_id, room.people[1]) for _ in range(2)]
    for socket in sockets * 3:
        socket.say(type="top_up", amount=100, key=KEY)
    for socket in sockets:
        socket.say(type="snapshot")
        socket.until("snapshot")
    assert (room.stack(1), room.wallet(1)) == (600, WALLET - 600)
    for socket in sockets:
        socket.say(type="leave")
    # The other hears of it, or that there is nothing left to leave; both may hear of chips first.
    for socket in sockets:
        while True:
            frame = socket.frame()
            if frame["type"] == "refused" or (frame["type"] == "you" and frame["stay"] is None):
                break
    assert room.wallet(1) == WALLET
    assert CashStay.objects.filter(closed_at__isnull=False).count() == 1


def test_no_card_is_told_to_those_who_wait_leave_or_sit_out(tape: Tape) -> None:
    room = cash_room(1000, 1000, 900)
    room.deal()
    room.sit(4)
    room.leave(1)
    room.sit_out(2)
    room.top_up(3, 1, key=KEY)
    heard = [frame for _, frame in tape.read() if frame["type"] != "cards"]
    assert {frame["type"] for frame in heard} == {"update", "you"}
    assert cards_in(heard) == set()
    snapshot = dealer.snapshot(table_id=room.table_id, user_id=room.people[4].pk)
    assert snapshot["you"] is not None
    assert snapshot["you"]["cards"] == []
    assert cards_in(snapshot) == set()


def test_others_hear_who_waits_but_not_what_a_guest_has_chosen() -> None:
    room = cash_room(1000, 1000)
    seats = frames.table(room.table)["seats"]
    assert [seat["waits"] for seat in seats] == [True, True]
    room.deal()
    seats = frames.table(room.table)["seats"]
    assert not any("waits" in seat or "stay" in seat for seat in seats)
