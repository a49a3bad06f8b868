"""The sheet of an event says all its terms, each with its rule (INFO-2)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from payouts.models import PrizeScheme
from poker_site.rulebook.contents import PAGE_OF
from tables import games
from tests.poker_site.rulebook.pages import read
from tests.tournaments import events
from tournaments.models import Terms, Tournament
from tournaments.pages import terms_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-2")]
both = pytest.mark.parametrize("language", ["en", "it"])


def told(event: Tournament) -> set[str]:
    return {field for term in terms_sheet.terms(event) for field in term.of}


@pytest.mark.parametrize("game", games.NAMES)
def test_every_term_is_told_unless_the_game_has_no_use_for_it(game: str) -> None:
    event = events.sit_and_go(game=game)
    untold = set(Terms.term_names()) - told(event)
    assert untold == terms_sheet.HOUSE.keys() - set(games.house_rules(game))


def test_every_game_every_house_rule_and_every_scheme_has_a_rule() -> None:
    assert games.RULES.keys() == games.NAMES.keys()
    assert set(games.RULES.values()) <= PAGE_OF.keys()
    assert terms_sheet.HOUSE.keys() == {
        rule for game in games.NAMES for rule in games.house_rules(game)
    }
    assert terms_sheet.SCHEMES.keys() == set(PrizeScheme.Kind.values)


@both
def test_the_sheet_leads_to_the_rule_of_each_term(client: Client, language: str) -> None:
    event = events.scheduled(
        rebuys=2,
        rebuy_levels=1,
        rebuy_price=450,
        rebuy_fee=50,
        rebuy_chips=1500,
        late_registration_levels=1,
        guarantee=50_000,
    )
    page = read(client, reverse("event_sheet", args=[event.pk]), language)
    rules = {term.rule for term in terms_sheet.terms(event)}
    assert rules <= PAGE_OF.keys()
    assert {reverse("rule", args=[rule]) for rule in rules} <= set(page.links)


def test_what_is_sold_has_its_price_and_its_end() -> None:
    event = events.scheduled(
        rebuys=2,
        rebuy_levels=1,
        rebuy_price=450,
        rebuy_fee=50,
        rebuy_chips=1500,
        add_on_after_level=1,
        add_on_price=900,
        add_on_fee=100,
        add_on_chips=3000,
    )
    said = {term.label: term.says for term in terms_sheet.terms(event)}
    assert said["Rebuys"] == (
        "up to 2, 1,500 chips for €5.00, to the end of level 1, with 1,500 chips or fewer"
    )
    assert said["Add-on"] == "3,000 chips for €10.00, after level 1"
    assert said["Entry"] == "€9.00 to the prize pool, €1.00 fee"
    assert said["Re-entries"] == "none"


@pytest.mark.rule("PAY-WIN", "INFO-2")
@both
def test_every_place_has_its_exact_percentage_before_anybody_enters(
    client: Client, language: str
) -> None:
    three = PrizeScheme.objects.create(name="three", kind="winners", shares=[6_000, 3_000, 1_000])
    event = events.scheduled(scheme=three)
    said = "With fewer entries than paid places"
    if language == "it":
        said = "Se le iscrizioni sono meno delle posizioni premiate"
    client.cookies["django_language"] = language
    for address in (
        reverse("event_sheet", args=[event.pk]),
        *(reverse("tournament", args=[event.pk], query={"entries": n}) for n in (1, 2, 3, 100)),
    ):
        page = client.get(address).content.decode()
        shares = re.findall(r'<td class="number faint">(\d+)', page)
        assert shares == ["60", "30", "10"]
        assert said in page


@both
def test_the_whole_standard_table_lies_open(client: Client, language: str) -> None:
    event = events.scheduled(scheme=events.standard_scheme())
    client.cookies["django_language"] = language
    page = client.get(reverse("event_sheet", args=[event.pk])).content.decode()
    assert 'id="standard-table" hx-preserve open>' in page


@both
def test_a_velox_shows_all_its_odds(client: Client, language: str) -> None:
    event = events.velox(buy_in=50)
    page = read(client, reverse("event_sheet", args=[event.pk]), language)
    (odds,) = (table for tables in page.of.values() for table in tables if table[1][0][0] == "×")
    assert len(odds) == 1 + 8
    assert reverse("rule", args=["VELOX-2"]) in page.links


def test_the_event_leads_to_its_sheet(client: Client) -> None:
    event = events.scheduled(access=Terms.Access.INVITED)
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert reverse("event_sheet", args=[event.pk]) in page
