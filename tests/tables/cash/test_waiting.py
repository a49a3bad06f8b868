"""The waiting list of a cash game, and the seats that are held for it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.types import Cents
from players.models import User
from players.signals import barred
from tables.cash import cashier, croupier, waiting
from tables.live import frames
from tables.models import CashGame, Table, Waiting
from tables.refusals import TableCode
from tables.room_settings import CASH_HOLD
from tests.harness import worlds
from tests.tables.cash.setting import CashRoom, cash_room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


@pytest.fixture(autouse=True)
def _hold_for_a_minute() -> None:
    worlds.assume(CASH_HOLD, timedelta(seconds=60))


def full_room(**terms: Any) -> CashRoom:
    """A table for two at which two sit."""
    return cash_room(1000, 1000, seats=2, **terms)


def join(room: CashRoom, who: int, *, any_table: bool = True) -> Waiting:
    user = room.people[who].pk
    return waiting.join(
        table_id=room.table_id, user_id=user, any_table=any_table, now=room.later(1)
    )


def held(room: CashRoom) -> dict[int, int]:
    """By seat, the number of the person for whom it is held."""
    users = [user.pk for user in room.people]
    return {no: users.index(each.user) for no, each in room.table.live.held.items()}


def how_it_ended(room: CashRoom, who: int) -> str:
    return Waiting.objects.filter(user=room.people[who]).latest("pk").ended


def code(refused: pytest.ExceptionInfo[Refusal]) -> object:
    return refused.value.code


@pytest.mark.rule("CASH-1")
def test_a_free_seat_is_held_for_whoever_has_waited_longest() -> None:
    room = full_room()
    join(room, 3)
    join(room, 4)
    room.leave(1)
    assert held(room) == {1: 3}
    with pytest.raises(Refusal) as refused:
        room.sit(5, no=1)
    assert code(refused) == TableCode.SEAT_HELD
    with pytest.raises(Refusal) as refused:
        room.sit(4, no=1)
    assert code(refused) == TableCode.SEAT_HELD
    # Without a wish for a seat, the held one is taken.
    cashier.sit_down(
        table_id=room.table_id,
        user_id=room.people[3].pk,
        amount=Cents(500),
        key="mine",
        now=room.now,
    )
    assert (how_it_ended(room, 3), held(room)) == ("seated", {})
    room.check()


@pytest.mark.rule("CASH-1")
def test_who_does_not_come_in_time_loses_the_place_to_the_next() -> None:
    room = full_room()
    join(room, 3)
    join(room, 4)
    room.leave(1)
    assert waiting.tend(now=room.later(59)) == 0
    assert waiting.tend(now=room.later(1)) == 1
    assert (how_it_ended(room, 3), held(room)) == ("expired", {1: 4})
    room.now += timedelta(seconds=60)
    # The seat is nobody's any more, even before the room has looked.
    room.sit(5, no=1)
    assert waiting.tend(now=room.now) == 1
    assert held(room) == {}


@pytest.mark.rule("CASH-1", "OUT-2")
def test_a_seat_that_is_given_up_after_a_hand_is_held_too() -> None:
    room = full_room(sit_out=5)
    join(room, 3)
    room.sit_out(2)
    room.look()
    room.look(300)
    assert held(room) == {2: 3}


@pytest.mark.rule("CASH-1")
def test_nobody_waits_where_a_seat_is_free_or_sits_already() -> None:
    room = cash_room(1000, 1000, seats=3)
    with pytest.raises(Refusal) as refused:
        join(room, 3)
    assert code(refused) == TableCode.SEATS_FREE
    room.sit(3)
    with pytest.raises(Refusal) as refused:
        join(room, 3)
    assert code(refused) == TableCode.ALREADY_SEATED
    first = join(room, 4)
    assert join(room, 4, any_table=False).pk == first.pk
    assert Waiting.objects.get().table_id == room.table_id


@pytest.mark.rule("CASH-1")
def test_one_waits_for_all_tables_of_a_game_or_for_one() -> None:
    room = full_room()
    CashGame.objects.update(tables=2)
    croupier.keep_open(now=room.now)
    other = Table.objects.exclude(pk=room.table_id).get()
    with pytest.raises(Refusal) as refused:
        join(room, 3)
    assert code(refused) == TableCode.SEATS_FREE
    join(room, 3, any_table=False)
    waiting.tend(now=room.now)
    assert not Waiting.objects.filter(held_table=other).exists()
    # Whoever sits down at the other table waits no more.
    seated: dict[str, Any] = {"table_id": other.pk, "user_id": room.people[3].pk, "now": room.now}
    cashier.sit_down(**seated, amount=Cents(500), key="there")
    assert how_it_ended(room, 3) == "seated"


@pytest.mark.rule("CASH-1")
def test_a_held_seat_goes_to_the_next_when_its_holder_leaves_the_list() -> None:
    room = full_room()
    join(room, 3)
    join(room, 4)
    room.leave(1)
    waiting.leave(table_id=room.table_id, user_id=room.people[3].pk, now=room.now)
    waiting.tend(now=room.now)
    assert (how_it_ended(room, 3), held(room)) == ("left", {1: 4})


@pytest.mark.rule("CASH-1")
@pytest.mark.parametrize("how", ["left", "barred"])
def test_a_held_seat_that_nobody_else_waits_for_is_free_at_once(how: str) -> None:
    room = full_room()
    join(room, 3)
    room.leave(1)
    if how == "left":
        waiting.leave(table_id=room.table_id, user_id=room.people[3].pk, now=room.now)
    else:
        barred.send(sender=None, user_id=room.people[3].pk, now=room.now)
    assert waiting.tend(now=room.now) == 1
    assert (how_it_ended(room, 3), held(room)) == (how, {})
    room.sit(5, no=1)
    assert waiting.tend(now=room.later(1)) == 0


@pytest.mark.rule("CASH-1", "CASH-5")
def test_whose_held_seat_goes_with_its_table_gets_the_next_one() -> None:
    room = full_room()
    join(room, 3)
    join(room, 4, any_table=False)
    room.leave(1)
    room.leave(2)
    assert held(room) == {1: 3, 2: 4}
    cashier.break_off(table_id=room.table_id, by=room.people[0].pk, why="a fire", now=room.now)
    assert waiting.held_for(room.people[3].pk, now=room.now) == []
    (table,) = croupier.keep_open(now=room.now)
    assert waiting.tend(now=room.now) == 1
    assert [held.table_id for held in waiting.held_for(room.people[3].pk, now=room.now)] == [
        table.pk
    ]
    # Whoever wanted a seat at that table alone waits no more.
    assert how_it_ended(room, 4) == "closed"
    assert waiting.held_for(room.people[4].pk, now=room.now) == []


def test_who_may_play_no_more_waits_nowhere() -> None:
    room = full_room()
    join(room, 3)
    barred.send(sender=None, user_id=room.people[3].pk, now=room.now)
    assert how_it_ended(room, 3) == "barred"


def test_a_list_ends_with_its_game() -> None:
    room = full_room()
    join(room, 3)
    CashGame.objects.update(tables=0)
    waiting.tend(now=room.now)
    assert how_it_ended(room, 3) == "closed"


def test_the_table_says_for_whom_a_seat_is_held_and_until_when() -> None:
    room = full_room()
    assert "held" not in frames.table(room.table)
    join(room, 3)
    room.leave(1)
    until = (room.now + timedelta(seconds=60)).isoformat()
    expected = [{"seat": 1, "user": room.people[3].pk, "until": until}]
    assert frames.table(room.table)["held"] == expected


@pytest.mark.middling
@pytest.mark.rule("LOBBY-1")
def test_players_join_and_leave_on_the_page_and_over_the_api(client: Client) -> None:
    room = full_room()
    client.force_login(room.people[3])
    address = reverse("cash_wait", args=[room.table_id])
    page = client.get(reverse("cash")).content.decode()
    assert "Join the waiting list" in page
    assert "For this table only" not in page
    client.post(address)
    page = client.get(reverse("cash")).content.decode()
    assert "No. 1 on the list" in page
    assert "1 waits" in page
    table = client.get(reverse("table", args=[room.table_id])).content.decode()
    assert 'data-place="1"' in table
    client.post(address, {"leave": "yes"})
    assert how_it_ended(room, 3) == "left"
    api = reverse("api_cash_wait", args=[room.table_id])
    assert json.loads(client.post(api, {}, content_type="application/json").content) == {"place": 1}
    assert json.loads(client.get(api).content) == {"place": 1}
    (listed,) = json.loads(client.get(reverse("api_cash")).content)
    assert (listed["waiting"], listed["place"]) == (1, 1)
    assert json.loads(client.delete(api).content) == {"place": None}
    room.leave(1)
    refused = client.post(api, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "SEATS_FREE")


@pytest.mark.middling
def test_of_a_game_with_several_tables_one_waits_for_one_of_them_on_the_page(
    client: Client,
) -> None:
    room = full_room()
    CashGame.objects.update(tables=2)
    croupier.keep_open(now=room.now)
    client.force_login(room.people[3])
    assert "For this table only" in client.get(reverse("cash")).content.decode()
    client.post(reverse("cash_wait", args=[room.table_id]), {"this_table": "yes"})
    assert Waiting.objects.get().table_id == room.table_id


def test_a_player_is_called_to_the_held_seat_from_every_page(client: Client) -> None:
    room = full_room()
    room.now = timezone.now()
    join(room, 3)
    room.leave(1)
    client.force_login(room.people[3])
    calls = client.get("/rules/").content.decode()
    assert "Seat 1 is held for you until" in calls
    assert 'data-turns="1"' in calls


def test_staff_read_the_lists() -> None:
    room = full_room()
    join(room, 3)
    desk = Client()
    desk.force_login(User.objects.create_superuser("chief"))
    assert room.people[3].username in desk.get("/admin/tables/waiting/").content.decode()
