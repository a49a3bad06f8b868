"""Events in tests are played with the same cards and at the same hour: what fails, fails again."""

from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
import time_machine

from tables.live import shuffle
from tests.harness import worlds
from tests.tables.chance import Repeatable
from tests.tournaments.events import START


@pytest.fixture(autouse=True)
def _the_same_cards_again(request: pytest.FixtureRequest) -> Iterator[None]:
    with patch.object(shuffle, "secrets", Repeatable(worlds.seed(request.node.name))):
        yield


@pytest.fixture(autouse=True)
def _the_same_hour_again() -> Iterator[None]:
    """Every test begins at START, whatever the day: pages and tasks read the clock themselves."""
    with time_machine.travel(START):
        yield


@pytest.fixture
def afterwards() -> Iterator[None]:
    """Pages are read on the next day: the clock of a test that plays an event is its own."""
    with time_machine.travel(START + timedelta(days=1)):
        yield
