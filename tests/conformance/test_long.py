"""`make test-long` selects by a marker what asks ``longer`` for its size."""

from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_what_has_a_long_form_is_marked_so_and_nothing_else() -> None:
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text()
        if path != Path(__file__):
            assert ("profiles import longer" in text) == ("pytest.mark.long\n" in text), path
