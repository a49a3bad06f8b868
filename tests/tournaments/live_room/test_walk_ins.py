"""Players at the desk of a live event: in with cash, out with cash (LIVE-6)."""

import pytest

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import ledger
from payouts.models import CounterOrder, PrizeScheme
from payouts.wallets import counter
from players.models import User
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.verbs import desk_view, walk_ins
from tournaments.models import Entry
from tournaments.play import books
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-6")]


def walk_in(floor: Floor, name: str, key: str = "") -> Entry:
    return walk_ins.enter(
        tournament_id=floor.pk,
        name=name,
        cash=True,
        key=key or name,
        by=UserId(floor.by),
        now=floor.now,
    )


def to_pay(floor: Floor) -> list[int]:
    found = desk_view.live_picture(floor.event, shown=[], now=floor.now)
    assert found is not None
    return [entry.pk for entry in found.to_pay]


@pytest.mark.middling
def test_a_player_without_an_account_comes_with_cash_and_leaves_with_cash() -> None:
    floor = Floor(live(live_tables=1), players=0)
    entries = [walk_in(floor, name) for name in ("Mario Rossi", "Mario Rossi ", "Zoë Ünal")]
    assert [entry.user.username for entry in entries] == [
        "mario.rossi",
        "mario.rossi.2",
        "zoe.unal",
    ]
    assert not any(entry.user.has_usable_password() for entry in entries)
    assert events.pool(floor.event) == 3 * events.BUY_IN
    assert all(entry.drawn_seat for entry in entries)
    floor.step()
    for entry in entries[:2]:
        floor.bust([entry.pk])
        floor.step()
    winner = Entry.objects.get(pk=entries[2].pk)
    assert (winner.place, winner.prize) == (1, 1755)
    for _ in range(2):
        assert walk_ins.pay_out(entry_id=winner.pk, by=UserId(floor.by), now=floor.now)
    assert events.wallet(winner.user) == 0
    orders = CounterOrder.objects.filter(kind=CounterOrder.Kind.PAY_OUT)
    assert [order.amount for order in orders] == [1755]
    with pytest.raises(Refusal) as refused:
        walk_ins.pay_out(entry_id=entries[0].pk, by=UserId(floor.by), now=floor.now)
    assert refused.value.code == EventCode.NO_PRIZE
    assert books.reconcile().drifts == []
    assert events.all_money() == 0


@pytest.mark.middling
@pytest.mark.rule("STAFF-2")
@pytest.mark.parametrize("by_whom", ["who gave it", "a second person"])
def test_a_prize_that_was_not_handed_out_is_handed_out_later(by_whom: str) -> None:
    alone = PrizeScheme.objects.create(name="One", kind="winners", shares=[10_000])
    floor = Floor(live(live_tables=1, guarantee=2_000_00, scheme=alone), players=2)
    floor.step()
    loser, winner = floor.stacks()
    floor.bust([loser])
    floor.step()
    second, third = (UserId(User.objects.create_superuser(name).pk) for name in ("second", "third"))

    def pay(by: int) -> bool:
        return walk_ins.pay_out(entry_id=winner, by=UserId(by), now=floor.now)

    assert not pay(floor.by)
    order = CounterOrder.objects.get()
    against = UserId(floor.by) if by_whom == "who gave it" else second
    counter.turn_down(order_id=order.pk, by=against, why="No document.", now=floor.now)
    assert to_pay(floor) == [winner]
    for _ in range(2):
        assert not pay(second)
    again = CounterOrder.objects.exclude(pk=order.pk).get()
    assert (again.status, again.amount) == ("waiting", 2_000_00)
    assert to_pay(floor) == []
    counter.confirm(order_id=again.pk, by=third, now=floor.now)
    assert events.wallet(again.user) == 0
    assert walk_ins.countersign(entry_id=winner, by=UserId(floor.by), now=floor.now)
    assert books.reconcile().drifts == []


