"""Re-entries: who may enter again, what it costs, and what becomes of the money."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal, RefusalCode
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from payouts.reports.reconciliation import FaultKind, compare
from players.models import User
from tests.harness.unguarded import unguarded
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry import scheduling
from tournaments.entry.registration import may_enter_again, register
from tournaments.models import Entry, Ticket, Tournament
from tournaments.pages import sheet
from tournaments.pages.lobby import listed
from tournaments.play import books
from tournaments.play.evidence import Case
from tournaments.refusals import EventCode
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db

AGAIN: dict[str, Any] = {"late_registration_levels": 1, "re_entries": 1, "max_entries": 9}
# A re-entry for 4.50 + 0.40.
OWN: dict[str, Any] = {"re_entry_buy_in": 450, "re_entry_fee": 40}
# Cents that a player still has after that.
LEFT = 7


def enter(event: Tournament, user: User, *, now: datetime = START, **more: Any) -> Entry:
    return register(tournament_id=event.pk, user_id=user.pk, now=now, **more)


def refused(event: Tournament, user: User, **more: Any) -> str:
    with pytest.raises(Refusal) as found:
        enter(event, user, **more)
    return str(found.value)


def out_of(event: Tournament) -> Entry:
    """The entry of a player who has just lost the last chip to the next one."""
    stages.fold_out(event)
    gone, winner, *_ = event.entries.order_by("pk")
    stacks = events.seats(event)
    stages.give(event, winner, stacks[winner.user_id] + stacks[gone.user_id])
    stages.bust(event, gone)
    event.refresh_from_db()
    return gone


def entered_again(**terms: Any) -> tuple[Tournament, Entry]:
    """An event of three in which the first, who has lost everything, has entered again."""
    event = stages.started(entries=3, **{**AGAIN, **terms})
    gone = out_of(event)
    events.fund(gone.user, cents=event.re_entry_price.right + LEFT)
    entry = enter(event, gone.user)
    event.refresh_from_db()
    return event, entry


@pytest.mark.rule("TRN-2")
def test_re_entries_may_end_before_late_registration_does() -> None:
    terms = {"late_registration_levels": 2, "re_entries": 1, "re_entry_levels": 1}
    event = stages.started(entries=3, max_entries=9, **terms)
    gone = out_of(event)
    [newcomer] = events.players(1, prefix="new")
    events.fund(gone.user, cents=event.entry_right)
    first, second = START + timedelta(seconds=119), START + timedelta(seconds=120)
    assert may_enter_again(event, user_id=gone.user_id, now=first)
    assert not may_enter_again(event, user_id=gone.user_id, now=second)
    assert refused(event, gone.user, now=second) == EventCode.RE_ENTRIES_CLOSED
    assert enter(event, newcomer, now=second).status == Entry.Status.PLAYING
    enter(event, gone.user, now=first)


@pytest.mark.rule("TRN-2")
def test_who_is_out_enters_again_with_a_new_entry_and_a_new_stack() -> None:
    event = stages.started(entries=3, late_registration_levels=1, re_entries=1, max_entries=9)
    first = out_of(event)
    events.fund(first.user, cents=2 * event.entry_right)
    second = enter(event, first.user)
    assert second.pk != first.pk
    assert (second.status, events.seats(event)[first.user_id]) == (Entry.Status.PLAYING, 1500)
    event.refresh_from_db()
    assert (event.entry_count, event.live_count, events.pool(event)) == (4, 3, 4 * BUY_IN)
    assert refused(event, first.user) == EventCode.ALREADY_REGISTERED
    stages.bust(event, second)
    assert refused(event, first.user) == EventCode.RE_ENTRIES_USED
    [listing] = listed.listings([event], user_id=first.user_id, now=START)
    assert listing.entry == second


@pytest.mark.rule("TRN-2")
def test_only_the_live_entry_of_a_player_has_the_stack() -> None:
    event = stages.started(entries=3, late_registration_levels=1, re_entries=1, max_entries=9)
    first = out_of(event)
    events.fund(first.user, cents=event.entry_right)
    second = enter(event, first.user)
    stacks = {entry.pk: vars(entry)["stack"] for entry in sheet.players(event)}
    assert (stacks[first.pk], stacks[second.pk]) == (None, 1500)


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "POOL-1")
def test_an_event_of_one_entry_a_player_takes_nobody_back_and_the_limit_counts_all_entries() -> (
    None
):
    event = stages.started(entries=3, late_registration_levels=1, max_entries=9)
    gone = out_of(event)
    assert refused(event, gone.user) == EventCode.NO_RE_ENTRY
    dear = {"buy_in": 80_00, "fee": 6_00, "late_registration_levels": 1, "re_entries": 2}
    event = stages.started(entries=3, max_entries=9, **dear)
    gone = out_of(event)
    events.fund(gone.user, cents=2 * event.entry_right)
    stages.bust(event, enter(event, gone.user))
    assert refused(event, gone.user) == EventCode.SPENDING_LIMIT
    assert not may_enter_again(event, user_id=gone.user_id, now=START), "nobody is offered it"


@pytest.mark.slow
@pytest.mark.rule("RANK-1", "TRN-2")
def test_every_entry_has_one_place_though_one_player_has_two() -> None:
    event = stages.started(entries=3, late_registration_levels=1, re_entries=1, max_entries=9)
    first = out_of(event)
    events.fund(first.user, cents=event.entry_right)
    second = enter(event, first.user)
    room = Evening(event, [], seed=1)
    room.step()
    while room.event.status == "running":
        room.play_hands()
        room.later(40)
        room.step()
    places = [entry.place or 0 for entry in room.event.entries.order_by("place")]
    assert places == [1 + sum(other < place for other in places) for place in places]
    assert len(places) == 4
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.place == 4
    assert first.prize == 0
    assert second.place in (1, 2, 3)
    assert books.reconcile().drifts == []


@pytest.mark.rule("TRN-1", "TRN-2", "POOL-1")
@pytest.mark.parametrize(
    ("terms", "buy_in", "fee"),
    [
        ({}, BUY_IN, FEE),
        (OWN, 450, 40),
        ({"re_entry_buy_in": 450}, 450, FEE),
        ({"re_entry_fee": 0}, BUY_IN, 0),
        ({"re_entry_buy_in": 0, "re_entry_fee": 0}, 0, 0),
        ({"re_entry_buy_in": 1_800}, 1_800, FEE),
        ({**OWN, "bounty": 300}, 450, 40),
    ],
)
def test_a_re_entry_costs_what_the_terms_say_and_brings_the_starting_stack(
    terms: dict[str, Any], buy_in: int, fee: int
) -> None:
    event, entry = entered_again(**terms)
    bounty = event.bounty
    assert entry.re_entry
    # Three had paid for an entry before.
    assert events.wallet(entry.user) == LEFT
    assert events.pool(event) == 3 * (BUY_IN + bounty) + buy_in + bounty
    assert ledger.balance(accounts.FEES) == 3 * FEE + fee
    assert event.prize_pool == event.collected == 3 * BUY_IN + buy_in
    assert events.seats(event)[entry.user_id] == 1500
    assert event.chips_in_play == 4 * 1500
    assert books.reconcile().drifts == []


@pytest.mark.rule("TRN-1")
def test_an_event_that_was_published_with_another_stack_for_re_entries_keeps_it() -> None:
    plan = events.template(kind=Tournament.Kind.SCHEDULED, **AGAIN)
    event = scheduling.unpublished(plan)
    event.starts_at, event.created_at, event.re_entry_chips = START, START, 800
    event.save()
    event.refresh_from_db()
    assert (event.entry_price.chips, event.re_entry_price.chips) == (1500, 800)


@pytest.mark.rule("POOL-1")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"re_entry_buy_in": 80, "re_entry_fee": 20}, None),
        ({"re_entry_buy_in": 79, "re_entry_fee": 21}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"re_entry_buy_in": 79, "re_entry_fee": 21, "bounty": 100}, None),
        ({"re_entry_buy_in": 240_00 - FEE}, None),
        ({"re_entry_buy_in": 240_00 - FEE + 1}, MoneyCode.ENTRY_RIGHT_TOO_HIGH),
        ({"buy_in": 124_50, "fee": 1_00}, MoneyCode.ENTRY_RIGHT_TOO_HIGH),
    ],
)
def test_an_event_whose_re_entry_is_no_fair_price_is_not_published(
    terms: dict[str, Any], code: RefusalCode | None
) -> None:
    if code is None:
        events.scheduled(**{**AGAIN, **terms})
        return
    with pytest.raises(Refusal, match=code):
        events.scheduled(**{**AGAIN, **terms})


def unsaved(*, first: int, again: int, rebuys: int) -> Tournament:
    """An event at 9 + 1, its re-entries at 4.50 + 0.40 and its rebuys at 4.50 + 0.50."""
    counts = {"entry_count": first + again, "re_entry_count": again, "purchased": rebuys * 450}
    return Tournament(buy_in=BUY_IN, fee=FEE, **OWN, **counts)


@pytest.mark.rule("POOL-3")
@pytest.mark.parametrize(
    ("first", "again", "rebuys", "pool"), [(3, 0, 0, 27_00), (3, 1, 0, 31_50), (6, 4, 2, 81_00)]
)
def test_the_pool_is_what_entries_re_entries_and_rebuys_bring(
    first: int, again: int, rebuys: int, pool: int
) -> None:
    event = unsaved(first=first, again=again, rebuys=rebuys)
    assert event.collected == event.prize_pool == pool


@pytest.mark.rule("POOL-2")
@pytest.mark.parametrize(("entries", "cents"), [(12, 99_00), (10, 81_00), (3, 22_50), (0, 9_00)])
def test_who_may_still_come_is_reckoned_with_as_a_first_entry(entries: int, cents: int) -> None:
    assert unsaved(first=6, again=4, rebuys=2).collected_from(entries) == cents


@pytest.mark.slow
@pytest.mark.rule("POOL-2", "RANK-1", "BOUNTY-3")
@pytest.mark.parametrize("guarantee", [0, 100_00])
def test_an_event_with_cheaper_re_entries_pays_out_to_the_cent(guarantee: int) -> None:
    event, _ = entered_again(**OWN, bounty=301, guarantee=guarantee)
    room = Evening(event, [], seed=1)
    room.step()
    while room.event.status == Tournament.Status.RUNNING:
        room.play_hands()
        room.later(40)
        room.step()
    assert room.event.prize_pool == (guarantee or 3 * BUY_IN + 450)
    room.check_finishes()
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("CANCEL-1", "BOUNTY-4")
def test_a_cancelled_event_gives_a_re_entry_back_what_it_cost() -> None:
    event, again = entered_again(**OWN, bounty=301)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    rights = {line["entry"]: line["parts"][0]["amount"] for line in plan.lines}
    assert plan.rule == "CANCEL-1"
    assert rights.pop(again.pk) == 450 + 40
    assert set(rights.values()) == {BUY_IN + FEE}
    cancellation.execute(tournament_id=event.pk, digest=plan.digest, by=None, reason="", now=START)
    assert events.pool(event) == 0
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT", "TRN-2")
@pytest.mark.parametrize(("fee", "pays"), [(FEE, True), (FEE - 1, False)])
def test_a_ticket_pays_a_re_entry_of_exactly_its_value(fee: int, pays: bool) -> None:
    stages.in_play(
        [3000], entries=2, buy_in=500, fee=0, scheme=events.satellite_scheme(), name="Satellite"
    )
    ticket = Ticket.objects.get()
    assert ticket.value == BUY_IN + FEE
    event = events.scheduled(**AGAIN, re_entry_fee=fee)
    events.fund(ticket.owner, cents=2 * (BUY_IN + FEE))
    for user in (ticket.owner, *events.players(2, prefix="others")):
        enter(event, user)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    gone = out_of(event)
    assert gone.user == ticket.owner
    before = events.wallet(gone.user)
    if not pays:
        assert refused(event, gone.user, ticket_id=ticket.pk) == EventCode.NO_SUCH_TICKET
        return
    enter(event, gone.user, ticket_id=ticket.pk)
    assert (events.wallet(gone.user), events.pool(event)) == (before, 4 * BUY_IN)
    event.refresh_from_db()
    case = Case(event)
    _, drifts = compare(event.event, case.flows(), entry_keys=f"entry:{event.pk}:")
    assert [*case.wrong_records(), *drifts] == []


def _unmarked(event: Tournament, entry: Entry) -> str:
    with unguarded("tournaments_entry"):
        Entry.objects.filter(pk=entry.pk).update(re_entry=False)
    return f"re-entry of entry {entry.pk}"


def _miscounted(event: Tournament, entry: Entry) -> str:
    Tournament.objects.filter(pk=event.pk).update(re_entry_count=0)
    return f"{event.event}: re-entries"


@pytest.mark.rule("POOL-1")
@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("plant", [_unmarked, _miscounted])
def test_a_wrong_record_of_a_re_entry_is_found_and_named(
    plant: Callable[[Tournament, Entry], str],
) -> None:
    subject = plant(*entered_again(**OWN))
    drifts = books.reconcile().drifts
    assert [
        drift for drift in drifts if drift.kind == FaultKind.RECORD and subject in drift.subject
    ]


@pytest.mark.slow
@pytest.mark.rule("TRN-2", "LOBBY-1")
def test_who_is_out_reads_the_price_and_enters_again(client: Client) -> None:
    event = stages.started(entries=3, **AGAIN, **OWN)
    gone = out_of(event)
    events.fund(gone.user, cents=event.re_entry_price.right)
    client.force_login(gone.user)
    address, api = reverse("tournament", args=[event.pk]), f"/api/tournaments/{event.pk}/"
    with time_machine.travel(START, tick=False):
        page = client.get(address).content.decode()
        assert "Re-entries, up to 1, to the end of level 1" in page
        assert "You can enter again, with 1,500 chips." in page
        assert "Enter again for €4.90" in page
        asked = client.get(address, {"confirm": "register"}).content.decode()
        assert "Take a seat? €4.90 leaves your wallet" in asked
        told = client.get(api).json()
        own = {"re_entry_buy_in": 450, "re_entry_fee": 40, "re_entry_chips": 1500}
        assert {name: told[name] for name in own} == own
        offer = client.get(f"{api}offer/").json()
        assert offer["re_entry"] == {"price": 490, "chips": 1500, "most": 1}
        client.post(reverse("register", args=[event.pk]))
        # First of all it leads to the table.
        assert client.get(address).status_code == 302
        assert "You are in play." in client.get(address).content.decode()
        assert client.get(f"{api}offer/").json()["re_entry"] is None
        assert client.get(api).json()["entry"]["re_entry"]
    stages.bust(event, event.entries.latest("pk"))
    with time_machine.travel(START, tick=False):
        assert (
            "Your place is final once entries and rebuys have closed"
            in client.get(address).content.decode()
        )
    assert "€4.90" in client.get(reverse("my_tournaments")).content.decode()
