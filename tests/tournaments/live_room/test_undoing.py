"""What the floor has entered wrongly, and takes back (LIVE-5)."""

from typing import Any

import pytest

from core.refusal import Refusal
from core.types import EntryId, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeScheme
from players.models import User
from tables.live import record
from tests.harness import worlds
from tests.tournaments import events, invariants
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import moves, undoing, walk_ins
from tournaments.live_room.verbs.moves import MoveKind
from tournaments.models import Act, Bounty, Elimination, Entry, Ticket
from tournaments.play import books
from tournaments.refusals import EventCode
from tournaments.rules import changes
from tournaments.staff import amending, cancellation

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-5")]


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(), players=12)
    floor.step()
    return floor


def undo(floor: Floor, act: Act, *, why: str = "wrong seat") -> Act:
    return undoing.undo(act_id=act.pk, by=floor.by, why=why, now=floor.now)


@pytest.mark.middling
@pytest.mark.parametrize("seen", [False, True], ids=["at once", "after the director"])
def test_who_was_put_out_by_mistake_sits_again_with_the_same_chips(
    floor: Floor, seen: bool
) -> None:
    before = floor.stacks()
    act = floor.bust([next(iter(before))])
    if seen:
        floor.step()
        assert floor.event.live_count == 11
    undone = undo(floor, act)
    assert floor.stacks() == before
    assert floor.event.live_count == 12
    assert not Elimination.objects.exists()
    assert undo(floor, act).pk == undone.pk
    assert BustOut.objects.get().undone_at == floor.now
    floor.step()
    assert floor.stacks() == before
    # And out in earnest, later.
    floor.bust([next(iter(before))])
    floor.step()
    assert floor.event.live_count == 11


@pytest.mark.middling
def test_who_has_lost_the_seat_meanwhile_draws_another_one() -> None:
    floor = Floor(live(late_registration_levels=1), players=11)
    floor.step()
    out = next(iter(floor.stacks()))
    table = floor.table_of(out)
    act = floor.bust([out])
    floor.step()
    floor.enter(2)
    floor.step()
    assert len(floor.stacks()) == 12
    with pytest.raises(Refusal) as refused:
        undo(floor, act)
    assert refused.value.code == EventCode.NO_ROOM_ELSEWHERE
    other = next(other for other in floor.tables() if other != table)
    floor.bust([next(iter(floor.seated(other)))])
    floor.step()
    undo(floor, act)
    assert floor.table_of(out) == other
    assert sum(floor.stacks().values()) == floor.event.chips_in_play


@pytest.mark.middling
def test_what_rests_on_a_bust_out_is_undone_first(floor: Floor) -> None:
    first, second, *_ = list(floor.seated(floor.tables()[0]))
    earlier = floor.bust([first])
    floor.step()
    later = floor.bust([second])
    floor.step()
    with pytest.raises(Refusal) as refused:
        undo(floor, earlier)
    assert refused.value.code == EventCode.UNDO_LATER_FIRST
    before = floor.event.chips_in_play
    undo(floor, later)
    undo(floor, earlier)
    assert sum(floor.stacks().values()) == before
    assert set(floor.stacks().values()) == {1500}


@pytest.mark.middling
@pytest.mark.rule("TRN-2")
def test_of_two_bust_outs_of_one_player_the_later_is_undone_first() -> None:
    sold = {"rebuys": 1, "rebuy_levels": 1, "rebuy_chips": 1500}
    floor = Floor(live(live_tables=1, rebuy_price=900, rebuy_fee=100, **sold), players=4)
    floor.step()
    out = next(iter(floor.stacks()))
    earlier = floor.bust([out])
    floor.rebuy(out)
    later = floor.bust([out])
    floor.step()
    assert Entry.objects.get(pk=out).status == Entry.Status.OUT
    with pytest.raises(Refusal) as refused:
        undo(floor, earlier)
    assert refused.value.code == EventCode.UNDO_LATER_FIRST
    undo(floor, later)
    undo(floor, earlier)
    assert floor.stacks()[out] == 3000
    assert sum(floor.stacks().values()) == 5 * 1500 == floor.event.chips_in_play


@pytest.mark.middling
@pytest.mark.rule("TRN-4")
def test_a_bust_out_is_not_undone_once_others_share_its_place() -> None:
    floor = Floor(live(), players=8)
    floor.step()
    said: dict[str, Any] = {"by": floor.by, "why": "A rush.", "key": "k", "now": floor.now}
    amending.amend(tournament_id=floor.pk, change=changes.Together(on=True), **said)
    floor.step()
    acts = []
    for table in floor.tables():
        acts.append(floor.bust([next(iter(floor.seated(table)))]))
        moves.hand_over(table_id=table.pk, by=floor.by, now=floor.now)
    floor.step()
    out = floor.event.entries.filter(status=Entry.Status.OUT)
    assert list(out.values_list("place", "prize")) == [(7, 0)] * 2
    with pytest.raises(Refusal) as refused:
        undo(floor, acts[0])
    assert refused.value.code == EventCode.UNDO_LATER_FIRST


