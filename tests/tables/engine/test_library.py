"""The engine as a library: lifted out alone, its README, games of one's own, hands that stay."""

import copy
import dataclasses
import doctest
import json
import pickle
import random
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine.games import (
    DRAW,
    FIXED_LIMIT,
    FLOP,
    HIGH,
    HIGH_LOW_OF_TWO,
    HIGH_OF_TWO,
    HOLDEM,
    NO_LIMIT,
    POT_LIMIT,
    SHORT_DECK_HIGH,
    Contest,
    Game,
    ImpossibleGame,
    Street,
)
from tables.engine.phh import writing
from tests.tables.engine.scenes import check_down, deal
from tests.tables.engine.wandering import wander

FOLDER = Path(engine.__file__).parent
README = FOLDER / "README.md"

FIVE_CARDS = (Street("preflop", hole=5), *FLOP)
SIX_CARDS = (Street("preflop", hole=6), *FLOP)
OURS = [
    Game("plo5", 8, FIVE_CARDS, POT_LIMIT, HIGH_OF_TWO),
    Game("plo6", 7, SIX_CARDS, POT_LIMIT, HIGH_OF_TWO),
    Game("flo8_5", 8, FIVE_CARDS, FIXED_LIMIT, HIGH_LOW_OF_TWO),
    Game(
        *("six_plus", 10, HOLDEM, NO_LIMIT, SHORT_DECK_HIGH),
        lowest="6",
        blinds=False,
        button_blind=True,
    ),
    Game("pineapple_of_any", 6, FIVE_CARDS, NO_LIMIT, HIGH),
]
games = st.sampled_from(OURS)
seeds = st.integers(0, 2**32)


def test_the_quickstart_does_what_it_says() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 10
    assert not failed


def test_the_engine_plays_alone_under_another_name(tmp_path: Path) -> None:
    """Nothing else of ours can be imported there: the README is played in an empty folder."""
    shutil.copytree(FOLDER, tmp_path / "poker", ignore=shutil.ignore_patterns("__pycache__"))
    text = README.read_text(encoding="utf-8").replace("tables.engine", "poker")
    (tmp_path / "quickstart.txt").write_text(text, encoding="utf-8")
    code = "import doctest, sys; sys.exit(doctest.testfile('quickstart.txt', False)[0])"
    for arguments in (["-c", code], ["-m", "poker.replay", "--help"]):
        alone = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (alone.returncode, alone.stderr) == (0, ""), alone.stdout
    assert "python -m poker.replay" in alone.stdout
    assert "tables.engine" not in alone.stdout


def test_every_module_of_the_engine_can_be_imported_alone(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "poker", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [
        ".".join(path.relative_to(tmp_path).with_suffix("").parts)
        for path in (tmp_path / "poker").rglob("*.py")
    ]
    code = f"import importlib, sys; [importlib.import_module(m) for m in {modules!r}]"
    code += "; sys.exit(any(m in sys.modules for m in ('django', 'payouts', 'tables')))"
    alone = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={}, check=False, capture_output=True
    )
    assert (alone.returncode, alone.stderr) == (0, b"")


@pytest.mark.slow
@given(seed=seeds, game=games)
def test_a_game_that_no_list_knows_is_played_stored_and_told_again(seed: int, game: Game) -> None:
    told: list[Any] = []
    for hand, events in wander(random.Random(seed), game=game):
        told += json.loads(json.dumps(events))
        assert engine.HandState.from_json(json.loads(json.dumps(hand.to_json()))) == hand
        assert engine.replay(told) == hand
        engine.view(hand, None)
    assert sum(hand.stacks.values()) == sum(hand.start_stacks.values())


def test_of_five_omaha_cards_just_two_count() -> None:
    hole = {1: "AsAhAdAcKs", 2: "2c3dKcQhJd"}
    hand = deal(1000, 1000, game=OURS[0], hole=hole, board="2d3c7h8h9s").hand
    hand = check_down(hand).hand
    assert [(win.seat, win.ranking) for win in hand.wins] == [(2, "two_pair")]
    assert hand.wins[0].cards == ("3d", "3c", "2c", "2d", "9s")


