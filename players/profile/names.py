"""Rules for players' names (NAME-1), without a database."""

import re
from collections.abc import Mapping, Set
from functools import cache

from django.utils.translation import override, pgettext

from core import languages
from core.refusal import Refusal
from players.refusals import PlayerCode

LEAST, MOST = 3, 20

# ASCII letters only: no Cyrillic or full-width look-alikes. Marks stand alone and between letters,
# so that no two names differ only at their edges.
PLAIN = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*", re.ASCII | re.IGNORECASE)
BOT = ".bot"

# Words reserved for those who speak for the room: anywhere in a name, or as a word of it.
ANYWHERE = ("admin", "montepremi", "moderator", "support")
WORDS = frozenset(
    """
    auditor bot bots cashier cassa cassiere croupier dealer direttore floor help house info mod
    room root security staff system team
    """.split()  # noqa: SIM905  (a list of words reads better so)
)
# Digits that are read as letters.
READ_AS = str.maketrans("0134578", "oieastb")


@cache
def of_guests() -> Mapping[str, str]:
    """Return the first word of guests' names by language: "Guest 4821" has a space, which no chosen
    name has."""
    return {language: _guest(language) for language in languages.codes()}


def _guest(language: str) -> str:
    with override(language):
        # Translators: one word, before a number: "Guest 4821".
        return pgettext("name of a player without an account", "Guest")


@cache
def _guest_words() -> Set[str]:
    """Return the words that only guests have in their names, in every language."""
    words = {name.lower() for name in of_guests().values()}
    for language in languages.codes():
        with override(language):
            # Translators: of "Guest 4821", in small letters.
            words.add(pgettext("name of players without an account", "guests"))
    return words


def check(name: str) -> None:
    """Refuse NAME_LENGTH, NAME_LETTERS, NAME_OF_BOT, NAME_OF_GUEST, NAME_OF_STAFF."""
    if not LEAST <= len(name) <= MOST:
        raise Refusal(PlayerCode.NAME_LENGTH, least=LEAST, most=MOST)
    if not PLAIN.fullmatch(name):
        raise Refusal(PlayerCode.NAME_LETTERS)
    if name.lower().endswith(BOT):
        raise Refusal(PlayerCode.NAME_OF_BOT)
    if _has_word(name.lower(), _guest_words()):
        raise Refusal(PlayerCode.NAME_OF_GUEST)
    if _sounds_official(name.lower()):
        raise Refusal(PlayerCode.NAME_OF_STAFF)


def _sounds_official(name: str) -> bool:
    joined = re.sub(r"[._-]", "", name)
    if any(word in form for word in ANYWHERE for form in (joined, joined.translate(READ_AS))):
        return True
    return _has_word(name, WORDS)


def _has_word(name: str, words: Set[str]) -> bool:
    return any(
        form in words
        for word in re.split(r"[._-]", name)
        for form in (word.strip("0123456789"), word.translate(READ_AS))
    )
