"""Classes of two hole cards, such as AKs, 98o and QQ, and ranges of them, such as QQ+ or ATs+."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tables.engine.cards import RANKS

_ITEM: Final = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+?)", re.IGNORECASE)


class UnknownRange(ValueError):
    """A text that is no range of starting hands; its argument is the part that is not."""


def class_of(cards: Sequence[str]) -> str:
    """Return the class of two cards; "" for any other number of cards."""
    if len(cards) != 2:
        return ""
    high, low = sorted(cards, key=lambda card: RANKS.index(card[0]), reverse=True)
    if high[0] == low[0]:
        return high[0] + low[0]
    return high[0] + low[0] + ("s" if high[1] == low[1] else "o")


def in_range(text: str) -> frozenset[str]:
    """Return the classes of a range: classes with or without "+", separated by commas or spaces.

    AK is AKs and AKo; QQ+ is every pair from queens up, ATs+ are ATs to AKs. UnknownRange.
    """
    return frozenset(
        one for item in re.split(r"[\s,;]+", text.strip()) if item for one in _of_item(item)
    )


def _of_item(item: str) -> Iterator[str]:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise UnknownRange(item)
    one, other, suits, plus = match.groups()
    low, high = sorted((RANKS.index(one.upper()), RANKS.index(other.upper())))
    suits = suits.lower()
    if low == high:
        if suits:
            raise UnknownRange(item)
        top = len(RANKS) if plus else high + 1
        yield from (RANKS[rank] * 2 for rank in range(high, top))
        return
    for rank in range(low, high if plus else low + 1):
        yield from (RANKS[high] + RANKS[rank] + kind for kind in (suits or "so"))
