"""The room's currency: pages, fields and files follow the setting, until money is booked."""

import re
import tomllib
from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.db.models import Q
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import override

from core import money
from core.money_field import MoneyField
from core.refusal import Refusal
from core.settings.room_currency import CURRENCY
from payouts.admin.drawers import DrawerCountForm
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from players.models import User
from poker_site.opening import programmes
from poker_site.room_settings import changes
from tables.cash import croupier
from tables.history import finished_hands
from tables.models import Hand
from tables.models.owners import owner
from tests.harness import worlds
from tests.tables.cash import setting as cash_setting
from tests.tables.cash.setting import cash_room
from tests.tables.pools import setting as pool_setting
from tests.tournaments import events
from tournaments.entry import registration
from tournaments.models import Template

pytestmark = pytest.mark.rule("HOUSE-5")

REAL = re.compile(r"€|\bEUR\b|\beuros?\b", re.IGNORECASE)


def set_to(code: str, *, by: User) -> Any:
    return changes.change(key=CURRENCY.key, new=code, by=by.pk, why="Ours", now=events.START)


@pytest.mark.django_db
def test_the_currency_changes_until_money_is_booked() -> None:
    boss = User.objects.create_superuser("boss")
    set_to("JPY", by=boss)
    assert money.money_text(1_500) == "¥1,500"
    legs = [Leg(accounts.OUTSIDE, accounts.FEES, 5_00, Reason.FEE)]
    ledger.post(legs, key="fee", now=events.START)
    with pytest.raises(Refusal, match="CURRENCY_BOOKED"):
        set_to("EUR", by=boss)
    assert CURRENCY.value() == "JPY"


@pytest.mark.django_db
def test_a_code_that_is_no_currency_is_refused() -> None:
    with pytest.raises(Refusal, match="SETTING_NOT_OFFERED"):
        set_to("XTS", by=User.objects.create_superuser("boss"))


@pytest.mark.parametrize(
    ("code", "language", "typed", "cents"),
    [
        ("EUR", "en", "12.50", 12_50),
        ("EUR", "it", "12,50", 12_50),
        ("EUR", "it", "1.234,50", 1_234_50),
        ("EUR", "en", "12.505", None),
        ("GBP", "en", "1,234.50", 1_234_50),
        ("PLN", "it", "0,05", 5),
        ("JPY", "en", "1500", 1_500),
        ("JPY", "en", "1,500", 1_500),
        ("JPY", "it", "1.500", 1_500),
        ("JPY", "en", "15.50", None),
        ("JPY", "it", "0,5", None),
        ("JPY", "en", "1e3", None),
        ("KWD", "en", "1.250", 1_250),
    ],
)
def test_a_field_reads_amounts_of_the_currency(
    code: str, language: str, typed: str, cents: int | None
) -> None:
    worlds.assume(CURRENCY, code)
    with override(language):
        if cents is None:
            with pytest.raises(forms.ValidationError):
                MoneyField().clean(typed)
        else:
            field = MoneyField(label="Amount")
            assert field.clean(typed) == cents
            assert money.cents_of(Decimal(field.prepare_value(cents))) == cents
            assert field.label == f"Amount, {money.symbol()}"


def test_a_drawer_counts_the_coins_and_notes_of_the_currency() -> None:
    worlds.assume(CURRENCY, "JPY")
    form = DrawerCountForm(request=RequestFactory().get("/"))
    labels = [str(field.label) for field in form.fields.values()]
    assert {"¥10,000", "¥1,000", "¥1"} < set(labels)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("code", "sign"), [("JPY", "¥|JPY"), ("PLN", "PLN"), ("GBP", "£")])