@pytest.mark.middling
def test_once_all_chips_were_found_without_theirs_nobody_comes_back(floor: Floor) -> None:
    act = floor.bust([next(iter(floor.stacks()))])
    floor.step()
    floor.count()
    with pytest.raises(Refusal) as refused:
        undo(floor, act)
    assert refused.value.code == EventCode.UNDO_LATER_FIRST


def evening(*, players: int, cents: int = events.BUY_IN + events.FEE, **terms: Any) -> Floor:
    """An event at one table that has begun."""
    floor = Floor(live(live_tables=1, **terms), players=0)
    floor.enter(players, cents=cents)
    floor.step()
    return floor


def paid(floor: Floor) -> dict[int, int]:
    """Cents in the wallet of each entry's player."""
    wallets = floor.event.entries.values_list("pk", "user")
    return {pk: ledger.balance(accounts.player(UserId(user))) for pk, user in wallets}


def head_of(floor: Floor, entry: EntryId) -> int:
    """Cents that the table shows on a head."""
    (table,) = record.read_all([floor.table_of(entry).pk])
    return table.live.seats[floor.seated(floor.table_of(entry))[entry].no].price


def holds(floor: Floor) -> None:
    """All chips are at the seats, all money is explained, and somebody will look again."""
    for check in (*invariants.ALWAYS, invariants.the_books_agree):
        check(floor.event)
    assert books.reconcile().drifts == []


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "RANK-1")
def test_a_bust_out_in_the_money_is_undone_and_its_prize_goes_back() -> None:
    floor = evening(players=4, guarantee=5000, dealers_share=500)
    a, b, c, d = floor.stacks()
    floor.bust([a])
    floor.step()
    before, stacks = paid(floor), floor.stacks()
    floor.bust([b])
    floor.step()
    act = floor.bust([c])
    floor.step()
    assert Entry.objects.get(pk=d).place == 1
    undo(floor, act)
    assert Entry.objects.get(pk=b).place == 3
    holds(floor)
    assert undo(floor, act).verb == Act.Verb.UNDO
    floor.step()
    assert floor.event.live_count == 2
    assert paid(floor) == before
    undo(floor, Act.objects.filter(verb=Act.Verb.BUST).order_by("pk")[1])
    assert floor.stacks() == stacks
    holds(floor)
    floor.bust([d])
    floor.step()
    floor.bust([c])
    floor.step()
    assert floor.event.status == floor.event.Status.FINISHED
    prizes = {pk: entry.prize or 0 for pk, entry in floor.event.entries.in_bulk().items()}
    assert [Entry.objects.get(pk=pk).place for pk in (b, c, d, a)] == [1, 2, 3, 4]
    assert prizes[b] > prizes[c] > prizes[d] == prizes[a] == 0
    assert paid(floor) == prizes
    holds(floor)


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "BOUNTY-3")
@pytest.mark.parametrize("progressive", [False, True])
def test_with_the_last_bust_out_the_bounties_go_back(progressive: bool) -> None:
    floor = evening(
        players=3,
        cents=events.BUY_IN + events.FEE + 500,
        bounty=500,
        progressive_bounty=progressive,
    )
    a, b, c = floor.stacks()
    floor.bust([a], takers=[b])
    floor.step()
    before = paid(floor)
    price = head_of(floor, b)
    act = floor.bust([b], takers=[c])
    floor.step()
    assert floor.event.over
    undo(floor, act)
    assert head_of(floor, b) == price == 500 + 250 * progressive
    assert paid(floor) == before
    holds(floor)
    floor.step()
    floor.bust([c], takers=[b])
    floor.step()
    assert floor.event.over
    assert Bounty.objects.filter(winner=b).count() == 3
    won = Entry.objects.get(pk=b).prize or 0
    assert paid(floor)[b] == won + 3 * 500
    holds(floor)


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "PAY-SAT")
def test_a_ticket_that_was_won_by_mistake_is_taken_back() -> None:
    scheme = PrizeScheme.objects.create(name="one seat", kind="satellite", seat=2000)
    floor = evening(players=3, scheme=scheme)
    a, b, c = floor.stacks()
    floor.bust([a])
    floor.step()
    act = floor.bust([b])
    floor.step()
    assert Ticket.objects.get().won_with_id == c
    undo(floor, act)
    assert not Ticket.objects.exists()
    holds(floor)
    floor.step()
    floor.bust([c])
    floor.step()
    assert Ticket.objects.get().won_with_id == b
    holds(floor)


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "LIVE-6")
def test_what_was_handed_out_or_spent_is_not_taken_back() -> None:
    floor = evening(players=3)
    a, b, c = floor.stacks()
    floor.bust([a])
    floor.step()
    act = floor.bust([b])
    floor.step()
    wallet = accounts.player(UserId(Entry.objects.get(pk=c).user_id))
    won = ledger.balance(wallet)
    leg = ledger.Leg(wallet, accounts.FEES, 1, ledger.Reason.FEE)
    ledger.post([leg], key="spent", now=floor.now)
    with pytest.raises(Refusal, match="PRIZE_IS_SPENT") as refused:
        undo(floor, act)
    assert refused.value.context["name"] == Entry.objects.get(pk=c).user.username
    ledger.post([ledger.Leg(accounts.FEES, wallet, 1, ledger.Reason.REFUND)], key="back", now=START)
    cashier = User.objects.create_superuser("cashier").pk
    assert won
    assert walk_ins.pay_out(entry_id=c, by=UserId(cashier), now=floor.now)
    with pytest.raises(Refusal, match="PRIZE_IS_PAID"):
        undo(floor, act)


