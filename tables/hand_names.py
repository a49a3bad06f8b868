"""Hands and cards in words: "a pair of aces, queen kicker".

Scripts get the words from ``words``, and join them in ``static/js/table/state/hand_names.js``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.games import RANKINGS

RANKS: Final = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}
SEVERAL: Final = {
    "A": gettext_lazy("aces"),
    "K": gettext_lazy("kings"),
    "Q": gettext_lazy("queens"),
    "J": gettext_lazy("jacks"),
    "T": gettext_lazy("tens"),
    "9": gettext_lazy("nines"),
    "8": gettext_lazy("eights"),
    "7": gettext_lazy("sevens"),
    "6": gettext_lazy("sixes"),
    "5": gettext_lazy("fives"),
    "4": gettext_lazy("fours"),
    "3": gettext_lazy("threes"),
    "2": gettext_lazy("twos"),
}
# As joined to "of" in languages that contract the two.
OF_SEVERAL: Final = {
    "A": pgettext_lazy("of", "aces"),
    "K": pgettext_lazy("of", "kings"),
    "Q": pgettext_lazy("of", "queens"),
    "J": pgettext_lazy("of", "jacks"),
    "T": pgettext_lazy("of", "tens"),
    "9": pgettext_lazy("of", "nines"),
    "8": pgettext_lazy("of", "eights"),
    "7": pgettext_lazy("of", "sevens"),
    "6": pgettext_lazy("of", "sixes"),
    "5": pgettext_lazy("of", "fives"),
    "4": pgettext_lazy("of", "fours"),
    "3": pgettext_lazy("of", "threes"),
    "2": pgettext_lazy("of", "twos"),
}
HIGH: Final = {
    "A": gettext_lazy("ace high"),
    "K": gettext_lazy("king high"),
    "Q": gettext_lazy("queen high"),
    "J": gettext_lazy("jack high"),
    "T": gettext_lazy("ten high"),
    "9": gettext_lazy("nine high"),
    "8": gettext_lazy("eight high"),
    "7": gettext_lazy("seven high"),
    "6": gettext_lazy("six high"),
    "5": gettext_lazy("five high"),
    "4": gettext_lazy("four high"),
    "3": gettext_lazy("three high"),
    "2": gettext_lazy("two high"),
}
SUITS: Final = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}
CARD = gettext_lazy("{rank} of {suit}")
HIDDEN_CARD = gettext_lazy("Face-down card")
# Sentences of hands and their ranks: {first} and {second} are "kings" and "tens", {of_first} the
# same after "of", {high} is "king high", {rank} "king".
HANDS: Final = {
    "high_card": gettext_lazy("{rank} high"),
    "pair": gettext_lazy("a pair of {of_first}"),
    "two_pair": gettext_lazy("two pair, {first} and {second}"),
    "three_of_a_kind": gettext_lazy("three of a kind, {of_first}"),
    "straight": gettext_lazy("a straight, {high}"),
    "flush": gettext_lazy("a flush, {high}"),
    "full_house": gettext_lazy("a full house, {of_first} full of {second}"),
    "four_of_a_kind": gettext_lazy("four of a kind, {of_first}"),
    "minimum_straight_flush": gettext_lazy("a minimum straight flush, {high}"),
    "straight_flush": gettext_lazy("a straight flush, {high}"),
    "royal_flush": gettext_lazy("a royal flush"),
}
# Names for little room, of hands that have a shorter one.
BRIEF: Final = {
    "two_pair": pgettext_lazy("in little room", "Two pair"),
    "three_of_a_kind": pgettext_lazy("in little room", "Trips"),
    "four_of_a_kind": pgettext_lazy("in little room", "Quads"),
    "straight_flush": pgettext_lazy("in little room", "Str. flush"),
    "minimum_straight_flush": pgettext_lazy("in little room", "Min. str. flush"),
}
KICKER = gettext_lazy("{hand}, {rank} kicker")
KICKER_BRIEF = gettext_lazy("{rank} kicker")
BY_SUIT = gettext_lazy("{hand}, decided by {suit}")
AND = gettext_lazy("{names} and {last}")
# Places of the ranks that name a hand among its cards; the first one for other hands.
_NAMING: Final = {"two_pair": (0, 2), "full_house": (0, 3)}
_LOWS: Final = frozenset({"five_low", "six_low", "seven_low", "eight_low"})


def whole(ranking: str, cards: Sequence[str], kicker: str = "") -> str:
    """Return the name of a hand with its ranks, and the card or suit that decided; without its
    cards, as for hands of earlier releases, its kind alone."""
    if not cards:
        return str(RANKINGS[ranking]).lower()
    ranks = [card[0] for card in cards]
    if ranking in _LOWS:
        return "-".join("10" if rank == "T" else rank for rank in ranks)
    first, second = (ranks[place] for place in _NAMING.get(ranking, (0, 0)))
    hand = str(HANDS[ranking]).format(
        rank=RANKS[first],
        first=SEVERAL[first],
        of_first=OF_SEVERAL[first],
        second=SEVERAL[second],
        high=HIGH[first],
    )
    if kicker in SUITS:
        return str(BY_SUIT).format(hand=hand, suit=SUITS[kicker])
    return str(KICKER).format(hand=hand, rank=RANKS[kicker]) if kicker else hand


def joined(names: Sequence[str]) -> str:
    """Join names as in a sentence: "ada, bice and carla"."""
    *others, last = names
    return str(AND).format(names=", ".join(others), last=last) if others else last


def card_words() -> Iterator[tuple[str, Promise]]:
    """Yield each word for a card by its key, for scripts."""
    yield "card", CARD
    yield "card_hidden", HIDDEN_CARD
    yield from ((f"rank_{key}", text) for key, text in RANKS.items())
    yield from ((f"suit_{key}", text) for key, text in SUITS.items())


def words() -> Iterator[tuple[str, Promise]]:
    """Yield each word and sentence here by its key, for scripts."""
    yield from card_words()
    parts: dict[str, Mapping[str, Promise]] = {
        "several": SEVERAL,
        "of_several": OF_SEVERAL,
        "high": HIGH,
        "hand": HANDS,
        "ranking": RANKINGS,
        "brief": BRIEF,
    }
    for part, texts in parts.items():
        yield from ((f"{part}_{key}", text) for key, text in texts.items())
    sentences = {"kicker": KICKER, "kicker_brief": KICKER_BRIEF, "by_suit": BY_SUIT, "and": AND}
    yield from sentences.items()
