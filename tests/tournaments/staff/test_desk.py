"""What staff do to a running event, and what is written down about it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import Error, transaction

from core.refusal import Refusal
from core.types import EntryId
from players.models import User
from tables.live import record
from tables.models import Seat, Table
from tests.harness import worlds
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Act, Elimination, Entry, Move, Order, Tournament
from tournaments.play import awards, deals
from tournaments.staff import desk, orders, undoing

pytestmark = pytest.mark.django_db

Done = Callable[..., Any]
SOON = START + timedelta(seconds=settings.RESULT_SECONDS)


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss").pk


def at_tables(players: int, *, seats: int = 3, **terms: Any) -> Tournament:
    """An event with a hand running at each table."""
    return stages.started(entries=players, seats_per_table=seats, **terms)


def between_hands(players: int, *, seats: int = 3, **terms: Any) -> Tournament:
    """An event with a hand behind each table, and none running."""
    event = at_tables(players, seats=seats, **terms)
    stages.fold_out(event)
    return event


@worlds.shared
def event() -> Tournament:
    return at_tables(3)


@worlds.shared
def after_a_hand() -> Tournament:
    return between_hands(3)


def step(event: Tournament, now: datetime = SOON) -> None:
    director.step(tournament_id=event.pk, now=now)
    event.refresh_from_db()


def written(verb: Act.Verb) -> list[tuple[str, str]]:
    """(outcome, reason) of each act of a kind."""
    return list(Act.objects.filter(verb=verb).order_by("pk").values_list("outcome", "why"))


def seat_of(entry: Entry) -> Seat:
    return Seat.objects.get(user=entry.user_id, table__event=entry.tournament.event)


def tables(event: Tournament) -> list[Table]:
    """The open tables, the fullest first."""
    found = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    return sorted(found, key=lambda table: (-table.seats.count(), table.pk))


def chips(event: Tournament) -> int:
    """All chips of an event: on its tables, in its hands, and taken out of play."""
    removed = Elimination.objects.filter(entry__tournament=event)
    return sum(events.seats(event).values()) + sum(removed.values_list("chips_removed", flat=True))


@pytest.mark.rule("TRN-6")
def test_staff_stop_the_clock_and_the_record_says_who_and_why(boss: int) -> None:
    event = at_tables(4)
    for _ in range(2):
        desk.pause(tournament_id=event.pk, by=boss, why="A glass fell.", now=START)
    desk.resume(tournament_id=event.pk, by=boss, now=SOON)
    desk.resume(tournament_id=event.pk, by=boss, now=SOON)
    for _ in range(2):
        desk.end_level(tournament_id=event.pk, by=boss, now=SOON, row=0)
    acts = Act.objects.filter(tournament=event).order_by("pk")
    assert [(act.verb, act.why) for act in acts] == [
        ("pause", "A glass fell."),
        ("resume", ""),
        ("end_level", ""),
    ]
    assert {act.by_id for act in acts} == {boss}
    assert (acts[2].before["row"], acts[2].after["row"]) == (1, 2)


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_a_player_is_moved_once_the_hand_is_over(boss: int) -> None:
    event = at_tables(5)
    origin, target = tables(event)
    entry = event.entries.get(user=origin.seats.all()[0].user_id)
    taken = target.seats.values_list("no", flat=True)
    free = next(no for no in range(1, 4) if no not in taken)
    wish: dict[str, Any] = {
        "entry_id": entry.pk,
        "table_id": target.pk,
        "seat_no": free,
        "why": "A quarrel.",
    }
    order = orders.move(**wish, by=boss, now=START)
    assert orders.move(**wish, by=boss, now=START) == order
    step(event, START)
    assert seat_of(entry).table == origin
    stages.fold_out(event)
    step(event)
    assert (seat_of(entry).table, seat_of(entry).no) == (target, free)
    assert Move.objects.get(entry=entry).reason == Move.Reason.STAFF
    assert written(Act.Verb.MOVE) == [("ordered", "A quarrel."), ("done", "A quarrel.")]
    done = Act.objects.get(verb=Act.Verb.MOVE, outcome=Act.Outcome.DONE)
    assert (done.before["table"], done.after) == (origin.name, {"table": target.name, "seat": free})


def test_an_order_that_can_no_longer_be_done_says_so_in_the_record(boss: int) -> None:
    event = between_hands(5)
    entry = event.entries.order_by("pk")[0]
    here = seat_of(entry)
    target = Table.objects.exclude(pk=here.table_id).get()
    orders.move(entry_id=entry.pk, table_id=target.pk, seat_no=None, by=boss, why="x", now=START)
    Table.objects.filter(pk=target.pk).update(status=Table.Status.CLOSED)
    Seat.objects.filter(table=target).delete()
    step(event)
    assert written(Act.Verb.MOVE) == [("ordered", "x"), ("nothing", "x")]
    assert Act.objects.latest("pk").after["refused"]["code"] == "NOT_THIS_EVENT"
    assert not Order.objects.filter(closed_at=None).exists()


@pytest.mark.rule("TRN-3")
def test_staff_break_a_table_that_the_director_would_keep(boss: int) -> None:
    event = between_hands(5, seats=4, late_registration_levels=1)
    fuller, small = tables(event)
    gone = event.entries.get(user=fuller.seats.all()[0].user_id)
    orders.disqualify(entry_id=gone.pk, by=boss, why="Cheating.", now=START)
    desk.pause(tournament_id=event.pk, by=boss, why="A leak.", now=START)
    step(event)
    for _ in range(2):
        orders.break_table(table_id=small.pk, by=boss, why="A leak.", now=SOON)
    step(event)
    assert tables(event) == [fuller]
    assert fuller.seats.count() == 4
    assert written(Act.Verb.BREAK_TABLE) == [("ordered", "A leak."), ("done", "A leak.")]


@pytest.mark.parametrize("players", [5, 3])
def test_a_table_is_not_broken_without_seats_elsewhere(boss: int, players: int) -> None:
    event = between_hands(players)
    with pytest.raises(Refusal, match="NO_ROOM_ELSEWHERE"):
        orders.break_table(table_id=tables(event)[-1].pk, by=boss, why="A leak.", now=START)


@pytest.mark.rule("RANK-1")
def test_a_disqualified_player_is_out_after_the_hand_and_the_chips_with_them(boss: int) -> None:
    event = at_tables(4, seats=4, late_registration_levels=1)
    entry = event.entries.order_by("pk")[0]
    for _ in range(2):
        orders.disqualify(entry_id=entry.pk, by=boss, why="Cheating.", now=START)
    step(event, START)
    assert Entry.objects.get(pk=entry.pk).status == Entry.Status.PLAYING
    stages.fold_out(event)
    stack = seat_of(entry).stack
    step(event)
    entry.refresh_from_db()
    assert (entry.status, entry.elimination.chips_removed) == (Entry.Status.OUT, stack)
    assert (event.live_count, chips(event)) == (3, 4 * event.starting_stack)
    assert event.chips_in_play == sum(events.seats(event).values())
    assert event.average_stack == event.chips_in_play // 3
    assert written(Act.Verb.DISQUALIFY) == [("ordered", "Cheating."), ("done", "Cheating.")]
    with pytest.raises(Refusal, match="NOT_IN_PLAY"):
        orders.disqualify(entry_id=entry.pk, by=boss, why="Again.", now=SOON)


@pytest.mark.rule("RANK-1")
def test_who_is_disqualified_has_the_place_of_the_moment_and_the_last_one_left_wins(
    boss: int, after_a_hand: Tournament
) -> None:
    event = after_a_hand
    first, second, third = event.entries.order_by("pk")
    orders.disqualify(entry_id=second.pk, by=boss, why="Cheating.", now=START)
    step(event)
    orders.disqualify(entry_id=first.pk, by=boss, why="So did this one.", now=SOON)
    stages.fold_out(event)
    step(event, SOON + timedelta(minutes=1))
    places = dict(event.entries.values_list("pk", "place"))
    assert places == {second.pk: 3, first.pk: 2, third.pk: 1}
    assert event.status == Tournament.Status.FINISHED
    assert events.pool(event) == 0


@pytest.mark.rule("TRN-2")
def test_who_was_disqualified_does_not_enter_again(boss: int) -> None:
    event = between_hands(4, seats=4, late_registration_levels=1, re_entries=1)
    entry = event.entries.order_by("pk")[0]
    orders.disqualify(entry_id=entry.pk, by=boss, why="Cheating.", now=START)
    step(event)
    with pytest.raises(Refusal, match="DISQUALIFIED"):
        registration.register(tournament_id=event.pk, user_id=entry.user_id, now=SOON)


def test_a_waiting_order_can_be_withdrawn(boss: int, event: Tournament) -> None:
    entry = event.entries.order_by("pk")[0]
    order = orders.disqualify(entry_id=entry.pk, by=boss, why="Cheating.", now=START)
    orders.withdraw(order_id=order.pk, by=boss, why="A mistake.", now=START)
    with pytest.raises(Refusal, match="NO_SUCH_ORDER"):
        orders.withdraw(order_id=order.pk, by=boss, why="A mistake.", now=START)
    stages.fold_out(event)
    step(event)
    assert Entry.objects.get(pk=entry.pk).status == Entry.Status.PLAYING
    assert written(Act.Verb.WITHDRAW) == [("done", "A mistake.")]


@pytest.mark.parametrize("how", ["play", "cancellation"])
def test_what_waits_when_the_event_ends_could_not_be_done(
    boss: int, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "RESULT_SECONDS", 4)
    event = at_tables(2) if how == "cancellation" else between_hands(2)
    entry, other = event.entries.order_by("pk")
    orders.disqualify(entry_id=entry.pk, by=boss, why="Cheating.", now=START)
    if how == "play":
        # The result of the last hand is still shown: an order for after it waits.
        stages.bust(event, other)
        step(event, START)
    else:
        plan = desk.plan_cancellation(tournament_id=event.pk, by=boss, now=START)
        desk.cancel(plan_id=plan.pk, by=boss, why="A flood.", now=START)
    event.refresh_from_db()
    assert event.over
    assert written(Act.Verb.DISQUALIFY) == [("ordered", "Cheating."), ("nothing", "Cheating.")]
    nothing = Act.objects.get(verb=Act.Verb.DISQUALIFY, outcome=Act.Outcome.NOTHING)
    assert nothing.after == {"refused": {"code": "EVENT_OVER"}}
    assert (nothing.by_id, nothing.entry) == (boss, entry)
    assert not Order.objects.filter(closed_at=None).exists()


@pytest.mark.rule("RANK-1")
def test_a_disqualification_is_undone_before_the_next_hand(boss: int) -> None:
    event = between_hands(4, seats=4, bounty=500)
    entry = event.entries.order_by("pk")[0]
    before = seat_of(entry)
    desk.pause(tournament_id=event.pk, by=boss, why="Looking into it.", now=START)
    orders.disqualify(entry_id=entry.pk, by=boss, why="Cheating.", now=START)
    step(event)
    undoing.reinstate(entry_id=entry.pk, by=boss, why="It was somebody else.", now=SOON)
    step(event)
    entry.refresh_from_db()
    after = seat_of(entry)
    assert (after.table_id, after.no, after.stack) == (before.table_id, before.no, before.stack)
    assert (entry.status, event.live_count) == (Entry.Status.PLAYING, 4)
    assert record.read(after.table_id).live.seats[after.no].price == 500
    event.refresh_from_db()
    assert event.average_stack == event.starting_stack
    with pytest.raises(Refusal, match="NOTHING_TO_UNDO"):
        undoing.reinstate(entry_id=entry.pk, by=boss, why="Again.", now=SOON)


def test_once_the_table_has_dealt_a_disqualification_stands(boss: int) -> None:
    event = between_hands(4, seats=4)
    entry = event.entries.order_by("pk")[0]
    orders.disqualify(entry_id=entry.pk, by=boss, why="Cheating.", now=START)
    step(event)
    with pytest.raises(Refusal, match="TOO_LATE_TO_UNDO"):
        undoing.reinstate(entry_id=entry.pk, by=boss, why="Sorry.", now=SOON)


def test_a_paid_prize_keeps_an_elimination_from_being_undone(boss: int) -> None:
    event = between_hands(2, seats=2)
    first = event.entries.order_by("pk")[0]
    orders.disqualify(entry_id=first.pk, by=boss, why="Cheating.", now=START)
    desk.pause(tournament_id=event.pk, by=boss, why="Wait.", now=START)
    step(event)
    awards.settle(event, now=SOON)
    with pytest.raises(Refusal, match="PRIZE_IS_PAID"):
        undoing.reinstate(entry_id=first.pk, by=boss, why="Sorry.", now=SOON)


@pytest.mark.rule("DEAL-MAKE")
def test_a_deal_keeps_whoever_was_not_in_it_from_coming_back(
    boss: int, after_a_hand: Tournament
) -> None:
    event = after_a_hand
    gone, *others = event.entries.order_by("pk")
    orders.disqualify(entry_id=gone.pk, by=boss, why="Cheating.", now=START)
    desk.pause(tournament_id=event.pk, by=boss, why="Wait.", now=START)
    step(event)
    desk.resume(tournament_id=event.pk, by=boss, why="Go on.", now=START)
    first, second = (entry.user_id for entry in others)
    deals.ask(tournament_id=event.pk, user_id=first, now=SOON)
    deal = deals.propose(tournament_id=event.pk, user_id=first, method="chips", kept=100, now=SOON)
    deals.answer(deal_id=deal.pk, user_id=second, yes=True, now=SOON)
    with pytest.raises(Refusal, match="PRIZE_IS_PAID"):
        undoing.reinstate(entry_id=gone.pk, by=boss, why="Sorry.", now=SOON)


@pytest.mark.rule("OUT-1")
def test_staff_sit_a_player_out(boss: int, event: Tournament) -> None:
    entry = event.entries.order_by("pk")[0]
    for _ in range(2):
        desk.sit_out(entry_id=entry.pk, by=boss, why="Asleep.", now=START)
    assert seat_of(entry).away
    assert written(Act.Verb.SIT_OUT) == [("done", "Asleep.")]


VERBS: dict[str, Callable[[Tournament, int, str], Any]] = {
    "pause": lambda event, by, why: desk.pause(tournament_id=event.pk, by=by, why=why, now=START),
    "message": lambda event, by, why: desk.message(
        tournament_id=event.pk, by=by, why=why, now=START
    ),
    "warn": lambda event, by, why: desk.warn(
        entry_id=event.entries.all()[0].pk, by=by, why=why, now=START
    ),
    "sit_out": lambda event, by, why: desk.sit_out(
        entry_id=event.entries.all()[0].pk, by=by, why=why, now=START
    ),
    "disqualify": lambda event, by, why: orders.disqualify(
        entry_id=event.entries.all()[0].pk, by=by, why=why, now=START
    ),
}


@pytest.mark.parametrize("verb", VERBS)
def test_an_act_without_a_reason_is_refused_and_leaves_no_trace(
    boss: int, verb: str, event: Tournament
) -> None:
    with pytest.raises(Refusal, match="NO_REASON"):
        VERBS[verb](event, boss, "  ")
    assert not Act.objects.exists()
    VERBS[verb](event, boss, "Because.")
    assert Act.objects.get().why == "Because."


@pytest.mark.parametrize("verb", sorted(VERBS.keys() - {"message"}))
def test_an_event_that_is_not_played_refuses_them(boss: int, verb: str) -> None:
    event = events.sit_and_go()
    [user] = events.players(1)
    event.entries.create(user=user, registered_at=START)
    with pytest.raises(Refusal, match=r"NOT_RUNNING|NOT_STARTED"):
        VERBS[verb](event, boss, "Because.")
    assert not Act.objects.exists()


def test_what_belongs_to_another_event_is_refused(boss: int) -> None:
    mine, other = at_tables(3), at_tables(3)
    table = Table.objects.get(event=other.event)
    entry = mine.entries.all()[0]
    with pytest.raises(Refusal, match="NOT_THIS_EVENT"):
        orders.move(entry_id=entry.pk, table_id=table.pk, seat_no=None, by=boss, why="x", now=START)
    with pytest.raises(Refusal, match="NOT_THIS_EVENT"):
        desk.message(tournament_id=mine.pk, table_id=table.pk, by=boss, why="x", now=START)
    with pytest.raises(Refusal, match="NOT_THIS_EVENT"):
        orders.break_table(table_id=0, by=boss, why="x", now=START)
    with pytest.raises(Refusal, match="NOT_IN_PLAY"):
        orders.disqualify(entry_id=EntryId(0), by=boss, why="x", now=START)


def test_in_a_shootout_nobody_changes_tables(boss: int) -> None:
    event = at_tables(3, format="shootout")
    entry, table = event.entries.all()[0], Table.objects.get(event=event.event)
    with pytest.raises(Refusal, match="TABLES_PLAY_APART"):
        orders.break_table(table_id=table.pk, by=boss, why="x", now=START)
    with pytest.raises(Refusal, match="TABLES_PLAY_APART"):
        orders.move(entry_id=entry.pk, table_id=table.pk, seat_no=None, by=boss, why="x", now=START)


@pytest.mark.rule("STAFF-5")
def test_the_database_keeps_every_act_as_it_was_written(boss: int, event: Tournament) -> None:
    desk.message(tournament_id=event.pk, by=boss, why="Good luck.", now=START)
    for change in (Act.objects.all().delete, lambda: Act.objects.update(why="Nothing.")):
        with pytest.raises(Error), transaction.atomic():
            change()
    assert Act.objects.get().why == "Good luck."


@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize("broke", [False, True])
def test_the_last_player_with_chips_cannot_be_disqualified(boss: int, *, broke: bool) -> None:
    event = between_hands(2)
    first, last = event.entries.order_by("pk")
    if broke:
        stages.give(event, first, 0)
    else:
        orders.disqualify(entry_id=first.pk, by=boss, why="Collusion.", now=START)
    orders.disqualify(entry_id=last.pk, by=boss, why="Collusion.", now=START)
    step(event)
    last.refresh_from_db()
    assert (event.status, last.place) == (Tournament.Status.FINISHED, 1)
    assert events.pool(event) == 0
    assert Act.objects.get(entry=last, outcome=Act.Outcome.NOTHING).after == {
        "refused": {"code": "LAST_PLAYER"}
    }