def test_six_omaha_cards_make_a_high_and_a_low() -> None:
    game = Game("plo8_6", 7, SIX_CARDS, POT_LIMIT, HIGH_LOW_OF_TWO)
    hole = {1: "AsAd2c3hKdQh", 2: "KsKhJcTc9c8c"}
    hand = check_down(deal(1000, 1000, game=game, hole=hole, board="4d5h8sKcTd").hand).hand
    assert [(win.seat, win.side, win.ranking) for win in hand.wins] == [
        (2, 0, "three_of_a_kind"),
        (1, 1, "eight_low"),
    ]


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        (("AsTs", "flush"), ("KdKc", "full_house"), "Ks8s8d6s7c"),
        (("Ac6c", "straight"), ("KdKc", "three_of_a_kind"), "Ks7d8d9hJh"),
        (("6cTs", "straight"), ("Ac6s", "straight"), "7d8d9hKhQc"),
        (("8s8c", "four_of_a_kind"), ("AsTs", "flush"), "Ks8h8d6s7s"),
        (("AhKh", "royal_flush"), ("6h7c", "straight"), "QhJhTh9d8c"),
        (("Ah6h", "straight_flush"), ("8c8d", "four_of_a_kind"), "7h8h9h8sKd"),
    ],
)
def test_six_plus_has_its_own_order(
    better: tuple[str, str], worse: tuple[str, str], board: str
) -> None:
    hand = deal(1000, 1000, game=OURS[3], hole={1: better[0], 2: worse[0]}, board=board).hand
    hand = check_down(hand).hand
    assert [(win.seat, win.ranking) for win in hand.wins] == [(1, better[1])]
    assert hand.ranking(2) == worse[1]


def test_the_ace_stands_last_in_the_lowest_straight_of_a_short_deck() -> None:
    hand = deal(1000, 1000, game=OURS[3], hole={1: "AcQc", 2: "KdJs"}, board="6d7s8d9hQh").hand
    assert check_down(hand).hand.wins[0].cards == ("9h", "8d", "7s", "6d", "Ac")


