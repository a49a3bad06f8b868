"""Names of the games that a table can play."""

from dataclasses import replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.engine import GAMES, MIXES, USUAL, HouseRules

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

# Names of hands, by the engine's codes.
RANKINGS = {
    "high_card": _("High card"),
    "pair": _("Pair"),
    "two_pair": _("Two pair"),
    "three_of_a_kind": _("Three of a kind"),
    "straight": _("Straight"),
    "flush": _("Flush"),
    "full_house": _("Full house"),
    "four_of_a_kind": _("Four of a kind"),
    "straight_flush": _("Straight flush"),
    "royal_flush": _("Royal flush"),
    "minimum_straight_flush": _("Minimum straight flush"),
    "five_low": _("Five low"),
    "six_low": _("Six low"),
    "seven_low": _("Seven low"),
    "eight_low": _("Eight low"),
}

# The rule by which each game is played.
RULES = {
    **dict.fromkeys(("nlhe", "plhe", "flhe"), "HOLD-1"),
    "mixed_holdem": "MIX-1",
    **dict.fromkeys(("nlo", "plo", "flo"), "OMA-1"),
    **dict.fromkeys(("nlo8", "plo8", "flo8"), "OMA-2"),
    "italian": "DRAW-1",
}

TEXAS: Final = GAMES["nlhe"]

LIMIT_RULES = ("cap_heads_up", "limit_all_in")
DRAW_RULES = ("allow_four_flush", "flush_over_full", "suits", "straight_flushes")


def choices() -> list[tuple[str, Promise]]:
    """Return choices for forms and fields; a migration remembers the function, not today's list."""
    return list(NAMES.items())


def name_of(code: str) -> str:
    """Return the name of a game in the active language."""
    return str(NAMES.get(code, code))


def carries(code: str) -> bool:
    """Return whether a hand may leave its pot to the next one at the same table."""
    return any(GAMES[game].changes_cards for game in MIXES.get(code, (code,)))


def has_blinds(code: str) -> bool:
    """Return whether the game or mix is played with blinds; in others all players ante."""
    return all(GAMES[game].blinds for game in MIXES.get(code, (code,)))


def has_fixed_limit(code: str) -> bool:
    """Return whether bets of the game, or of a part of the mix, have one size (FL-1)."""
    return any(GAMES[game].limit.fixed for game in MIXES.get(code, (code,)))


def plays_fixed_limit(code: str) -> bool:
    """Return whether every bet of the game, or of all parts of the mix, has one size (FL-1)."""
    return all(GAMES[game].limit.fixed for game in MIXES.get(code, (code,)))


def is_holdem(code: str) -> bool:
    """Return whether the game or mix is Texas hold'em, at any limit (HOLD-1)."""
    played = [GAMES[game] for game in MIXES.get(code, (code,))]
    return all(replace(game, code=TEXAS.code, limit=TEXAS.limit) == TEXAS for game in played)


def most_seats(code: str) -> int:
    """Return the most seats of a table of this game or mix."""
    return min(GAMES[game].most_seats for game in MIXES.get(code, (code,)))


def unused_house_rules(code: str, house: HouseRules) -> list[str]:
    """The settings that differ from the usual ones and have no effect in this game or mix."""
    used = house_rules(code)
    if house.odd_chips == "next_bb" and not has_blinds(code):
        used.remove("odd_chips")
    return [name for name in house.differing(USUAL) if name not in used]


def house_rules(code: str) -> list[str]:
    """The settings that have an effect in this game or mix."""
    played = [GAMES[game] for game in MIXES.get(code, (code,))]
    means_something = {
        "button": all(game.blinds for game in played),
        "short_all_ins": True,
        **dict.fromkeys(LIMIT_RULES, any(game.limit.fixed for game in played)),
        "odd_chips": True,
        "pot_raise": any(game.limit.pot for game in played),
        **dict.fromkeys(DRAW_RULES, carries(code)),
    }
    return [name for name, used in means_something.items() if used]
