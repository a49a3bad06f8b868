"""Calling an event off: what staff saw is what is paid, once, at whatever stage."""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.refusal import Refusal
from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeScheme, Transfer
from tables import engine
from tables.live import dealer, record
from tables.models import Hand, Seat, Table
from tables.refusals import TableCode
from tests.harness import worlds
from tests.harness.long_forms import longer
from tests.tournaments import events, stages
from tests.tournaments.evening import Crash, dying_after
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import CancellationPlan, Due, Elimination, Entry, Tournament
from tournaments.play import awards, timekeeping
from tournaments.refusals import EventCode
from tournaments.room_settings import CASE2_WHEN_ALL_ITM
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db

TEN = [3000, 2000, 1400, 1000, 800, 600, 400, 300, 250, 250]


def scheme(shares: list[int]) -> PrizeScheme:
    name = f"{len(shares)} from {shares[0]}"
    return PrizeScheme.objects.get_or_create(name=name, kind="winners", shares=shares)[0]


@worlds.shared
def event() -> Tournament:
    return stages.in_play([3000, 2000, 1000], entries=4)


def cancel(event: Tournament) -> CancellationPlan:
    """Preview and execute; the wallets grow by what the preview said."""
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    before = {line["user"]: ledger.balance(accounts.player(line["user"])) for line in plan.lines}
    execute(plan)
    for line in plan.lines:
        wallet = ledger.balance(accounts.player(line["user"]))
        assert wallet == before[line["user"]] + line["amount"]
    event.refresh_from_db()
    return plan


def execute(plan: CancellationPlan, **more: Any) -> CancellationPlan:
    return cancellation.execute(
        **{
            "tournament_id": plan.tournament_id,
            "digest": plan.digest,
            "by": None,
            "reason": "The power failed.",
            "now": START,
            **more,
        }
    )


def amounts(plan: CancellationPlan) -> list[int]:
    return [line["amount"] for line in plan.lines]


def check_closed(event: Tournament) -> None:
    """Nothing of the event is left open, and every cent is explained."""
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    assert events.pool(event) == 0
    assert events.all_money() == 0
    assert not Seat.objects.filter(table__event=event.event).exists()
    assert not Table.objects.filter(event=event.event, status=Table.Status.OPEN).exists()
    assert not Due.objects.filter(tournament=event).exists()
    director.step(tournament_id=event.pk, now=START)


@pytest.mark.rule("CANCEL-0")
def test_before_the_first_hand_is_over_everybody_has_everything_back() -> None:
    event = stages.started(entries=6)
    plan = cancel(event)
    assert (plan.rule, amounts(plan), plan.added) == ("CANCEL-0", [BUY_IN + FEE] * 6, 0)
    assert ledger.balance(accounts.FEES) == 0
    assert set(event.entries.values_list("status", "refund")) == {("refunded", BUY_IN + FEE)}
    check_closed(event)


@pytest.mark.rule("CANCEL-0", "VELOX-5")
def test_a_drawn_prize_goes_back_to_the_house_before_the_players_are_refunded() -> None:
    event = events.velox()
    for user in events.players(3):
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    assert events.pool(event) == Tournament.objects.get(pk=event.pk).prize_pool
    plan = cancel(event)
    assert amounts(plan) == [500] * 3
    assert ledger.balance(accounts.VELOX) == 0
    check_closed(event)


# Buy-in, fee, entries, guarantee, shares, chips of those in; cents for them, added by the house.
EXAMPLES = [
    pytest.param(80, 20, 100, 0, TEN, [1000] * 95, [100] * 95, 1500, id="the operator adds"),
    pytest.param(
        *(450, 50, 20, 0, [6500, 3500], [9000, 6000, 5000, 4000, 3000, 2000, 1000]),
        *([2150, 1600, 1417, 1233, 1050, 867, 683], 0),
        id="by chips",
    ),
    pytest.param(1000, 0, 4, 0, [10000], [3000] * 3, [1334, 1333, 1333], 0, id="an odd cent"),
    pytest.param(
        *(900, 100, 30, 50000, [10000], [16000, *[7000] * 10, 4000]),
        *([7756, *[3956] * 5, *[3955] * 5, 2689], 0),
        id="guaranteed",
    ),
]