@pytest.mark.parametrize(
    ("stacks", "opens", "blinds"),
    [
        ((1000, 1000, 1000, 1000), 1, [0, 0, 0, 100]),
        ((1000, 1000), 1, [100, 0]),  # heads-up PHH lists them in reverse order
        ((1000, 1000, 110), 1, [0, 0, 100]),
    ],
)
def test_the_button_posts_a_blind_after_the_antes_and_acts_last(
    stacks: tuple[int, ...], opens: int, blinds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    button, ante = len(stacks), 20
    stakes = engine.Stakes(50, 100, ante=ante)
    hand, events = deal(*stacks, game=OURS[3], stakes=stakes)
    posted = [(e["e"], e["seat"], e["amount"]) for e in events if e["e"] in ("ante", "blind")]
    added = min(100, stacks[-1] - ante)
    assert posted == [
        *(("ante", seat, ante) for seat in range(1, button + 1)),
        ("blind", button, added),
    ]
    assert events[button + 1]["kind"] == "button"
    assert (hand.waiting[0], hand.level) == (opens, 100)
    if added == 100:
        assert hand.waiting[-1] == button
    assert engine.legal_actions(hand).raise_ == (200, 980)

    monkeypatch.setitem(writing.VARIANTS, "six_plus", "NS")
    told = tomllib.loads(engine.to_phh(events + play_to_the_end(hand)))
    assert (told["antes"], told["blinds_or_straddles"]) == ([ante] * button, blinds)


def play_to_the_end(hand: engine.HandState) -> list[Any]:
    """Call and check to the showdown."""
    events: list[Any] = []
    while not hand.finished:
        kind = "check" if engine.legal_actions(hand).check else "call"
        hand, more = engine.apply(hand, hand.waiting[0], engine.Action(kind))
        events += more
    return events


def test_a_button_blind_needs_a_player_at_the_button() -> None:
    with pytest.raises(ValueError, match="nobody sits at the button, 4"):
        engine.start(
            game=OURS[3],
            stakes=engine.Stakes(50, 100),
            positions=engine.Positions(button=4, small_blind=1, big_blind=2),
            stacks={1: 1000, 2: 1000, 3: 1000},
            deck=OURS[3].deck(players=3),
        )


@pytest.mark.parametrize(
    ("game", "lack"),
    [
        (Game("a", 10, SIX_CARDS, POT_LIMIT, HIGH_OF_TWO), "10 players need 68 cards"),
        (Game("a", 6, (), POT_LIMIT, HIGH), "deals nobody a card"),
        (Game("a", 6, FLOP, POT_LIMIT, HIGH), "deals nobody a card"),
        (Game("a", 6, (*HOLDEM, Street("more", hole=1)), POT_LIMIT, HIGH), "on the first street"),
        (Game("a", 6, HOLDEM[:2], POT_LIMIT, HIGH_OF_TWO), ""),
        (Game("a", 6, HOLDEM[:2], POT_LIMIT, HIGH), ""),
        (Game("a", 6, HOLDEM[:1], POT_LIMIT, HIGH), "make no hand"),
        (Game("a", 6, HOLDEM, POT_LIMIT, (Contest("high", of_hand=3),)), "3 of a hand"),
        (Game("a", 6, HOLDEM, POT_LIMIT, (Contest("high", of_hand=1),)), ""),
        (Game("a", 6, HOLDEM, POT_LIMIT, ()), "a high hand"),
        (Game("a", 6, HOLDEM, POT_LIMIT, (Contest("low"),)), "a high hand"),
        (Game("a", 6, HOLDEM, POT_LIMIT, (Contest("italian"),)), "Italian hands"),
        (Game("a", 6, HOLDEM, POT_LIMIT, HIGH, lowest="1"), "no deck begins with '1'"),
        (Game("a", 6, HOLDEM, POT_LIMIT, HIGH, button_blind=True), "instead of the small"),
        (Game("a", 1, HOLDEM, POT_LIMIT, HIGH), "takes two"),
        (Game("a", 6, DRAW, POT_LIMIT, HIGH), ""),
    ],
)
def test_what_a_game_lacks_is_said_by_name(game: Game, lack: str) -> None:
    if not lack:
        game.check()
        return
    with pytest.raises(ImpossibleGame, match=f"^a: .*{lack}"):
        game.check()


def test_a_game_that_cannot_be_played_is_not_dealt() -> None:
    with pytest.raises(ImpossibleGame, match="make no hand"):
        deal(1000, 1000, game=Game("a", 6, HOLDEM[:1], POT_LIMIT, HIGH))


@given(seed=seeds, game=st.sampled_from([*engine.GAMES.values(), *OURS]))
def test_no_list_of_a_hand_is_ever_changed_in_place(seed: int, game: Game) -> None:
    """Whatever is played on from it, a hand stays what it was, down to its last list."""
    facts = [field.name for field in dataclasses.fields(engine.HandState) if field.compare]
    kept = []
    for step in wander(random.Random(seed), game=game):
        before = {fact: copy.deepcopy(getattr(step.hand, fact)) for fact in facts}
        kept.append((step.hand, before))
    for hand, before in kept:
        assert {fact: getattr(hand, fact) for fact in facts} == before


@pytest.mark.parametrize("game", OURS, ids=[game.code for game in OURS])
def test_a_hand_that_was_ranked_can_be_sent_to_another_process(game: Game) -> None:
    hand = check_down(deal(1000, 1000, 1000, game=game).hand).hand
    assert hand.wins
    sent = pickle.loads(pickle.dumps(hand))
    assert sent == hand
    assert sent.ranking(1) == hand.ranking(1)


@pytest.mark.parametrize(
    ("positions", "seats", "fault"),
    [
        ((1, 2, 4), (1, 2, 3), "nobody sits at the big blind's seat, 4"),
        ((1, 3, 2), (1, 2, 3), "follow the button clockwise"),
        ((1, 1, 2), (1, 2, 3), "follow the button clockwise"),
        ((1, 2, 2), (1, 2, 3), "follow the button clockwise"),
        ((1, 2, 1), (1, 2), "heads-up the button is the small blind"),
        ((3, 3, 1), (1, 2), "heads-up the button is the small blind"),
    ],
)
@pytest.mark.rule("BTN-2", "BTN-3")
def test_positions_that_do_not_fit_the_seats_are_not_dealt(
    positions: tuple[int, int, int], seats: tuple[int, ...], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        engine.start(
            stakes=engine.Stakes(5, 10),
            positions=engine.Positions(*positions),
            stacks=dict.fromkeys(seats, 1000),
            deck=engine.GAMES["nlhe"].deck(3),
        )


def test_positions_of_empty_seats_are_dealt_where_the_button_is_dead() -> None:
    engine.Positions(9, 2, 3).check([3, 5, 7])