@pytest.mark.middling
def test_an_event_that_ended_long_ago_is_not_opened_again() -> None:
    floor = evening(players=2)
    a, _b = floor.stacks()
    act = floor.bust([a])
    floor.step()
    floor.now += undoing.REOPENS
    with pytest.raises(Refusal, match="NOT_RUNNING"):
        undo(floor, act)


@pytest.mark.middling
@pytest.mark.rule("LIVE-2", "LIVE-5")
def test_estimates_keep_nobody_from_coming_back() -> None:
    floor = evening(players=4, late_registration_levels=1)
    a, b, c, d = floor.stacks()
    earlier = floor.bust([a], takers=[b])
    floor.step()
    floor.bust([b], takers=[c])
    floor.step()
    undo(floor, earlier)
    assert {pk: stack for pk, stack in floor.stacks().items() if stack} == {
        a: 1500,
        c: 3000,
        d: 1500,
    }
    holds(floor)


@pytest.mark.middling
@pytest.mark.parametrize("what", [MoveKind.BREAK, MoveKind.FINAL])
def test_a_rearrangement_is_taken_back_seat_by_seat(what: MoveKind) -> None:
    tables, players = (3, 12) if what == MoveKind.BREAK else (2, 6)
    floor = Floor(live(live_tables=tables), players=players)
    floor.step()
    before = {
        pk: (seat.table_id, seat.no) for t in floor.tables() for pk, seat in floor.seated(t).items()
    }
    due = moves.due_now(floor.event, now=floor.now)
    assert due is not None
    assert due.what == what
    act = moves.rearrange(tournament_id=floor.pk, key=due.key, by=floor.by, now=floor.now)
    assert len(floor.tables()) < tables
    floor.step()
    undo(floor, act)
    after = {
        pk: (seat.table_id, seat.no) for t in floor.tables() for pk, seat in floor.seated(t).items()
    }
    assert after == before
    assert len(floor.tables()) == tables


@pytest.mark.middling
def test_nothing_is_undone_without_a_reason_and_nothing_that_is_no_entry_of_the_floor(
    floor: Floor,
) -> None:
    act = floor.bust([next(iter(floor.stacks()))])
    with pytest.raises(Refusal):
        undo(floor, act, why="")
    undone = undo(floor, act)
    with pytest.raises(Refusal) as refused:
        undo(floor, undone)
    assert refused.value.code == EventCode.NOTHING_TO_UNDO


@pytest.mark.middling
@pytest.mark.rule("LIVE-1", "CANCEL-1")
def test_once_somebody_is_out_an_event_that_is_cancelled_pays_those_still_in(floor: Floor) -> None:
    """And whoever was out by mistake has everything back with the others."""
    act = floor.bust([next(iter(floor.stacks()))])
    floor.step()
    plan = cancellation.preview(tournament_id=floor.pk, by=None, now=floor.now)
    assert (plan.rule, len(list(plan.own_lines))) == ("CANCEL-1", 11)
    undo(floor, act)
    plan = cancellation.preview(tournament_id=floor.pk, by=None, now=floor.now)
    assert (plan.rule, len(list(plan.own_lines))) == ("CANCEL-0", 12)


@pytest.mark.middling
@pytest.mark.rule("LIVE-1", "CANCEL-1")
def test_once_chips_were_counted_an_event_that_is_cancelled_divides_them(floor: Floor) -> None:
    floor.count()
    plan = cancellation.preview(tournament_id=floor.pk, by=None, now=floor.now)
    assert (plan.rule, len(list(plan.own_lines))) == ("CANCEL-1", 12)


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "LIVE-6")
def test_whom_the_desk_has_paid_does_not_come_back_into_play() -> None:
    floor = Floor(live(live_tables=1, bounty=500), players=0)
    floor.enter(4, cents=events.BUY_IN + events.FEE + 500)
    floor.step()
    first, second, *_ = floor.stacks()
    floor.bust([first], takers=[second])
    floor.step()
    act = floor.bust([second])
    floor.step()
    cashier = User.objects.create_superuser("cashier").pk
    assert walk_ins.pay_out(entry_id=second, by=UserId(cashier), now=floor.now)
    with pytest.raises(Refusal, match="PRIZE_IS_PAID"):
        undoing.undo(act_id=act.pk, by=floor.by, why="A mistake.", now=floor.now)
