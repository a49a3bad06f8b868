"""The room's own rake tariffs: two people, games that have one, and the hands dealt by them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import Error, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from players.models import User
from tables import engine
from tables.cash import croupier, tariffs
from tables.cash.books import CashTable
from tables.cash.tariffs import Dates
from tables.engine import rake
from tables.engine.rake import NO_END, Rate, Tariff
from tables.history import hand_decisions
from tables.live import record
from tables.models import Hand, RakeTariff, TariffVersion
from tables.storage import packed_events
from tests.tables.cash.setting import CashRoom, cash_room
from tests.tables.cash.setting import offer as offer_cash
from tests.tables.pools.setting import pool_room

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.rule("RAKE-2", "RAKE-3"),
    pytest.mark.usefixtures("replayed"),
]

NOW = timezone.now() - timedelta(hours=1)
# A cent of each whole 0.20, at most 0.30.
CLUB = Tariff((Rate(1, NO_END, 10, 20),), {2: ((1, 30),)})
FREE = CLUB._replace(heads_up_free=True)
# A cent of each whole euro.
CHEAP = Tariff((Rate(1, NO_END, 10, 100),), {2: ((1, 10),)})


@pytest.fixture
def two() -> list[UserId]:
    """Two owners, neither of whom made the other."""
    return [UserId(User.objects.create_superuser(name).pk) for name in ("one", "other")]


def order(by: UserId, terms: Tariff = CLUB, name: str = "Club", **more: Any) -> TariffVersion:
    return tariffs.order(name=name, terms=terms, by=by, why="For members", now=NOW, **more)


def offered(two: list[UserId], terms: Tariff = CLUB, name: str = "Club", **more: Any) -> RakeTariff:
    """A tariff that two people stand for."""
    version = order(two[0], terms, name, **more)
    tariffs.confirm(version_id=version.pk, by=two[1], now=NOW)
    return RakeTariff.objects.get(name=name)


def see_a_flop(room: CashRoom, to: int = 100) -> int:
    """Two players put in so much before the flop, and check; the cents taken of the pot."""
    before = room.rake
    room.act("raise", to)
    room.act("call")
    room.check_down()
    return room.rake - before


@pytest.mark.rule("STAFF-2")
def test_a_tariff_waits_until_somebody_else_confirms_it(two: list[UserId]) -> None:
    version = order(two[0])
    tariff = version.tariff
    assert [*tariffs.waiting()] == [version]
    assert not tariff.text
    with pytest.raises(Refusal, match="TARIFF_WAITS"):
        order(two[1], FREE)
    with pytest.raises(Refusal, match="OWN_TARIFF"):
        tariffs.confirm(version_id=version.pk, by=two[0], now=NOW)
    for _ in range(2):
        tariffs.confirm(version_id=version.pk, by=two[1], now=NOW)
    tariff.refresh_from_db()
    assert rake.named(tariff.text) == CLUB
    with pytest.raises(Refusal, match="TARIFF_UNCHANGED"):
        order(two[0], changes=tariff.pk)
    with pytest.raises(Refusal, match="TARIFF_NAME_TAKEN"):
        order(two[0], FREE)
    second = order(two[0], FREE, changes=tariff.pk)
    assert second.number == 2
    tariffs.turn_down(version_id=second.pk, by=two[1], why="No", now=NOW)
    tariff.refresh_from_db()
    assert tariff.text == CLUB.text
    with pytest.raises(Refusal, match="NO_TARIFF_WAITS"):
        tariffs.confirm(version_id=second.pk, by=two[1], now=NOW)


def test_a_version_never_changes_and_a_tariff_stays(two: list[UserId]) -> None:
    tariff = offered(two)
    for statement in (
        "UPDATE tables_tariffversion SET text = 'x'",
        "UPDATE tables_tariffversion SET why = 'x'",
        "UPDATE tables_raketariff SET name = 'x'",
        "UPDATE tables_raketariff SET text = 'x'",
        "UPDATE tables_raketariff SET ends_at = now(), begins_at = now() - interval '1 hour'",
        "INSERT INTO tables_tariffversion (tariff_id, number, text, why, given_by_id, given_at, "
        "status, decided_by_id, decided_at, why_not) SELECT tariff_id, 9, text, why, given_by_id, "
        "given_at, status, decided_by_id, decided_at, '' FROM tables_tariffversion",
        "UPDATE tables_raketariff SET promotional = true",
        "DELETE FROM tables_tariffversion",
    ):
        with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    tariff.refresh_from_db()
    assert tariff.text == CLUB.text


@pytest.mark.parametrize(
    ("terms", "why_not"),
    [
        (Tariff((), CLUB.caps), "first rate"),
        (Tariff((Rate(5, NO_END, 10, 20),), CLUB.caps), "first rate"),
        (Tariff((Rate(1, 100, 10, 20),), CLUB.caps), "first rate"),
        (Tariff((Rate(1, 50, 10, 20), Rate(20, NO_END, 10, 20)), CLUB.caps), "before the next"),
        (Tariff((Rate(1, NO_END, 30, 20),), CLUB.caps), "a tenth"),
        (CLUB._replace(caps={3: ((1, 30),)}), "two players"),
        (CLUB._replace(caps={2: ((10, 30),)}), "two players"),
    ],
)
def test_a_tariff_that_nobody_can_be_dealt_by_is_refused(
    two: list[UserId], terms: Tariff, why_not: str
) -> None:
    with pytest.raises(Refusal, match="TARIFF_DOES_NOT_FIT") as refused:
        order(two[0], terms)
    assert why_not in str(refused.value.context["why"])
    assert not RakeTariff.objects.exists()


def test_dates_of_a_promotion_are_in_order_and_to_come(two: list[UserId]) -> None:
    hour = timedelta(hours=1)
    for dates in (Dates(NOW, NOW), Dates(NOW + hour, NOW), Dates(NOW - 2 * hour, NOW - hour)):
        with pytest.raises(Refusal, match="TARIFF_DATES"):
            order(two[0], dates=dates)
    tariff = offered(two)
    with pytest.raises(Refusal, match="TARIFF_DATES"):
        order(two[0], CHEAP, changes=tariff.pk, dates=Dates(NOW, NOW + hour))
    week = order(two[0], CHEAP, "Happy week", dates=Dates(NOW, NOW + hour))
    with pytest.raises(Refusal, match="TARIFF_DATES"):
        tariffs.confirm(version_id=week.pk, by=two[1], now=NOW + hour)


def test_a_hand_is_raked_by_the_tariff_of_its_game_and_keeps_it(two: list[UserId]) -> None:
    """From hand to hand the game's tariff changes while the players sit; the books add up."""
    room = cash_room(1000, 1000, tariff=offered(two))
    taken = []
    for text in (CLUB.text, FREE.text, rake.TODAY):
        room.deal()
        assert room.going.house.tariff == text
        if text == CLUB.text:
            # It changes in the middle of this hand, for the next one.
            offered_again = order(two[0], FREE, changes=room.game.tariff_id)
            tariffs.confirm(version_id=offered_again.pk, by=two[1], now=NOW)
        if text == FREE.text:
            room.game.tariff = None
            room.game.save()
        taken.append(see_a_flop(room))
    assert taken == [200 // 20, 0, 200 // 16]
    told = [engine.replay(packed_events.of_hand(hand.pk)) for hand in Hand.objects.order_by("pk")]
    assert [hand.rake for hand in told] == taken
    assert [hand.house.tariff for hand in told] == [CLUB.text, FREE.text, rake.TODAY]
    books = CashTable(room.table_id)
    assert [*books.wrong_records()] == []
    assert [drift for drift in books.compared()[1] if drift] == []


def test_what_a_hand_says_of_its_rake_is_by_its_own_tariff(two: list[UserId]) -> None:
    room = cash_room(1000, 1000, tariff=offered(two, FREE))
    room.deal()
    assert see_a_flop(room) == 0
    hand = Hand.objects.get()
    (said,) = hand_decisions.of_hand(hand, packed_events.of_hand(hand.pk))
    assert said.inputs["tariff"] == FREE.text
    assert "two players pay no rake" in said.sentence


def test_three_players_pay_where_two_are_free(two: list[UserId]) -> None:
    room = cash_room(1000, 1000, 1000, tariff=offered(two, FREE))
    room.deal()
    room.act("raise", 100)
    room.act("call")
    room.act("fold")
    room.check_down()
    assert room.rake == 205 // 20


def test_a_promotion_that_begins_in_the_middle_of_a_hand_holds_from_the_next_one(
    two: list[UserId],
) -> None:
    room = cash_room(1000, 1000)
    begins, ends = room.now + timedelta(seconds=15), room.now + timedelta(seconds=35)
    room.game.tariff = offered(two)
    room.game.promotion = offered(two, CHEAP, "Happy hour", dates=Dates(begins, ends))
    room.game.save()
    texts = []
    for _ in range(4):
        room.deal()
        texts.append(room.going.house.tariff)
        room.later(8)
        room.fold_out()
    assert texts[:2] == [CLUB.text, CHEAP.text]
    assert texts[-1] == CLUB.text


def test_a_pool_is_raked_by_its_tariff(two: list[UserId]) -> None:
    room = pool_room(tariff=offered(two))
    (hand,) = room.deal(5)
    dealt = record.read(hand.table_id).live.playing
    assert dealt is not None
    assert dealt.house.tariff == CLUB.text


def test_a_tariff_that_a_game_has_is_not_retired(two: list[UserId]) -> None:
    tariff = offered(two)
    game = offer_cash(tariff=tariff)
    with pytest.raises(Refusal, match="TARIFF_IN_USE") as refused:
        tariffs.retire(tariff_id=tariff.pk, by=two[0], why="Old", now=NOW)
    assert refused.value.context["games"] == game.name
    game.tariff = None
    game.save()
    for _ in range(2):
        tariffs.retire(tariff_id=tariff.pk, by=two[0], why="Old", now=NOW)
    with pytest.raises(Refusal, match="TARIFF_RETIRED"):
        order(two[0], FREE, changes=tariff.pk)
    with pytest.raises(Refusal, match="NO_SUCH_TARIFF"):
        tariffs.retire(tariff_id=0, by=two[0], why="Old", now=NOW)


def test_a_tariff_costs_a_deal_no_statement(two: list[UserId]) -> None:
    """What is dealt by the room's own tariff asks the database as often as what is not."""
    room, asked = cash_room(1000, 1000), []
    for chosen in (None, None, offered(two)):
        room.game.tariff = chosen
        room.game.save()
        room.later(10)
        with CaptureQueriesContext(connection) as statements:
            croupier.look(table_id=room.table_id, now=room.now)
        room.fold_out()
        asked.append(len(statements))
    assert asked[1] == asked[2]


@pytest.mark.rule("LOBBY-1", "INFO-2")
def test_players_read_the_tariff_and_the_promotion_before_they_sit_down(
    two: list[UserId], client: Client
) -> None:
    now = timezone.now()
    room = cash_room(1000, tariff=offered(two, FREE))
    page = client.get(reverse("cash")).content.decode()
    for words in ("Club", "€0.01 for each €0.20", "two players: no rake", "3 to 6: at most €0.30"):
        assert words in page
    dates = Dates(now - timedelta(days=1), now + timedelta(days=1))
    room.game.promotion = offered(two, CHEAP, "Happy week", dates=dates)
    room.game.save()
    page = client.get(reverse("cash")).content.decode()
    assert "Happy week, until" in page
    assert "Afterwards · Club" in page
    table = client.get(reverse("table", args=[room.table_id])).content.decode()
    assert "Happy week, until" in table
    (told,) = client.get(reverse("api_cash")).json()
    assert [each["name"] for each in told["rake"]] == ["Happy week", "Club"]
    assert told["rake"][0]["rates"] == [{"cents": 1, "unit": 100, "percent": None, "chip": 1}]
    assert told["rake"][1]["heads_up_free"] is True


def test_the_book_reckons_by_each_tariff(two: list[UserId], client: Client) -> None:
    free = offered(two, FREE)
    book = reverse("rules_page", args=["rake"])

    def page(players: int, tariff: int = free.pk) -> str:
        asked: dict[str, Any] = {"big_blind": "0.10", "pot": "4", "players": players}
        answer = client.get(book, asked | {"tariff": tariff})
        assert answer.status_code == 200
        return answer.content.decode()

    assert "€0.20" in page(3)
    assert "Two players pay no rake under this tariff" in page(2)
    assert "Two players pay no rake under this tariff" not in page(2, tariff=99)


@pytest.mark.rule("LOBBY-1", "INFO-2")
def test_a_pool_shows_its_tariff_where_one_joins_and_at_its_felt(
    two: list[UserId], client: Client
) -> None:
    room = pool_room(tariff=offered(two))
    pool = reverse("pool", args=[room.pool.pk])
    client.force_login(room.people[1])
    felt = reverse("pool_entry", args=[room.pool.pk, 1])
    for address in (reverse("pools"), pool, felt):
        page = client.get(address).content.decode()
        assert "€0.01 for each €0.20" in page, address
        assert "Club" in page
