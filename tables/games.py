"""What players call the games that a table can play."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.engine import GAMES, MIXES

NAMES = {
    "nlhe": _("No limit hold'em"),
    "plhe": _("Pot limit hold'em"),
    "flhe": _("Fixed limit hold'em"),
    "mixed_holdem": _("Mixed hold'em"),
    "nlo": _("No limit Omaha"),
    "plo": _("Pot limit Omaha"),
    "flo": _("Fixed limit Omaha"),
    "nlo8": _("No limit Omaha hi/lo"),
    "plo8": _("Pot limit Omaha hi/lo"),
    "flo8": _("Fixed limit Omaha hi/lo"),
    "italian": _("Italian draw poker"),
}


def choices() -> list[tuple[str, Promise]]:
    """For forms and fields; a migration remembers the function, not today's list."""
    return list(NAMES.items())


def carries(code: str) -> bool:
    """Whether a hand may leave its pot to the next one at the same table."""
    return any(GAMES[game].draws for game in MIXES.get(code, (code,)))


def most_seats(code: str) -> int:
    """How many may sit at a table of this game or mix."""
    return min(GAMES[game].most_seats for game in MIXES.get(code, (code,)))