def test_no_page_speaks_of_euro_in_a_room_with_another_currency(
    client: Client, admin_client: Client, settings: Any, code: str, sign: str, language: str
) -> None:
    worlds.assume(CURRENCY, code)
    settings.LANGUAGE_CODE = language
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    admin_client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    (anna,) = events.players(1, cents=50_00, prefix="anna")
    event = events.sit_and_go(name="Turbo")
    entry = registration.register(tournament_id=event.pk, user_id=anna.pk, now=events.START)
    room = cash_room()
    client.force_login(anna)
    told = {
        "lobby": client.get(reverse("lobby")),
        "event": client.get(reverse("tournament", args=[event.pk])),
        "receipt": client.get(reverse("entry_receipt", args=[entry.pk])),
        "wallet": client.get(reverse("wallet")),
        "limits": client.get(reverse("limits")),
        "payments": client.get(reverse("payments")),
        "cash": client.get(reverse("cash")),
        "counter": admin_client.get(reverse("admin:payouts_counterorder_changelist")),
        "revenue": admin_client.get(reverse("admin:payouts_dayclosing_changelist")),
        "bonuses": admin_client.get(reverse("admin:payouts_bonus_changelist")),
        "first": admin_client.get(reverse("admin:index")),
        "settings": admin_client.get(reverse("admin:house")),
        "plan": admin_client.get(reverse("admin:tournaments_template_add")),
        "tariff": admin_client.get(reverse("admin:tables_raketariff_add")),
        "table": client.get(reverse("table", args=[room.table_id])),
    }
    assert {name: page.status_code for name, page in told.items() if page.status_code != 200} == {}
    found = {name: REAL.findall(page.content.decode()) for name, page in told.items()}
    assert {name: words for name, words in found.items() if words} == {}
    for name in ("lobby", "event", "receipt", "wallet"):
        assert re.search(sign, told[name].content.decode()), name


@pytest.mark.django_db
def test_rows_of_the_lobby_that_a_process_keeps_follow_the_currency(client: Client) -> None:
    events.sit_and_go(name="Turbo")
    assert "€" in client.get(reverse("lobby")).content.decode()
    worlds.assume(CURRENCY, "GBP")
    page = client.get(reverse("lobby")).content.decode()
    assert not REAL.findall(page)
    assert "£" in page


@pytest.mark.django_db
def test_answers_and_files_for_programs_name_the_currency(client: Client) -> None:
    worlds.assume(CURRENCY, "JPY")
    room = cash_room(1000, 1000)
    anna = room.people[1]
    client.force_login(anna)
    room.deal()
    room.fold_out()
    event = events.sit_and_go()
    entry = registration.register(tournament_id=event.pk, user_id=anna.pk, now=events.START)
    hand = Hand.objects.get(event=room.game.event)
    cash_setting.offer(name="Chips", play_money=True)
    croupier.keep_open(now=room.now)
    pool_setting.offer()

    def told(name: str, *args: int) -> Any:
        return client.get(reverse(name, args=args)).json()

    answers = {
        "me": told("api-me"),
        "event": told("api-tournament-detail", event.pk),
        "events": told("api-tournament-list")["results"][0],
        "receipt": told("api-entry-receipt", entry.pk),
        "hand": told("api_hand", hand.pk),
        "stay": told("api_cash_stays")["results"][0],
        "pool": told("api_pools")[0],
        "limits": told("api_limits"),
        "figures": told("api_figures"),
        "table": told("api_table", room.table_id)["table"],
    }
    assert {name: answer["currency"] for name, answer in answers.items()} == dict.fromkeys(
        answers, "JPY"
    )
    listed = {table["name"]: table["currency"] for table in told("api_cash")}
    assert listed == {"NL10 · 1": "JPY", "Chips · 1": None}
    file = client.get(reverse("hand_file", args=[hand.pk, "phh"])).content.decode()
    assert tomllib.loads(file)["_currency"] == "JPY"


@pytest.mark.django_db
def test_chips_that_are_no_money_name_no_currency() -> None:
    room = cash_room(1000, 1000)
    room.deal()
    room.fold_out()
    [at_money] = finished_hands.hands_of(
        which=Q(event=room.game.event), user_id=None, after=0, count=1, now=room.now
    )
    assert at_money["currency"] == "EUR"
    assert owner("tournament:1").currency is None
    assert owner("play:1").currency is None


@pytest.mark.django_db
def test_a_programme_names_its_prices_in_the_currency() -> None:
    worlds.assume(CURRENCY, "JPY")
    programmes.lay_out("daily")
    assert Template.objects.filter(name="Six-Max 200", buy_in=200).exists()
