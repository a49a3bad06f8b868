"""The pure parts of the browser's JavaScript, tested in JavaScript, under Deno."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from tables import hand_names
from tables.engine.games import GAMES
from tables.engine.house_rules import HouseRules
from tables.engine.ranking import Ranking
from tables.live.pause import STREET_SECONDS
from tests.browser.felt import MY_TURN, hand, snapshot, table

ROOT = Path(__file__).parents[2]
DENO = Path(sys.prefix) / "bin" / "deno"
ENVIRONMENT = {"DENO_DIR": f"{sys.prefix}/deno", "DENO_NO_UPDATE_CHECK": "1"}
TESTS = Path(__file__).parent
FILES = [
    "table/state/amounts.test.js",
    pytest.param("table/state/bets.test.js", marks=pytest.mark.rule("PL-1", "RAKE-1", "PRE-1")),
    pytest.param("table/view/clock.test.js", marks=pytest.mark.rule("TIME-2")),
    pytest.param("table/state/hand_names.test.js", marks=pytest.mark.rule("CARD-2", "CARD-3")),
    "table/state/equity.test.js",
    "table/state/keys.test.js",
    "table/view/look.test.js",
    "many.test.js",
    "table/motion/reveal.test.js",
    "table/state/state.test.js",
    pytest.param("table/state/turn.test.js", marks=pytest.mark.rule("SHOW-2", "CASH-2", "FAST-1")),
]


@pytest.mark.today
@pytest.mark.parametrize("name", FILES)
def test_javascript(name: str, tmp_path: Path) -> None:
    felt = tmp_path / "felt.json"
    frames = {
        "my_turn": MY_TURN,
        "hand": hand(),
        "table": table(),
        "snapshot": snapshot(table()),
        "words": {language: _words(language) for language in ("en", "it")},
        "spots": [*_spots()] if "equity" in name else [],
    }
    felt.write_text(json.dumps(frames))
    done = subprocess.run(
        [
            *(DENO, "test", "--quiet", "--no-remote", "--no-check"),
            *("--allow-read", "--allow-env=FELT", TESTS / name),
        ],
        env={**os.environ, **ENVIRONMENT, "FELT": str(felt)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _words(language: str) -> dict[str, str]:
    with override(language):
        return {key: str(text) for key, text in hand_names.words()}


def _spots() -> Iterator[dict[str, Any]]:
    """Spots of every game with a board, and the parts that the engine finds on all boards."""
    dice = Random(8)
    for game in GAMES.values():
        if sum(street.board for street in game.streets) != 5:
            continue
        for players, lying in ((2, 3), (2, 4), (3, 4), (6, 4), (2, 5)):
            if lying == 3 and game.hole > 2 and game.code != "plo8":
                continue
            cards = dice.sample(game.deck(players), 52)
            hands = [cards[no * game.hole : (no + 1) * game.hole] for no in range(players)]
            board, left = cards[-lying:], cards[players * game.hole : -lying]
            runs = [*combinations(left, 5 - lying)]
            judges = game.judges(players, HouseRules())
            parts = [0.0] * players
            for run in runs:
                sides = [_best(judge, hands, [*board, *run]) for judge in judges]
                won = [side for side in sides if side]
                for side in won:
                    for no in side:
                        parts[no] += 1 / len(won) / len(side) / len(runs)
            yield {"hands": hands, "board": board, "rules": game.to_json(), "parts": parts}


def _best(judge: Ranking, hands: list[list[str]], board: list[str]) -> list[int]:
    strengths = [judge.strength("".join(hand), "".join(board)) for hand in hands]
    qualified = [strength for strength in strengths if strength]
    best = judge.champion(qualified) if qualified else None
    return [no for no, strength in enumerate(strengths) if strength == best]


def test_every_file_of_tests_is_run() -> None:
    named = {str(each.values[0]) if hasattr(each, "values") else each for each in FILES}
    assert named == {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.test.js")}


def test_pages_turn_a_street_in_the_time_that_the_room_gives_it() -> None:
    reveal = (ROOT / "static/js/table/motion/reveal.js").read_text()
    assert f"const STREET_MS = {STREET_SECONDS * 1000:g};" in reveal
