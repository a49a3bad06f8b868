"""Rules for the names of clubs (CLUB-1), without a database."""

import re
from typing import Final
from unicodedata import combining, normalize

from core.refusal import Refusal
from players.profile.names import READ_AS
from tournaments.clubs.models import LONGEST_NAME
from tournaments.clubs.refusals import ClubCode

LEAST: Final = 3
# Letters and digits, with single marks and spaces between them.
_SHAPE: Final = re.compile(r"[^\W_]+(?:(?: [&-] |[ .'&-]|\. )[^\W_]+)*\.?")
# Latin letters that do not decompose.
_FOLDED: Final = str.maketrans(
    dict(zip("øđðħłı", "oddhli", strict=True)) | {"æ": "ae", "œ": "oe", "þ": "th"}
)
# Names that speak for the room: anywhere, or as a word.
_ANYWHERE: Final = ("admin", "montepremi", "moderator")
_WORDS: Final = frozenset(("staff", "official", "ufficiale", "moderazione", "security"))
# Parts of addresses that stand where a club's does.
_ADDRESSES: Final = frozenset(("new", "join", "calendar", "pictures"))


def clean(typed: str) -> str:
    """Return a typed name in its one form: full-width letters as plain ones, single spaces."""
    return " ".join(normalize("NFKC", typed).split())


def slug(cleaned: str) -> str:
    """Return the part of the address: plain letters and digits, and hyphens between them."""
    return re.sub(r"[^a-z0-9]+", "-", _folded(cleaned)).strip("-")


def skeleton(cleaned: str) -> str:
    """Return a name as the eye reads it: two clubs whose skeletons are the same look alike."""
    letters = re.sub(r"[^a-z0-9]", "", _folded(cleaned)).translate(READ_AS)
    return letters.replace("l", "i").replace("rn", "m").replace("vv", "w")


def check(cleaned: str, *, room: str) -> None:
    """Refuse CLUB_NAME_LENGTH, CLUB_NAME_LETTERS, CLUB_NAME_OFFICIAL, CLUB_NAME_TAKEN; ``room`` is
    the room's own name."""
    address = slug(cleaned)
    # Some letters are two in the address, as æ and ß.
    if len(cleaned) < LEAST or max(len(cleaned), len(address)) > LONGEST_NAME:
        raise Refusal(ClubCode.CLUB_NAME_LENGTH, least=LEAST, most=LONGEST_NAME)
    plain = all(_is_plain(char) for char in cleaned) and _SHAPE.fullmatch(cleaned)
    if not plain or not re.search("[a-z].*[a-z0-9]|[0-9].*[a-z]", address):
        raise Refusal(ClubCode.CLUB_NAME_LETTERS)
    if address in _ADDRESSES:
        raise Refusal(ClubCode.CLUB_NAME_TAKEN)
    read = skeleton(cleaned)
    of_the_room = skeleton(clean(room))
    anywhere = [*map(skeleton, _ANYWHERE), *([of_the_room] if len(of_the_room) > LEAST else [])]
    if any(word in read for word in anywhere) or _WORDS & set(address.split("-")):
        raise Refusal(ClubCode.CLUB_NAME_OFFICIAL)


def _is_plain(char: str) -> bool:
    """Return whether a character is a mark, or read as plain letters and digits: ``skeleton`` tells
    names apart by these alone."""
    return char in " .'&-" or re.fullmatch("[a-z0-9]+", _folded(char)) is not None


def _folded(cleaned: str) -> str:
    letters = normalize("NFKD", cleaned.casefold().translate(_FOLDED))
    return "".join(char for char in letters if not combining(char))
