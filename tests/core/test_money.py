"""Amounts as text in the room's currency, and the sentences of refusals."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from core import sentences
from core.money import arithmetic_text, codes, money_text, short_money_text
from core.refusal import Refusal
from core.settings.room_currency import CURRENCY
from payouts.refusals import MoneyCode
from tests.harness import worlds


@pytest.mark.parametrize(
    ("language", "cents", "reads"),
    [
        ("en", 123_450, "€1,234.50"),
        ("it", 123_450, "1.234,50\N{NO-BREAK SPACE}€"),
        ("en", 0, "€0.00"),
        ("en", -5, "\N{MINUS SIGN}€0.05"),
        ("it", 100_000_000, "1.000.000,00\N{NO-BREAK SPACE}€"),
        (None, 1, "€0.01"),
    ],
)
def test_cents_read_as_euro(language: str | None, cents: int, reads: str) -> None:
    with override(language):
        assert money_text(cents) == reads


@pytest.mark.rule("HOUSE-5")
@pytest.mark.parametrize(
    ("code", "language", "reads", "short"),
    [
        ("GBP", "en", "£1,234.50", "£5"),
        ("GBP", "it", "1.234,50\N{NO-BREAK SPACE}£", "5\N{NO-BREAK SPACE}£"),
        ("JPY", "en", "¥123,450", "¥500"),
        ("JPY", "it", "123.450\N{NO-BREAK SPACE}JPY", "500\N{NO-BREAK SPACE}JPY"),
        ("PLN", "en", "PLN\N{NO-BREAK SPACE}1,234.50", "PLN\N{NO-BREAK SPACE}5"),
        ("PLN", "it", "1.234,50\N{NO-BREAK SPACE}PLN", "5\N{NO-BREAK SPACE}PLN"),
    ],
)
def test_amounts_read_as_the_room_s_currency(
    code: str, language: str, reads: str, short: str
) -> None:
    worlds.assume(CURRENCY, code)
    with override(language):
        assert (money_text(123_450), short_money_text(500)) == (reads, short)


@pytest.mark.rule("HOUSE-5")
@pytest.mark.parametrize(("code", "reads"), [("EUR", "42.00 × 3 / 10"), ("JPY", "4200 × 3 / 10")])
def test_an_arithmetic_has_the_currency_s_decimals(code: str, reads: str) -> None:
    worlds.assume(CURRENCY, code)
    assert arithmetic_text("{4200} × 3 / 10") == reads


def test_every_currency_in_use_is_offered() -> None:
    assert {"EUR", "GBP", "JPY", "PLN", "USD", "KWD"} < set(codes())
    assert not {"DEM", "ITL", "XAU", "XTS"} & set(codes())


def test_a_page_writes_cents_through_the_filter() -> None:
    page = Template("{% load money %}{{ prize|money }}")
    with override("it"):
        assert page.render(Context({"prize": 2_150})) == "21,50\N{NO-BREAK SPACE}€"


def test_a_sentence_writes_cents_as_money_in_the_readers_language() -> None:
    refusal = Refusal(MoneyCode.DEPOSIT_TOO_LARGE, limit=100_000)
    assert sentences.say(refusal) == "A single deposit can be at most €1,000.00."


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "You are 12,000 play-money chips short."),
        ("it", "Ti mancano 12.000 chip di soldi finti."),
    ],
)
def test_a_sentence_writes_chips_as_the_reader_writes_numbers(language: str, says: str) -> None:
    with override(language):
        assert sentences.say(Refusal(MoneyCode.NOT_ENOUGH_PLAY_MONEY, missing=12_000)) == says


def test_a_sentence_that_misses_a_word_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentences.say(Refusal(MoneyCode.DEPOSIT_TOO_LARGE))
