"""Classes of hole cards and their ranges (FIND-1)."""

import pytest

from tables.engine.cards import FRENCH
from tables.rules.starting_hands import UnknownRange, class_of, in_range


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        (["As", "Ks"], "AKs"),
        (["Kd", "Ac"], "AKo"),
        (["9h", "9c"], "99"),
        (["2c", "Td"], "T2o"),
        (["As", "Ks", "Qs", "Js"], ""),
    ],
)
def test_a_class_names_ranks_and_suits(cards: list[str], named: str) -> None:
    assert class_of(cards) == named


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("AKs", {"AKs"}),
        ("ka", {"AKs", "AKo"}),
        ("QQ+", {"QQ", "KK", "AA"}),
        ("AA+", {"AA"}),
        ("ATs+", {"ATs", "AJs", "AQs", "AKs"}),
        ("jto+", {"JTo"}),
        ("22, AKs; 98o", {"22", "AKs", "98o"}),
        ("", set()),
    ],
)
def test_a_range_names_classes(text: str, classes: set[str]) -> None:
    assert in_range(text) == classes


@pytest.mark.parametrize("text", ["AX", "QQs", "AK++", "A", "10Ts", "<b>"])
def test_another_text_is_no_range(text: str) -> None:
    with pytest.raises(UnknownRange):
        in_range(text)


def test_all_pairs_of_cards_fall_into_169_classes() -> None:
    assert len({class_of([one, two]) for one in FRENCH for two in FRENCH if one != two}) == 169
