"""The rulebook in two languages, on pages where every rule stands once (INFO-1)."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from poker_site.rulebook import book, contents
from poker_site.rulebook.page_figures import RANKS
from tables.engine import ranking
from tests.conformance import rules
from tests.harness import worlds
from tests.poker_site.rulebook.pages import read
from tournaments.room_settings import ENTRY_RIGHT_LIMIT, REBUY_TIME

pytestmark = pytest.mark.rule("INFO-1")

ENGLISH = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
ITALIAN = re.compile(r"\d+(?:\.\d{3})*(?:,\d+)?")
CODE = re.compile(r"`([^`]+)`")
# How the book is read, and headings under which every rule has its own.
NOT_A_PAGE = {"rulebook"}


def figures(text: str, language: str) -> Counter[str]:
    """Every figure outside of code, written as English programs do."""
    plain = CODE.sub("", text)
    if language == "en":
        return Counter(figure.replace(",", "") for figure in ENGLISH.findall(plain))
    found = ITALIAN.findall(plain)
    return Counter(figure.replace(".", "").replace(",", ".") for figure in found)


def code(text: str) -> Counter[str]:
    return Counter(CODE.findall(re.sub(r"\s+", " ", text)))


def links(language: str, text: str) -> Counter[str]:
    """What the links of a text mean, by the chapter's key."""
    anchors = book.anchors(language)
    found = re.findall(r"\]\(#?([^)]+)\)", text)
    return Counter(anchors.get(target, target) for target in found)


def rows(text: str) -> list[int]:
    """How many cells each row of each table has."""
    return [line.count("|") for line in CODE.sub("", text).split("\n") if line.startswith("|")]


@pytest.mark.parametrize(
    ("key", "english", "italian"),
    [
        ("SHOW-2", "all hands are turned up at once", "si scoprono subito tutte le mani"),
        ("DRAW-2", "four cards to an open-ended", "aprono anche quattro carte"),
        ("DRAW-7", "`cyclic` by default", "`cyclic` come predefinito"),
        ("CANCEL-1", "rebuys and add-ons come back", "rebuy e add-on tornano"),
        ("RAKE-1", "in games without a flop", "nei giochi senza flop"),
        ("OUT-1", "one second", "un secondo"),
    ],
)
def test_a_reading_of_our_own_is_marked_as_a_choice(key: str, english: str, italian: str) -> None:
    """The regulations are silent there, or can be read in two ways."""
    for language, mark, words in (("en", "Choice", english), ("it", "Scelta", italian)):
        text = re.sub(r"\s+", " ", book.chapters(language)[key].text)
        marked = re.findall(rf"\*\*{mark}[^*]*\*\*(?:(?!\*\*{mark}).)*", text)
        assert any(words in part for part in marked)


@pytest.mark.parametrize("key", list(book.chapters("en")))
def test_a_chapter_says_the_same_in_both_languages(key: str) -> None:
    ours, theirs = book.chapters("en")[key], book.chapters("it")[key]
    if key in NOT_A_PAGE:
        return
    assert theirs.level == ours.level
    assert not ours.is_rule or theirs.title == ours.title
    assert figures(theirs.text, "it") == figures(ours.text, "en")
    assert code(theirs.text) == code(ours.text)
    assert rows(theirs.text) == rows(ours.text)
    assert links("it", theirs.text) == links("en", ours.text)


def test_every_rule_of_the_book_stands_on_exactly_one_page() -> None:
    shown = [key for page in contents.PAGES.values() for key in page.keys]
    assert Counter(shown).most_common(1)[0][1] == 1
    assert [rule for rule in rules.ids() if rule not in shown] == []
    assert [key for key in shown if key not in book.chapters("en")] == []


def test_whatever_the_book_says_stands_on_a_page() -> None:
    shown = {key for page in contents.PAGES.values() for key in page.keys}
    said = {key for key, chapter in book.chapters("en").items() if chapter.text}
    # What a whole section says of itself is said by the page's own words.
    sections = {"1-cards-hands-betting", "11-accounts"}
    assert said - shown - sections - NOT_A_PAGE == set()


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it"])
def test_each_page_has_its_rules_and_its_links_lead_somewhere(
    client: Client, language: str
) -> None:
    pages = {
        slug: read(client, reverse("rules_page", args=[slug]), language) for slug in contents.PAGES
    }
    for slug, page in pages.items():
        assert [key for key in page.ids if key in contents.PAGE_OF] == [*contents.PAGES[slug].keys]
    anchors = {reverse("rules_page", args=[slug]): page.ids for slug, page in pages.items()}
    for link in {link for page in pages.values() for link in page.links}:
        path, _, anchor = link.partition("#")
        if path.startswith("/rules/"):
            answer = client.get(path)
            assert answer.status_code in (200, 302), link
            path, _, anchor = answer.get("Location", link).partition("#")
            assert not anchor or anchor in anchors[path], link


@pytest.mark.django_db
def test_the_id_of_a_rule_leads_to_its_text(client: Client) -> None:
    for rule in rules.ids():
        page, _, anchor = client.get(reverse("rule", args=[rule]))["Location"].partition("#")
        assert page == reverse("rules_page", args=[contents.PAGE_OF[rule].slug])
        assert anchor == rule


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/rules/NO-1/", "/rules/nothing/", "/rules/CANCEL-9/"])
def test_what_is_no_rule_and_no_page_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.rule("CARD-2")
def test_the_ranks_in_pictures_are_what_the_engine_calls_them() -> None:
    judge = ranking.high()
    strengths = [judge.strength("".join(rank.cards), "") for rank in RANKS]
    assert strengths == sorted(strengths, reverse=True)
    assert [judge.name(strength) for strength in strengths] == [rank.code for rank in RANKS]


@pytest.mark.middling
@pytest.mark.django_db
def test_no_markdown_is_left_in_what_players_read(client: Client) -> None:
    for slug in contents.PAGES:
        text = client.get(reverse("rules_page", args=[slug])).content.decode()
        assert "**" not in text
        assert "](" not in text


@pytest.mark.django_db
def test_what_this_room_has_set_stands_under_the_rule(client: Client) -> None:
    worlds.assume(REBUY_TIME, timedelta(seconds=45.0))
    worlds.assume(ENTRY_RIGHT_LIMIT, 100_00)
    assert "<strong>45 seconds</strong>" in client.get("/rules/tournaments/").content.decode()
    assert "<strong>€100</strong>" in client.get("/rules/prizes/").content.decode()
