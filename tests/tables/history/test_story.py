"""A hand in sentences."""

import random
import re
from typing import Any

import pytest
from django.utils.translation import override

from tables import engine
from tables.engine.cards import FRENCH
from tables.history import story
from tests.tables.engine.scenes import check_down, deal
from tests.tables.engine.wandering import wander

NAMES = {1: "anna", 2: "bruno", 3: "carla"}


def told(*actions: tuple[int, str, int | None], stacks: dict[int, int]) -> list[story.StreetStory]:
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


def sentences(chapters: list[story.StreetStory]) -> list[str]:
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


def test_a_big_blind_that_nobody_calls_after_a_dead_small_blind_wins_nothing() -> None:
    step = engine.start(
        stakes=engine.Stakes(10, 20),
        positions=engine.Positions(1, 2, 3),
        stacks={1: 1000, 3: 1000, 4: 1000},
        deck=FRENCH,
    )
    folded = engine.apply(step.hand, 4, engine.Action("fold"))
    last = engine.apply(folded.hand, 1, engine.Action("fold"))
    log = [*step.events, *folded.events, *last.events]
    names = {**NAMES, 4: "dino"}
    assert sentences(story.tell(log, names=names, seat=1)) == [
        "carla posts the big blind, 20",
        "dino folds",
        "anna folds",
        "20 goes back to carla",
    ]
    assert story.results(last.hand, names=names) == []


def test_an_all_in_and_a_showdown_name_the_hands() -> None:
    chapters = told((1, "all_in", None), (2, "call", None), stacks={1: 500, 2: 300})
    assert "anna raises to 498 and is all-in" in sentences(chapters)
    assert "200 goes back to anna" in sentences(chapters)
    titles = [chapter.title for chapter in chapters]
    assert titles == ["Before the flop", "All-in", "Flop", "Turn", "River", "Result"]
    shows = [line for chapter in chapters for line in chapter.lines if line.cards]
    assert {line.seat for line in shows} >= {1, 2}
    assert any(re.search(r"\w+ (wins|split) \d+ with ", text) for text in sentences(chapters))


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
                name="anna", amount="10", hand="x", low="y", count=3, openers="kings"
            )


def won(hole: dict[int, str], board: str, *, game: str = "nlhe") -> list[str]:
    """What is said of the end of a hand that is checked down."""
    hand = deal(*[1000] * len(hole), hole=hole, board=board, game=game)
    step = check_down(hand.hand)
    chapters = story.tell([*hand.events, *step.events], names=NAMES, seat=None)
    return [line.text for line in chapters[-1].lines]


@pytest.mark.rule("CARD-3")
def test_a_win_is_told_with_the_kicker_that_decided() -> None:
    assert won({1: "JdTh", 2: "JcQd"}, "2c7d9hJs4c") == [
        "anna shows: a pair of jacks",
        "bruno shows: a pair of jacks",
        "bruno wins 200 with a pair of jacks, queen kicker",
    ]
    with override("it"):
        said = won({1: "JdTh", 2: "JcQd"}, "2c7d9hJs4c")
    assert said[-1] == "bruno vince 200 con coppia di fanti, kicker donna"


@pytest.mark.rule("POT-2")
def test_a_pot_that_is_split_is_one_sentence() -> None:
    hole = {1: "KsTs", 2: "KdTd", 3: "2s2d"}
    assert won(hole, "KcTc4h5h7s")[-1] == ("anna and bruno split 300 with two pair, kings and tens")


@pytest.mark.rule("OMA-2")
def test_both_halves_of_a_pot_are_told_high_and_low() -> None:
    board = "6c8d4hKhTc"
    assert won({1: "KsKd9c9d", 2: "Ah2hQsJd"}, board, game="nlo8")[-2:] == [
        "High: anna wins 100 with three of a kind, kings",
        "Low: bruno wins 100 with 8-6-4-2-A",
    ]
    assert won({1: "Ah2hKsKd", 2: "QsQd9c9d"}, board, game="nlo8")[-1] == (
        "anna wins 200. High: three of a kind, kings; low: 8-6-4-2-A"
    )
    assert won({1: "Ah2hKsQd", 2: "Ac2cKdQs"}, board, game="nlo8")[-1] == (
        "anna and bruno split 200. High: a pair of kings; low: 8-6-4-2-A"
    )


def test_the_results_of_a_hand_alone_are_its_last_sentences() -> None:
    step = check_down(deal(1000, 1000, hole={1: "JdTh", 2: "JcQd"}, board="2c7d9hJs4c").hand)
    said = story.results(step.hand, names=NAMES)
    assert [line.text for line in said] == ["bruno wins 200 with a pair of jacks, queen kicker"]
