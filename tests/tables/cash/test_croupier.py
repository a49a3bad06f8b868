"""Cash tables deal on by themselves, and open and close as their game says."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.refusal import Refusal, RefusalCode
from core.types import Cents
from tables import tasks
from tables.cash import cashier, croupier
from tables.live import record
from tables.models import CashGame, Deadline, Table
from tables.refusals import TableCode
from tests.tables.cash.setting import WALLET, cash_room, offer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]


def test_a_table_deals_when_two_have_sat_down_and_the_pause_is_over(
    settings: Any,
) -> None:
    settings.RESULT_SECONDS = 4
    room = cash_room(1000)
    assert room.look() is None
    room.sit(2)
    assert room.look(1) is None
    assert room.look(3.5) is not None
    assert room.look() is None
    room.fold_out()
    assert room.look(3) is None
    assert room.look(2) is not None


@pytest.mark.rule("SHOW-2")
@pytest.mark.parametrize("wish", ["choose", "sit_down", "sit_out"])
def test_whatever_is_wished_during_a_hand_its_result_is_shown_in_full(
    settings: Any, wish: str
) -> None:
    settings.RESULT_SECONDS = 4
    room = cash_room(1000, 1000, 1000)
    room.deal()
    if wish == "choose":
        room.choose(1, straddles=True)
    elif wish == "sit_down":
        room.sit(4)
    else:
        room.sit_out(1)
    room.later(10)
    room.fold_out()
    assert room.look(3) is None
    assert room.look(1) is not None


@pytest.mark.rule("SHOW-2")
@pytest.mark.parametrize("wish", [None, "sit_down", "sit_out"])
@pytest.mark.parametrize(("result", "pause"), [(4, 3 * 1.5 + 4), (0, 0)])
def test_the_result_of_an_all_in_is_shown_in_full_after_its_last_card(
    settings: Any, result: int, pause: float, wish: str | None
) -> None:
    settings.RESULT_SECONDS = result
    room = cash_room(1000, 1000, 1000)
    room.deal()
    for kind in ("all_in", "call", "fold"):
        room.act(kind)
    assert room.hand is None
    # Before the first of three streets is turned.
    room.later(pause / 10)
    if wish == "sit_down":
        room.sit(4)
    elif wish == "sit_out":
        (out, *_) = [who for who in (1, 2, 3) if 0 < room.stack(who) < 1000]
        room.sit_out(out)
        room.come_back(out)
    if pause:
        assert room.look(pause * 0.9 - 0.1) is None
    assert room.look(0.1) is not None


def test_the_sweep_deals_and_times_out_at_cash_tables() -> None:
    room = cash_room(1000, 1000)
    Deadline.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert tasks.sweep_deadlines() == 1
    assert room.hand is not None
    Deadline.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert tasks.sweep_deadlines() == 0
    table = room.table
    assert table.live.turn_at is not None
    table.live.turn_at -= timedelta(hours=1)
    record.write(table, [], now=timezone.now())
    assert tasks.sweep_deadlines() == 1
    assert room.hand is None


def test_the_room_keeps_as_many_tables_open_as_a_game_says() -> None:
    game = offer(tables=3)
    now = timezone.now()
    assert [table.name for table in croupier.keep_open(now=now)] == [
        "NL10 · 1",
        "NL10 · 2",
        "NL10 · 3",
    ]
    assert croupier.keep_open(now=now) == []
    CashGame.objects.update(tables=1)
    assert croupier.keep_open(now=now) == []
    assert open_tables(game) == ["NL10 · 1"]
    CashGame.objects.update(tables=2)
    assert [table.name for table in croupier.keep_open(now=now)] == ["NL10 · 4"]


def open_tables(game: CashGame) -> list[str]:
    found = Table.objects.filter(event=game.event, status=Table.Status.OPEN)
    return list(found.order_by("pk").values_list("name", flat=True))


def test_a_game_that_is_no_longer_offered_ends_after_its_hand() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    CashGame.objects.update(tables=0)
    croupier.keep_open(now=room.now)
    assert open_tables(room.game)
    room.fold_out()
    assert room.look() is None
    with pytest.raises(Refusal) as refusal:
        room.sit(3)
    assert refusal.value.code == TableCode.TABLE_CLOSED
    croupier.keep_open(now=room.now)
    assert open_tables(room.game) == []
    room.check()
    assert room.wallet(1) + room.wallet(2) == 2 * WALLET


def test_a_table_too_many_closes_only_when_it_is_empty() -> None:
    room = cash_room(1000)
    CashGame.objects.update(tables=2)
    croupier.keep_open(now=room.now)
    other = Table.objects.exclude(pk=room.table_id).get()
    sat: dict[str, Any] = {"table_id": other.pk, "user_id": room.people[2].pk, "now": room.now}
    cashier.sit_down(**sat, amount=Cents(500), key="there")
    CashGame.objects.update(tables=1)
    croupier.keep_open(now=room.now)
    assert len(open_tables(room.game)) == 2
    cashier.leave(**sat)
    croupier.keep_open(now=room.now)
    assert open_tables(room.game) == ["NL10 · 1"]


@pytest.mark.rule("INFO-4", "TIME-1")
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"small_blind": 10}, TableCode.SMALL_BLIND_UNEVEN),
        ({"small_blind": 1}, TableCode.SMALL_BLIND_UNEVEN),
        ({"action_seconds": 9}, TableCode.GAME_DOES_NOT_FIT),
        ({"game": "nlo", "seats": 10}, TableCode.GAME_DOES_NOT_FIT),
    ],
)
def test_a_game_against_the_rules_opens_no_table_and_keeps_no_other_closed(
    wrong: dict[str, Any], code: RefusalCode
) -> None:
    now = timezone.now()
    offer(name="A")
    CashGame.objects.update(**wrong)
    offer(name="B")
    assert [table.name for table in croupier.keep_open(now=now)] == ["B · 1"]
    with pytest.raises(Refusal, match=code):
        croupier.open_table(CashGame.objects.get(name="A"), 1, now=now)
