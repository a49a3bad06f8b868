"""A hand that lost unseen is written down as mucked: a showing without cards."""

import pytest

from tables import engine
from tests.tables.engine.scenes import check_down, deal


@pytest.mark.rule("SHOW-2")
def test_who_mucks_shows_no_cards_in_the_record() -> None:
    hole = {1: "AsAd", 2: "7h2c"}
    begun = deal(1000, 1000, hole=hole, board="Kh8s3cQh5d")
    told = engine.to_phh([*begun.events, *check_down(begun.hand).events])
    assert "'p2 sm AsAd', 'p1 sm'" in told or "'p1 sm AsAd', 'p2 sm'" in told
