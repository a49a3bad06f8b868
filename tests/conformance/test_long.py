"""`make test-long` selects by a marker what asks for its size."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
ASKS = re.compile(r"long_forms import .*\b(asked|longer)\b|sampling import sampled")


def test_what_has_a_long_form_is_marked_so_and_nothing_else() -> None:
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text()
        if path != Path(__file__):
            assert bool(ASKS.search(text)) == ("pytest.mark.long\n" in text), path