def test_a_double_tap_registers_once_and_takes_the_money_once() -> None:
    floor = Floor(live(), players=0)
    first, second = walk_in(floor, "Anna", "tap"), walk_in(floor, "Anna", "tap")
    assert first == second
    assert User.objects.filter(username__startswith="anna").count() == 1
    assert CounterOrder.objects.count() == 1


@pytest.mark.middling
def test_who_was_out_pays_the_price_of_a_re_entry() -> None:
    floor = Floor(
        live(late_registration_levels=1, re_entries=1, re_entry_buy_in=450, re_entry_fee=50),
        players=0,
    )
    entries = [walk_in(floor, name) for name in ("Anna", "Berta", "Carla")]
    floor.step()
    table = max(floor.tables(), key=lambda table: len(floor.seated(table)))
    out = next(iter(floor.seated(table)))
    floor.bust([out])
    floor.step()
    again = walk_ins.enter(
        tournament_id=floor.pk,
        user_id=UserId(Entry.objects.get(pk=out).user_id),
        cash=True,
        key="again",
        by=UserId(floor.by),
        now=floor.now,
    )
    assert (again.re_entry, again.status) == (True, Entry.Status.PLAYING)
    assert len(entries) == 3
    assert list(CounterOrder.objects.order_by("pk").values_list("amount", flat=True)) == [
        *[1000] * 3,
        500,
    ]


def test_what_the_event_refuses_leaves_no_cash_and_no_account_behind() -> None:
    floor = Floor(live(live_tables=1), players=3)
    floor.step()
    people = User.objects.count()
    with pytest.raises(Refusal) as refused:
        walk_in(floor, "Too Late")
    assert refused.value.code == EventCode.REGISTRATION_CLOSED
    assert User.objects.count() == people
    assert not CounterOrder.objects.exists()
    assert ledger.balance("player:0") == 0


@pytest.mark.middling
@pytest.mark.rule("LIVE-6", "PAY-SAT")
def test_a_seat_is_a_ticket_and_only_money_is_handed_out() -> None:
    # The terms of three entries: 27.00 are two seats and 7.00.
    floor = Floor(live(live_tables=1, scheme=events.satellite_scheme()), players=0)
    entries = [walk_in(floor, name) for name in ("Anna", "Bruno", "Carla")]
    floor.step()
    floor.bust([entries[2].pk])
    floor.step()
    floor.count()
    floor.step()
    assert floor.event.over
    won = {entry.pk: entry for entry in floor.event.entries.select_related("user")}
    assert [won[entry.pk].prize for entry in entries] == [1000, 1000, 700]
    # Money of their own that is none of the prize.
    events.fund(won[entries[0].pk].user, cents=1000)
    assert to_pay(floor) == [entries[2].pk]
    with pytest.raises(Refusal) as refused:
        walk_ins.pay_out(entry_id=entries[0].pk, by=UserId(floor.by), now=floor.now)
    assert refused.value.code == EventCode.NO_PRIZE
    assert walk_ins.pay_out(entry_id=entries[2].pk, by=UserId(floor.by), now=floor.now)
    assert events.wallet(won[entries[2].pk].user) == 0


@pytest.mark.middling
@pytest.mark.rule("BOUNTY-1", "LIVE-6")
def test_who_has_won_bounties_and_no_prize_is_paid_at_the_desk_too() -> None:
    floor = Floor(live(live_tables=1, bounty=500), players=0)
    names = ("Anna", "Bruno", "Carla", "Dario")
    first, second, third, fourth = [walk_in(floor, name).pk for name in names]
    floor.step()
    floor.bust([first], takers=[second])
    floor.step()
    for out, taker in ((second, third), (third, fourth)):
        floor.bust([out], takers=[taker])
        floor.step()
    assert floor.event.over
    assert floor.event.entries.get(pk=second).prize == 0
    assert to_pay(floor) == [fourth, third, second]
    assert walk_ins.pay_out(entry_id=second, by=UserId(floor.by), now=floor.now)
