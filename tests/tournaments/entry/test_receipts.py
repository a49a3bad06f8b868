"""The receipt of every entry (INFO-3): what was paid, what came back, and whether it is genuine."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from core.money import money_text
from core.refusal import Refusal
from core.types import UserId
from payouts import receipts as genuine
from payouts.refusals import MoneyCode
from players.models import User
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.play.test_deals import accept, final_table, proposed, users
from tests.tournaments.sales import buy, evening, user_at
from tournaments import director
from tournaments.entry import receipts
from tournaments.entry.receipts import EntryReceipt
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry, Tournament
from tournaments.staff import cancellation

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-3")]

Play = Callable[[], Tournament]


def of(user: User) -> list[EntryReceipt]:
    return receipts.of_entries(receipts.of_player(UserId(user.pk)))


def played_to_the_end(**terms: object) -> Tournament:
    event = events.scheduled(seats_per_table=3, **terms)  # type: ignore[arg-type]
    room = Evening(event, events.players(3, cents=5_000), seed=1)
    room.register(3)
    room.step()
    while not room.event.over:
        room.play_hands()
        table = room.tables()[0]
        room.lost_by_all_but_the_first(table)
        room.later(60)
        room.step()
        room.event.refresh_from_db()
    return room.event


def with_rebuys() -> Tournament:
    room = evening(3, cents=5_000)
    buy(room, user_at(room, 1), count=2)
    buy(room, user_at(room, 2))
    return room.event


def called_off() -> Tournament:
    event = events.scheduled(min_entries=3)
    for user in events.players(2, cents=5_000):
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    return event


def left_again() -> Tournament:
    event = events.sit_and_go()
    (user,) = events.players(1, cents=5_000)
    register(tournament_id=event.pk, user_id=user.pk, now=START)
    unregister(tournament_id=event.pk, user_id=user.pk, now=START)
    return event


@pytest.mark.parametrize("play", [played_to_the_end, with_rebuys, called_off, left_again])
def test_receipts_are_what_the_wallets_say(play: Play) -> None:
    event = play()
    users = User.objects.filter(entries__tournament=event).distinct()
    assert users
    for user in users:
        assert 5_000 + sum(receipt.result for receipt in of(user)) == events.wallet(user)


@pytest.mark.middling
def test_heads_are_on_the_receipt() -> None:
    event = played_to_the_end(bounty=200, buy_in=700)
    for entry in event.entries.all():
        (receipt,) = of(entry.user)
        assert 5_000 + receipt.result == events.wallet(entry.user)
        assert receipt.payments[0].bounty == 200
    assert sum(of(entry.user)[0].entry.bounty_money for entry in event.entries.all()) == 600


@pytest.mark.rule("DEAL-MAKE", "INFO-3")
def test_what_a_deal_has_paid_is_on_the_receipt_also_where_no_prize_follows(client: Client) -> None:
    event = final_table()
    accept(proposed(event, method="chips", kept=1000), *users(event)[1:3])

    def agree() -> bool:
        told = receipts.of_entries(event.entries.order_by("pk"))
        return [one.back for one in told] == [events.wallet(one.entry.user) for one in told]

    assert agree()
    leader = event.entries.order_by("pk")[0]
    client.force_login(leader.user)
    page = client.get(reverse("entry_receipt", args=[leader.pk])).content.decode()
    assert f"By the deal</dt><dd>{money_text(events.wallet(leader.user))}" in page
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=START
    )
    assert agree()


def test_pool_and_fee_of_each_payment_stand_apart() -> None:
    room = evening(3)
    user_id = user_at(room, 1)
    buy(room, user_id, count=2)
    (receipt,) = receipts.of_entries(receipts.of_player(user_id))
    entry, rebuys = receipt.payments
    assert (entry.what, entry.pool, entry.fee, entry.chips) == ("entry", 900, 100, 1500)
    assert (rebuys.what, rebuys.times, rebuys.pool, rebuys.fee) == ("rebuy", 2, 900, 100)
    assert receipt.paid == 2_000


def a_receipt() -> tuple[User, EntryReceipt]:
    stages.started(entries=2)
    user = Entry.objects.order_by("pk")[0].user
    return user, of(user)[0]


def test_the_page_and_the_api_are_for_their_player_alone(client: Client) -> None:
    user, receipt = a_receipt()
    pages = [
        reverse(name, args=[receipt.entry.pk]) for name in ("entry_receipt", "api-entry-receipt")
    ]
    client.force_login(user)
    page, told = (client.get(url) for url in pages)
    assert receipt.number in page.content.decode()
    assert receipt.code in page.content.decode()
    assert told.json()["payments"][0]["pool"] == 900
    client.force_login(User.objects.exclude(pk=user.pk)[0])
    assert [client.get(url).status_code for url in pages] == [404, 404]


def test_whoever_holds_a_receipt_can_check_it(client: Client) -> None:
    user, receipt = a_receipt()
    asked = {"number": f" {receipt.number.lower()} ", "code": receipt.code.lower()}
    page = client.get(reverse("check_receipt"), asked).content.decode()
    assert f"Receipt {receipt.number} is genuine" in page
    assert user.username in page
    assert "€10.00" in page


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("E0000001", "AAAAAAAAAA"),
        ("E0000002", None),
        ("X0000001", None),
        ("E0000001x", None),
        ("E" + "9" * 12, None),
        ("\N{ARABIC-INDIC DIGIT ONE}", ""),
        ("E", ""),
    ],
)
def test_nobody_makes_one_up(client: Client, number: str, code: str | None) -> None:
    _, receipt = a_receipt()
    with pytest.raises(Refusal) as refused:
        genuine.check(number=number, code=receipt.code if code is None else code)
    assert refused.value.code == MoneyCode.NO_SUCH_RECEIPT
    page = client.get(reverse("check_receipt"), {"number": number, "code": code or "x"})
    assert page.status_code == 400
    assert "genuine" not in page.content.decode()


def test_a_receipt_outlives_a_new_secret() -> None:
    _, receipt = a_receipt()
    old = receipt.code
    with override_settings(SECRET_KEY="another" * 9, SECRET_KEY_FALLBACKS=[]):
        with pytest.raises(Refusal):
            genuine.check(number=receipt.number, code=old)
        assert genuine.code(receipt.number) != old
    before = settings.SECRET_KEY
    with override_settings(SECRET_KEY="another" * 9, SECRET_KEY_FALLBACKS=[before]):
        assert genuine.check(number=receipt.number, code=old).paid == 1_000
