"""Events for play money: the whole director works for chips, and no cent moves (FREE-4)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY, REAL
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import Account, LimitChange, PrizeScheme, Transfer
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.reports import audit, published
from payouts.rules.limits import LimitKind, LimitPeriod
from payouts.wallets import play_money
from players import room_settings as player_settings
from players.models import Guest, Notice, User
from players.notices import notice_texts
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import guests
from players.staff import anonymising
from tables.cash import quick_seat
from tables.models import Seat
from tables.seated import played_time
from tests.harness import worlds
from tests.tournaments import events, sales, stages
from tests.tournaments.admin.at_the_desk import member
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN, FEE, START
from tests.tournaments.home.setting import played
from tournaments import director
from tournaments.entry import receipts, registration, scheduling
from tournaments.models import Bounty, Entry, Template, Ticket, Tournament
from tournaments.money import tickets
from tournaments.play import books, deals
from tournaments.refusals import EventCode
from tournaments.staff import cancellation, merges

pytestmark = [pytest.mark.django_db, pytest.mark.rule("FREE-4")]

PRICE = BUY_IN + FEE
BOUNTY = 200
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _nobody_has_come(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _no_cent_moves() -> Iterator[None]:
    """Whatever happens in a test, nothing of money is other than before, and the books agree."""

    def money() -> list[object]:
        return [
            *Account.objects.exclude(balance=0).order_by("pk").values_list("name", "balance"),
            *Transfer.objects.order_by("pk").values_list("key", "amount"),
            *published.months(),
            *published.draws(),
        ]

    before = money()
    yield
    assert money() == before
    assert audit.audit().sound
    assert events.all_money() == 0


def free(**terms: Any) -> Tournament:
    return events.scheduled(**{"play_money": True, "starts_at": START, **terms})


def guest() -> User:
    return guests.make(of_age=True, known_as=(), now=START)


def chips(user: User) -> int:
    return events.wallet(user, books=PLAY)


def register(event: Tournament, *people: User, **more: Any) -> None:
    for user in people:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START, **more)


def refused(event: Tournament, user: User, **more: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        register(event, user, **more)
    return refusal.value.code


@pytest.mark.rule("FREE-1", "FREE-2")
def test_a_guest_enters_with_chips_of_today_and_not_for_money() -> None:
    event, anna = free(), guest()
    register(event, anna)
    assert chips(anna) == play_money.FULL - PRICE
    assert events.pool(event) == BUY_IN
    assert ledger.balance(accounts.FEES, books=PLAY) == FEE
    registration.unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    assert chips(anna) == play_money.FULL
    assert refused(events.sit_and_go(), anna) == PlayerCode.GUEST
    # The day's chips are spent: a purse that is short stays short, and nothing is brought for it.
    spent = Leg(accounts.player(anna.pk), accounts.RAKE, play_money.FULL - 10, Reason.RAKE)
    ledger.post([spent], key="spent", now=START, books=PLAY)
    assert refused(event, anna) == MoneyCode.NOT_ENOUGH_PLAY_MONEY
    assert events.pool(event) == 0


@pytest.mark.rule("PLAY-2", "PLAY-3", "STAFF-10")
def test_own_limits_do_not_bound_it_and_an_exclusion_does() -> None:
    event, lobby = free(), free(name="Later", starts_at=START + timedelta(hours=1))
    [anna, bruno] = events.players(2, cents=3 * PRICE, books=PLAY)
    for kind in (LimitKind.LOSS, LimitKind.TIME):
        limits.set_limit(user_id=anna.pk, kind=kind, period=LimitPeriod.DAY, amount=0, now=START)
    assert LimitChange.objects.count() == 2
    register(event, anna, bruno)
    register(lobby, anna)
    director.step(tournament_id=event.pk, now=START)
    stages.deal_on(event, now=START)
    # Its minutes at the table are not counted either.
    assert Seat.objects.filter(user=anna.pk, table__event=event.event).exists()
    assert played_time.count(now=START) == 0
    exclusions.exclude(user_id=anna.pk, days=7, now=START)
    assert (events.pool(lobby), chips(anna)) == (0, 2 * PRICE)
    assert refused(lobby, anna) == PlayerCode.SELF_EXCLUDED
    assert Seat.objects.get(user=anna.pk).away


@pytest.mark.rule("POOL-1", "POOL-3")
def test_what_one_may_spend_is_no_limit_of_chips(settings: Any) -> None:
    event = free(buy_in=40_000, fee=0, rebuys=1, rebuy_levels=2, rebuy_price=40_000,
                 rebuy_chips=1500)  # fmt: skip
    people = events.players(2, cents=100_000, books=PLAY)
    register(event, *people)
    assert events.pool(event) == 80_000
    assert refused_plan(buy_in=40_000, play_money=False) == MoneyCode.ENTRY_RIGHT_TOO_HIGH


def refused_plan(**terms: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        events.sit_and_go(**terms)
    return refusal.value.code


@pytest.mark.rule("CANCEL-1", "CANCEL-4", "STAFF-2")
def test_a_cancellation_after_rebuys_pays_chips_and_takes_one_person() -> None:
    # More than one person may move of money.
    price = {"buy_in": 90_000, "fee": 10_000, "rebuy_price": 90_000, "rebuy_fee": 10_000}
    room = sales.evening(3, cents=400_000, play_money=True, **price)
    people = list(User.objects.filter(entries__tournament=room.event).order_by("pk"))
    first = sales.user_at(room, 1)
    room.play_hands()
    sales.buy(room, first)
    [staff] = events.players(1, cents=0, prefix="staff")
    plan = cancellation.preview(tournament_id=room.event.pk, by=staff.pk, now=room.now)
    done = cancellation.execute(
        tournament_id=room.event.pk, digest=plan.digest, by=staff.pk, reason="x", now=room.now
    )
    assert done.executed_by_id == staff.pk
    assert events.pool(room.event) == 0
    lines = {line["user"]: line["amount"] for line in plan.lines}
    for user in people:
        paid = 100_000 * (2 if user.pk == first else 1)
        assert chips(user) == 400_000 - paid + lines[user.pk]
    assert books.reconcile().drifts == []
    told = Notice.objects.get(user=first, key=f"called_off:{room.event.pk}")
    with translation.override("it"):
        said = notice_texts.say(told.kind, told.data)
    assert "€" not in said.text
    assert "soldi finti" in said.text


def seats_for(main: Template) -> Tournament:
    scheme = PrizeScheme.objects.create(name="Seats", kind="satellite", seat=main.entry_right)
    price = main.entry_right // 2
    return stages.in_play(
        [3000], entries=2, buy_in=price, fee=0, scheme=scheme, seats_for=main, play_money=True
    )


@pytest.mark.rule("PAY-SAT")
def test_a_satellite_gives_seats_in_events_for_play_money_alone() -> None:
    terms: dict[str, Any] = {"kind": "scheduled", "max_entries": 50}
    main = events.template(name="Main", play_money=True, **terms)
    ticket = Ticket.objects.get(owner=seats_for(main).entries.order_by("pk")[0].user)
    winner = ticket.owner
    assert (ticket.play_money, ticket.value) == (True, PRICE)
    assert ledger.balance(accounts.TICKETS, books=PLAY) == PRICE
    for_money = events.scheduled()
    assert not tickets.fitting(for_money, user_id=winner.pk, price=PRICE).exists()
    assert refused(for_money, winner, ticket_id=ticket.pk) == EventCode.NO_SUCH_TICKET
    event = scheduling.publish(template_id=main.pk, starts_at=START, now=START)
    register(event, winner, ticket_id=ticket.pk)
    assert (events.pool(event), ledger.balance(accounts.TICKETS, books=PLAY)) == (BUY_IN, 0)
    # Not even plain SQL puts a ticket of one kind into an event of the other.
    [bruno] = events.players(1, cents=PRICE, books=PLAY)
    other = Ticket.objects.create(
        owner=bruno, value=PRICE, given_by=winner, why="x", won_at=START, play_money=False
    )
    register(event, bruno)
    entry = Entry.objects.get(user=bruno)
    with pytest.raises(DatabaseError), transaction.atomic():
        Ticket.objects.filter(pk=other.pk).update(entry=entry)


@pytest.mark.rule("PAY-SAT", "STAFF-8")
def test_no_seat_and_no_gift_joins_the_two_kinds() -> None:
    free_plan = events.template(name="Free", kind="scheduled", max_entries=50, play_money=True)
    money_plan = events.template(name="Money", kind="scheduled", max_entries=50)
    scheme = events.satellite_scheme()
    for terms in ({"seats_for": free_plan}, {"seats_for": money_plan, "play_money": True}):
        assert refused_plan(scheme=scheme, **terms) == EventCode.SEATS_OF_OTHER_MONEY
    [anna, staff] = events.players(2, cents=0)
    with pytest.raises(Refusal) as refusal:
        tickets.give(
            user_id=anna.pk, value=PRICE, template_id=free_plan.pk, by=staff.pk, why="x",
            key="k", now=START,
        )  # fmt: skip
    assert refusal.value.code == EventCode.TICKETS_ARE_MONEY
    with pytest.raises(Refusal) as refusal:
        free(venue="live", live_tables=2)
    assert refusal.value.code == EventCode.PLAY_MONEY_ONLINE


@pytest.mark.rule("VELOX-5", "CANCEL-0")
def test_a_velox_draws_chips() -> None:
    event = events.velox(play_money=True)
    people = events.players(3, cents=500, books=PLAY)
    register(event, *people)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.draw is not None
    assert event.draw.drawn_at is not None
    assert events.pool(event) == event.draw.prize_pool
    desk = member("boss")
    for page in ("changelist", "change"):
        about = [event.draw.pk] if page == "change" else []
        shown = desk.get(reverse(f"admin:payouts_prizedraw_{page}", args=about)).text
        assert "€" not in shown
        assert f"{event.draw.prize_pool:,}" in shown
    house = ledger.balance(accounts.VELOX, books=PLAY)
    assert house == event.draw.collected - event.draw.prize_pool
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(tournament_id=event.pk, digest=plan.digest, by=None, reason="", now=START)
    assert [chips(user) for user in people] == [500, 500, 500]
    assert books.reconcile().drifts == []
    assert ledger.balance(accounts.VELOX, books=PLAY) == 0


@pytest.mark.rule("FREE-2")
def test_a_guest_stays_while_entered_and_signs_up_with_the_seat(settings: Any) -> None:
    settings.DEMO = False
    event, client = free(), Client()
    page = reverse("tournament", args=[event.pk])
    # Nobody has said to be of age: the page with that button.
    assert client.post(reverse("register", args=[event.pk]))["Location"] == page
    assert 'name="of_age"' in client.get(page).text
    assert client.post(reverse("register", args=[event.pk]), {"of_age": "yes"})["Location"] == page
    user = User.objects.get(pk=client.session["_auth_user_id"])
    entry = Entry.objects.get(tournament=event)
    assert (entry.user_id, entry.status) == (user.pk, Entry.Status.REGISTERED)
    Guest.objects.update(made_at=START - timedelta(days=30))
    assert quick_seat.let_idle_go(now=START) == 0
    shown = client.get(page).text
    assert "€" not in shown
    assert "You are registered." in shown
    client.session.save()
    form = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD, "of_age": "on"}
    client.post("/accounts/signup/", {**form, "email": "carla@example.org"})
    register(event, *events.players(1, cents=PRICE, books=PLAY))
    director.step(tournament_id=event.pk, now=START)
    user.refresh_from_db()
    assert user.username == "carla"
    assert user.pk in events.seats(event)


@pytest.mark.rule("FREE-2")
def test_where_guests_are_not_taken_a_visitor_signs_in() -> None:
    event, client = free(), Client()
    worlds.assume(player_settings.GUESTS, False)
    page = client.get(reverse("tournament", args=[event.pk])).text
    assert 'name="of_age"' not in page
    assert reverse("account_login") in page
    client.post(reverse("register", args=[event.pk]), {"of_age": "yes"})
    assert not Guest.objects.exists()
    worlds.assume(player_settings.GUESTS, True)
    over = free(name="Over", starts_at=START + timedelta(hours=1))
    Tournament.objects.filter(pk=over.pk).update(status=Tournament.Status.CANCELLED)
    client.post(reverse("register", args=[over.pk]), {"of_age": "yes"})
    assert not Guest.objects.exists(), "nobody becomes a guest for an event that takes no one"


@pytest.mark.rule("STAFF-9")
def test_an_entry_keeps_an_account_from_being_closed_and_a_ticket_for_chips_does_not() -> None:
    event = free()
    [anna, staff] = events.players(2, cents=PRICE, books=PLAY)

    def close() -> bool:
        return anonymising.forget(user_id=anna.pk, by=staff.pk, why="x", now=START)

    register(event, anna)
    with pytest.raises(Refusal) as refusal:
        close()
    assert refusal.value.code == EventCode.STILL_ENTERED
    registration.unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    Ticket.objects.create(
        owner=anna, value=PRICE, given_by=staff, why="x", won_at=START, play_money=True
    )
    assert close()


def test_the_database_keeps_each_event_in_its_books() -> None:
    event, paid = free(), events.sit_and_go()
    for kept, other in ((event, REAL), (paid, PLAY)):
        leg = Leg(accounts.OUTSIDE, accounts.pool(kept.event), 5, Reason.GIFT)
        with pytest.raises(DatabaseError), transaction.atomic():
            ledger.post([leg], key="mixed", now=START, books=other)
    assert event.template is not None
    copy = Tournament.objects.get(pk=event.pk)
    copy.pk, copy.play_money, copy.starts_at = None, False, START + timedelta(days=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        copy.save(force_insert=True)
    with pytest.raises(DatabaseError), transaction.atomic():
        Template.objects.filter(name=event.name).update(play_money=False)


def test_its_pages_api_and_receipts_tell_of_chips() -> None:
    event = free(name="Chips", guarantee=12_345)
    [anna] = events.players(1, cents=12_000, books=PLAY)
    register(event, anna)
    client = Client()
    client.force_login(anna)
    for name in ("tournament", "event_sheet", "wall"):
        shown = client.get(reverse(name, args=[event.pk])).text
        assert "12,345" in shown
        assert "€123" not in shown
    row = client.get(f"/api/tournaments/{event.pk}/").json()
    assert (row["play_money"], row["currency"], row["guarantee"]) == (True, None, 12_345)
    me = client.get("/api/me/").json()
    assert (me["balance"], me["play_balance"]) == (0, 12_000 - PRICE)
    entry = Entry.objects.get()
    assert client.get(reverse("entry_receipt", args=[entry.pk])).status_code == 404
    assert receipts.find(entry.pk) is None
    mine = client.get(reverse("my_tournaments")).text
    assert "900" in mine
    assert "€1" not in mine


@pytest.mark.rule("LOBBY-2")
def test_the_lobby_finds_what_is_free() -> None:
    named = {"Chips": free(name="Chips", buy_in=100, fee=10), "Money": events.scheduled(
        name="Money", buy_in=100, fee=10)}  # fmt: skip
    events.scheduled(name="Freeroll", buy_in=0, fee=0)

    def found(**query: str) -> set[str]:
        rows = Client().get("/api/tournaments/", query).json()["results"]
        return {row["name"] for row in rows}

    assert found(price="free") == {"Chips", "Freeroll"}
    assert found(price="micro") == {"Money", "Freeroll"}
    assert len(named) == 2
    shown = Client().get("/lobby/soon/?price=free").text
    assert "Chips" in shown
    assert "Play money" in shown
    assert ">Money<" not in shown


def test_staff_plan_it_in_whole_chips_and_its_kind_stays() -> None:
    boss = member("boss")
    answer = boss.post(
        "/admin/tournaments/template/recurring/",
        {
            "name": "Free Night",
            "repeats": "weekly",
            "days": ["6"],
            "at": "18:00",
            "play_money": "on",
            "buy_in": "1000",
            "fee": "0",
            "guarantee": "50000",
            "levels": "Evening",
            "prizes": "Standard",
            "starting_stack": "10000",
            "seats_per_table": "9",
            "max_entries": "500",
            "late_registration_levels": "4",
        },
    )
    assert answer.status_code == 302, answer.context["form"].errors
    plan = Template.objects.get()
    assert (plan.play_money, plan.buy_in, plan.guarantee) == (True, 1_000, 50_000)
    # No second person: chips cost the house nothing.
    assert scheduling.why_not(plan, now=START) is None
    scheduling.open_lobbies(now=START)
    assert Tournament.objects.filter(template=plan, play_money=True).exists()
    page = boss.get(reverse("admin:tournaments_template_change", args=[plan.pk])).text
    assert 'value="1,000"' in page or 'value="1000"' in page
    assert 'name="play_money"' not in page


@pytest.mark.rule("BOUNTY-1", "BOUNTY-2", "TRN-2")
def test_guests_take_bounties_and_come_in_again_with_their_chips() -> None:
    terms: dict[str, Any] = {"late_registration_levels": 2, "re_entries": 1, "max_entries": 9}
    event = free(bounty=BOUNTY, **terms)
    people = [guest() for _ in range(4)]
    evening = Evening(event, [*people], seed=3)
    evening.register(4)
    evening.step()
    evening.put_everything_in(evening.tables()[0])
    evening.later(30)
    evening.step()
    [gone, *_] = event.entries.filter(status=Entry.Status.OUT)
    before = chips(gone.user)
    registration.register(tournament_id=event.pk, user_id=gone.user_id, now=evening.now)
    assert chips(gone.user) == before - PRICE - BOUNTY
    over = played(evening)
    assert over.status == Tournament.Status.FINISHED
    bounties = Bounty.objects.filter(head__tournament=event)
    # All that was put on heads is in purses; of what was paid, the fees alone are gone.
    assert bounties.exists()
    assert sum(map(chips, people)) == 4 * play_money.FULL - 5 * FEE
    assert books.reconcile().drifts == []


@pytest.mark.rule("DEAL-MAKE", "FREE-2")
def test_guests_make_a_deal_for_chips() -> None:
    scheme = PrizeScheme.objects.create(name="three", kind="winners", shares=[5000, 3000, 2000])
    terms: dict[str, Any] = {"buy_in": 2500, "fee": 0, "scheme": scheme, "play_money": True}
    event = stages.in_play([5000, 3000, 2000], entries=4, **terms)
    people = [entry.user for entry in event.entries.order_by("pk")]
    for no, user in enumerate(people):
        User.objects.filter(pk=user.pk).update(username=f"Guest {no}")
        Guest.objects.create(user=user, made_at=START)
    deals.ask(tournament_id=event.pk, user_id=people[0].pk, now=START)
    asked: dict[str, Any] = {"tournament_id": event.pk, "user_id": people[0].pk, "now": START}
    deal = deals.propose(method="chips", **asked)
    client = Client()
    client.force_login(people[1])
    assert "€" not in client.get(reverse("deal", args=[event.pk])).text
    for user in people[1:3]:
        deals.answer(deal_id=deal.pk, user_id=user.pk, yes=True, now=START)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    assert [chips(user) for user in people] == [4000, 3200, 2800, 0]


@pytest.mark.rule("STAFF-12", "FREE-2")
def test_a_merged_guest_leaves_what_has_not_begun_and_hands_chips_and_tickets_on() -> None:
    event, twin = free(), guest()
    [anna] = events.players(1, cents=0)
    register(event, twin)
    officers = [
        UserId(User.objects.create(username=name, is_superuser=True, is_staff=True).pk)
        for name in ("carla", "dario")
    ]
    ticket = Ticket.objects.create(
        owner=twin, value=PRICE, given_by_id=officers[0], why="x", won_at=START, play_money=True
    )

    def merge() -> None:
        order = merges.order(
            user_id=UserId(anna.pk), other_id=UserId(twin.pk), by=officers[0], why="x", now=START
        )
        merges.confirm(merge_id=order.pk, by=officers[1], now=START)

    merge()
    ticket.refresh_from_db()
    twin.refresh_from_db()
    [entry] = event.entries.all()
    assert (entry.status, ticket.owner, twin.is_active) == (Entry.Status.WITHDRAWN, anna, False)
    assert (chips(anna), chips(twin), events.pool(event)) == (play_money.FULL, 0, 0)
