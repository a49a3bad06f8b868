"""Events with a price on every head, from the entry to the last cent."""

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from core.money import money_text
from core.refusal import Refusal, RefusalCode
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg
from payouts.models import PrizeScheme, Transfer
from payouts.refusals import MoneyCode
from players.models import User
from tables.engine import Action, HandState, legal_actions
from tables.live import dealer
from tests.harness.long_forms import longer
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register, unregister
from tournaments.models import Bounty, Entry, Tournament
from tournaments.pages import entry_decisions
from tournaments.play import books, bounties
from tournaments.play.bounties import heads
from tournaments.staff import cancellation, orders

pytestmark = pytest.mark.django_db

BOUNTY = 501
PRICE = BUY_IN + BOUNTY + FEE


def check_books() -> None:
    """Every cent is explained by hands and eliminations."""
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("BOUNTY-1", "BOUNTY-2", "BOUNTY-3")
@pytest.mark.parametrize(
    ("progressive", "game", "seed"), [(False, "nlhe", 1), (True, "nlhe", 2), (True, "plo8", 3)]
)
def test_every_bounty_bought_is_paid_and_no_cent_more(
    progressive: bool, game: str, seed: int
) -> None:
    event = events.scheduled(
        bounty=BOUNTY,
        progressive_bounty=progressive,
        game=game,
        late_registration_levels=1,
        seats_per_table=longer(6, short=4),
        starting_stack=longer(1500, short=800),
    )
    evening = Evening(event, events.players(longer(14, short=8), cents=PRICE), seed=seed)
    evening.register(longer(11, short=6))
    evening.step()
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        if evening.people and evening.event.may_still_enter(evening.now):
            evening.register(1)
        evening.crash()
        evening.step()
        if evening.dice.random() < 0.1:
            check_books()
        evening.later(longer(10, short=80))
    evening.check_result()
    check_books()
    won = Bounty.objects.filter(head__tournament=event)
    assert sum(bounty.paid for bounty in won) == event.entries.count() * BOUNTY
    taken = {
        entry.pk: sum(b.taken for b in won if b.head_id == entry.pk)
        for entry in event.entries.all()
    }
    if not progressive:
        assert set(taken.values()) == {BOUNTY}
    [winner] = event.entries.filter(place=1)
    own = won.get(head=winner, winner=winner)
    assert (own.paid, own.hand_id) == (taken[winner.pk], None)


@pytest.mark.rule("BOUNTY-1", "POOL-1")
def test_an_entry_costs_its_bounty_and_gives_it_back() -> None:
    event = events.scheduled(bounty=BOUNTY)
    [user] = events.players(1, cents=PRICE)
    register(tournament_id=event.pk, user_id=user.pk, now=START)
    assert (events.wallet(user), events.pool(event)) == (0, BUY_IN + BOUNTY)
    event.refresh_from_db()
    assert event.prize_pool == BUY_IN
    check_books()
    unregister(tournament_id=event.pk, user_id=user.pk, now=START)
    assert (events.wallet(user), events.pool(event)) == (PRICE, 0)
    check_books()


@pytest.mark.rule("POOL-1", "BOUNTY-1")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"buy_in": 40_00, "bounty": 39_00, "fee": 21_00}, MoneyCode.PRIZES_BELOW_FLOOR),
        ({"buy_in": 125_00, "bounty": 120_00, "fee": 5_01}, MoneyCode.ENTRY_RIGHT_TOO_HIGH),
    ],
)
def test_a_bounty_comes_back_to_players_and_counts_towards_the_limit(
    terms: dict[str, Any], code: RefusalCode
) -> None:
    with pytest.raises(Refusal) as refused:
        events.scheduled(**terms)
    assert refused.value.code == code
    events.scheduled(buy_in=40_00, bounty=40_00, fee=20_00)


def in_play(seed: int, *, outs: int, **terms: Any) -> Evening:
    """A table of six of which ``outs`` are recorded as out, and somebody more has no chips left."""
    for number in range(20):
        event = events.scheduled(**{"bounty": BOUNTY, "progressive_bounty": True, **terms})
        people = events.players(6, cents=PRICE, prefix=f"room{number}_")
        evening = Evening(event, people, seed=seed + number)
        evening.register(6)
        evening.step()
        if somebody_breaks(evening, live=6 - outs):
            return evening
    raise AssertionError("one took everybody at once, twenty times")


def somebody_breaks(evening: Evening, *, live: int) -> bool:
    """Play until somebody has no chips, of at most ``live``, and at least two others have some."""
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        stacks = list(events.seats(evening.event).values())
        if 0 in stacks and evening.event.live_count <= live:
            return len(stacks) - stacks.count(0) > 1
        evening.later(10)
        evening.step()
    return False


def two_dare(hand: HandState) -> Action:
    """The two lowest seats go all-in, the others stay out of it."""
    legal = legal_actions(hand)
    if hand.turn in sorted(hand.seats)[:2]:
        return Action("all_in" if legal.all_in else "call" if legal.call else "check")
    return Action("check" if legal.check else "fold")


