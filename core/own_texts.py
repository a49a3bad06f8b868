"""Texts that the room writes into its records itself: stored in English, told in the reader's
language."""

import re
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

REMOVED_BY_HOST: Final = _("The host has removed this player.")
CHANGED_BY_HOST: Final = _("The host has changed the game.")
REMOVED_BY_CLUB: Final = _("The club has removed this player.")
UNDONE_BY_HOST: Final = _("The host has undone it.")

_SENTENCES: Final = frozenset({REMOVED_BY_HOST, CHANGED_BY_HOST, REMOVED_BY_CLUB, UNDONE_BY_HOST})
# A home game, or a table of one.
_HOME_GAME: Final = re.compile(r"Home game (\d+)(?= ·|$)")


def home_game(number: int) -> str:
    """Return the name of a home game as it is stored."""
    return f"Home game {number}"


def own_text(stored: str) -> str:
    """Return a stored text in the active language; texts that people typed are returned as is."""
    if stored in _SENTENCES:
        return gettext(stored)
    if home := _HOME_GAME.match(stored):
        name = gettext("Home game %(number)s") % {"number": home[1]}
        return name + stored[home.end() :]
    return stored
