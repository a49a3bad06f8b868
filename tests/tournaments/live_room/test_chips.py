"""The chips of the room, and a colour-up from its promise to the chips that everybody has then."""

from typing import Any

import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from core.refusal import Refusal, RefusalCode
from core.types import EntryId
from tests.harness import worlds
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import ChipRace
from tournaments.live_room.verbs import chips, races, undoing
from tournaments.models import Act, Entry
from tournaments.refusals import EventCode
from tournaments.rules import chip_race
from tournaments.rules.chip_race import RacedStack

pytestmark = pytest.mark.django_db

STOCK = {25: 400, 100: 400, 500: 100, 1000: 100}
# After the break nobody needs chips of 25.
ROWS = [(3600, 25, 50, 0), (900, 0, 0, 0), (3600, 100, 200, 0)]


def stock(floor: Floor, there: dict[int, int] = STOCK) -> Act:
    return chips.take_stock(tournament_id=floor.pk, stock=there, by=floor.by, now=floor.now)


def announce(floor: Floor) -> ChipRace:
    return races.announce(tournament_id=floor.pk, by=floor.by, now=floor.now)


def draw(floor: Floor) -> ChipRace:
    return races.draw(tournament_id=floor.pk, by=floor.by, now=floor.now)


def found(floor: Floor, *change: int) -> dict[EntryId, int]:
    """Everybody's chips, after the first so many have lost or won these."""
    stacks = floor.stacks()
    for pk, chips_won in zip(list(stacks), change, strict=False):
        stacks[pk] += chips_won
    return stacks


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(rows=ROWS), players=8)
    stock(floor)
    floor.step()
    return floor


@pytest.fixture
def at_break(floor: Floor) -> Floor:
    """In the break, with the colour-up announced a moment before."""
    floor.step(minutes=59)
    announce(floor)
    floor.step(minutes=2)
    return floor


@pytest.mark.rule("LIVE-7")
def test_the_room_says_which_chips_there_are_and_stacks_are_made_of_them(floor: Floor) -> None:
    assert chips.stack_of(floor.event) == {25: 8, 100: 8, 500: 1}
    assert chips.stock_of(floor.event) == STOCK
    # 400 / 8 chips make fifty stacks, eight of which are sold.
    assert chips.stacks_left(floor.event) == 42
    assert floor.event.acts.get(verb=Act.Verb.STOCK_CHIPS).after["25"] == 400


@pytest.mark.rule("LIVE-7")
@pytest.mark.parametrize(
    ("there", "code"),
    [
        ({25: 95, 100: 400, 500: 100}, EventCode.NOT_ENOUGH_CHIPS),
        ({20: 400, 50: 400}, EventCode.CHIPS_DO_NOT_DIVIDE),
        ({100: 400, 500: 100}, EventCode.CHIPS_TOO_LARGE),
    ],
)
def test_chips_that_do_not_do_are_refused(
    floor: Floor, there: dict[int, int], code: RefusalCode
) -> None:
    with pytest.raises(Refusal) as refused:
        stock(floor, there)
    assert refused.value.code == code
    assert chips.stock_of(floor.event) == STOCK


@pytest.mark.rule("LIVE-7")
def test_the_chips_are_entered_of_live_events_only_and_until_they_are_raced() -> None:
    floor = Floor(live(rows=ROWS), players=8)
    with pytest.raises(Refusal) as refused:
        chips.take_stock(
            tournament_id=events.scheduled().pk, stock=STOCK, by=floor.by, now=floor.now
        )
    assert refused.value.code == EventCode.NOT_LIVE
    assert chips.stack_of(floor.event) == {}
    assert chips.stacks_left(floor.event) is None
    stock(floor)
    floor.step()
    announce(floor)
    with pytest.raises(Refusal) as refused:
        stock(floor)
    assert refused.value.code == EventCode.COLOUR_UP_BEGUN


@pytest.mark.rule("LIVE-3", "LIVE-7")
def test_a_count_that_the_chips_cannot_come_to_is_refused(floor: Floor) -> None:
    with pytest.raises(Refusal) as refused:
        floor.count(found(floor, -10, 10))
    assert (refused.value.code, refused.value.context) == (
        EventCode.CHIPS_TOO_LARGE,
        {"amount": 1490},
    )


@pytest.mark.middling
@pytest.mark.rule("LIVE-8")
def test_odd_chips_are_raced_off_and_the_total_is_written_anew(at_break: Floor) -> None:
    floor = at_break
    # At the first table odd chips of 25: one, three and two; at the second none.
    stacks = found(floor, 25, -25, 50, -50)
    assert floor.count(stacks).agrees
    before = floor.event.chips_in_play
    race = draw(floor)
    after = floor.stacks()
    assert all(stack % 100 == 0 for stack in after.values())
    assert sum(after.values()) == floor.event.chips_in_play == before + floor.event.raced_chips
    assert floor.event.average_stack == floor.event.chips_in_play // 8
    record = races.record(race)
    assert chip_race.agrees(record)
    first, second = floor.tables()
    assert [chair.stack for chair in record.tables[first.pk]] == [
        stacks[pk] for pk in floor.seated(first)
    ]
    assert [chair.after for chair in record.tables[second.pk]] == [1500] * 4
    act = floor.event.acts.get(verb=Act.Verb.RACE)
    assert (act.before, act.after) == (
        {"chips": before},
        {"chips": floor.event.chips_in_play},
    )
    assert floor.count().agrees
    assert chips.stack_of(floor.event) == {100: 10, 500: 1}
    assert chips.stacks_left(floor.event) is None
    assert races.due(floor.event, now=floor.now) is None


