"""How money reads, and that every refusal has its sentence."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from core import sentences
from core.euro import euro
from core.refusal import Refusal
from payouts.refusals import MoneyCode


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
        assert euro(cents) == reads


def test_a_page_writes_cents_through_the_filter() -> None:
    page = Template("{% load money %}{{ prize|euro }}")
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