def nobody_dares(hand: HandState) -> Action:
    return Action("check" if legal_actions(hand).check else "fold")


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-4", "CANCEL-1", "CANCEL-2", "CANCEL-4")
@pytest.mark.parametrize(
    ("outs", "shares", "rule"),
    [(0, [10000], "CANCEL-1"), (1, [6000, 1000, 1000, 1000, 1000], "CANCEL-2")],
)
def test_a_cancelled_event_gives_everybody_their_own_head(
    outs: int, shares: list[int], rule: str
) -> None:
    scheme = PrizeScheme.objects.create(name=rule, kind="winners", shares=shares)
    evening = in_play(11, outs=outs, scheme=scheme)
    event, now = evening.event, evening.now
    before = {entry.pk: entry.bounty_money for entry in event.entries.all()}
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=now)
    assert plan.rule == rule
    won = Bounty.objects.count()
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=now
    )
    assert (events.pool(event), events.all_money()) == (0, 0)
    assert Bounty.objects.count() > won
    check_books()
    refunded = event.entries.filter(status=Entry.Status.REFUNDED)
    own = heads(event, refunded.values_list("pk", flat=True))
    for entry in refunded:
        parts = Counter[str]()
        for line in plan.lines:
            if line["entry"] == entry.pk:
                parts.update({part["why"]: part["amount"] for part in line["parts"]})
        assert parts["own_bounty"] == own[entry.pk] >= BOUNTY
        assert entry.bounty_money == before[entry.pk] + parts["due_bounty"]
        assert events.wallet(entry.user) == (entry.refund or 0) + entry.bounty_money
        if rule == "CANCEL-1":
            assert parts["entry_right"] == BUY_IN + FEE
        told = [
            one for one in entry_decisions.of_entry(entry, reader_id=None) if one.kind == "refund"
        ]
        assert sum(one.inputs["amount"] for one in told) == parts.total()


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-3", "PAY-SPLIT")
def test_everybody_with_whom_a_session_ends_gets_their_own_head() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    evening = in_play(5, outs=0, scheme=split, session_levels=1)
    evening.now += timedelta(minutes=2)
    director.step(tournament_id=evening.event.pk, now=evening.now)
    evening.event.refresh_from_db()
    assert evening.event.status == Tournament.Status.FINISHED
    still_in = evening.event.entries.filter(status=Entry.Status.FINISHED)
    assert still_in.count() > 1
    for entry in still_in:
        assert Bounty.objects.filter(head=entry, winner=entry, hand_id=None).exists()
    won = Bounty.objects.filter(head__tournament=evening.event)
    assert sum(won.values_list("paid", flat=True)) == 6 * BOUNTY
    check_books()


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-1", "BOUNTY-3")
def test_a_head_that_no_hand_took_goes_to_the_first() -> None:
    """Two are at the table, and one is put out with chips left."""
    event = stages.in_play([3000], entries=2, bounty=BOUNTY, late_registration_levels=1)
    director.step(tournament_id=event.pk, now=START + timedelta(minutes=3))
    first, second = event.entries.order_by("place")
    assert sorted(first.bounties.values_list("head", "paid")) == sorted(
        [(first.pk, BOUNTY), (second.pk, BOUNTY)]
    )
    check_books()


@pytest.mark.usefixtures("owner")
@pytest.mark.slow
@pytest.mark.parametrize("plant", ["paid less", "to another", "never recorded"])
def test_a_planted_error_in_a_bounty_is_found(plant: str) -> None:
    evening = in_play(7, outs=1)
    check_books()
    bounty = Bounty.objects.select_related("head").latest("pk")
    pool, wallet = accounts.pool(evening.event.event), accounts.player(bounty.winner.user_id)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE tournaments_bounty DISABLE TRIGGER USER")
    if plant == "paid less":
        Bounty.objects.filter(pk=bounty.pk).update(paid=bounty.paid - 1)
        wrong = {f"head of entry {bounty.head_id} paid by {bounty.winner_id}"}
    elif plant == "to another":
        leg = Leg(pool, accounts.player(bounty.head.user_id), 5, Transfer.Reason.BOUNTY)
        ledger.post([leg], key="planted", now=START)
        wrong = {f"bounty from {pool} to {accounts.player(bounty.head.user_id)}", pool}
    else:
        bounty.delete()
        wrong = {
            f"head of entry {bounty.head_id} {what} by {bounty.winner_id}"
            for what in ("taken", "paid")
        }
    found = {
        drift.subject.removeprefix(f"{evening.event.event}: ") for drift in books.reconcile().drifts
    }
    assert wrong <= found, wallet


