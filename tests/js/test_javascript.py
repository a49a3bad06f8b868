"""The pure parts of the browser's JavaScript, tested in JavaScript, under Deno."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils.translation import override

from tables import hand_names
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


def test_every_file_of_tests_is_run() -> None:
    named = {str(each.values[0]) if hasattr(each, "values") else each for each in FILES}
    assert named == {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.test.js")}


def test_pages_turn_a_street_in_the_time_that_the_room_gives_it() -> None:
    reveal = (ROOT / "static/js/table/motion/reveal.js").read_text()
    assert f"const STREET_MS = {STREET_SECONDS * 1000:g};" in reveal
