"""The calculators of the rules section pay what the rulebook's examples say (INFO-1)."""

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest
from django.test import Client

from poker_site.rulebook import calculator_forms
from poker_site.rulebook.calculators import TOOLS
from tests.poker_site.rulebook.pages import cents, read

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-1")]
both = pytest.mark.parametrize("language", ["en", "it"])


def answer(client: Client, slug: str, typed: Mapping[str, str], language: str) -> list[list[str]]:
    """The rows of what a calculator says."""
    page = read(client, f"/rules/{slug}/?{urlencode(typed)}", language)
    (table,) = page.of["tool"]
    return table


def last_cells(rows: list[list[str]], language: str) -> list[int]:
    return [cents(row[-1], language) for row in rows if row[-1].strip("€\N{NO-BREAK SPACE}")]


@both
@pytest.mark.parametrize(
    ("number", "won"),
    [
        # PAY-SAT, as the book's table has them.
        (2, [300, 60, 30]),
        (3, [300, 60]),
        (4, [300, 60, 30]),
        (5, [250, 160]),
        (6, [250, 50, 10]),
        (7, [200]),
    ],
)
@pytest.mark.rule("PAY-SAT")
def test_seats_and_what_they_leave(
    client: Client, number: int, won: list[int], language: str
) -> None:
    rows = answer(client, "prizes", TOOLS["prizes"].examples[number], language)
    assert last_cells(rows[1:], language) == [100 * money_text for money_text in won]


@both
@pytest.mark.rule("PAY-SPLIT")
def test_a_split_by_chips(client: Client, language: str) -> None:
    rows = answer(client, "prizes", TOOLS["prizes"].examples[8], language)
    assert last_cells(rows[1:], language) == [4_667, 3_333, 2_000]


@both
@pytest.mark.rule("PAY-STD", "POOL-2")
def test_a_guarantee_fills_the_pool_of_a_standard_event(client: Client, language: str) -> None:
    typed = {"kind": "standard", "entries": "30", "buy_in": "9", "guarantee": "500"}
    rows = answer(client, "prizes", typed, language)
    assert [row[1].replace(",", ".").rstrip("%\N{NO-BREAK SPACE}") for row in rows[1:]] == [
        *("33", "20", "15", "11", "8", "7", "6"),
    ]
    assert last_cells(rows[1:], language) == [16_500, 10_000, 7_500, 5_500, 4_000, 3_500, 3_000]
    words = client.get(f"/rules/prizes/?{urlencode(typed)}").content.decode()
    assert "230" in words  # what the house adds


@both
@pytest.mark.parametrize(
    ("number", "taken"),
    [
        (0, "1.25"),
        (1, "0.01"),
        (2, "0.71"),
        (3, "0.31"),
        (4, "1.24"),
        (5, "0.20"),
        (6, "3.00"),
        (7, "1.65"),
        (8, "2.00"),
        (9, "3.45"),
        (10, "4.95"),
    ],
)
@pytest.mark.rule("RAKE-2", "RAKE-3")
def test_rake(client: Client, number: int, taken: str, language: str) -> None:
    typed = TOOLS["rake"].examples[number]
    *_units, cap, rake, paid = answer(client, "rake", typed, language)
    assert cents(rake[-1], language) == cents(taken, "en")
    pot = cents(typed["pot"], "en")
    assert cents(paid[-1], language) == pot - cents(taken, "en")
    assert cents(cap[-1], language) >= cents(taken, "en")


@pytest.mark.rule("RAKE-1")
def test_no_flop_no_rake(client: Client) -> None:
    rows = answer(
        client, "rake", {"big_blind": "2", "pot": "9", "players": "6", "no_flop": "on"}, "en"
    )
    assert [row[-1] for row in rows[1:]] == ["€0.00", "€9.00"]


@both
@pytest.mark.parametrize(
    ("number", "paid", "rule"),
    [
        (0, "21.50 16.00 14.17 12.33 10.50 8.67 6.83", "CANCEL-1"),
        (1, " ".join(["1.00"] * 95), "CANCEL-1"),
        (2, "13.34 13.33 13.33", "CANCEL-1"),
        (3, "100 52 31 17", "CANCEL-1"),
        (4, "248 206 164 108 94", "CANCEL-2"),
        (5, "155.28 135.62 122.52 96.31 60.27", "CANCEL-2"),
        (6, "40 30 20", "CANCEL-3"),
    ],
)
@pytest.mark.rule("CANCEL-1", "CANCEL-2", "CANCEL-3")
def test_refunds(client: Client, number: int, paid: str, rule: str, language: str) -> None:
    typed = TOOLS["cancelled"].examples[number]
    page = read(client, f"/rules/cancelled/?{urlencode(typed)}", language)
    (rows,) = page.of["tool"]
    assert last_cells(rows[1:], language) == [cents(one, "en") for one in paid.split()]
    assert f"/rules/{rule}/" in page.links


