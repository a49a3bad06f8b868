"""A file format of hands; each is one module, and ``registry`` lists them."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core.refusal import Refusal
from tables.games import name_of
from tables.history.formats.transcript import FormatReading
from tables.history.told_hand import ToldHand
from tables.refusals import TableCode


class HandFormat(NamedTuple):
    """A format of hands, as one reader may know them.

    ``write`` returns a hand, and refuses NOT_IN_FORMAT (``format``, ``what``) where the format
    cannot express it. A file of several hands has ``suffix_of_many``; there ``section`` makes a
    hand's part from its text and its number from 1, and ``comment`` a remark, "" where the format
    has none.
    """

    name: str | Promise
    media_type: str
    suffix: str
    suffix_of_many: str
    write: Callable[[ToldHand], str]
    section: Callable[[str, int], str]
    comment: Callable[[str], str]
    reading: FormatReading | None = None


def lacks(format_name: str, what: str) -> Refusal:
    """Return the refusal of a format that cannot express this."""
    return Refusal(TableCode.NOT_IN_FORMAT, format=format_name, what=what)


def lacks_game(format_name: str, game: str) -> Refusal:
    return lacks(format_name, name_of(game))


def lacks_double_blind(format_name: str) -> Refusal:
    return lacks(format_name, _("two blinds of one player"))


def no_comment(text: str) -> str:
    return ""
