"""A language is data: with one more in the settings, all that people read is in it."""

import re
from pathlib import Path

import pytest
from django.utils.translation import gettext, override
from pytest_django import Settings

from core import sentences
from core.formats import ordinal
from poker_site.rulebook import reading
from tests.browser import every_page
from tests.harness import pseudo_locale

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Names: of the product, of its games, of what this room offers, of languages in themselves.
NAMES = re.compile(
    r"Montepremi|VeloX 3 seats|VeloX|Strobe NL10|With cards|Turbo( · table 1)?|Express|Evening"
    r"|Play fair\.|(EN|EO), \w+|first two|auditor|cashier|floor"
)
# What the desk shows as it is stored: addresses, causes of transfers, JSON; and truths in a list,
# drawn as a tick by unfold, which spells them for no reader.
STORED = re.compile(
    r"[\w/]*/[\w/]*|\w+:\S+|\"\w+( \w+)*\"|true|false|True|False|null|JSON|hand"
    # The name of an event, given in its host's language.
    r"|Home game \d+.*"
)
# Columns of allauth's second factors, which no catalogue has.
THEIRS = re.compile(r"User|Type|Created at|Last used at|manage\.py verify_hand \S+\.json")


@pytest.fixture
def words(settings: Settings, tmp_path: Path) -> set[str]:
    """The plain words of our texts, which no page in the language added here may have."""
    plain = pseudo_locale.write(tmp_path)
    settings.LOCALE_PATHS = [tmp_path, *settings.LOCALE_PATHS]
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo_locale.CODE, "Esperanto")]
    return plain


def test_every_page_is_in_a_language_that_is_added(words: set[str]) -> None:
    leaks: dict[str, str] = {}
    for reader in every_page.make_room():
        for page in every_page.pages_of(reader, language=pseudo_locale.CODE, most=1):
            for text in pseudo_locale.plain(page.document, words):
                if not STORED.fullmatch(text) and not THEIRS.fullmatch(text):
                    leaks.setdefault(text, page.path)
    named = {text for text in leaks if not pseudo_locale.has(NAMES.sub(" ", text), words)}
    assert {text: path for text, path in leaks.items() if text not in named} == {}


def test_refusals_places_and_the_book_are_in_it_too(words: set[str]) -> None:
    with override(pseudo_locale.CODE):
        said = [gettext(code.sentence) for code in sentences._declared.values()]
        assert [text for text in said if pseudo_locale.has(text, words)] == []
        assert ordinal(3) == "[!! 3ťĥ !!]"
        # A language without a book of its own reads the original.
        assert reading.language() == "en"