@pytest.mark.slow
def test_the_page_of_an_event_shows_every_head_and_what_it_brought(client: Client) -> None:
    evening = in_play(7, outs=0)
    evening.later(10)
    director.step(tournament_id=evening.event.pk, now=evening.now)
    bounty = Bounty.objects.latest("pk")
    page = client.get(reverse("tournament", args=[evening.event.pk])).content.decode()
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert f"{money_text(BUY_IN)} + {money_text(BOUNTY)} + {money_text(FEE)}" in words
    assert "Progressive bounty" in words
    playing = evening.event.entries.filter(status=Entry.Status.PLAYING)
    on_heads = heads(evening.event, playing.values_list("pk", flat=True)).values()
    for cents in on_heads:
        assert f"On this head {money_text(cents)}" in words
    [table] = evening.tables()
    plates = dealer.snapshot(table_id=table.pk, user_id=None)["table"]["seats"]
    assert sorted(plate["price"] for plate in plates) == sorted(on_heads)
    assert money_text(bounty.winner.bounty_money) in words
    assert client.get("/api/tournaments/").json()["results"][0]["bounty"] == BOUNTY
    client.force_login(User.objects.create_superuser("staff"))
    listed = client.get(reverse("admin:tournaments_bounty_changelist")).content.decode()
    assert money_text(bounty.taken) in listed


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-1", "BOUNTY-3", "TRN-2")
def test_who_enters_again_has_a_new_head() -> None:
    event = events.scheduled(
        bounty=BOUNTY, late_registration_levels=2, re_entries=1, progressive_bounty=True
    )
    evening = Evening(event, events.players(4, cents=2 * PRICE), seed=4)
    evening.register(4)
    evening.step()
    while event.live_count == 4:
        for table in evening.playing():
            evening.act(table, two_dare)
        evening.later(2)
        evening.step()
    out = event.entries.filter(status=Entry.Status.OUT).order_by("pk")[0]
    again = register(tournament_id=event.pk, user_id=out.user_id, now=evening.now)
    assert heads(event, [out.pk, again.pk]) == {out.pk: 0, again.pk: BOUNTY}
    evening.later(400)
    while event.status == Tournament.Status.RUNNING or event.live_count > 1:
        evening.play_hands()
        evening.step()
        evening.later(10)
    assert sum(Bounty.objects.values_list("paid", flat=True)) == 5 * BOUNTY
    assert (events.pool(event), books.reconcile().drifts) == (0, [])


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-1", "BOUNTY-3", "SHOOT-3")
@pytest.mark.parametrize("terms", [{}, {"format": "shootout", "seats_per_table": 2}])
def test_a_disqualified_players_head_waits_for_the_first(terms: dict[str, Any]) -> None:
    event = events.scheduled(bounty=BOUNTY, **terms)
    evening = Evening(event, events.players(4, cents=PRICE), seed=4)
    evening.register(4)
    evening.step()
    staff = User.objects.create_superuser("staff")
    bad = event.entries.order_by("pk")[0]
    orders.disqualify(entry_id=bad.pk, by=staff.pk, why="Collusion.", now=evening.now)
    while event.status == Tournament.Status.RUNNING:
        bad.refresh_from_db()
        while tables := evening.playing():
            evening.act(tables[0], None if bad.status == Entry.Status.OUT else nobody_dares)
        evening.later(10)
        director.step(tournament_id=event.pk, now=evening.now)
        event.refresh_from_db()
    [bounty] = Bounty.objects.filter(head=bad)
    assert (bounty.winner, bounty.hand_id) == (event.entries.get(place=1), None)
    assert (events.pool(event), books.reconcile().drifts) == (0, [])


@pytest.mark.rule("BOUNTY-2")
@pytest.mark.rule("BOUNTY-3")
def test_what_a_head_won_after_it_was_taken_goes_to_the_first() -> None:
    event = stages.in_play([3000, 2000, 1000], entries=3, bounty=1000, progressive_bounty=True)
    first, gone, last = event.entries.order_by("pk")
    won = [
        Bounty(head=gone, winner=last, hand_id=1, taken=1000, paid=500, at=START),
        Bounty(head=last, winner=gone, hand_id=2, taken=1500, paid=750, at=START),
    ]
    bounties.pay(event, Bounty.objects.bulk_create(won), now=START)
    everybody = [first.pk, gone.pk, last.pk]
    assert heads(event, everybody) == {first.pk: 1000, gone.pk: 750, last.pk: 0}
    bounties.close(event, [first], now=START)
    assert heads(event, everybody) == dict.fromkeys(everybody, 0)
    paid = Transfer.objects.filter(reason=Transfer.Reason.BOUNTY, credit__user__isnull=False)
    assert sum(paid.values_list("amount", flat=True)) == 3 * 1000


@pytest.mark.rule("BOUNTY-1")
def test_whose_head_a_hand_takes_is_known_where_the_clocks_of_two_machines_differ() -> None:
    event = events.scheduled(bounty=BOUNTY, seats_per_table=2, max_entries=2)
    evening = Evening(event, events.players(2, cents=PRICE), seed=1)
    ahead = START + timedelta(seconds=2)
    for user in evening.people:
        register(tournament_id=event.pk, user_id=user.pk, now=ahead)
    director.step(tournament_id=event.pk, now=START)
    evening.play_hands()
    [table] = evening.tables()
    evening.lost_by_all_but_the_first(table)
    director.step(tournament_id=event.pk, now=evening.now)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    [head] = Bounty.objects.exclude(hand_id=None)
    assert (head.winner.place, head.head.place, head.paid) == (1, 2, BOUNTY)
    check_books()
