"""The value of a table's row: what is stored is what is read."""

from dataclasses import asdict, replace
from typing import Any, get_args

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.types import Cents, Chips, UserId
from tables.live.state import Sitter, StayState
from tables.wire.frame_types import Rests

MOMENTS = st.none() | st.just("2026-11-20T20:00:00+00:00")
STAYS = st.builds(
    StayState,
    id=st.integers(1, 2**40),
    top_up=st.none() | st.tuples(st.integers(1, 2**40).map(Cents), st.text(min_size=1)).map(list),
    out_since=MOMENTS,
    out_until=MOMENTS,
    rests=st.sampled_from(get_args(Rests)),
)


def stored(sitter: Sitter) -> Any:
    return orjson.loads(orjson.dumps(sitter.to_json()))


@given(stay=STAYS | st.none(), away=st.booleans(), price=st.integers(0, 9))
def test_a_sitter_is_read_as_they_were_stored(
    stay: StayState | None, away: bool, price: int
) -> None:
    sitter = Sitter(UserId(7), "Ada", Chips(900), 30_000, away, stay, price)
    assert Sitter.from_json(stored(sitter)) == sitter


@pytest.mark.parametrize("name", [name for name in asdict(StayState(1)) if name != "id"])
def test_every_choice_that_is_no_newcomers_is_stored(name: str) -> None:
    usual = getattr(StayState(1), name)
    chosen: Any = not usual if isinstance(usual, bool) else "another"
    stay = replace(StayState(1), **{name: chosen})
    assert stay.to_json() == {"id": 1, name: chosen}


def test_what_a_row_leaves_out_is_read_for_ever_as_it_was_meant() -> None:
    """A default that changed would change what stored rows say; one may be added."""
    assert asdict(StayState(1)) == {
        "id": 1,
        "owes": True,
        "dead": False,
        "posts": False,
        "straddles": False,
        "leaving": False,
        "top_up": None,
        "out_since": None,
        "out_hand": 0,
        "out_until": None,
        "out_last": None,
        "in_pot": 0,
        "tops_up": False,
        "rebuys": False,
        "rebuy": 0,
        "rests": "",
        "posts_always": False,
    }


def test_a_stay_that_says_everything_is_read_as_before() -> None:
    """As rows have it that were written before only what differs was stored."""
    stay = StayState(3, owes=False, posts=True, rebuy=Cents(5000))
    row = [7, "Ada", 900, 30_000, False, asdict(stay), 0]
    assert Sitter.from_json(orjson.loads(orjson.dumps(row))).stay == stay