@pytest.mark.rule("CANCEL-0")
def test_before_the_first_hand_everything_comes_back(client: Client) -> None:
    typed = {**TOOLS["cancelled"].examples[3], "nothing_played": "on"}
    rows = answer(client, "cancelled", typed, "en")
    assert last_cells(rows[1:], "en") == [3_000, 1_000, 1_000, 1_000]


@both
@pytest.mark.parametrize(
    ("number", "icm"),
    [
        (0, "38.39 32.75 28.86"),
        (1, "140.84 123.80 108.96 76.40"),
        (2, "480622.01 457105.26 62272.73"),
    ],
)
@pytest.mark.rule("DEAL-MAKE")
def test_deals(client: Client, number: int, icm: str, language: str) -> None:
    rows = answer(client, "deals", TOOLS["deals"].examples[number], language)
    assert [cents(row[1], language) for row in rows[1:]] == [
        cents(one, "en") for one in icm.split()
    ]


@pytest.mark.rule("VELOX-2")
def test_odds_of_a_buy_in(client: Client) -> None:
    rows = answer(client, "velox", {"game": "3-1000"}, "en")
    assert [row[0] for row in rows[1:]] == [
        "×6,000",
        "×600",
        "×100",
        "×30",
        "×10",
        "×6",
        "×4",
        "×2",
    ]
    assert "92 %" in client.get("/rules/velox/?game=3-1000").content.decode()


@pytest.mark.middling
@pytest.mark.parametrize("slug", TOOLS)
def test_every_example_has_an_answer(client: Client, slug: str) -> None:
    for typed in TOOLS[slug].examples:
        assert len(answer(client, slug, typed, "en")) > 1, typed


@pytest.mark.parametrize("kind", [kind for kind, _label in calculator_forms.KINDS])
def test_every_scheme_that_may_be_chosen_is_reckoned(client: Client, kind: str) -> None:
    typed = {"kind": kind, "entries": "20", "buy_in": "9", "shares": "50 30 20"}
    more = {"seat": "60", "stacks": "5000 4000"}
    assert len(answer(client, "prizes", typed | more, "en")) > 1


@pytest.mark.parametrize(
    ("slug", "typed", "says"),
    [
        ("prizes", {"kind": "table"}, "Select a valid choice"),
        ("prizes", {"kind": "winners", "shares": "50 30"}, "must add up to 100"),
        ("prizes", {"kind": "winners", "shares": "30 70"}, "cannot win more"),
        ("prizes", {"kind": "winners", "shares": ""}, "percentage of each place"),
        ("prizes", {"kind": "winners", "shares": "fifty"}, "with spaces between"),
        ("prizes", {"kind": "split", "stacks": "0"}, "Split needs the chips"),
        ("prizes", {"kind": "satellite", "seat": "60", "secondary": "60"}, "less than a seat"),
        ("prizes", {"kind": "satellite"}, "the price of a seat"),
        ("prizes", {"kind": "standard", "entries": "50001"}, "less than or equal to 50000"),
        ("prizes", {"kind": "standard", "entries": "1e9"}, "Enter a whole number"),
        ("rake", {"players": "1"}, "greater than or equal to 2"),
        ("rake", {"pot": "-5"}, "Enter a number"),
        ("cancelled", {"rights": "1 2"}, "one for each player"),
        ("cancelled", {"stacks": "999x999999999999"}, "more than 200 figures"),
        ("cancelled", {"stacks": "0 0"}, "must have chips"),
        ("cancelled", {"prizes": "10 20"}, "cannot win more"),
        ("cancelled", {"prizes": "500"}, "more than the pool"),
        ("deals", {"stacks": "5000"}, "two players"),
        ("deals", {"stacks": "10x5"}, "more than 9 figures"),
        ("deals", {"prizes": "50 30 20 10"}, "as many prizes as players"),
        ("deals", {"kept": "40"}, "in play"),
        ("velox", {"game": "3-75"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_reckoned_is_said(
    client: Client, slug: str, typed: dict[str, str], says: str
) -> None:
    example = dict(TOOLS[slug].examples[0])
    answered = client.get(f"/rules/{slug}/", {**example, **typed})
    assert answered.status_code == 200
    assert says in answered.content.decode()