@pytest.mark.slow
@pytest.mark.rule("CANCEL-1", "POOL-2")
@pytest.mark.parametrize(
    ("buy_in", "fee", "entries", "guarantee", "shares", "chips", "paid", "added"), EXAMPLES
)
def test_while_nobody_has_been_paid_rights_come_back_and_the_rest_goes_by_chips(
    buy_in: int,
    fee: int,
    entries: int,
    guarantee: int,
    shares: list[int],
    chips: list[int],
    paid: list[int],
    added: int,
) -> None:
    event = stages.in_play(
        chips,
        entries=entries,
        buy_in=buy_in,
        fee=fee,
        guarantee=guarantee,
        scheme=scheme(shares),
    )
    plan = cancel(event)
    assert (plan.rule, plan.added) == ("CANCEL-1", added)
    assert amounts(plan) == paid
    assert sum(paid) == max(event.prize_pool, len(chips) * event.entry_right)
    check_closed(event)


@pytest.mark.slow
@pytest.mark.rule("CANCEL-2")
def test_when_somebody_has_been_paid_the_next_prize_is_everybodys_base() -> None:
    chips = [120_000, 90_000, 60_000, 20_000, 10_000]
    event = stages.in_play(chips, entries=10, buy_in=10000, fee=0, scheme=scheme(TEN))
    plan = cancel(event)
    assert (plan.rule, amounts(plan)) == ("CANCEL-2", [24800, 20600, 16400, 10800, 9400])
    base, share = plan.lines[0]["parts"]
    assert (base["amount"], base["arithmetic"]) == (8000, "{8000}")
    assert (share["amount"], share["arithmetic"]) == (16800, "{42000} × 120000 / 300000")
    check_closed(event)


@pytest.mark.rule("CANCEL-2")
def test_a_prize_nobody_could_pay_yet_is_paid_by_the_plan() -> None:
    event = stages.in_play(
        [2000, 1000], entries=4, late_registration_levels=1, scheme=scheme([5000, 3000, 2000])
    )
    assert event.may_still_enter(START)
    plan = cancel(event)
    # Third and fourth went out together: 20 % of 36.00 between them; base 10.80 each for two.
    assert amounts(plan) == [1080 + 480, 1080 + 240, 360, 360]
    assert [line["rule"] for line in plan.lines] == ["CANCEL-2", "CANCEL-2", "RANK-1", "RANK-1"]
    out = event.entries.filter(status=Entry.Status.OUT)
    assert set(out.values_list("place", "prize", "refund")) == {(3, 360, None)}
    check_closed(event)


@pytest.mark.rule("CANCEL-3")
@pytest.mark.parametrize(
    ("case2", "rule", "paid", "added"),
    [(False, "CANCEL-3", [2200, 1600], 600), (True, "CANCEL-2", [1600, 1600], 0)],
)
def test_with_as_many_in_as_paid_nobody_gets_less_than_they_have_locked(
    case2: bool, rule: str, paid: list[int], added: int
) -> None:
    worlds.assume(CASE2_WHEN_ALL_ITM, case2)
    halves = scheme([5000, 5000])
    event = stages.in_play([3000, 1], entries=4, buy_in=800, fee=200, scheme=halves)
    plan = cancel(event)
    assert (plan.rule, amounts(plan), plan.added) == (rule, paid, added)
    check_closed(event)


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4")
def test_the_stacks_are_those_before_the_unfinished_hand_and_that_hand_is_void() -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4, scheme=scheme([10000]))
    stages.deal_everywhere(event)
    hand = Hand.objects.get(event=event.event, finished_at=None)
    table = record.read(hand.table_id)
    assert table.live.turn is not None
    mover = table.live.dealt[table.live.turn]
    allin: dict[str, Any] = {
        "table_id": table.id,
        "user_id": mover,
        "seen_version": table.version,
        "now": START,
    }
    dealer.act(**allin, action=engine.Action("all_in"))
    plan = cancel(event)
    assert [line["parts"][1]["arithmetic"].split(" × ")[1] for line in plan.lines] == [
        "3000 / 6000",
        "2000 / 6000",
        "1000 / 6000",
    ]
    with pytest.raises(Refusal, match=TableCode.NO_HAND):
        dealer.act(**allin, action=engine.Action("fold"))
    hand.refresh_from_db()
    assert hand.finished_at is None
    check_closed(event)


