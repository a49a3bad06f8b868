"""Random hands beside PokerKit. ``MONTEPREMI_HANDS`` sets how many of no limit (default 200)."""

import os
from collections import Counter

import pytest

from tests.tables.engine.versus import Verdict, verdicts

HANDS = int(os.environ.get("MONTEPREMI_HANDS", "200"))

WANTED = {
    "nlhe": {Verdict.SHORT_BIG_BLIND, Verdict.REOPENING, Verdict.IDLE_CHECK, Verdict.ODD_CHIPS},
}
WANTED["plo"] = WANTED["nlhe"]
WANTED["plo8"] = WANTED["nlhe"] | {Verdict.SIDE_LOW}
WANTED["flhe"] = WANTED["nlhe"] | {Verdict.FIXED_CAP, Verdict.FIXED_ALL_IN}


@pytest.mark.rule("NL-1", "PL-1", "FL-1", "ACT-2", "POT-1", "OMA-2")
@pytest.mark.parametrize(
    ("game", "hands"),
    [("nlhe", HANDS), ("plo", HANDS // 4), ("plo8", HANDS // 4), ("flhe", HANDS // 4)],
)
def test_every_difference_from_pokerkit_is_one_that_the_rulebook_wants(
    game: str, hands: int
) -> None:
    counts: Counter[Verdict] = Counter()
    unexplained = []
    for number, verdict, parted in verdicts(game, seed=2026, hands=hands):
        counts[verdict] += 1
        if verdict not in {Verdict.SAME, *WANTED[game]}:
            unexplained.append((number, verdict.name, parted))
    print(game, {verdict.name: count for verdict, count in counts.most_common()})
    assert unexplained == []
    assert counts[Verdict.SAME] > hands // 4
