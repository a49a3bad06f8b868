"""The names of clubs: what they are made of, and which look alike."""

import pytest

from core.refusal import Refusal
from tournaments.clubs import names
from tournaments.clubs.refusals import ClubCode

pytestmark = pytest.mark.rule("CLUB-1")


def refused(name: str, *, room: str = "Poker Palace") -> str:
    with pytest.raises(Refusal) as caught:
        names.check(names.clean(name), room=room)
    return str(caught.value)


@pytest.mark.parametrize(
    "name",
    ["Aces High", "Città di Como", "Jack's & Jill's", "Club 7-2", "St. Pauli", "øre", "1a2"],
)
def test_good_names(name: str) -> None:
    names.check(names.clean(name), room="Poker Palace")


@pytest.mark.parametrize("name", ["ab", "", "x" * 41, "ß" * 21, "x" * 38 + " æ"])
def test_the_length(name: str) -> None:
    assert refused(name) == ClubCode.CLUB_NAME_LENGTH


@pytest.mark.parametrize(
    "name",
    [
        "Асеs High",
        "a_b_c",
        "Aces!",
        "4711",
        "-Aces",
        "Aces  --  High",
        "A\u202eces",
        "ŋŋŋ",
        "Pɑris",
        "Ligɡe",
        "♠ Aces",
    ],
)
def test_the_letters(name: str) -> None:
    assert refused(name) == ClubCode.CLUB_NAME_LETTERS


@pytest.mark.parametrize(
    "name",
    ["Admin Club", "4dm1n club", "Club Staff", "Official Aces", "The Poker Palace", "P0ker P4lace"],
)
def test_names_that_speak_for_the_room(name: str) -> None:
    assert refused(name) == ClubCode.CLUB_NAME_OFFICIAL


@pytest.mark.parametrize("name", ["New", "Join", "Pictures"])
def test_names_whose_address_is_taken(name: str) -> None:
    assert refused(name) == ClubCode.CLUB_NAME_TAKEN


@pytest.mark.parametrize(
    "other", ["ACES HIGH", "Áces High", "Aces-High", "Ace5 H1gh", "Aceshigh", "Aces Hlgh"]
)
def test_names_that_look_alike(other: str) -> None:
    assert names.skeleton(names.clean(other)) == names.skeleton("Aces High")


def test_one_form_and_its_address() -> None:
    assert names.clean("  Ａces   High ") == "Aces High"
    assert names.slug("Città di Como") == "citta-di-como"
