"""Random hands beside PokerKit: those that were recorded, and some of them live.

``MONTEPREMI_HANDS`` sets how many hands of each game are played live (10; 300 in the long run).
"""

import os
from collections import Counter

import pytest

from tables.engine import FLOP_GAMES
from tests.harness.long_forms import longer
from tests.tables.engine.recording import HANDS, RecordedHand, agrees, dice, recorded
from tests.tables.engine.versus import Verdict, compare

ANYWHERE = {
    Verdict.SAME,
    Verdict.SHORT_BIG_BLIND,
    Verdict.REOPENING,
    Verdict.IDLE_CHECK,
    Verdict.ODD_CHIPS,
}
FIXED_LIMIT = {Verdict.FIXED_CAP, Verdict.FIXED_ALL_IN}


def wanted(game: str) -> set[Verdict]:
    """The differences that the rulebook asks for in this game."""
    rules = FLOP_GAMES[game]
    split = {Verdict.SIDE_LOW} if len(rules.contests) > 1 else set()
    return ANYWHERE | split | (FIXED_LIMIT if rules.limit.fixed else set())


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("HOLD-1", "OMA-1", "OMA-2", "NL-1", "PL-1", "FL-1", "ACT-2", "POT-1")
@pytest.mark.parametrize("game", HANDS)
def test_the_engine_answers_as_pokerkit_did(game: str) -> None:
    """In one recorded hand of five, or in every one; where the two differ always."""
    lines = recorded(game)
    assert len(lines) == HANDS[game]
    asked = [
        (no, line)
        for no, line in enumerate(lines)
        if no % longer(1, short=5) == 0 or line.verdict is not Verdict.SAME
    ]
    assert [no for no, line in asked if not agrees(game, no, line)] == []


@pytest.mark.rule("ACT-3", "BLIND-3", "FL-1", "FL-2", "POT-2", "OMA-2")
@pytest.mark.parametrize("game", HANDS)
def test_every_difference_from_pokerkit_is_one_that_the_rulebook_wants(game: str) -> None:
    verdicts = Counter(line.verdict for line in recorded(game))
    print(game, {verdict.name: count for verdict, count in verdicts.most_common()})
    assert set(verdicts) <= wanted(game)
    assert verdicts[Verdict.SAME] > HANDS[game] // 4


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("game", HANDS)
def test_pokerkit_answers_as_recorded(game: str) -> None:
    """Played live: hands spread over the recording, or all of it and more."""
    lines = recorded(game)
    live = int(os.environ.get("MONTEPREMI_HANDS") or longer(300, short=10))
    numbers = range(0, len(lines), len(lines) // live) if len(lines) > live else range(live)
    for number in numbers:
        found = compare(dice(number), game)
        assert found.verdict in wanted(game), f"hand {number}: {found.parted}"
        assert number >= len(lines) or RecordedHand.of(found) == lines[number], f"hand {number}"