@pytest.mark.middling
@pytest.mark.rule("LIVE-8")
def test_half_a_chip_and_more_is_rounded_up_and_the_total_grows(at_break: Floor) -> None:
    floor = at_break
    # The second table has lost fifty to the first: both have two odd chips of 25.
    first, second = floor.tables()
    winner, loser = next(iter(floor.seated(first))), next(iter(floor.seated(second)))
    stacks = floor.stacks()
    stacks[winner] += 50
    stacks[loser] -= 50
    floor.count(stacks)
    draw(floor)
    assert (floor.stacks()[winner], floor.stacks()[loser]) == (1600, 1500)
    assert floor.event.raced_chips == 100
    assert floor.event.chips_in_play == 8 * 1500 + 100


@pytest.mark.middling
@pytest.mark.rule("LIVE-8")
def test_who_has_odd_chips_only_stays_in(at_break: Floor) -> None:
    floor = at_break
    floor.count(found(floor, -1475, 1475))
    draw(floor)
    first = next(iter(floor.stacks()))
    assert floor.stacks()[first] == 100


@pytest.mark.middling
@pytest.mark.rule("LIVE-8")
def test_a_race_waits_for_a_break_and_for_a_count_since_its_promise(floor: Floor) -> None:
    with pytest.raises(Refusal) as refused:
        draw(floor)
    assert refused.value.code == EventCode.NO_COLOUR_UP
    floor.count()
    race = announce(floor)
    assert announce(floor) == race
    with pytest.raises(Refusal) as refused:
        draw(floor)
    assert refused.value.code == EventCode.NOT_IN_A_BREAK
    floor.step(minutes=61)
    with pytest.raises(Refusal) as refused:
        draw(floor)
    assert refused.value.code == EventCode.NOT_COUNTED
    floor.count()
    assert draw(floor) == draw(floor)
    assert floor.event.acts.filter(verb=Act.Verb.RACE).count() == 1


@pytest.mark.rule("LIVE-8")
@pytest.mark.parametrize(
    "more",
    [
        {"rows": [*ROWS[:2], (3600, 50, 100, 0)]},
        {"starting_stack": 1525, "late_registration_levels": 1, "rows": [*ROWS, (60, 100, 200, 0)]},
    ],
)
def test_chips_that_are_still_needed_do_not_leave_play(more: dict[str, Any]) -> None:
    floor = Floor(live(**{"rows": ROWS, **more}), players=8)
    stock(floor)
    floor.step()
    with pytest.raises(Refusal) as refused:
        announce(floor)
    assert refused.value.code == EventCode.NO_COLOUR_UP


@pytest.mark.middling
@pytest.mark.rule("LIVE-8")
def test_what_was_promised_and_drawn_stays(at_break: Floor) -> None:
    floor = at_break
    floor.count()
    race = draw(floor)
    changes: list[dict[str, Any]] = [
        {"commitment": "0" * 64},
        {"tables": {}},
        {"server_seed": "0" * 64},
    ]
    for change in changes:
        with pytest.raises(DatabaseError), transaction.atomic():
            ChipRace.objects.filter(pk=race.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        race.delete()


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "LIVE-8")
def test_a_bust_out_before_a_race_is_not_undone(at_break: Floor) -> None:
    floor = at_break
    act = floor.bust([next(iter(floor.stacks()))])
    floor.step()
    assert floor.count(_whole_chips(floor)).agrees
    draw(floor)
    floor.bust([next(iter(floor.stacks()))])
    floor.step()
    assert Entry.objects.filter(status=Entry.Status.OUT).count() == 2
    with pytest.raises(Refusal) as refused:
        undoing.undo(act_id=act.pk, by=floor.by, why="the other one", now=floor.now)
    assert refused.value.code == EventCode.UNDO_LATER_FIRST


def _whole_chips(floor: Floor) -> dict[EntryId, int]:
    """What is known, in chips of a hundred; the last player has what the others leave."""
    *others, last = floor.stacks()
    stacks = {pk: 100 * (floor.stacks()[pk] // 100) for pk in others}
    return {**stacks, last: floor.event.chips_in_play - sum(stacks.values())}


@pytest.mark.middling
def test_the_record_is_one_that_the_rule_reads(at_break: Floor) -> None:
    at_break.count()
    race = draw(at_break)
    race.refresh_from_db()
    chairs = [chair for table in races.record(race).tables.values() for chair in table]
    assert chairs
    assert all(isinstance(chair, RacedStack) for chair in chairs)
