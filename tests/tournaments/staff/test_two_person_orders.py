"""A stack put right by two of the staff, a guarantee raised over the limit, and tables on hold."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, transaction

from core.refusal import Refusal
from core.types import UserId
from payouts.room_settings import FOUR_EYES
from players.models import Notice, User
from players.protection import exclusions
from tables.models import Seat, Table
from tests.harness import worlds
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tournaments import director
from tournaments.models import Act, Amendment, Entry, JointOrder, StackCorrection, Tournament
from tournaments.play.books import reconcile
from tournaments.staff import desk, orders, two_person_orders

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMEND-5")]

SOON = START + timedelta(seconds=settings.RESULT_SECONDS)
WHY = "A chip fell under the table."


def staff(name: str = "carla") -> UserId:
    user, _new = User.objects.get_or_create(username=name, is_staff=True, is_superuser=True)
    return UserId(user.pk)


@worlds.shared
def event() -> Tournament:
    return stages.started(entries=3)


def refused(verb: Callable[..., object], **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(**named)
    return str(refusal.value)


def ask(entry: Entry, chips: int = 500, **other: Any) -> JointOrder:
    said = {"by": staff(), "why": WHY, "key": f"k{chips}", "now": START, **other}
    return two_person_orders.ask_stack(entry_id=entry.pk, chips=chips, **said)


def agree(row: JointOrder, by: str = "dario", now: datetime = START) -> JointOrder:
    return two_person_orders.confirm(order_id=row.pk, by=staff(by), now=now)


def first(event: Tournament) -> Entry:
    return event.entries.order_by("pk")[0]


def step(event: Tournament, now: datetime = SOON) -> None:
    director.step(tournament_id=event.pk, now=now)
    event.refresh_from_db()


def stack(entry: Entry) -> int:
    return Seat.objects.get(user=entry.user_id, table__event=entry.tournament.event).stack


def drifts() -> list[str]:
    return [drift.subject for drift in reconcile().drifts]


def verbs() -> list[tuple[str, str]]:
    return list(Act.objects.order_by("pk").values_list("verb", "outcome"))


@pytest.mark.parametrize(("chips", "word"), [(500, "500 chips more"), (-600, "600 chips fewer")])
def test_two_correct_a_stack_after_its_hand_and_the_sum_of_chips_goes_along(
    chips: int, word: str, event: Tournament
) -> None:
    entry = first(event)
    seen = two_person_orders.look_at_stack(entry_id=entry.pk, chips=chips, by=staff())
    assert tuple(seen) == (1500, 1500 + chips, 4500, 4500 + chips)
    row = ask(entry, chips)
    assert ask(entry, chips) == row
    step(event)
    stages.fold_out(event)
    before = stack(entry)
    assert agree(row) == agree(row)
    assert stack(entry) == before
    step(event)
    assert (stack(entry), event.chips_in_play) == (before + chips, 4500 + chips)
    assert event.average_stack == (4500 + chips) // 3
    assert sum(events.seats(event).values()) == event.chips_in_play
    told = Notice.objects.get(kind=Notice.Kind.AMENDED)
    assert told.user_id == entry.user_id
    assert word.split()[0] == str(told.data["count"])
    made = StackCorrection.objects.get()
    assert (made.before, made.after, made.order.by_id) == (before, before + chips, staff())
    assert verbs() == [
        ("ask_second", "done"),
        ("agree", "done"),
        ("correct_stack", "ordered"),
        ("correct_stack", "done"),
    ]
    assert Act.objects.get(verb="agree").by_id == staff("dario")
    done = Act.objects.get(verb="correct_stack", outcome="done")
    assert (done.before["all_chips"], done.after["all_chips"]) == (4500, 4500 + chips)
    assert done.rule == "AMEND-5"
    assert drifts() == []


def test_who_audits_the_event_finds_chips_that_no_correction_explains(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(corrected_chips=500)
    assert drifts() == [f"{event.event}: chips of corrections"]


def test_a_correction_takes_another_and_is_never_of_one_s_own_stack(event: Tournament) -> None:
    entry = first(event)
    User.objects.filter(pk=entry.user_id).update(is_staff=True, is_superuser=True)
    own: dict[str, Any] = {"entry_id": entry.pk, "chips": 5, "why": WHY, "key": "k", "now": START}
    assert refused(two_person_orders.ask_stack, by=entry.user_id, **own) == "OWN_STACK"
    row = ask(entry)
    said: dict[str, Any] = {"order_id": row.pk, "now": START}
    assert refused(two_person_orders.confirm, by=staff(), **said) == "OWN_ASKING"
    assert refused(two_person_orders.confirm, by=entry.user_id, **said) == "OWN_STACK"
    with pytest.raises(DatabaseError), transaction.atomic():
        JointOrder.objects.update(status="done", decided_by=staff(), decided_at=START)
    assert stack(entry) == 1500


@pytest.mark.parametrize(("chips", "code"), [(0, "NO_CHIPS_LEFT"), (-1500, "NO_CHIPS_LEFT")])
def test_some_chips_are_corrected_and_one_stays(chips: int, code: str, event: Tournament) -> None:
    entry = first(event)
    said: dict[str, Any] = {"chips": chips, "by": staff(), "why": WHY, "key": "k", "now": START}
    assert refused(two_person_orders.ask_stack, entry_id=entry.pk, **said) == code
    assert (
        refused(two_person_orders.ask_stack, entry_id=entry.pk, **{**said, "why": " "})
        == "NO_REASON"
    )
    assert refused(two_person_orders.ask_stack, entry_id=0, **{**said, "chips": 1}) == "NOT_IN_PLAY"


def test_one_waits_for_a_player_until_it_is_decided(event: Tournament) -> None:
    entry = first(event)
    row = ask(entry)
    again: dict[str, Any] = {"chips": 7, "by": staff(), "why": WHY, "key": "k7", "now": START}
    assert refused(two_person_orders.ask_stack, entry_id=entry.pk, **again) == "ORDER_WAITS"
    for by, status in (("dario", "turned_down"), ("carla", "withdrawn")):
        said: dict[str, Any] = {"order_id": row.pk, "why": "Not so", "now": START}
        for _ in range(2):
            assert two_person_orders.turn_down(by=staff(by), **said).status == status
        assert refused(
            two_person_orders.confirm, order_id=row.pk, by=staff("dario"), now=START
        ) == ("NO_SUCH_ORDER")
        row = ask(entry, key=by)
    assert (
        refused(two_person_orders.turn_down, order_id=0, by=staff(), why="x", now=START)
        == "NO_SUCH_ORDER"
    )
    assert [verb for verb, _ in verbs()].count("disagree") == 2


def test_who_lost_the_chips_in_between_keeps_what_is_left(event: Tournament) -> None:
    stages.fold_out(event)
    entry = first(event)
    other = event.entries.order_by("pk")[1]
    row, late = ask(entry, -1000), ask(other, -1000, key="late")
    agree(late)
    stages.give(event, entry, 900)
    stages.give(event, other, 1000)
    assert (
        refused(two_person_orders.confirm, order_id=row.pk, by=staff("dario"), now=START)
        == "NO_CHIPS_LEFT"
    )
    step(event)
    nothing = Act.objects.get(verb="correct_stack", outcome="nothing")
    assert nothing.after["refused"]["code"] == "NO_CHIPS_LEFT"
    assert not StackCorrection.objects.exists()
    assert event.corrected_chips == 0


def test_who_has_excluded_themselves_still_has_chips_to_be_put_right(event: Tournament) -> None:
    entry = first(event)
    exclusions.exclude(user_id=entry.user_id, days=30, now=START)
    stages.fold_out(event)
    agree(ask(entry))
    before = stack(entry)
    step(event)
    assert stack(entry) == before + 500


def test_a_pause_does_not_keep_a_stack_from_being_put_right(event: Tournament) -> None:
    desk.pause(tournament_id=event.pk, by=staff(), why="We count.", now=START)
    stages.fold_out(event)
    agree(ask(first(event)))
    before = stack(first(event))
    step(event)
    assert stack(first(event)) == before + 500


@pytest.mark.middling
@pytest.mark.rule("CANCEL-4")
def test_a_cancellation_reckons_with_what_was_corrected_and_ends_what_waits(
    event: Tournament,
) -> None:
    stages.fold_out(event)
    entry, other, third = event.entries.order_by("pk")
    agree(ask(entry, 1500))
    step(event)
    agree(ask(other, 1, key="other"))
    waits = ask(third, 2, key="third")
    plan = desk.plan_cancellation(tournament_id=event.pk, by=staff(), now=SOON)
    desk.cancel(plan_id=plan.pk, by=staff(), why="A flood.", now=SOON)
    assert Act.objects.filter(verb="correct_stack", outcome="nothing").count() == 1
    assert list(two_person_orders.waiting()) == []
    assert (
        refused(two_person_orders.confirm, order_id=waits.pk, by=staff("dario"), now=SOON)
        == "NOT_RUNNING"
    )
    assert drifts() == []


@pytest.mark.middling
@pytest.mark.rule("RANK-1")
def test_a_session_ends_with_the_stacks_that_were_corrected() -> None:
    event = stages.started(entries=3, session_levels=1)
    stages.fold_out(event)
    last = min(event.entries.all(), key=stack)
    agree(ask(last, 100_000))
    step(event, START + timedelta(minutes=10))
    last.refresh_from_db()
    assert (event.status, last.place) == ("finished", 1)
    assert drifts() == []


@pytest.mark.middling
@pytest.mark.rule("LIVE-3")
def test_a_count_of_a_live_event_comes_out_with_the_correction() -> None:
    floor = Floor(live(), players=8)
    floor.step()
    floor.count()
    entry = Entry.objects.get(pk=next(iter(floor.stacks())))
    agree(ask(entry), now=floor.now)
    floor.step()
    assert floor.event.counted_at is None
    assert not floor.count({entry.pk: 1500}).agrees
    assert floor.count({entry.pk: 2000}).agrees
    [table] = [table for table in floor.tables() if entry.pk in floor.seated(table)]
    assert refused(hold, table=table) == "DEALT_BY_PEOPLE"


@pytest.mark.rule("STAFF-3", "AMEND-2")
def test_a_guarantee_over_the_limit_is_raised_by_two() -> None:
    event = events.scheduled(guarantee=10_00)
    cents = FOUR_EYES.value() + 1
    said: dict[str, Any] = {"tournament_id": event.pk, "why": "A sponsor.", "now": START}
    row = two_person_orders.ask_guarantee(cents=cents, by=staff(), key="k", **said)
    assert two_person_orders.ask_guarantee(cents=cents, by=staff(), key="k", **said) == row
    assert not Amendment.objects.exists()
    assert (
        refused(two_person_orders.confirm, order_id=row.pk, by=staff(), now=START) == "OWN_ASKING"
    )
    agree(row)
    agree(row)
    event.refresh_from_db()
    assert event.guaranteed == cents
    amendment = Amendment.objects.get()
    assert (amendment.by_id, amendment.why) == (staff(), "A sponsor.")
    assert [verb for verb, _ in verbs()] == ["ask_second", "agree", "raise"]
    assert drifts() == []
    less = {"cents": cents, "by": staff(), "key": "k2", **said}
    assert refused(two_person_orders.ask_guarantee, **less) == "NOT_RAISED"


@pytest.mark.rule("STAFF-3", "AMEND-2")
def test_an_event_that_was_cancelled_meanwhile_guarantees_no_more() -> None:
    event = stages.started(entries=3, late_registration_levels=1)
    cents = FOUR_EYES.value() + 1
    said: dict[str, Any] = {"tournament_id": event.pk, "why": "x", "key": "k", "now": START}
    row = two_person_orders.ask_guarantee(cents=cents, by=staff(), **said)
    plan = desk.plan_cancellation(tournament_id=event.pk, by=staff(), now=START)
    desk.cancel(plan_id=plan.pk, by=staff(), why="A flood.", now=START)
    assert (
        refused(two_person_orders.confirm, order_id=row.pk, by=staff("dario"), now=START)
        == "EVENT_OVER"
    )
    event.refresh_from_db()
    assert event.guaranteed == 0


def hold(table: Table, **other: Any) -> object:
    said = {"by": staff(), "why": "We look at a hand.", "now": START, **other}
    return orders.hold_table(table_id=table.pk, **said)


@pytest.mark.rule("AMEND-6")
def test_a_table_that_is_held_gets_no_hand_until_staff_deal_on() -> None:
    event = stages.started(entries=6, seats_per_table=3)
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    assert hold(here) == hold(here)
    stages.fold_out(event)
    for minute in range(1, 3):
        step(event, START + timedelta(minutes=minute))
        stages.fold_out(event)
    for table in (here, there):
        table.refresh_from_db()
    assert (here.hand_no, there.hand_no > 1) == (1, True)
    assert refused(orders.deal, table_id=there.pk, by=staff(), now=SOON) == "NOT_HELD"
    later = START + timedelta(minutes=3)
    orders.deal(table_id=here.pk, by=staff(), why="All is well.", now=later)
    step(event, later)
    here.refresh_from_db()
    assert here.hand_no == 2
    assert verbs() == [("hold_table", "ordered"), ("deal", "done")]
    assert Act.objects.get(verb="deal").rule == "AMEND-6"


@pytest.mark.rule("AMEND-6", "TRN-3")
def test_nobody_is_moved_to_or_from_a_table_that_is_held_but_by_staff() -> None:
    event = stages.started(entries=6, seats_per_table=3, max_entries=6)
    here, there = Table.objects.filter(event=event.event).order_by("pk")
    stages.fold_out(event)
    hold(here)
    for entry in event.entries.filter(user__in=there.seats.values("user")).order_by("pk")[:2]:
        stages.bust(event, entry)
    step(event)
    step(event, SOON + timedelta(minutes=1))
    assert (here.seats.count(), there.seats.count()) == (3, 1)
    orders.deal(table_id=here.pk, by=staff(), now=SOON)
    step(event, SOON + timedelta(minutes=1))
    step(event, SOON + timedelta(minutes=2))
    assert sorted(table.seats.count() for table in Table.objects.filter(status="open")) != [1, 3]


@pytest.mark.rule("AMEND-6")
@pytest.mark.parametrize("how", ["pause", "break"])
def test_dealing_on_does_not_pass_over_what_else_holds_a_table(how: str, event: Tournament) -> None:
    [table] = Table.objects.filter(event=event.event)
    hold(table)
    stages.fold_out(event)
    now = SOON
    if how == "pause":
        desk.pause(tournament_id=event.pk, by=staff(), why="Wait.", now=START)
    else:
        now = START + timedelta(minutes=4, seconds=30)
    orders.deal(table_id=table.pk, by=staff(), now=now)
    step(event, now)
    table.refresh_from_db()
    assert table.hand_no == 1


@pytest.mark.rule("AMEND-6", "CANCEL-4")
def test_a_cancelled_event_holds_no_table(event: Tournament) -> None:
    [table] = Table.objects.filter(event=event.event)
    hold(table)
    plan = desk.plan_cancellation(tournament_id=event.pk, by=staff(), now=START)
    desk.cancel(plan_id=plan.pk, by=staff(), why="A flood.", now=START)
    assert Act.objects.filter(verb="hold_table", outcome="nothing").exists()
    assert refused(orders.deal, table_id=table.pk, by=staff(), now=START) == "NOT_RUNNING"
