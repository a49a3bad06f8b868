"""Play-money tables, and the guests who sit down there with one press (FREE-1, FREE-2)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.sentences import say
from core.types import Cents, Chips, SeatNo, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY, REAL
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import Account, Transfer
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.reports import audit, published, reconciliation
from payouts.rules.limits import LimitKind, LimitPeriod
from payouts.wallets import play_money, sign_up_money
from players import room_settings
from players.models import FormerName, Guest, Notice, User
from players.notices import news
from players.notices.news import News
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import guests
from tables import engine
from tables.cash import books, cashier, croupier, quick_seat, receipts
from tables.history import finished_hands, hand_decisions
from tables.history.formats import plain_text
from tables.live import dealer, record, shuffle
from tables.live.seats import set_stack
from tables.models import CashGame, CashStay, Hand, HandPlayer, Seat, Table
from tables.refusals import TableCode
from tables.seated import played_time
from tables.storage import packed_events
from tables.tasks import let_idle_guests_go
from tests.harness import worlds
from tests.tables.cash.setting import cash_room, offer

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
SEAT = {"name": "Play", "seat": 3}


@pytest.fixture(autouse=True)
def _nobody_has_come(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


def play_table(**terms: Any) -> Table:
    """A play-money table at 25/50, 1,500 to 5,000 chips, and nobody there."""
    terms = {"name": "Play", "small_blind": 25, "big_blind": 50, "straddle": False, **terms}
    game = offer(**terms, play_money=True)
    croupier.keep_open(now=timezone.now())
    return Table.objects.get(event=game.event)


def guest(now: Any = None) -> UserId:
    user = guests.make(of_age=True, known_as=(), now=now or timezone.now())
    return UserId(user.pk)


def sit(table: Table, user_id: UserId) -> int:
    return quick_seat.take_a_seat(user_id=user_id, key=f"key{user_id}", now=timezone.now())


def euro_books() -> list[object]:
    return [
        *Account.objects.order_by("pk").values_list(),
        *Transfer.objects.order_by("pk").values_list(),
        *published.months(),
        audit.audit(),
    ]


def play_a_hand(table: Table, *kinds: str) -> Hand:
    """Everybody folds, or does the first of ``kinds`` that they may; the stacks must be what lies
    behind them at every step."""
    hand = croupier.look(table_id=table.pk, now=timezone.now() + timedelta(seconds=10))
    assert hand is not None
    while (live := record.read(table.pk).live).playing is not None:
        assert live.turn is not None
        legal = engine.legal_actions(live.playing)
        may = {"call": legal.call is not None, "check": legal.check}
        action = engine.Action(next((kind for kind in kinds if may[kind]), "fold"))
        dealer.act(
            table_id=table.pk,
            user_id=live.dealt[live.turn],
            action=action,
            seen_version=record.read(table.pk).version,
            now=timezone.now(),
        )
        connection.check_constraints()
    return hand


@pytest.mark.rule("FREE-1", "FREE-2")
def test_guests_play_a_hand_and_no_euro_moves() -> None:
    table = play_table()
    before = euro_books()
    anna, bea = guest(), guest()
    assert sit(table, anna) == sit(table, bea) == table.pk
    assert sit(table, anna) == table.pk  # pressed twice
    assert play_money.balance(anna) == play_money.FULL - 5_000
    hand = play_a_hand(table)
    assert not hand.for_money
    # No flop, no rake.
    assert set(HandPlayer.objects.values_list("rake", flat=True)) == {0}
    for user_id in (anna, bea):
        cashier.leave(table_id=table.pk, user_id=user_id, now=timezone.now())
    connection.check_constraints()
    # The winner of the blinds has them; nothing was taken.
    assert sorted(map(play_money.balance, (anna, bea))) == [9_975, 10_025]
    assert euro_books() == before
    assert list(books.tables()) == []
    assert [*receipts.of_player(anna)] == []
    assert CashStay.objects.count() == 2
    assert receipts.find(CashStay.objects.earliest("pk").pk) is None


@pytest.mark.rule("RAKE-1", "FREE-1")
def test_play_money_is_raked_as_money_is_and_no_euro_moves() -> None:
    table = play_table()
    before = euro_books()
    anna, bea = guest(), guest()
    sit(table, anna)
    sit(table, bea)
    hand = play_a_hand(table, "call", "check")
    # RAKE-2, as at NL50: one chip of every 18.
    assert {*hand.players.values_list("rake", flat=True)} == {2, 3}
    assert ledger.balance(accounts.RAKE, books=PLAY) == 5
    for user_id in (anna, bea):
        cashier.leave(table_id=table.pk, user_id=user_id, now=timezone.now())
    connection.check_constraints()
    assert sum(map(play_money.balance, (anna, bea))) == 2 * play_money.FULL - 5
    assert euro_books() == before
    (told,) = hand_decisions.of_hand(hand, packed_events.of_hand(hand.pk))
    assert told.sentence.endswith("the house takes 5.")
    payload = finished_hands.hand_of(hand_id=hand.pk, user_id=anna, now=timezone.now())
    assert payload is not None
    assert "Total pot 100 | Rake 5" in plain_text.write(payload)


@pytest.mark.rule("RAKE-1", "RAKE-3", "FREE-1")
def test_the_list_says_what_is_taken_of_play_money_in_chips(client: Client) -> None:
    play_table(seats=2)
    page = " ".join(client.get(reverse("cash")).content.decode().split())
    assert "1 for each 18" in page
    assert "two players: at most 125" in page
    assert "€" not in page.partition('id="play-money"')[2].partition("</section>")[0]


@pytest.mark.rule("FREE-2")
def test_readers_without_an_account_see_the_tables_that_they_may_play_first(client: Client) -> None:
    offer(name="NL10")
    play_table()

    def order() -> list[str]:
        games = client.get(reverse("cash")).context["games"]
        return [game.name for game, _tables in games]

    assert order() == ["Play", "NL10"]
    come(client)
    assert order() == ["Play", "NL10"]
    client.force_login(User.objects.create_user("anna"))
    assert order() == ["NL10", "Play"]


@pytest.mark.rule("FREE-2")
def test_a_guest_who_signs_out_is_asked_first_and_told_what_is_lost(client: Client) -> None:
    play_table()
    come(client)
    page = client.get(reverse("cash")).content.decode()
    assert f'action="{reverse("account_logout")}"' not in page
    asked = client.get(reverse("account_logout")).content.decode()
    assert "you lose" in asked
    assert f'href="{reverse("account_signup")}"' in asked


@pytest.mark.rule("FREE-1")
def test_the_database_refuses_euro_behind_play_chips_and_play_money_behind_euro() -> None:
    table = play_table()
    anna = guest()
    sit(table, anna)
    room = cash_room(1000)
    for table_id, books_ in ((table.pk, REAL), (room.table_id, PLAY)):
        leg = Leg(accounts.OUTSIDE, accounts.escrow(table_id), 5, Reason.CHIPS)
        with transaction.atomic():
            ledger.post([leg], key="astray", now=timezone.now(), books=books_)
            with pytest.raises(IntegrityError, match="5 astray"):
                connection.check_constraints()
            transaction.set_rollback(True)


@pytest.mark.rule("FREE-1")
def test_what_a_game_is_played_for_never_changes() -> None:
    game = CashGame.objects.get(name=play_table().name.partition(" ·")[0])
    game.play_money = False
    with pytest.raises(DatabaseError), transaction.atomic():
        game.save()


@pytest.mark.rule("FREE-1")
def test_own_limits_do_not_count_play_money_and_self_exclusion_holds() -> None:
    table, now = play_table(), timezone.now()
    user_id = UserId(User.objects.create_user("carla").pk)
    for kind in (LimitKind.LOSS, LimitKind.TIME):
        limits.set_limit(user_id=user_id, kind=kind, period=LimitPeriod.DAY, amount=0, now=now)
    assert sit(table, user_id) == table.pk
    assert played_time.count(now=now) == 0
    assert Seat.objects.filter(user=user_id).exists()
    exclusions.exclude(user_id=user_id, days=1, now=now)
    croupier.look(table_id=table.pk, now=now)
    assert not Seat.objects.filter(user=user_id).exists()
    assert refused_seat(user_id) == PlayerCode.SELF_EXCLUDED


def refused_seat(user_id: UserId) -> str:
    with pytest.raises(Refusal) as refusal:
        quick_seat.take_a_seat(user_id=user_id, key="again123", now=timezone.now())
    return refusal.value.code


@pytest.mark.rule("FREE-2")
def test_a_guest_sits_at_no_table_for_money_and_pays_nothing_in() -> None:
    room = cash_room(1000, 1000)
    anna, now = guest(), timezone.now()
    for verb in (
        lambda: cashier.sit_down(
            table_id=room.table_id, user_id=anna, amount=Cents(500), key="k", now=now
        ),
        lambda: limits.check_deposit(user_id=anna, amount=1, now=now),
        lambda: limits.check_play(user_id=anna, stake=0, now=now),
    ):
        with pytest.raises(Refusal) as refusal:
            verb()
        assert refusal.value.code == PlayerCode.GUEST


def test_amounts_of_play_money_are_never_told_in_euro() -> None:
    table, anna = play_table(), guest()
    play_money.fill_up(user_id=anna, at_tables=0, now=timezone.now())
    for amount, words in ((1, "1,500"), (5_001, "5,000")):
        with pytest.raises(Refusal) as refusal:
            cashier.sit_down(
                table_id=table.pk,
                user_id=anna,
                amount=Cents(amount),
                key=f"k{amount}",
                now=timezone.now(),
            )
        assert words in say(refusal.value)
        assert "€" not in say(refusal.value)


def somebody_at(table: Table, no: int) -> None:
    """One more guest, who waits for the big blind."""
    user_id, now = guest(), timezone.now()
    play_money.fill_up(user_id=user_id, at_tables=0, now=now)
    chips = Cents(2_000)
    cashier.sit_down(
        table_id=table.pk, user_id=user_id, amount=chips, key="sits", no=SeatNo(no), now=now
    )


@pytest.mark.rule("FREE-1")
def test_a_nearly_empty_purse_is_filled_up_for_a_player_who_buys_in_again_once_a_day() -> None:
    table, anna, now = play_table(), guest(), timezone.now()
    somebody_at(table, 2)
    play_money.fill_up(user_id=anna, at_tables=0, now=now - timedelta(days=1))
    bring: Any = {"table_id": table.pk, "user_id": anna}
    cashier.sit_down(**bring, amount=Cents(5_000), key="sit", no=SeatNo(1), now=now)
    lose_everything(table, SeatNo(1), to=SeatNo(2))
    cashier.top_up(**bring, amount=Cents(5_000), key="of what is left", now=now)
    lose_everything(table, SeatNo(1), to=SeatNo(2))
    cashier.top_up(**bring, amount=Cents(5_000), key="filled up", now=now)
    assert play_money.balance(anna) == 5_000
    lose_everything(table, SeatNo(1), to=SeatNo(2))
    cashier.top_up(**bring, amount=Cents(5_000), key="of the rest", now=now)
    lose_everything(table, SeatNo(1), to=SeatNo(2))
    with pytest.raises(Refusal) as refusal:
        cashier.top_up(**bring, amount=Cents(5_000), key="too soon", now=now)
    assert refusal.value.code == MoneyCode.FILLED_UP_TODAY


def lose_everything(table: Table, no: SeatNo, *, to: SeatNo) -> None:
    """Move all chips of a seat to another, as a hand does."""
    rows = record.read(table.pk)
    both = rows.live.seats[no].stack + rows.live.seats[to].stack
    set_stack(rows, no, Chips(0))
    set_stack(rows, to, Chips(both))
    record.write(rows, [], now=timezone.now())


@pytest.mark.rule("CASH-2", "FREE-2")
def test_a_guest_is_seated_where_they_are_dealt_in_soonest(monkeypatch: pytest.MonkeyPatch) -> None:
    busy, alone = (play_table(name=name, seats=9) for name in ("Busy", "Alone"))
    for no in (1, 4, 7):
        somebody_at(busy, no)
    croupier.look(table_id=busy.pk, now=timezone.now() + timedelta(seconds=10))
    # While a hand is played: on no seat between its blinds, where one comes in with the hand after.
    offered: list[int] = []

    def drawn(free: list[int]) -> int:
        offered.extend(free)
        return free[0]

    monkeypatch.setattr(shuffle, "drawn", drawn)
    sit(busy, guest())
    positions = record.read(busy.pk).positions
    assert positions is not None
    between = {positions.small_blind % 9 + step for step in (1, 2)}
    assert {*offered} == {2, 3, 5, 6, 8, 9} - between
    # Where somebody waits for another a hand begins at once, though more people are elsewhere.
    somebody_at(alone, 2)
    soon = guest()
    assert sit(busy, soon) == alone.pk
    play_a_hand(alone)
    assert HandPlayer.objects.filter(user=soon).exists()


@pytest.mark.middling
@pytest.mark.rule("FREE-2")
def test_where_every_table_plays_a_guest_sits_where_the_hand_ends_soonest() -> None:
    now = timezone.now() + timedelta(seconds=10)
    crowd, duel, empty = (play_table(name=name, seats=6) for name in ("Crowd", "Duel", "Empty"))
    for table, seats in ((crowd, (1, 2, 3, 4)), (duel, (1, 4))):
        for no in seats:
            somebody_at(table, no)
        croupier.look(table_id=table.pk, now=now)
    assert sit(crowd, guest()) == duel.pk
    # All but two have given up: of the four no more decisions are left than of the two.
    for _ in range(2):
        act(crowd, "fold")
    assert sit(crowd, guest()) == crowd.pk
    assert not Seat.objects.filter(table=empty).exists()


def act(table: Table, kind: Any) -> None:
    """Whoever is to act at a table does so."""
    row = record.read(table.pk)
    assert row.live.turn is not None
    dealer.act(
        table_id=table.pk,
        user_id=row.live.dealt[row.live.turn],
        action=engine.Action(kind),
        seen_version=row.version,
        now=timezone.now(),
    )


def test_who_finds_every_seat_taken_is_told_so() -> None:
    table = play_table(seats=2)
    sit(table, guest())
    sit(table, guest())
    assert refused_seat(guest()) == TableCode.NO_PLAY_SEAT


# At the door


def come(client: Client, **more: str) -> Any:
    return client.post("/play/", {"of_age": "yes", **more})


@pytest.mark.middling
@pytest.mark.rule("FREE-2", "PLAY-5")
def test_one_press_seats_somebody_who_has_no_account() -> None:
    table, client = play_table(), Client()
    assert client.post("/play/")["Location"] == "/"  # nobody said to be of age
    assert not Guest.objects.exists()
    assert come(client).url == f"/tables/{table.pk}/"
    seat = Seat.objects.select_related("user").get()
    assert seat.user.username.startswith("Guest ")
    assert not seat.user.has_usable_password()
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "Play money · Play · 1" in page
    # No wallet, no second factor, no password: each leads to the sign-up page.
    for path in ("/wallet/", "/accounts/password/set/", "/accounts/2fa/", "/accounts/email/"):
        assert client.get(path)["Location"] == "/accounts/signup/"
    assert client.get("/wallet/limits/").status_code == 200


@pytest.mark.rule("FREE-2")
def test_a_guest_is_named_in_their_language_and_the_doors_know_them_all_the_same() -> None:
    play_table()
    for language, word in (("it", "Ospite"), ("en", "Guest")):
        client = Client(headers={"Accept-Language": language})
        come(client)
        user = User.objects.latest("pk")
        assert user.username.partition(" ")[0] == word
        assert guests.is_guest(user)
        assert client.get("/wallet/")["Location"] == "/accounts/signup/"


@pytest.mark.middling
@pytest.mark.rule("FREE-2")
def test_a_guest_who_signs_up_keeps_all_that_they_have(settings: Any) -> None:
    settings.DEMO = True
    table, client = play_table(), Client()
    come(client)
    sit(table, guest())
    play_a_hand(table)
    user = User.objects.get(pk=client.session["_auth_user_id"])
    old, purse = user.username, play_money.balance(UserId(user.pk))
    # Notices are for guests too; a picture is for accounts.
    told = News(UserId(user.pk), Notice.Kind.MOVED, "moved:1", SEAT, "/tables/5/")
    news.tell([told], now=timezone.now())
    assert "<span data-unread>1</span>" in client.get("/").content.decode()
    assert "You have been moved" in client.get("/accounts/notices/").content.decode()
    assert client.get("/accounts/picture/")["Location"] == "/accounts/signup/"
    assert client.post("/accounts/picture/change/")["Location"] == "/accounts/signup/"
    client.session.save()
    form = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD, "of_age": "on"}
    answer = client.post("/accounts/signup/", {**form, "email": "carla@example.org"})
    assert answer.status_code == 302, answer.context["form"].errors
    user.refresh_from_db()
    assert (user.username, user.email) == ("carla", "carla@example.org")
    assert not Guest.objects.filter(user=user).exists()
    assert FormerName.objects.get().name == old
    assert play_money.balance(UserId(user.pk)) == purse
    assert HandPlayer.objects.filter(user=user).count() == 1
    live = record.read(table.pk).live
    no = live.seat_of(UserId(user.pk))
    assert no is not None
    assert live.seats[no].name == "carla"
    # Signed in still, by the new password too, and the demo's euros are there.
    assert client.get("/wallet/").status_code == 200
    assert "<span data-unread>1</span>" in client.get("/").content.decode()
    assert client.get("/accounts/picture/").status_code == 200
    assert Client().login(username="carla", password=PASSWORD)
    assert ledger.balance(accounts.player(UserId(user.pk))) == sign_up_money.WELCOME
    assert list(reconciliation.books()) == []


@pytest.mark.rule("FREE-3")
def test_a_real_room_gives_nothing_to_who_signs_up(settings: Any) -> None:
    settings.DEMO = False
    client = Client()
    form = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD, "of_age": "on"}
    page = client.get("/accounts/signup/", secure=True).content.decode()
    assert "demo" not in page
    client.post("/accounts/signup/", form, secure=True)
    assert ledger.balance(accounts.player(UserId(User.objects.get().pk))) == 0


@pytest.mark.rule("FREE-2")
def test_who_is_out_of_play_does_not_come_back_as_another_guest() -> None:
    play_table()
    client = Client()
    come(client)
    first = UserId(int(client.session["_auth_user_id"]))
    exclusions.exclude(user_id=first, days=1, now=timezone.now())
    client.post("/accounts/logout/")
    assert come(client).url == "/"
    assert Guest.objects.count() == 1


@pytest.mark.middling
@pytest.mark.rule("FREE-2")
def test_an_address_brings_so_many_guests_and_no_more(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "2/h/ip"}
    play_table()
    for _ in range(3):
        come(Client(REMOTE_ADDR="198.51.100.7"))
    assert Guest.objects.count() == 2
    come(Client(REMOTE_ADDR="203.0.113.5"))
    assert Guest.objects.count() == 3


def test_a_room_full_of_guests_says_so() -> None:
    worlds.assume(room_settings.MOST_GUESTS, 1)
    guest()
    with pytest.raises(Refusal) as refusal:
        guest()
    assert refusal.value.code == PlayerCode.ROOM_FULL_OF_GUESTS


@pytest.mark.rule("FREE-2")
def test_where_guests_are_many_those_who_never_played_make_room() -> None:
    table, earlier = play_table(), timezone.now() - timedelta(minutes=61)
    sits, played, idle = guest(earlier), guest(earlier), guest(earlier)
    sit(table, sits)
    sit(table, played)
    play_a_hand(table)
    cashier.leave(table_id=table.pk, user_id=played, now=timezone.now())
    guest()
    worlds.assume(room_settings.MOST_GUESTS, 8)
    assert let_idle_guests_go() == 0
    guest()
    assert let_idle_guests_go() == 1
    assert [*Guest.objects.exclude(gone_at=None).values_list("user", flat=True)] == [idle]


@pytest.mark.rule("FREE-2")
def test_guests_who_stay_away_are_let_go_and_their_hands_stay() -> None:
    table, long_ago = play_table(), timezone.now() - timedelta(days=8)
    sits, played, away = guest(long_ago), guest(long_ago), guest(long_ago)
    sit(table, sits)
    sit(table, played)
    play_a_hand(table)
    cashier.leave(table_id=table.pk, user_id=played, now=timezone.now())
    fresh = guest()
    assert let_idle_guests_go() == 1
    assert let_idle_guests_go() == 0
    gone = Guest.objects.exclude(gone_at=None).values_list("user", flat=True)
    assert [*gone] == [away]
    assert fresh != away
    assert not User.objects.get(pk=away).is_active
    # A week after its last hand the next one goes, and its hand stays under its name.
    assert quick_seat.let_idle_go(now=timezone.now() + timedelta(days=8)) == 2
    assert HandPlayer.objects.get(user=played).user.username.startswith("Guest ")


@pytest.mark.rule("FREE-2")
def test_play_now_is_offered_only_where_a_seat_is_free_and_guests_are_taken(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offered() -> bool:
        return "play-at-once" in client.get("/").content.decode()

    assert not offered(), "a room without a play-money table"
    table = play_table()
    assert offered()
    Table.objects.filter(pk=table.pk).update(max_seats=0)
    assert not offered(), "every seat is taken"
    Table.objects.filter(pk=table.pk).update(max_seats=6)
    monkeypatch.setattr(room_settings.GUESTS, "value", lambda: False)
    assert not offered()
    assert "play-at-once" not in client.get(reverse("cash")).content.decode()
    answer = client.post(reverse("play"), {"of_age": "yes"}, follow=True)
    assert "takes no guests" in answer.content.decode()
    assert not Guest.objects.exists()
