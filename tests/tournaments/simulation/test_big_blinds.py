"""The big blind in whole events: nobody has it twice running, and it passes nobody."""

from typing import get_args

import pytest

from tables.engine import Button
from tests.bench import big_blinds
from tests.profiles import longer


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("BTN-3", "TRN-3")
@pytest.mark.parametrize("button", get_args(Button))
def test_with_latecomers_breaks_and_re_entries_the_big_blind_skips_nobody(button: Button) -> None:
    hands = longer(big_blinds.HANDS, short=500)
    counts = big_blinds.play(hands, button)
    print(button, dict(counts))
    assert counts["hands"] >= hands
    assert counts["re-entries"] > 0
    assert (counts["twice"], counts["passed"], counts["waits twice"]) == (0, 0, 0)
    assert (counts["waits"] > 0) == (button == "dead")
