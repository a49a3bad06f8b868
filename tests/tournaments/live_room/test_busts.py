"""Who goes out of a live event: order, ties, heads, rebuys, rounds, and what is refused."""

from datetime import timedelta
from typing import Any

import pytest

from core.refusal import Refusal
from payouts.models import PrizeScheme
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import busts, moves, undoing
from tournaments.models import Act, Bounty, Entry
from tournaments.play import books
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db


def places(floor: Floor) -> dict[int, int | None]:
    return dict(floor.event.entries.values_list("pk", "place"))


@pytest.mark.rule("LIVE-2", "RANK-1")
def test_of_several_in_a_hand_the_floor_says_who_is_better_and_who_ties() -> None:
    floor = Floor(live(live_tables=1), players=6)
    floor.step()
    a, b, c, *_ = floor.stacks()
    act = floor.bust([b], [a, c])
    assert floor.bust([b], [a, c]).pk == act.pk
    floor.step()
    found = places(floor)
    assert [found[b], found[a], found[c]] == [4, 5, 5]
    assert BustOut.objects.count() == 3


@pytest.mark.middling
@pytest.mark.rule("LIVE-2", "BOUNTY-1")
def test_the_floor_says_who_takes_a_head() -> None:
    floor = Floor(live(bounty=501, live_tables=1), players=0)
    floor.enter(4, cents=events.BUY_IN + events.FEE + 501)
    floor.step()
    a, b, c, d = floor.stacks()
    floor.bust([a], takers=[b, c])
    floor.step()
    assert dict(Bounty.objects.values_list("winner", "paid")) == {b: 251, c: 250}
    for out in (b, c):
        floor.bust([out], takers=[d])
        floor.step()
    assert floor.event.over
    assert books.reconcile().drifts == []


@pytest.mark.rule("LIVE-2")
@pytest.mark.parametrize("wrong", ["twice", "elsewhere", "all", "nobody"])
def test_nobody_goes_out_who_is_not_there_with_chips(wrong: str) -> None:
    floor = Floor(live(), players=6)
    floor.step()
    first, second = floor.tables()
    here, there = list(floor.seated(first)), list(floor.seated(second))
    groups = {
        "twice": [[here[0]], [here[0]]],
        "elsewhere": [[there[0]]],
        "all": [here],
        "nobody": [],
    }[wrong]
    with pytest.raises(Refusal) as refused:
        busts.bust(table_id=first.pk, groups=groups, by=floor.by, now=floor.now)
    codes = {"all": EventCode.NOBODY_HAS_THE_CHIPS}
    assert refused.value.code == codes.get(wrong, EventCode.NOT_AT_THIS_TABLE)
    assert not BustOut.objects.exists()


@pytest.mark.rule("LIVE-1")
def test_an_event_online_takes_no_word_of_the_floor() -> None:
    event = events.scheduled()
    floor = Floor(event, players=2)
    floor.step()
    entry = floor.entry_of(floor.users[0])
    with pytest.raises(Refusal) as refused:
        floor.bust([entry.pk])
    assert refused.value.code == EventCode.NOT_LIVE


@pytest.mark.rule("LIVE-2", "TRN-2")
def test_who_may_buy_chips_keeps_the_seat_for_a_while() -> None:
    floor = Floor(
        live(
            live_tables=1,
            rebuys=1,
            rebuy_levels=1,
            rebuy_price=900,
            rebuy_fee=100,
            rebuy_chips=1500,
        ),
        players=4,
    )
    floor.step()
    out, other, *_ = floor.stacks()
    floor.bust([out])
    floor.bust([other])
    floor.step()
    assert Entry.objects.filter(status=Entry.Status.OUT).count() == 0
    # There is time to walk to the counter, and a queue before it.
    floor.step(minutes=9)
    assert Entry.objects.filter(status=Entry.Status.OUT).count() == 0
    floor.rebuy(out)
    floor.step(minutes=2)
    assert floor.stacks()[out] == 1500
    assert Entry.objects.get(pk=other).status == Entry.Status.OUT
    assert sum(floor.stacks().values()) == 5 * 1500 == floor.event.chips_in_play


@pytest.mark.rule("LIVE-2", "TRN-2")
def test_who_declines_the_rebuy_is_out_at_once_and_nobody_waits() -> None:
    sold = {"rebuys": 1, "rebuy_levels": 1, "rebuy_price": 900, "rebuy_fee": 100}
    floor = Floor(live(live_tables=1, rebuy_chips=1500, **sold), players=4)
    floor.step()
    out, other, *_ = floor.stacks()
    floor.bust([out])
    floor.step()
    who: dict[str, Any] = {"by": floor.by, "now": floor.now}
    with pytest.raises(Refusal, match="HAS_CHIPS"):
        busts.waive(entry_id=other, **who)
    for _ in range(2):
        busts.waive(entry_id=out, **who)
    assert Act.objects.filter(verb=Act.Verb.WAIVE).count() == 1
    with pytest.raises(Refusal, match="REBUYS_CLOSED"):
        floor.rebuy(out)
    floor.step()
    assert Entry.objects.get(pk=out).status == Entry.Status.OUT


