"""Hands in words, in both languages; ``hand_names.test.js`` reads the same cases."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from tables import hand_names

CASES = json.loads(Path(__file__).with_suffix(".json").with_stem("hand_names").read_text())


@pytest.mark.rule("CARD-2", "CARD-3")
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["en"])
def test_a_hand_is_named_with_its_ranks_and_what_decided(
    case: dict[str, Any], language: str
) -> None:
    with override(language):
        said = hand_names.whole(case["ranking"], case["cards"].split(), case.get("kicker", ""))
    assert said == case[language]


@pytest.mark.parametrize("ranking", hand_names.HANDS)
@pytest.mark.parametrize("rank", hand_names.RANKS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_hand_has_words_for_every_rank(ranking: str, rank: str, language: str) -> None:
    with override(language):
        said = hand_names.whole(ranking, [f"{rank}s"] * 5)
    assert said
    assert "{" not in said


def test_names_are_joined_as_a_sentence_lists_them() -> None:
    assert hand_names.joined(["ada"]) == "ada"
    assert hand_names.joined(["ada", "bice"]) == "ada and bice"
    assert hand_names.joined(["ada", "bice", "carla"]) == "ada, bice and carla"
