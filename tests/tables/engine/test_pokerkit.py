"""Random no-limit hands beside PokerKit. ``MONTEPREMI_HANDS`` sets how many (default 300)."""

import os
from collections import Counter

import pytest

from tests.tables.engine.versus import Verdict, verdicts

HANDS = int(os.environ.get("MONTEPREMI_HANDS", "300"))


@pytest.mark.rule("NL-1", "ACT-1", "ACT-2", "POT-1")
def test_every_difference_from_pokerkit_is_one_of_those_we_want() -> None:
    counts: Counter[Verdict] = Counter()
    unexplained = []
    for number, verdict, parted in verdicts(seed=2026, hands=HANDS):
        counts[verdict] += 1
        if verdict is Verdict.UNEXPLAINED:
            unexplained.append((number, parted))
    print({verdict.name: count for verdict, count in counts.items()})
    assert unexplained == []
    assert counts[Verdict.SAME] > HANDS * 0.8
