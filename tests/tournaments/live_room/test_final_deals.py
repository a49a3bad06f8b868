"""A deal at a live final table: figures on a slip, every signature on paper, then the money."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from core.refusal import Refusal, RefusalCode
from core.types import Chips, EntryId, UserId
from payouts.models import PrizeScheme
from payouts.refusals import MoneyCode
from tests.tournaments import events
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.live_events import Floor, live
from tournaments.entry import receipts
from tournaments.live_room.verbs import desk_view, final_deals, undoing, walk_ins
from tournaments.models import Act, DealProposal, Tournament
from tournaments.play import books, deals
from tournaments.refusals import EventCode
from tournaments.staff import desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DEAL-MAKE")]

# 4 x 9.00 as 50/30/20; the fourth is out.
CHIPS = (3000, 2000, 1000)


def final_table(**terms: Any) -> Floor:
    """Three walk-ins of four at the last table, their stacks estimates."""
    scheme, _ = PrizeScheme.objects.get_or_create(
        name="three", kind="winners", shares=[5000, 3000, 2000]
    )
    plain = {"live_tables": 1, "scheme": scheme}
    floor = Floor(live(**{**plain, **terms}), players=0)
    for no in range(4):
        walk_ins.enter(
            tournament_id=floor.pk,
            name=f"Walk In {no}",
            cash=True,
            key=str(no),
            by=UserId(floor.by),
            now=floor.now,
        )
    floor.step()
    out, taker, *_ = floor.stacks()
    floor.bust([out], takers=[taker] if floor.event.bounty else [])
    floor.step()
    return floor


def counted(floor: Floor) -> dict[EntryId, Chips]:
    """1,500 chips each: as the dealer counts them."""
    return {pk: Chips(chips) for pk, chips in zip(floor.stacks(), CHIPS, strict=True)}


def offer(floor: Floor, **how: Any) -> DealProposal:
    plain: dict[str, Any] = {"method": "chips", "key": "tap", **how}
    plain["stacks"] = how.get("stacks") or counted(floor)
    return final_deals.offer(tournament_id=floor.pk, by=floor.by, now=floor.now, **plain)


def sign(floor: Floor, deal: DealProposal) -> Act:
    return final_deals.sign(deal_id=deal.pk, by=floor.by, now=floor.now)


def prizes(floor: Floor) -> dict[str, tuple[int | None, int | None]]:
    return {
        entry.user.username: (entry.place, entry.prize)
        for entry in floor.event.entries.order_by("pk")
    }


def refused(floor: Floor, code: object, **how: Any) -> None:
    with pytest.raises(Refusal) as no:
        offer(floor, **how)
    assert no.value.code == code


@pytest.mark.middling
def test_walk_ins_without_a_password_sign_on_paper_and_the_event_ends() -> None:
    floor = final_table()
    deal = offer(floor)
    assert floor.stacks() == counted(floor)
    assert offer(floor).pk == deal.pk
    assert events.pool(floor.event) == 4 * events.BUY_IN
    acts = {sign(floor, deal).pk for _ in range(2)}
    assert len(acts) == 1
    floor.step()
    event = floor.event
    assert event.status == Tournament.Status.FINISHED
    deal.refresh_from_db()
    assert deal.accepted == [row["user"] for row in deal.shares]
    best = event.entries.order_by("place")
    assert [entry.prize for entry in best] == [row["amount"] for row in deal.shares] + [0]
    assert sum(row["amount"] for row in deal.shares) == 4 * events.BUY_IN == 3600
    found = desk_view.live_picture(event, shown=[], now=floor.now)
    assert found is not None
    assert [entry.place for entry in found.to_pay] == [1, 2, 3]
    for entry in found.to_pay:
        assert receipts.of_entries([entry])[0].money_back == entry.prize
        assert walk_ins.pay_out(entry_id=entry.pk, by=UserId(floor.by), now=floor.now)
    assert (events.pool(event), books.reconcile().drifts) == (0, [])
    assert events.all_money() == 0


@pytest.mark.middling
def test_money_left_to_play_for_is_the_winners_on_top_of_the_share() -> None:
    floor = final_table()
    first, second, third = floor.stacks()
    figures = {first: 1200, second: 1100, third: 1000}
    refused(floor, MoneyCode.FIGURES_DO_NOT_ADD_UP, method="agreed", agreed=figures)
    sign(floor, offer(floor, method="agreed", agreed=figures, kept=300))
    floor.step()
    assert floor.event.status == Tournament.Status.RUNNING
    for out in (first, third):
        floor.bust([out])
        floor.step()
    assert floor.event.status == Tournament.Status.FINISHED
    won = dict(floor.event.entries.values_list("pk", "prize"))
    assert [won[pk] for pk in (first, second, third)] == [1200, 1100 + 300, 1000]
    assert (events.pool(floor.event), books.reconcile().drifts) == (0, [])


@pytest.mark.middling
@pytest.mark.rule("BOUNTY-3")
def test_a_deal_that_ends_a_progressive_bounty_event_gives_everybody_their_own_head() -> None:
    floor = final_table(bounty=500, progressive_bounty=True)
    taker, *others = floor.stacks()
    sign(floor, offer(floor))
    floor.step()
    entries = {entry.pk: entry for entry in floor.event.entries.prefetch_related("bounties")}
    # Half of a head at once, the other half on their own.
    assert entries[taker].bounty_money == 250 + 500 + 250
    assert [entries[pk].bounty_money for pk in others] == [500, 500]
    assert (events.pool(floor.event), books.reconcile().drifts) == (0, [])


def test_figures_rest_on_a_count_of_all_chips_of_a_final_table() -> None:
    floor = final_table()
    stacks = counted(floor)
    refused(floor, EventCode.COUNT_EVERYBODY, stacks=dict(list(stacks.items())[:2]))
    more = {pk: Chips(chips + 25) for pk, chips in stacks.items()}
    refused(floor, EventCode.COUNT_DIFFERS, stacks=more)
    assert floor.event.counted_at is None
    assert not floor.event.acts.filter(verb=Act.Verb.COUNT).exists()
    offer(floor)
    refused(floor, EventCode.DEAL_PENDING, key="another tap")


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"scheme": events.satellite_scheme}, EventCode.NO_DEALS_HERE),
        ({"deals_allowed": False}, EventCode.NO_DEALS_HERE),
        ({"late_registration_levels": 1}, EventCode.NO_FINAL_TABLE),
    ],
)
def test_no_deal_where_seats_are_the_prizes_or_somebody_may_still_enter(
    terms: Mapping[str, Any], code: RefusalCode
) -> None:
    made = {name: value() if callable(value) else value for name, value in terms.items()}
    refused(final_table(**made), code)


@pytest.mark.middling
def test_a_slip_counts_no_more_once_dropped_or_late_or_played_on() -> None:
    floor = final_table()
    dropped = offer(floor)
    for _ in range(2):
        final_deals.drop(deal_id=dropped.pk, by=floor.by, now=floor.now)
    late = offer(floor, key="late")
    floor.now += deals.SIGNING
    played = None
    for deal in (dropped, late, played):
        if deal is None:
            deal = offer(floor, key="played")
            floor.bust([next(iter(floor.stacks()))])
            floor.step()
        with pytest.raises(Refusal) as no:
            sign(floor, deal)
        assert no.value.code == EventCode.DEAL_OVER
    with pytest.raises(Refusal) as no:
        final_deals.drop(deal_id=late.pk, by=floor.by, now=floor.now)
    assert no.value.code == EventCode.DEAL_OVER
    assert events.pool(floor.event) == 4 * events.BUY_IN - 720


@pytest.mark.rule("TRN-6")
def test_a_pause_decides_nothing_and_takes_nothing_of_the_time_to_sign() -> None:
    floor = final_table()
    deal = offer(floor)
    desk.pause(tournament_id=floor.pk, by=floor.by, why="A deal.", now=floor.now)
    floor.now += timedelta(hours=1)
    with pytest.raises(Refusal) as no:
        sign(floor, deal)
    assert no.value.code == EventCode.CLOCK_STANDS
    desk.resume(tournament_id=floor.pk, by=floor.by, why="", now=floor.now)
    assert sign(floor, deal).verb == Act.Verb.SIGN_DEAL


@pytest.mark.middling
def test_the_floor_compares_prints_and_says_that_all_have_signed() -> None:
    floor, boss = final_table(), member("boss")
    with time_machine.travel(floor.now, tick=False):
        page = boss.get(watch(floor.event)).content.decode()
        assert "Make a deal" in page
        address = dialog(floor.event, "offer_deal")
        assert "≈" in boss.get(address).content.decode()
        first = next(iter(counted(floor)))
        form: dict[str, Any] = {f"chips_{pk}": chips for pk, chips in counted(floor).items()}
        form |= {"method": "agreed", "kept": "", "key": "tap", "_form_submitted": "on"}
        short = boss.post(address, form | {"method": "icm", f"chips_{first}": 1})
        assert "are in play: count again" in short.content.decode()
        shown = boss.post(address, form)
        # The figures of ICM to begin with, and both calculations beside them.
        typed = {name: shown.context["form"][name].value() for name in shown.context["form"].fields}
        assert sum(float(typed[f"agreed_{pk}"]) for pk in counted(floor)) == 36
        assert "Chip chop" in shown.content.decode()
        assert not DealProposal.objects.exists()
        seen = boss.post(address, {**form, **typed, "sure": ""})
        assert not DealProposal.objects.exists()
        sure = seen.context["form"]["sure"].value()
        answer = boss.post(address, {**form, **typed, "sure": sure})
        deal = DealProposal.objects.get()
        assert answer["HX-Redirect"].endswith(f"/deal/{deal.pk}/")
        slip = boss.get(answer["HX-Redirect"]).content.decode()
        for words in ("Signature", "€36.00", *(row["name"] for row in deal.shares)):
            assert words in slip
        page = boss.get(watch(floor.event)).content.decode()
        assert "waits for signatures" in page
        assert "Make a deal" not in page
        press(boss, dialog(floor.event, "sign_deal", deal=deal.pk))
        assert "All have signed: boss" in boss.get(answer["HX-Redirect"]).content.decode()
    deal.refresh_from_db()
    assert deal.status == DealProposal.Status.DONE


def test_a_deal_is_the_floors_and_of_its_own_event() -> None:
    floor, cashier, boss = final_table(), member("cashier"), member("boss")
    other = Floor(live(), players=2, named="other")
    deal = offer(floor)
    for verb in ("offer_deal", "sign_deal", "drop_deal"):
        said = {"_form_submitted": "on"}
        assert cashier.post(dialog(floor.event, verb, deal=deal.pk), said).status_code == 403
    assert boss.post(dialog(other.event, "sign_deal", deal=deal.pk)).status_code == 404
    slip = f"/admin/tournaments/tournament/{floor.pk}/deal/{deal.pk}/"
    assert cashier.get(slip).status_code == 200
    assert Client().get(slip).status_code == 302
    assert boss.get(slip.replace(f"/{floor.pk}/", f"/{other.pk}/")).status_code == 404
    press(boss, dialog(floor.event, "drop_deal", deal=deal.pk))
    assert "Refused" in boss.get(slip).content.decode()


def undo(floor: Floor, act: Act) -> Act:
    return undoing.undo(act_id=act.pk, by=floor.by, why="Not so.", now=floor.now)


@pytest.mark.middling
@pytest.mark.rule("LIVE-5", "BOUNTY-3")
def test_a_deal_that_ended_the_event_is_undone_and_the_event_goes_on() -> None:
    floor = final_table(bounty=500, progressive_bounty=True, guarantee=50_00, dealers_share=300)
    seats = {pk: seat.no for table in floor.tables() for pk, seat in floor.seated(table).items()}
    pool = events.pool(floor.event)
    act = sign(floor, offer(floor))
    floor.step()
    assert floor.event.status == Tournament.Status.FINISHED
    found = desk_view.live_picture(floor.event, shown=[], now=floor.now)
    assert found is not None
    assert [one.pk for one in found.undoable] == [act.pk]
    assert undo(floor, act) == undo(floor, act)
    assert floor.event.status == Tournament.Status.RUNNING
    assert events.pool(floor.event) == pool
    assert floor.stacks() == counted(floor)
    assert seats == {
        pk: seat.no for table in floor.tables() for pk, seat in floor.seated(table).items()
    }
    assert books.reconcile().drifts == []
    # Another deal, after another bust-out.
    floor.step()
    floor.bust([next(iter(floor.stacks()))])
    floor.step()
    stacks = {pk: Chips(3000) for pk in floor.stacks()}
    sign(floor, offer(floor, stacks=stacks, key="again"))
    floor.step()
    assert floor.event.status == Tournament.Status.FINISHED
    assert (events.pool(floor.event), books.reconcile().drifts) == (0, [])


@pytest.mark.middling
@pytest.mark.rule("LIVE-5")
def test_a_deal_stays_once_somebody_went_out_since_or_has_been_paid() -> None:
    floor = final_table()
    act = sign(floor, offer(floor, kept=300))
    out = floor.bust([next(iter(floor.stacks()))])
    floor.step()
    with pytest.raises(Refusal) as no:
        undo(floor, act)
    assert no.value.code == EventCode.UNDO_LATER_FIRST
    undo(floor, out)
    undo(floor, act)
    assert events.pool(floor.event) == 4 * events.BUY_IN
    again = sign(floor, offer(floor, key="again"))
    floor.step()
    best = floor.event.entries.get(place=1)
    assert walk_ins.pay_out(entry_id=best.pk, by=UserId(floor.by), now=floor.now)
    with pytest.raises(Refusal) as no:
        undo(floor, again)
    assert no.value.code == EventCode.PRIZE_IS_PAID
    assert books.reconcile().drifts == []
