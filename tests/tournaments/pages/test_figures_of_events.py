"""The figures of the regulations on pages of events are those of the tables that pay (INFO-2)."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from core.money import short_money_text
from payouts.rules import velox
from payouts.rules.prizes import grouped
from payouts.rules.schemes import standard
from payouts.rules.standard_table import GRID
from tables.engine import rake
from tests.poker_site.rulebook.pages import Tables, read, whole
from tests.tables.cash.setting import cash_room
from tests.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-2")]
both = pytest.mark.parametrize("language", ["en", "it"])
PERCENT = re.compile(r"(\d+(?:[.,]\d+)?)%")


def tables_of(page: Tables) -> list[list[list[str]]]:
    return [table for found in page.of.values() for table in found]


@both
@pytest.mark.rule("PAY-STD")
@pytest.mark.parametrize("name", ["tournament", "event_sheet"])
def test_the_standard_table_of_an_event(client: Client, name: str, language: str) -> None:
    event = events.scheduled(scheme=events.standard_scheme())
    page = read(client, reverse(name, args=[event.pk]), language)
    (found,) = (table for table in tables_of(page) if len(table) == 1 + len(GRID))
    for (entries, shares), most in zip(found[1:], GRID, strict=True):
        assert whole(entries.split()[-1]) == most
        shown = [round(100 * float(one.replace(",", "."))) for one in PERCENT.findall(shares)]
        assert shown == [share for _first, _last, share in grouped(standard(most))]


@both
@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(("seats", "buy_in"), [(3, 50), (3, 1_000), (3, 2_000), (6, 250)])
@pytest.mark.parametrize("name", ["tournament", "event_sheet"])
def test_the_odds_of_a_velox(
    client: Client, name: str, seats: int, buy_in: int, language: str
) -> None:
    event = events.velox(seats=seats, buy_in=buy_in)
    page = read(client, reverse(name, args=[event.pk]), language)
    (found,) = (table for table in tables_of(page) if table[-1][0].startswith("×"))
    odds = velox.table(seats=seats, buy_in=buy_in)
    assert [whole(row[0].removeprefix("×")) for row in found[1:]] == list(odds)
    chances = [float(row[2].split()[0].replace(",", ".")) for row in found[1:]]
    assert [round(10_000 * chance) for chance in chances] == list(odds.values())


@both
@pytest.mark.rule("RAKE-3")
def test_the_caps_of_a_cash_table(client: Client, language: str) -> None:
    room = cash_room(1000, 1000)
    client.cookies["django_language"] = language
    page = client.get(reverse("cash")).content.decode()
    for dealt_in in (2, 3, 5):
        cap = rake.cap(big_blind=room.game.big_blind, dealt_in=dealt_in)
        with translation.override(language):
            assert f" {short_money_text(cap)}</span>" in page
