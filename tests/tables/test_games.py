"""Any game of the engine at a live table."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from tables import engine, games
from tables.engine.games import OMAHA, POT_LIMIT
from tables.models import Hand, Table
from tests.tables.rooms import Room

OpenRoom = Callable[..., Room]


def of_game(room: Room, game: str) -> Room:
    Table.objects.filter(pk=room.table_id).update(game=game)
    return room


def test_every_game_and_mix_has_a_name_in_both_languages() -> None:
    assert games.NAMES.keys() == engine.GAMES.keys() | engine.MIXES.keys()
    for language in ("en", "it"):
        with override(language):
            assert len({str(name) for name in games.NAMES.values()}) == len(games.NAMES)


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_table_plays_its_game(room: OpenRoom, game: str) -> None:
    opened, dice = of_game(room(500, 800, 1000), game), Random(3)
    for _ in range(3):
        if opened.deal() is None:
            break
        dealt = opened.snapshot(opened.mover)
        assert dealt["table"]["game"] == dealt["table"]["hand"]["game"] == game
        assert len(dealt["you"]["cards"]) == engine.GAMES[game].streets[0].hole
        opened.play_on(dice)


@pytest.mark.rule("MIX-1")
@pytest.mark.parametrize("players", [2, 3])
def test_a_mixed_game_changes_when_the_big_blind_passes_the_last_seat(
    room: OpenRoom, players: int
) -> None:
    opened = of_game(room(*[1000] * players), "mixed_holdem")
    seen = []
    for _ in range(4 * players):
        opened.deal()
        assert opened.table.positions is not None
        seen.append((opened.table.positions.big_blind, Hand.objects.latest("pk").game))
        opened.fold_out()
    first = next(place for place, (big_blind, _) in enumerate(seen) if big_blind == 1)
    orbits = [game for _, game in seen[first:]][: 3 * players]
    assert orbits == [
        game
        for orbit in range(3)
        for game in [engine.game_of_orbit("mixed_holdem", orbit + (first > 0))] * players
    ]
    assert opened.snapshot()["table"]["game"] == "mixed_holdem"


@pytest.mark.rule("HOLD-1")
@pytest.mark.parametrize(
    ("facts", "is_one"),
    [({"limit": POT_LIMIT}, True), ({"lowest": "6"}, False), ({"streets": OMAHA}, False)],
)
def test_what_is_texas_holdem_is_read_from_the_facts_of_a_game(
    monkeypatch: pytest.MonkeyPatch, facts: dict[str, Any], is_one: bool
) -> None:
    monkeypatch.setitem(engine.GAMES, "new", replace(engine.GAMES["nlhe"], code="new", **facts))
    assert games.is_holdem("new") is is_one
