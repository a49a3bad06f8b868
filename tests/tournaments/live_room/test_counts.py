"""Counting chips in a live event: what is counted is what was sold (LIVE-3)."""

from datetime import timedelta

import pytest
from django.test import Client

from core.refusal import Refusal
from core.types import Chips, UserId
from tests.harness import worlds
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import ChipCount
from tournaments.live_room.pages import own_seat
from tournaments.live_room.verbs import counts
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-3")]


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(), players=8)
    floor.step()
    return floor


def test_a_count_is_whole_when_every_table_is_counted_and_all_chips_are_there(
    floor: Floor,
) -> None:
    first, second = floor.tables()
    stacks = dict.fromkeys(floor.seated(first), Chips(1500))
    winner, loser, *_ = stacks
    stacks[winner], stacks[loser] = Chips(2900), Chips(100)
    done = counts.count(table_id=first.pk, stacks=stacks, by=floor.by, now=floor.now)
    assert (done.missing, done.agrees) == ([second.pk], False)
    assert (floor.stacks()[winner], floor.event.counted_at) == (2900, None)
    done = counts.count(
        table_id=second.pk,
        stacks=dict.fromkeys(floor.seated(second), Chips(1500)),
        by=floor.by,
        now=floor.now,
    )
    assert done.agrees
    assert (floor.stacks()[winner], floor.stacks()[loser]) == (2900, 100)
    assert floor.event.counted_at == floor.now


@pytest.mark.middling
def test_a_count_that_does_not_come_out_says_by_how_much_and_is_corrected(floor: Floor) -> None:
    somebody, other = list(floor.stacks())[:2]
    done = floor.count({somebody: 15_000})
    assert (done.missing, done.difference.chips, done.agrees) == ([], 13_500, False)
    assert floor.stacks()[somebody] == 1500
    assert floor.event.counted_at is None
    done = floor.count({somebody: 1400, other: 1600})
    assert done.agrees
    assert (floor.stacks()[somebody], floor.stacks()[other]) == (1400, 1600)
    assert ChipCount.objects.filter(number=1).count() == 8


@pytest.mark.middling
@pytest.mark.rule("LIVE-2", "LIVE-3")
def test_what_is_counted_at_one_table_holds_there_and_the_others_stay_estimates(
    floor: Floor,
) -> None:
    first, second = floor.tables()
    stacks = dict.fromkeys(floor.seated(first), Chips(1500))
    winner = next(iter(stacks))
    stacks[winner] = Chips(2050)
    counts.count(table_id=first.pk, stacks=stacks, by=floor.by, now=floor.now)
    event, found = floor.event, floor.stacks()
    assert {pk: found[pk] for pk in stacks} == stacks
    # In chips of 25, which pay all that is bet and sold.
    assert [found[pk] for pk in floor.seated(second)] == [1375, 1375, 1350, 1350]
    users = {
        pk: seat.user_id for table in (first, second) for pk, seat in floor.seated(table).items()
    }
    assert {pk for pk, user in users.items() if event.estimated(user)} == {*floor.seated(second)}
    said = Client().get(f"/tournaments/{floor.pk}/seats/").content.decode()
    assert ">2,050<" in said
    assert "≈\N{NO-BREAK SPACE}1,375" in said
    phone = own_seat.sight(event, user_id=UserId(users[winner] or 0), now=floor.now)
    assert phone is not None
    assert (phone.stack, phone.counted_at) == (2050, floor.now)
    other = own_seat.sight(
        event, user_id=UserId(users[next(iter(floor.seated(second)))] or 0), now=floor.now
    )
    assert other is not None
    assert (other.stack, other.counted_at) == (1375, None)


@pytest.mark.middling
def test_a_table_is_counted_again_once_somebody_there_has_gone_out(floor: Floor) -> None:
    first, second = floor.tables()
    out, *rest = floor.seated(first)
    counts.count(
        table_id=first.pk,
        stacks=dict.fromkeys(floor.seated(first), Chips(1500)),
        by=floor.by,
        now=floor.now,
    )
    floor.now += timedelta(seconds=5)
    floor.bust([out], takers=[rest[0]])
    event = floor.event
    seated = {pk: event.estimated(seat.user_id) for pk, seat in floor.seated(first).items()}
    assert [pk for pk in rest if seated[pk]] == [rest[0]]
    assert counts.progress(event).missing == [first.pk, second.pk]


@pytest.mark.middling
def test_who_goes_out_makes_the_count_old(floor: Floor) -> None:
    floor.count()
    floor.bust([next(iter(floor.stacks()))])
    assert floor.event.counted_at is None
    floor.step()
    assert floor.count().agrees
    assert sum(floor.stacks().values()) == 8 * 1500 == floor.event.chips_in_play


@pytest.mark.parametrize("wrong", ["nobody", "too few", "nothing"])
def test_a_table_is_counted_whole_or_not(floor: Floor, wrong: str) -> None:
    table = floor.tables()[0]
    stacks = dict.fromkeys(floor.seated(table), Chips(1500))
    somebody = next(iter(stacks))
    if wrong == "nobody":
        stacks.clear()
    elif wrong == "too few":
        del stacks[somebody]
    else:
        stacks[somebody] = Chips(0)
    with pytest.raises(Refusal) as refused:
        counts.count(table_id=table.pk, stacks=stacks, by=floor.by, now=floor.now)
    assert refused.value.code == EventCode.COUNT_EVERYBODY


def with_rebuys() -> Floor:
    """Eight players who may take a rebuy each."""
    floor = Floor(
        live(
            rebuys=1,
            rebuy_levels=1,
            late_registration_levels=1,
            rebuy_price=900,
            rebuy_fee=100,
            rebuy_chips=1500,
        ),
        players=8,
    )
    floor.step()
    return floor


def test_who_buys_chips_makes_the_count_old() -> None:
    floor = with_rebuys()
    floor.count()
    assert floor.event.counted_at == floor.now
    buyer = next(iter(floor.stacks()))
    floor.rebuy(buyer)
    assert floor.event.counted_at is None
    assert floor.count().agrees
    assert floor.stacks()[buyer] == 3000


@pytest.mark.middling
def test_chips_bought_between_two_tables_of_a_count_are_counted() -> None:
    floor = with_rebuys()
    first, second = floor.tables()
    buyer = next(iter(floor.seated(first)))
    counts.count(
        table_id=first.pk,
        stacks=dict.fromkeys(floor.seated(first), Chips(1500)),
        by=floor.by,
        now=floor.now,
    )
    floor.now += timedelta(seconds=10)
    floor.rebuy(buyer)
    done = counts.count(
        table_id=second.pk,
        stacks=dict.fromkeys(floor.seated(second), Chips(1500)),
        by=floor.by,
        now=floor.now,
    )
    assert done.agrees
    assert floor.stacks()[buyer] == 3000
