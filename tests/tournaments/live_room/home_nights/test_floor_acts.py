"""A night with real cards: players by name, seats, rebuys, who is out, and who settles up."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from core.refusal import Refusal
from core.types import UserId
from payouts.models import Transfer
from players.models import Guest
from players.refusals import PlayerCode
from tables.models import Seat
from tests.harness import worlds
from tests.tables.rooms import people
from tests.tournaments.events import START
from tests.tournaments.live_room.home_nights.setting import HomeNight
from tournaments.home import games, hosting, settling, venues
from tournaments.home.events import pool_of
from tournaments.home.kinds import HomeTerms
from tournaments.live_room.home_nights import floor_acts
from tournaments.live_room.verbs import moves
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.play import books
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-4", "HOME-5")]


@worlds.shared
def waiting() -> HomeNight:
    """Anna, Bea and Carlo before the start."""
    return HomeNight(players=3)


@worlds.shared
def playing() -> HomeNight:
    """The three in play, without late entry; the winner takes all."""
    return HomeNight(players=3, late_levels=0, payout="winner").begin()


@worlds.shared
def buying() -> HomeNight:
    """The three in play, who may buy and come in again."""
    terms: dict[str, Any] = {"rebuys": 2, "add_on": True, "re_entries": 1, "payout": "winner"}
    return HomeNight(players=3, **terms).begin()


def refused(verb: Any, night: HomeNight, **what: Any) -> Any:
    with pytest.raises(Refusal) as refusal:
        night.do(verb, **what)
    return refusal.value.code


def test_a_name_is_enough_to_play(waiting: HomeNight) -> None:
    night = waiting
    assert Guest.objects.count() == 2
    night.add("Nicolò", key="once")
    night.add("Nicolò", key="once")
    assert night.event.entry_count == 4
    assert night.game.players.get(called="Nicolò").name == "Nicolò"
    with pytest.raises(Refusal) as twice:
        night.add("nicolò", key="again")
    assert twice.value.code == EventCode.NAMED_IN_GAME
    with pytest.raises(Refusal) as short:
        night.add("Al")
    assert short.value.code == PlayerCode.NAME_LENGTH
    assert Guest.objects.count() == 3


def test_a_night_from_the_draw_to_the_settlement() -> None:
    night = HomeNight(players=6, rebuys=3, payout="two").begin()
    assert Counter(Seat.objects.values_list("no", flat=True)) == Counter(range(1, 7))
    for key in ("a", "a", "b"):
        night.do(floor_acts.rebuy, user_id=night.user("Bea"), key=key)
    assert night.event.chips_in_play == 8 * 5_000
    # Late entry and rebuys last four levels of 15 minutes, and a break follows.
    night.step(minutes=71)
    night.out("Bea", "Carlo", "Dino", "Elena", "Franco")
    assert night.event.status == Tournament.Status.FINISHED
    places = {"Anna": 1, "Franco": 2, "Elena": 3, "Dino": 4, "Carlo": 5, "Bea": 6}
    assert night.places() == places
    # Eight buy-ins of ten euros: 65 and 35 %.
    won = {"Anna": 4_200, "Franco": 1_800, "Bea": -3_000}
    assert night.balances() == dict.fromkeys(places, -1_000) | won
    assert not Transfer.objects.exists()
    assert books.reconcile().drifts == []


def test_the_seats_of_two_tables_are_drawn_evenly() -> None:
    night = HomeNight(players=8, seats=6)
    night.do(floor_acts.draw_seats)
    drawn = Counter(night.event.entries.values_list("drawn_table", flat=True))
    assert sorted(drawn.values()) == [4, 4]
    night.begin()
    assert Counter(Seat.objects.values_list("no", flat=True)) == Counter([*range(1, 5)] * 2)
    assert refused(floor_acts.draw_seats, night) == EventCode.NIGHT_HAS_BEGUN


def test_the_lot_balances_and_the_press_breaks_a_table() -> None:
    night = HomeNight(players=8, seats=6, late_levels=0).begin()
    at = {seat.user_id: seat.table_id for seat in Seat.objects.all()}
    here = [user for user, table in at.items() if table == at[night.by] and user != night.by]
    names = {player.user_id: player.name for player in night.game.players.select_related("user")}
    night.out(*(names[user] for user in here[:2]))
    due = moves.due_now(night.event, now=night.now)
    assert due is not None
    assert due.what in (moves.MoveKind.BREAK, moves.MoveKind.FINAL)
    act = night.do(floor_acts.rearrange, key=due.key)
    assert night.step().event.live_count == 6
    assert Seat.objects.values("table").distinct().count() == 1
    night.do(floor_acts.undo, act_id=act.pk)
    assert Seat.objects.values("table").distinct().count() == 2


def test_a_balance_needs_no_button() -> None:
    night = HomeNight(players=10, seats=5, late_levels=4).begin()
    at = {seat.user_id: seat.table_id for seat in Seat.objects.all()}
    names = {player.user_id: player.name for player in night.game.players.select_related("user")}
    mine = [user for user, table in at.items() if table == at[night.by] and user != night.by]
    night.out(*(names[user] for user in mine[:2]))
    due = moves.due_now(night.event, now=night.now)
    assert due is not None
    assert due.what == moves.MoveKind.BALANCE
    night.do(floor_acts.rearrange, key=due.key)
    assert Move.objects.get().reason == Move.Reason.BALANCE


def test_out_is_undone_also_the_last_until_a_payment_is_ticked(playing: HomeNight) -> None:
    night = playing
    night.out("Bea")
    night.do(floor_acts.undo, act_id=floor_acts.last_undoable(night.event).pk)  # type: ignore[union-attr]
    assert night.step().event.live_count == 3
    night.out("Bea", "Carlo")
    assert night.event.over
    assert night.game.settled_at is not None
    last = floor_acts.last_undoable(night.event)
    assert last is not None
    night.do(floor_acts.undo, act_id=last.pk)
    night.do(floor_acts.undo, act_id=last.pk)
    assert night.step().event.status == Tournament.Status.RUNNING
    assert night.game.settled_at is None
    assert not night.game.payments.exists()
    night.out("Anna")
    assert night.places() == {"Anna": 2, "Bea": 3, "Carlo": 1}
    payment = night.game.payments.first()
    assert payment is not None
    # Carlo has no account that anyone uses: the host ticks for him.
    night.do(settling.tick, payment_id=payment.pk, paid=True)
    last = floor_acts.last_undoable(night.event)
    assert last is not None
    assert refused(floor_acts.undo, night, act_id=last.pk) == EventCode.ALREADY_PAID
    assert night.game.settled_at is not None
    assert books.reconcile().drifts == []


def test_a_bounty_goes_to_its_takers() -> None:
    night = HomeNight(players=3, late_levels=0, buy_in=0, bounty=500).begin()
    night.out("Bea", takers=("Anna", "Carlo"))
    night.out("Carlo", takers=("Anna",))
    # Half of Bea's head, Carlo's and the own one.
    assert night.balances() == {"Anna": 750, "Bea": -500, "Carlo": -250}


def test_a_rebuy_by_mistake_is_taken_back_once(buying: HomeNight) -> None:
    night = buying
    bea = night.user("Bea")
    night.do(floor_acts.rebuy, user_id=bea, key="a")
    night.do(floor_acts.rebuy, user_id=bea, key="b")
    for _ in range(2):
        night.do(floor_acts.take_back, user_id=bea, bought=2)
    assert floor_acts.bought_by(night.game) == {bea: 1}
    assert (
        night.event.chips_in_play == 4 * 5_000 == sum(Seat.objects.values_list("stack", flat=True))
    )
    assert pool_of(night.game)[0] == 4_000
    carlo = night.user("Carlo")
    code = refused(floor_acts.take_back, night, user_id=carlo, bought=0)
    assert code == EventCode.NOTHING_TO_TAKE_BACK
    assert refused(floor_acts.add_on, night, user_id=bea, key="c") == EventCode.ADD_ON_NOT_YET
    night.step(minutes=61)
    night.do(floor_acts.add_on, user_id=bea, key="c")
    night.out("Bea", "Carlo").step(hours=1)
    assert night.balances() == {"Anna": 4_000, "Bea": -3_000, "Carlo": -1_000}


def test_a_player_who_is_out_enters_again(buying: HomeNight) -> None:
    night = buying
    night.out("Bea")
    for _ in range(2):
        night.do(floor_acts.add_member, user_id=night.user("Bea"))
    assert night.step().event.entry_count == 4
    night.out("Bea", "Carlo")
    assert not night.event.over
    assert floor_acts.still_in(night.event) == {night.by}
    for _ in range(2):
        night.do(floor_acts.finish)
    night.step()
    assert night.event.status == Tournament.Status.FINISHED
    assert night.balances()["Bea"] == -2_000


def test_a_night_is_not_finished_before_it_begins(waiting: HomeNight) -> None:
    assert refused(floor_acts.finish, waiting) == EventCode.NOT_STARTED


def test_the_night_is_not_finished_while_two_play(playing: HomeNight) -> None:
    assert refused(floor_acts.finish, playing) == EventCode.SEVERAL_STILL_IN


def test_the_end_while_the_clock_runs_divides_by_counted_chips(playing: HomeNight) -> None:
    night = playing
    night.out("Bea")
    anna, carlo = night.by, night.user("Carlo")
    for wrong in ({}, {anna: 5_000}, {anna: 15_000, carlo: 0}):
        assert refused(floor_acts.end, night, counted=wrong) == EventCode.COUNT_THE_CHIPS
    for _ in range(2):
        night.do(floor_acts.end, counted={anna: 12_000, carlo: 3_000})
    settling.settle(game_id=night.pk, now=night.now)
    assert night.event.status == Tournament.Status.CANCELLED
    # Each has the buy-in back; Bea's ten euros are divided four to one.
    assert night.balances() == {"Anna": 800, "Bea": -1_000, "Carlo": 200}


def test_a_removed_player_is_out_and_comes_back_by_undo_alone(buying: HomeNight) -> None:
    night = buying
    bea = night.user("Bea")
    night.do(hosting.remove, user_id=bea)
    assert night.step().event.live_count == 2
    assert refused(floor_acts.add_member, night, user_id=bea) == EventCode.REMOVED_BY_HOST
    with pytest.raises(Refusal) as by_link:
        games.join(token=night.game.token, user_id=bea, now=night.now)
    assert by_link.value.code == EventCode.REMOVED_BY_HOST
    act = floor_acts.last_undoable(night.event)
    assert act is not None
    night.do(floor_acts.undo, act_id=act.pk)
    assert night.step().event.live_count == 3
    assert night.game.players.get(user=bea).removed_at is None


def test_levels_go_back_and_time_is_added(playing: HomeNight) -> None:
    night = playing
    night.do(hosting.next_level, row=0)
    night.step(minutes=3)
    night.do(floor_acts.level_again, row=0, key="a")
    reading = night.event.clock_at(night.now)
    assert reading is not None
    assert (reading.index, reading.left) == (0, timedelta(minutes=15))
    night.do(hosting.add_time, row=0, seconds=-60, key="b")
    reading = night.event.clock_at(night.now)
    assert reading is not None
    assert reading.left == timedelta(minutes=14)


def test_another_player_takes_over_from_a_host_who_is_away(waiting: HomeNight) -> None:
    night = waiting
    [bea] = people(1, "bea")
    games.join(token=night.game.token, user_id=UserId(bea.pk), now=START)
    taken: dict[str, Any] = {"game_id": night.pk, "by": UserId(bea.pk)}
    with pytest.raises(Refusal) as early:
        floor_acts.take_over(**taken, now=night.now + timedelta(hours=1))
    night.begin()
    with pytest.raises(Refusal) as here:
        floor_acts.take_over(**taken, now=night.now)
    assert {early.value.code, here.value.code} == {EventCode.HOST_IS_HERE}
    night.step(minutes=2)
    # The host keeps the role by default: the phone of a night lies on the table, dark.
    hosting.watch(now=night.now)
    assert night.game.host_id == night.by
    floor_acts.take_over(**taken, now=night.now)
    assert night.game.host_id == bea.pk
    assert refused(floor_acts.put_out, night, user_id=bea.pk) == EventCode.NOT_THE_HOST
    [stranger] = people(1, "stranger")
    with pytest.raises(Refusal) as not_in:
        floor_acts.take_over(
            game_id=night.pk, by=UserId(stranger.pk), now=night.now + timedelta(minutes=5)
        )
    assert not_in.value.code == EventCode.NOT_IN_HOME_GAME


def test_a_game_online_has_no_floor() -> None:
    [anna] = people(1, "anna")
    by = UserId(anna.pk)
    game = games.create(host_id=by, terms=HomeTerms(), key="k", now=START)
    with pytest.raises(Refusal) as online:
        floor_acts.draw_seats(game_id=game.pk, by=by, now=START)
    assert online.value.code == EventCode.NOT_LIVE


def test_without_a_live_room_there_are_no_real_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venues, "_venues", {})
    with pytest.raises(Refusal) as none:
        HomeNight(players=1)
    assert none.value.code == EventCode.NO_REAL_CARDS


def test_blinds_are_paid_with_a_usual_set_of_chips(waiting: HomeNight) -> None:
    night = waiting
    levels = [level for level in night.event.levels if not level.is_break]
    assert (levels[0].small_blind, levels[0].big_blind) == (25, 50)
    assert all(level.small_blind % 25 == 0 and not level.ante for level in levels)
    assert Act.objects.count() == 0
    assert set(night.event.entries.values_list("status", flat=True)) == {Entry.Status.REGISTERED}