@pytest.mark.rule("CANCEL-4", "DRAW-2")
@pytest.mark.parametrize("dealt_again", [False, True])
def test_a_pot_that_nobody_won_is_everybody_s_in_equal_parts(dealt_again: bool) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4, scheme=scheme([10000]), game="italian")
    table = stages.leave_a_pot(event)
    stacks = Seat.objects.filter(table=table).values_list("stack", flat=True)
    assert sorted(stacks) == [950, 1950, 2950]
    if dealt_again:
        dealer.deal(table_id=table.pk, now=START)
    plan = cancel(event)
    assert [line["parts"][1]["arithmetic"].split(" × ")[1] for line in plan.lines] == [
        "3000 / 6000",
        "2000 / 6000",
        "1000 / 6000",
    ]
    check_closed(event)


@pytest.mark.rule("CANCEL-4", "RANK-1")
def test_somebody_who_has_just_lost_the_last_chip_is_out() -> None:
    event = stages.in_play([3000, 2000, 1000], entries=3, scheme=scheme([5000, 3000, 2000]))
    loser = event.entries.order_by("pk")[2]
    stages.give(event, loser, 0)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    loser.refresh_from_db()
    assert loser.status == Entry.Status.PLAYING
    execute(plan)
    loser.refresh_from_db()
    assert (loser.status, loser.place, loser.prize) == ("out", 3, 540)
    check_closed(event)


@pytest.mark.middling
@pytest.mark.rule("CANCEL-4")
def test_a_plan_is_refused_once_the_event_has_moved_on(event: Tournament) -> None:
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert cancellation.preview(tournament_id=event.pk, by=None, now=START) == plan
    stages.give(event, event.entries.order_by("pk")[0], 3001)
    with pytest.raises(Refusal, match=EventCode.STALE_PLAN):
        execute(plan)
    with pytest.raises(Refusal, match=EventCode.NO_SUCH_PLAN):
        execute(plan, digest="0" * 64)
    again = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert again != plan
    execute(again)
    check_closed(event)


@pytest.mark.rule("CANCEL-4")
def test_executing_twice_pays_once_and_another_plan_cannot_follow(event: Tournament) -> None:
    plan = cancel(event)
    transfers = Transfer.objects.count()
    assert execute(plan, reason="Again").reason == "The power failed."
    assert Transfer.objects.count() == transfers
    with pytest.raises(Refusal, match=EventCode.EVENT_OVER):
        cancellation.preview(tournament_id=event.pk, by=None, now=START)


def test_an_event_that_play_has_decided_is_not_cancelled() -> None:
    event = stages.in_play([3000, 1000], entries=2)
    stages.give(event, event.entries.order_by("pk")[1], 0)
    with pytest.raises(Refusal, match=EventCode.PLAY_HAS_DECIDED):
        cancellation.preview(tournament_id=event.pk, by=None, now=START)


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4", "TRN-6")
def test_in_a_pause_whoever_has_no_chips_is_out_and_the_hand_that_runs_is_void() -> None:
    event = stages.in_play(
        [3000, 1500, 1000, 0, 500], entries=6, seats_per_table=3, scheme=scheme([6000, 4000])
    )
    broke = event.entries.order_by("pk")[3]
    tables = Table.objects.filter(event=event.event).order_by("pk")
    there = next(table for table in tables if not table.seats.filter(user=broke.user_id).exists())
    dealer.deal(table_id=there.pk, now=START)
    timekeeping.pause(tournament_id=event.pk, reason="We look into it.", now=START)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.live_count == 5
    plan = cancel(event)
    assert (plan.rule, len(plan.lines)) == ("CANCEL-1", 4)
    assert broke.pk not in {line["entry"] for line in plan.lines}
    assert Hand.objects.get(table=there.pk, finished_at=None)
    check_closed(event)


