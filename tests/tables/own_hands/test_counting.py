"""Finished hands are counted once for each player, void ones taken out (STATS-1, STATS-3)."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from core.due_checks import exists
from core.types import SeatNo
from tables.live import hand_rows, record
from tables.models import Hand, HandPlayer, PlayedHand, PlayedHour, Table, UncountedHand
from tables.models.own_hands import COUNTS
from tables.own_hands import counting
from tables.rules import hand_facts
from tables.rules.hand_facts import HandFlag
from tables.storage import packed_events
from tests.tables.rooms import Room

pytestmark = [pytest.mark.django_db]
OpenRoom = Callable[..., Room]
KEY = ("user_id", "hour", "kind", "game", "big_blind", "position")
SUMS = ("hands", "net", "net_bb", *COUNTS)
Sums = dict[tuple[Any, ...], dict[str, int]]


def finished(room: Room) -> Hand:
    hand = room.deal()
    assert hand is not None
    room.fold_out()
    return hand


def stored() -> Sums:
    """The sums as the database keeps them, without those that came to nothing."""
    rows = PlayedHour.objects.filter(hands__gt=0).values(*KEY, *SUMS)
    return {tuple(row[name] for name in KEY): {name: row[name] for name in SUMS} for row in rows}


def by_hand() -> Sums:
    """The sums as the events of all hands have them: a second implementation."""
    sums: dict[tuple[Any, ...], Counter[str]] = {}
    seats = {(row.hand_id, row.seat_no): row.user_id for row in HandPlayer.objects.all()}
    for hand in Hand.objects.filter(finished_at__isnull=False, voided_at=None):
        kind = hand.event.partition(":")[0]
        big_blind = hand.stakes["big_blind"]
        hour = hand.started_at.replace(minute=0, second=0, microsecond=0)
        for seat, one in hand_facts.of_hand(packed_events.of_hand(hand.pk)).items():
            stakes = big_blind if kind in ("cash", "play", "fast") else 0
            user_id = seats[hand.pk, SeatNo(seat)]
            key = (user_id, hour, kind, hand.game, stakes, one.position)
            line = sums.setdefault(key, Counter(dict.fromkeys(SUMS, 0)))
            line["hands"] += 1
            line["net"] += one.net
            line["net_bb"] += int(Fraction(100 * one.net, big_blind))
            line.update(str(flag.name).lower() for flag in HandFlag if flag in one.flags)
    return {key: dict(line) for key, line in sums.items()}


@pytest.mark.middling
@pytest.mark.rule("STATS-3")
@pytest.mark.parametrize("game", ["nlhe", "plo8", "italian"])
def test_sums_of_random_histories_equal_a_second_count_and_a_rebuild(
    room: OpenRoom, game: str
) -> None:
    dice = random.Random(game)
    opened = [room(*[dice.randint(200, 3_000) for _ in range(size)]) for size in (2, 4, 6)]
    Table.objects.update(game=game)
    for table in opened:
        table.later(-86_400)
    for no in range(12):
        table = dice.choice(opened)
        if table.deal() is not None:
            table.play_on(dice)
        table.later(dice.choice([10, 4_000]))
        if no % 5 == 4:
            counting.count_waiting(now=timezone.now())
    counting.count_waiting(now=timezone.now())
    counted = stored()
    assert counted == by_hand()
    assert sum(line["hands"] for line in counted.values()) > 20
    call_command("rebuild_statistics", verbosity=0)
    assert stored() == counted
    # Sums that are lost come back from the hands, and hands from their events.
    PlayedHour.objects.all().delete()
    call_command("rebuild_statistics", verbosity=0)
    assert stored() == counted
    PlayedHand.objects.all().delete()
    PlayedHour.objects.all().delete()
    call_command("rebuild_statistics", verbosity=0)
    assert stored() == counted


@pytest.mark.rule("STATS-3")
def test_a_hand_is_counted_once(room: OpenRoom) -> None:
    opened = room(1000, 1000)
    hand = finished(opened)
    assert UncountedHand.objects.get().hand_id == hand.pk
    assert counting.count_waiting(now=timezone.now()) == 1
    assert counting.count_waiting(now=timezone.now()) == 0
    counted = stored()
    counting.count([hand.pk])
    UncountedHand.objects.create(hand_id=hand.pk)
    counting.count_waiting(now=timezone.now())
    assert stored() == counted
    assert PlayedHand.objects.count() == 2


@pytest.mark.rule("STATS-3")
def test_a_hand_in_progress_is_not_counted(room: OpenRoom) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    assert not UncountedHand.objects.exists()
    counting.count([hand.pk])
    assert not PlayedHand.objects.exists()


@pytest.mark.rule("STATS-1", "SHOW-2")
def test_a_hand_is_counted_once_its_last_card_has_been_seen(room: OpenRoom) -> None:
    opened = room(1000, 1000)
    with override_settings(RESULT_SECONDS=4):
        opened.deal()
        opened.act("all_in")
        opened.act("call")
    shown_at = Hand.objects.get().shown_at
    assert shown_at == opened.now + timedelta(seconds=4.5)
    before = shown_at - timedelta(seconds=0.1)
    assert not exists(counting.DUE, now=before)
    assert counting.count_waiting(now=before) == 0
    # Another hand does not wait for it.
    finished(room(1000, 1000))
    assert counting.count_waiting(now=before) == 1
    assert exists(counting.DUE, now=shown_at)
    assert counting.count_waiting(now=shown_at) == 1


@pytest.mark.rule("STATS-3")
def test_a_void_hand_counts_nowhere(room: OpenRoom) -> None:
    opened = room(1000, 1000)
    # Of another kind than events whose staff must say why.
    Table.objects.update(event="other:1")
    finished(opened)
    counting.count_waiting(now=timezone.now())
    before = stored()
    finished(opened)
    counting.count_waiting(now=timezone.now())
    assert stored() != before
    hand_rows.forget(record.lock(opened.table_id), now=opened.now)
    counting.count_waiting(now=timezone.now())
    assert stored() == before
    assert PlayedHand.objects.count() == 2


@pytest.mark.rule("STATS-3")
def test_a_hand_that_cannot_be_read_stops_no_other(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = room(1000, 1000), room(1000, 1000)
    bad, good = finished(one), finished(other)
    whole = packed_events.of_hands
    with monkeypatch.context() as broken:
        broken.setattr(packed_events, "of_hands", lambda pks: {**whole(pks), bad.pk: []})
        assert counting.count_waiting(now=timezone.now()) == 2
    assert {*PlayedHand.objects.values_list("hand", flat=True)} == {good.pk}


def test_played_hands_lie_in_the_month_of_their_hand(room: OpenRoom) -> None:
    hand = finished(room(1000, 1000))
    counting.count_waiting(now=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tableoid::regclass::text FROM tables_playedhand")
        [(part,)] = cursor.fetchall()
    assert part == f"tables_playedhand_{hand.pk // 10**9}"


def test_rows_name_the_hand_as_its_player_played_it(room: OpenRoom) -> None:
    opened = room(1000, 1000)
    hand = finished(opened)
    counting.count_waiting(now=timezone.now())
    for seat, user in opened.users.items():
        row = PlayedHand.objects.get(user=user)
        player = HandPlayer.objects.get(hand=hand.pk, seat_no=seat)
        assert player.finish_stack is not None
        assert row.net == player.finish_stack - player.start_stack
        assert (row.event, row.game, row.big_blind) == ("tournament:1", "nlhe", 20)
        assert row.position == ("btn" if hand.positions["button"] == seat else "bb")
