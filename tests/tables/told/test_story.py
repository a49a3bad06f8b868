"""A hand in sentences."""

import random
import re
from typing import Any

import pytest
from django.utils.translation import override

from tables import engine
from tables.engine.cards import FRENCH
from tables.told import story
from tests.tables.engine.wandering import wander

NAMES = {1: "anna", 2: "bruno", 3: "carla"}


def told(*actions: tuple[int, str, int | None], stacks: dict[int, int]) -> list[story.Chapter]:
    """The story of a hand with blinds 10/20 and the button on seat 1, as anna knows it."""
    seats = sorted(stacks)
    small, big = (1, 2) if len(seats) == 2 else (2, 3)
    step = engine.start(
        stakes=engine.Stakes(10, 20, ante=2),
        positions=engine.Positions(1, small, big),
        stacks=stacks,
        deck=FRENCH,
    )
    log: list[Any] = [*step.events]
    for seat, kind, to in actions:
        step = engine.apply(step.hand, seat, engine.Action(kind, to))
        log += step.events
    return story.tell(log, names=NAMES, seat=1)


def sentences(chapters: list[story.Chapter]) -> list[str]:
    return [line.text for chapter in chapters for line in chapter.lines]


def test_a_hand_is_told_street_by_street() -> None:
    chapters = told(
        (1, "raise", 60), (2, "fold", None), (3, "call", None), (3, "check", None),
        (1, "bet", 100), (3, "fold", None), stacks={1: 1000, 2: 1000, 3: 1000},
    )  # fmt: skip
    assert [(chapter.title, chapter.pot, len(chapter.cards)) for chapter in chapters] == [
        ("Before the flop", "", 0),
        ("Flop", "136", 3),
        ("Result", "136", 0),
    ]
    assert sentences(chapters) == [
        "bruno posts the ante, 2",
        "carla posts the ante, 2",
        "anna posts the ante, 2",
        "bruno posts the small blind, 10",
        "carla posts the big blind, 20",
        "anna raises to 60",
        "bruno folds",
        "carla calls 40",
        "carla checks",
        "anna bets 100",
        "carla folds",
        "100 goes back to anna",
        "anna wins 136",
    ]


def test_an_all_in_and_a_showdown_name_the_hands() -> None:
    chapters = told((1, "all_in", None), (2, "call", None), stacks={1: 500, 2: 300})
    assert "anna raises to 498 and is all-in" in sentences(chapters)
    assert "200 goes back to anna" in sentences(chapters)
    titles = [chapter.title for chapter in chapters]
    assert titles == ["Before the flop", "All-in", "Flop", "Turn", "River", "Result"]
    shows = [line for chapter in chapters for line in chapter.lines if line.cards]
    assert {line.seat for line in shows} >= {1, 2}
    assert any(re.match(r"\w+ wins \d+: [A-Z]", text) for text in sentences(chapters))


@pytest.mark.parametrize("game", engine.GAMES)
def test_hands_of_every_game_are_told_with_a_name_for_each_street_and_hand(game: str) -> None:
    for seed in range(10):
        steps = wander(random.Random(seed), game=engine.GAMES[game])
        chapters = story.tell(
            [event for step in steps for event in step.events],
            names={seat: f"player{seat}" for seat in range(1, 11)},
            seat=None,
        )
        assert all(chapter.title for chapter in chapters)
        assert not [text for text in sentences(chapters) if text.startswith(" ") or "  " in text]
        assert not [text for text in sentences(chapters) if text.endswith((" ", ":"))]


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_ranking_and_sentence_fits_its_event(language: str) -> None:
    with override(language):
        for template in story.SENTENCES.values():
            assert str(template).format(
                name="anna", amount="10", ranking="x", count=3, openers="kings"
            )