@pytest.mark.middling
@pytest.mark.rule("CANCEL-3", "TRN-4")
def test_in_a_round_of_hand_for_hand_who_has_lost_everything_is_out_of_that_round() -> None:
    event = stages.started(
        entries=6, seats_per_table=3, scheme=scheme([3000, 2500, 2000, 1500, 1000])
    )
    assert event.in_round
    hand = Hand.objects.filter(event=event.event).earliest("pk")
    stages.fold_out_at(hand.table_id)
    broke, rich, _ = Seat.objects.filter(table=hand.table_id).order_by("no")
    for seat, stack in ((broke, 0), (rich, broke.stack + rich.stack)):
        stages.give(event, event.entries.get(user=seat.user_id), stack)
    director.step(tournament_id=event.pk, now=START)
    assert not Elimination.objects.exists()
    plan = cancel(event)
    assert (plan.rule, len(plan.lines)) == ("CANCEL-3", 5)
    out = Elimination.objects.get()
    assert (out.entry.user_id, out.round, out.entry.place) == (broke.user_id, 1, 6)
    check_closed(event)


@pytest.mark.rule("CANCEL-2", "TRN-2")
def test_an_event_whose_last_player_waits_for_others_can_be_cancelled() -> None:
    event = stages.in_play([3000], entries=2, late_registration_levels=1)
    plan = cancel(event)
    assert (plan.rule, amounts(plan)) == ("CANCEL-2", [1170, 630])
    check_closed(event)


@pytest.mark.slow
def test_a_crash_between_any_two_statements_changes_nothing(event: Tournament) -> None:
    stages.deal_everywhere(event)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    versions = list(Table.objects.values_list("pk", "version", "status"))
    for statements in range(1, 200):
        try:
            with transaction.atomic(), dying_after(statements):
                execute(plan)
        except Crash:
            event.refresh_from_db()
            assert event.status == Tournament.Status.RUNNING
            assert events.pool(event) == 4 * BUY_IN
            assert list(Table.objects.values_list("pk", "version", "status")) == versions
            assert not Transfer.objects.filter(reason="refund").exists()
        else:
            break
    check_closed(event)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("CANCEL-1", "CANCEL-2", "CANCEL-3", "CANCEL-4", "PAY-ROUND")
@settings(
    max_examples=longer(12, short=5), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_at_any_stage_the_sum_is_exact_and_nobody_falls_below_what_is_locked(
    data: st.DataObject,
) -> None:
    entries = data.draw(st.integers(3, 9))
    # More than the blinds: a deal alone must not decide the event.
    chips = data.draw(st.lists(st.integers(200, 9999), min_size=2, max_size=entries))
    event = stages.in_play(
        chips,
        entries=entries,
        buy_in=data.draw(st.integers(100, 5000)),
        fee=data.draw(st.integers(0, 20)),
        guarantee=data.draw(st.sampled_from([0, 30_000])),
        late_registration_levels=data.draw(st.integers(0, 1)),
        scheme=scheme(data.draw(st.sampled_from([[10000], [6500, 3500], [5000, 3000, 2000]]))),
    )
    if data.draw(st.booleans()):
        stages.deal_everywhere(event)
    prizes = awards.prize_list(event)
    paid_before = sum(prize or 0 for prize in event.entries.values_list("prize", flat=True))
    plan = cancel(event)
    assert plan.total + paid_before == event.prize_pool + plan.added
    locked = prizes[len(chips) - 1] if len(chips) <= len(prizes) else 0
    live = [line for line in plan.lines if line["rule"] != "RANK-1"]
    assert len(live) == len(chips)
    assert all(line["amount"] >= locked for line in live)
    if plan.rule in ("CANCEL-1", "CANCEL-3"):
        assert all(line["amount"] >= event.entry_right for line in live)
    check_closed(event)