@pytest.mark.rule("LIVE-2", "TRN-2")
def test_a_declined_rebuy_goes_with_the_bust_out_that_is_undone() -> None:
    sold = {"rebuys": 1, "rebuy_levels": 1, "rebuy_price": 900, "rebuy_fee": 100}
    floor = Floor(live(live_tables=1, rebuy_chips=1500, **sold), players=4)
    floor.step()
    out = next(iter(floor.stacks()))
    act = floor.bust([out])
    busts.waive(entry_id=out, by=floor.by, now=floor.now)
    floor.step()
    undoing.undo(act_id=act.pk, by=floor.by, why="Wrong seat.", now=floor.now)
    assert floor.stacks()[out] == floor.event.starting_stack
    floor.bust([out])
    floor.step()
    assert Entry.objects.get(pk=out).status == Entry.Status.PLAYING


@pytest.mark.rule("LIVE-2", "TRN-2")
def test_an_estimated_stack_refuses_no_rebuy() -> None:
    terms = {"rebuys": 1, "rebuy_levels": 1, "rebuy_price": 900, "rebuy_fee": 100}
    floor = Floor(live(live_tables=1, rebuy_chips=1500, **terms), players=4)
    floor.step()
    out, other, *_ = floor.stacks()
    floor.bust([out])
    # The chips that were lost count in equal parts for the others, who may not have them.
    assert floor.stacks()[other] > floor.event.starting_stack
    floor.rebuy(other)
    assert floor.stacks()[other] == 2000 + 1500


@pytest.mark.middling
@pytest.mark.rule("LIVE-4", "TRN-4")
def test_hand_for_hand_waits_until_the_floor_has_heard_of_every_table() -> None:
    three = PrizeScheme.objects.create(name="three", kind="winners", shares=[5000, 3000, 2000])
    floor = Floor(live(hand_for_hand="bubble", seats_per_table=3, scheme=three), players=6)
    floor.step()
    for table in floor.tables():
        floor.bust([next(iter(floor.seated(table)))])
        floor.step()
    assert floor.event.in_round
    first, second = floor.tables()
    assert [(table.notice or {})["kind"] for table in (first, second)] == ["hand_for_hand"] * 2
    out = next(iter(floor.seated(first)))
    floor.bust([out])
    moves.hand_over(table_id=first.pk, by=floor.by, now=floor.now)
    floor.step()
    # The other table plays on: nobody knows whose place it is.
    assert Entry.objects.get(pk=out).status == Entry.Status.PLAYING
    moves.hand_over(table_id=second.pk, by=floor.by, now=floor.now)
    moves.hand_over(table_id=second.pk, by=floor.by, now=floor.now)
    floor.step()
    gone = Entry.objects.get(pk=out)
    assert (gone.status, gone.place, gone.elimination.round) == (Entry.Status.OUT, 4, 1)


@pytest.mark.middling
@pytest.mark.rule("LIVE-4", "TRN-4")
def test_a_round_waits_for_what_the_floor_has_to_rearrange() -> None:
    five = PrizeScheme.objects.create(name="five", kind="winners", shares=[2000] * 5)
    floor = Floor(live(hand_for_hand="jumps", seats_per_table=5, scheme=five), players=8)
    floor.step()
    assert not floor.event.in_round
    first, second = floor.tables()
    for _ in range(2):
        floor.bust([next(iter(floor.seated(first)))])
        floor.step()
    assert (floor.event.live_count, floor.event.in_round) == (6, False)
    due = moves.due_now(floor.event, now=floor.now)
    assert due is not None
    assert due.tables == (second.pk, first.pk)
    moves.rearrange(
        tournament_id=floor.pk,
        key=due.key,
        last_hands=floor.last_hands(first.pk, second.pk),
        by=floor.by,
        now=floor.now,
    )
    floor.step()
    assert floor.event.in_round


@pytest.mark.rule("BOUNTY-2", "LIVE-2")
def test_who_took_a_head_and_went_out_before_the_director_looked_had_it_on_their_own() -> None:
    floor = Floor(live(bounty=1000, progressive_bounty=True, live_tables=1), players=0)
    floor.enter(4, cents=events.BUY_IN + events.FEE + 1000)
    floor.step()
    seated = list(floor.seated(floor.tables()[0]))
    # The one who entered first goes out last, but before the next look.
    taker, first_out, other, _ = sorted(seated)
    floor.bust([first_out], takers=[taker])
    floor.bust([taker], takers=[other])
    floor.step()
    taken = Bounty.objects.filter(head__tournament=floor.pk).order_by("pk")
    assert list(taken.values_list("head", "winner", "taken", "paid")) == [
        (first_out, taker, 1000, 500),
        (taker, other, 1500, 750),
    ]
    assert books.reconcile().drifts == []


@pytest.mark.middling
@pytest.mark.rule("BOUNTY-2", "LIVE-12")
def test_heads_go_by_the_order_in_which_bust_outs_came_whatever_the_clocks_say() -> None:
    floor = Floor(live(bounty=1000, progressive_bounty=True, live_tables=1), players=0)
    floor.enter(4, cents=events.BUY_IN + events.FEE + 1000)
    floor.step()
    first_out, taker, other, last = floor.stacks()
    behind = floor.now
    floor.bust([first_out], takers=[taker], at=behind + timedelta(seconds=1))
    # Another machine of the room hears of the next one; its clock is a second behind.
    floor.bust([taker], takers=[other], at=behind)
    floor.step()
    taken = Bounty.objects.order_by("pk").values_list("head", "winner", "taken")
    assert [*taken] == [(first_out, taker, 1000), (taker, other, 1500)]
    floor.bust([last], takers=[other])
    floor.step()
    assert floor.event.over
    assert [places(floor)[pk] for pk in (other, last, taker, first_out)] == [1, 2, 3, 4]
    assert books.reconcile().drifts == []
