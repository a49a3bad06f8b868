"""Shoot-outs and heads-up brackets, from the first draw to the last prize."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from payouts.models import PrizeScheme
from tests.harness.long_forms import longer
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN, START
from tournaments import director
from tournaments.models import Entry, Move, Tournament
from tournaments.play import books
from tournaments.refusals import EventCode
from tournaments.rules.shootouts import rounds, tables
from tournaments.staff import cancellation, orders

pytestmark = pytest.mark.django_db

STACK = 150


def shootout(players: int, *, seats: int, seed: int = 1, **terms: Any) -> Evening:
    """A scheduled shootout that has just begun."""
    event = events.scheduled(
        format="shootout", seats_per_table=seats, starting_stack=STACK, **terms
    )
    evening = Evening(event, events.players(players, cents=event.entry_right), seed=seed)
    evening.register(players)
    evening.step()
    return evening


def play(evening: Evening) -> None:
    """One hand at every table, sometimes a step that dies, and one that does not."""
    evening.play_hands()
    if evening.dice.random() < 0.4:
        evening.crash()
    evening.step()
    evening.later(longer(10, short=80))


def play_only(evening: Evening, table: int, *, down_to: int) -> None:
    """Play at one table until so many are left in the event; a hand at the others stands still."""
    while evening.event.live_count > down_to:
        while table in evening.playing():
            evening.act(table)
        evening.later(10)
        evening.step()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("SHOOT-1", "SHOOT-2", "SHOOT-3")
@pytest.mark.parametrize(
    ("players", "seats", "bounty"),
    longer([(4, 2, 0), (7, 2, 500), (9, 3, 0), (11, 6, 0)], short=[(6, 2, 500), (7, 3, 0)]),
)
def test_every_table_plays_to_its_last_player_and_the_winners_meet(
    players: int, seats: int, bounty: int
) -> None:
    scheme = PrizeScheme.objects.create(
        name="four", kind="winners", shares=[4000, 3000, 1501, 1499]
    )
    evening = shootout(players, seats=seats, seed=players, bounty=bounty, scheme=scheme)
    event = evening.event
    sizes = tables(players, seats=seats)
    assert sorted(evening.sizes()) == sorted(sizes)
    while event.status == Tournament.Status.RUNNING:
        stage, before = event.stage, {table.pk for table in evening.tables()}
        play(evening)
        if event.status != Tournament.Status.RUNNING:
            break
        if event.stage == stage:
            assert before == {table.pk for table in evening.tables()}
        else:
            sizes = tables(len(sizes), seats=seats)
            assert sorted(evening.sizes()) == sorted(sizes)
            assert not before & {table.pk for table in evening.tables()}
    evening.check_result()
    assert event.stage == rounds(players, seats=seats)
    assert books.reconcile().drifts == []
    if seats == 2:
        check_bracket(event)


def check_bracket(event: Tournament) -> None:
    """Of a bracket the losers of each round tie, and share the prizes of their places."""
    last = event.entries.count() + 1
    for stage in range(1, event.stage + 1):
        losers = event.entries.filter(elimination__stage=stage)
        assert losers.count() > 0
        last -= losers.count()
        assert set(losers.values_list("place", flat=True)) == {last}
        prizes = [entry.prize or 0 for entry in losers]
        assert max(prizes) - min(prizes) <= 1


@pytest.mark.slow
@pytest.mark.rule("SHOOT-2")
def test_winners_keep_their_chips_and_the_clock_begins_anew() -> None:
    evening = shootout(4, seats=2, seed=3)
    event = evening.event
    evening.later(130)
    while event.stage == 1:
        play(evening)
    assert sorted(events.seats(event).values()) == [2 * STACK, 2 * STACK]
    assert event.stage_started_at is not None
    reading = event.clock_at(event.stage_started_at)
    assert reading is not None
    assert (reading.number, reading.since) == (1, event.stage_started_at)
    moves = Move.objects.filter(entry__tournament=event, reason=Move.Reason.ROUND)
    assert moves.count() == 2
    assert {move.to_table for move in moves} == {f"{event.name} · final"}


@pytest.mark.slow
@pytest.mark.rule("SHOOT-2", "SHOOT-3")
def test_nobody_is_placed_before_all_tables_of_a_round_are_over() -> None:
    evening = shootout(6, seats=3, seed=2)
    event = evening.event
    play_only(evening, evening.tables()[0].pk, down_to=4)
    assert sorted(evening.sizes()) == [1, 3]
    assert not event.entries.filter(place__isnull=False).exists()
    while event.stage == 1:
        play(evening)
    outs = event.entries.filter(elimination__stage=1)
    at_tables = list(outs.values_list("elimination__table_place", flat=True))
    assert set(at_tables) <= {2, 3}
    for place, at_table in outs.values_list("place", "elimination__table_place"):
        assert place == 3 + sum(other < at_table for other in at_tables)


@pytest.mark.middling
@pytest.mark.rule("SHOOT-1")
@pytest.mark.rule("SHOOT-3", "RANK-1")
def test_who_is_disqualified_after_a_hand_ranks_above_who_lost_everything_in_it() -> None:
    event = stages.started(entries=4, seats_per_table=4, format="shootout")
    stages.fold_out(event)
    gone, broke, rich, _ = event.entries.order_by("pk")
    stages.give(event, rich, 2 * event.starting_stack)
    stages.give(event, broke, 0)
    [boss] = events.players(1, cents=0, prefix="boss")
    orders.disqualify(entry_id=gone.pk, by=boss.pk, why="Two accounts.", now=START)
    director.step(tournament_id=event.pk, now=START + timedelta(seconds=30))
    places = dict(event.entries.values_list("pk", "place"))
    assert (places[gone.pk], places[broke.pk]) == (3, 4)
    assert books.reconcile().drifts == []


def test_a_bye_waits_with_its_chips_and_hears_what_for() -> None:
    evening = shootout(3, seats=2, seed=4)
    lone, pair = evening.tables()
    assert lone.notice == {"kind": "shootout", "round": 2}
    assert (lone.seats.count(), pair.seats.count(), pair.notice) == (1, 2, None)


@pytest.mark.rule("SHOOT-4")
@pytest.mark.parametrize(
    "terms",
    [
        {"late_registration_levels": 1},
        {"re_entries": 1},
        {"session_levels": 1},
        {"rebuys": 1, "rebuy_levels": 1, "rebuy_price": 900, "rebuy_chips": 100},
    ],
)
def test_terms_that_break_into_a_round_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        events.scheduled(format="shootout", **terms)
    assert refused.value.code == EventCode.SHOOTOUT_TERMS


@pytest.mark.slow
@pytest.mark.rule("SHOOT-4", "CANCEL-1", "CANCEL-2", "CANCEL-4")
@pytest.mark.parametrize(
    ("shares", "rule"), [([10000], "CANCEL-1"), ([4000, 3000, 1500, 1500], "CANCEL-2")]
)
def test_cancelled_within_a_round_who_is_out_ranks_behind_who_is_in(
    shares: list[int], rule: str
) -> None:
    scheme = PrizeScheme.objects.create(name=rule, kind="winners", shares=shares)
    evening = shootout(4, seats=2, seed=8, scheme=scheme)
    event = evening.event
    play_only(evening, evening.tables()[0].pk, down_to=3)
    assert (event.live_count, event.stage) == (3, 1)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=evening.now)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=evening.now
    )
    assert plan.rule == rule
    [out] = event.entries.filter(status=Entry.Status.OUT)
    assert out.prize == (4 * BUY_IN * 15 // 100 if rule == "CANCEL-2" else 0)
    assert (events.pool(event), books.reconcile().drifts) == (0, [])
    assert plan.total == 4 * BUY_IN + plan.added


@pytest.mark.slow
@pytest.mark.rule("SHOOT-2")
def test_the_page_shows_who_went_through_in_every_round(client: Client) -> None:
    evening = shootout(5, seats=2, seed=6)
    event = evening.event
    page = client.get(reverse("tournament", args=[event.pk])).context
    assert page["rounds_in_all"] == 3
    assert [len(players) for players in page["rounds"][0].tables] == [2, 1, 1, 1]
    while event.status == Tournament.Status.RUNNING:
        play(evening)
        client.get(reverse("tournament", args=[event.pk]))
    final, half, first = client.get(reverse("tournament", args=[event.pk])).context["rounds"]
    assert [round.number for round in (final, half, first)] == [3, 2, 1]
    for later, earlier in ((final, half), (half, first)):
        through = {players[0].user for players in earlier.tables}
        assert {player.place for players in earlier.tables for player in players} <= {1, 2}
        assert {player.user for players in later.tables for player in players} == through
    [(winner, _)] = final.tables
    assert winner == (event.entries.get(place=1).user, 1)
