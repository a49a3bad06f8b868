"""The ten ranks in pictures (CARD-2): a hand for each, the best first."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.games import RANKINGS


class Rank(NamedTuple):
    """``code`` is the engine's name of the rank that the ``cards`` make."""

    code: str
    cards: Sequence[str]
    says: str | Promise

    @property
    def name(self) -> str | Promise:
        """The name in the reader's language."""
        return RANKINGS[self.code]


def _rank(code: str, cards: str, says: str | Promise) -> Rank:
    return Rank(code, cards.split(), says)


RANKS: Final = (
    _rank("royal_flush", "As Ks Qs Js Ts", _("ten to ace, of one suit")),
    _rank("straight_flush", "9h 8h 7h 6h 5h", _("five in a row, of one suit")),
    _rank("four_of_a_kind", "Qs Qh Qd Qc 7d", _("four of one rank")),
    _rank("full_house", "Ts Th Td 6c 6h", _("three of one rank and two of another")),
    _rank("flush", "Kd Jd 8d 6d 3d", _("five of one suit")),
    _rank("straight", "8s 7d 6c 5h 4s", _("five in a row; the ace also goes below the two")),
    _rank("three_of_a_kind", "7s 7h 7d Kc 2h", _("three of one rank")),
    _rank("two_pair", "Js Jh 4d 4c As", _("two of one rank, and two of another")),
    _rank("pair", "9s 9d Ac Jh 5s", _("two of one rank")),
    _rank("high_card", "Ah Qd 9s 6c 3d", _("none of these: the highest card counts")),
)
