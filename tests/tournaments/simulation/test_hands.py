"""Hands of a simulated tournament, in one process or in several."""

from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from random import Random
from typing import cast

import pytest

from tests.tournaments.simulation.test_evening import event
from tournaments.simulation import hands
from tournaments.simulation.evening import Evening
from tournaments.simulation.hands import HandResult, LinedUp, one_by_one, side_by_side
from tournaments.simulation.outcome import SimulationOutcome


def played(play_hands: hands.PlayHands) -> SimulationOutcome:
    terms = event(game="plo8", seats_per_table=4)
    return Evening(terms, players=16, dice=Random(5), play_hands=play_hands).play()


@pytest.mark.slow
def test_an_event_is_the_same_however_many_processes_play_its_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hands, "FEW", 2)
    with side_by_side(3) as play_hands:
        assert played(play_hands) == played(one_by_one)


def test_many_hands_are_shared_out_and_few_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[int] = []
    elsewhere: list[int] = []

    def noted(some: Sequence[LinedUp]) -> Sequence[HandResult]:
        here.append(len(some))
        return []

    def asked(
        _executor: object, _play: object, some: Sequence[LinedUp]
    ) -> Future[list[HandResult]]:
        elsewhere.append(len(some))
        answer = Future[list[HandResult]]()
        answer.set_result([])
        return answer

    monkeypatch.setattr(hands, "one_by_one", noted)
    monkeypatch.setattr(ProcessPoolExecutor, "submit", asked)
    with side_by_side(3) as play_hands:
        play_hands([cast(LinedUp, None)] * 100)
        play_hands([cast(LinedUp, None)] * (hands.FEW - 1))
    assert here == [34, hands.FEW - 1]
    assert elsewhere == [34, 32]
