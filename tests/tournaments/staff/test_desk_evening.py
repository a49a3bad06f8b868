"""Staff against a whole tournament: whatever they do, and whenever, the books stay right."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from core.refusal import Refusal
from core.refusals import CoreCode
from core.types import EntryId, SeatNo
from players.models import User
from tables import engine
from tables.live import dealer, record
from tables.models import Seat, Table
from tests.harness.long_forms import longer
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director
from tournaments.models import Act, Elimination, Entry, Order, Tournament
from tournaments.staff import desk, orders, undoing


class Staffed(Evening):
    """An evening in which staff meddle at random."""

    def play_some(self) -> None:
        """A few actions, most of them cautious: the event is to last."""
        for _ in range(8):
            if tables := self.playing():
                cautious = engine.default_action if self.dice.random() < 0.7 else None
                self.act(self.dice.choice(tables), cautious)

    def meddle(self, boss: int) -> None:
        """One act, on anybody and anything; what cannot be done is refused by name."""
        verb = self.dice.choice(
            [
                *([self._move] * 3),
                *(self._disqualify, self._break, self._pause, self._resume, self._resume),
                *([self._void] * 3),
                *([self._reinstate] * 3),
                *(self._end_level, self._withdraw),
            ]
        )
        with suppress(Refusal):
            verb(by=boss, why="We say so.", now=self.now)

    def _playing(self) -> Entry:
        playing = self.event.entries.filter(status=Entry.Status.PLAYING).order_by("pk")
        return self.dice.choice(list(playing))

    def _move(self, **who: Any) -> None:
        table = self.dice.choice(self.tables())
        seat = self.dice.choice([None, *range(1, self.event.seats_per_table + 1)])
        orders.move(entry_id=self._playing().pk, table_id=table.pk, seat_no=seat, **who)

    def _disqualify(self, **who: Any) -> None:
        orders.disqualify(entry_id=self._playing().pk, **who)

    def _break(self, **who: Any) -> None:
        orders.break_table(table_id=self.dice.choice(self.tables()).pk, **who)

    def _pause(self, **who: Any) -> None:
        desk.pause(tournament_id=self.event.pk, **who)

    def _resume(self, **who: Any) -> None:
        desk.resume(tournament_id=self.event.pk, **who)

    def _end_level(self, **who: Any) -> None:
        if self.dice.random() < 0.2:
            desk.end_level(tournament_id=self.event.pk, **who)

    def _reinstate(self, **who: Any) -> None:
        out = Elimination.objects.filter(entry__tournament=self.event, chips_removed__gt=0)
        undoing.reinstate(entry_id=out.latest("pk").entry_id if out else EntryId(0), **who)

    def _void(self, **who: Any) -> None:
        undoing.void_hand(table_id=self.dice.choice(self.tables()).pk, **who)

    def _withdraw(self, **who: Any) -> None:
        for order in Order.objects.filter(closed_at=None):
            orders.withdraw(order_id=order.pk, **who)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.rule("TRN-3")
@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize("seed", [3])
def test_a_tournament_in_which_staff_meddle_all_the_time(seed: int) -> None:
    boss = User.objects.create_user("boss").pk
    event = events.scheduled(seats_per_table=4, starting_stack=4000, max_entries=20)
    players = longer(18, short=10)
    evening = Staffed(event, events.players(players), seed=seed)
    evening.register(players)
    evening.step()
    for _ in range(longer(35, short=20)):
        if evening.event.status != Tournament.Status.RUNNING:
            break
        evening.play_some()
        for _ in range(3):
            evening.meddle(boss)
        evening.step()
        evening.later(3)
    if evening.event.status == Tournament.Status.RUNNING:
        desk.resume(tournament_id=event.pk, by=boss, now=evening.now)
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        evening.later(longer(5, short=80))
        evening.step()
    evening.check_result()
    assert Act.objects.filter(outcome=Act.Outcome.DONE).count() > 5
    assert not Order.objects.filter(closed_at=None, tournament__status="running").exists()
    done = Act.objects.filter(verb=Act.Verb.DISQUALIFY, outcome=Act.Outcome.DONE).count()
    undone = Act.objects.filter(verb=Act.Verb.REINSTATE).count()
    assert Elimination.objects.filter(chips_removed__gt=0).count() == done - undone


def who() -> tuple[int, int]:
    return tuple(User.objects.create_user(name).pk for name in ("one", "two"))  # type: ignore[return-value]


def fold(table_id: int) -> Callable[[], object]:
    """The mover's fold, as their page would send it."""
    table = record.read(table_id)
    assert table.live.turn is not None
    return partial(
        dealer.act,
        table_id=table_id,
        user_id=table.live.dealt[table.live.turn],
        action=engine.Action("fold"),
        seen_version=table.version,
        now=START,
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_who_disqualify_one_player_while_the_hand_ends_take_them_out_once() -> None:
    one, two = who()
    event = stages.started(entries=3, seats_per_table=3)
    entry = event.entries.order_by("pk")[0]
    table = Table.objects.get(event=event.event)
    expel = [
        partial(orders.disqualify, entry_id=entry.pk, by=by, why="Cheating.", now=START)
        for by in (one, two)
    ]
    step = partial(director.step, tournament_id=event.pk, now=START.replace(minute=5))
    results = at_once([*expel * 2, fold(table.pk), step, step])
    assert set(results) <= {DONE, "NOT_IN_PLAY"}
    stages.fold_out(event)
    director.step(tournament_id=event.pk, now=START.replace(minute=6))
    assert Elimination.objects.filter(entry=entry).count() == 1
    assert Act.objects.filter(outcome=Act.Outcome.DONE, verb="disqualify").count() == 1
    removed = Elimination.objects.get(entry=entry).chips_removed
    assert sum(events.seats(event).values()) + removed == 3 * event.starting_stack


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_who_send_two_players_to_one_seat_fill_it_once() -> None:
    one, two = who()
    event = stages.started(entries=5, seats_per_table=3)
    full, short = sorted(
        Table.objects.filter(event=event.event), key=lambda table: -table.seats.count()
    )
    taken = set(short.seats.values_list("no", flat=True))
    [free] = {1, 2, 3} - taken
    movers = event.entries.filter(user__in=full.seats.values("user")).order_by("pk")[:2]
    at_once(
        [
            partial(
                orders.move,
                entry_id=entry.pk,
                table_id=short.pk,
                seat_no=SeatNo(free),
                by=by,
                why="x",
                now=START,
            )
            for entry, by in zip(movers, (one, two), strict=True)
        ]
    )
    stages.fold_out(event)
    step = partial(director.step, tournament_id=event.pk, now=START.replace(minute=5))
    at_once([step, step, step])
    outcomes = sorted(Act.objects.exclude(outcome="ordered").values_list("outcome", flat=True))
    assert outcomes == ["done", "nothing"]
    assert Seat.objects.filter(table=short, no=free).count() == 1
    assert sum(events.seats(event).values()) == 5 * event.starting_stack


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_pause_and_its_end_at_once_leave_the_clock_in_one_state() -> None:
    one, two = who()
    event = stages.started(entries=3)
    pause = partial(desk.pause, tournament_id=event.pk, by=one, why="x", now=START)
    resume = partial(desk.resume, tournament_id=event.pk, by=two, now=START)
    step = partial(director.step, tournament_id=event.pk, now=START)
    results = at_once([pause, resume, pause, resume, step])
    assert set(results) <= {DONE, CoreCode.ROOM_BUSY}
    event.refresh_from_db()
    verbs = list(Act.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs == [("pause", "resume")[turn % 2] for turn in range(len(verbs))]
    assert (event.pause is not None) is (verbs[-1] == "pause")
