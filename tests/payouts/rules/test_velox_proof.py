"""A draw is checked from its record alone; whatever was changed is named."""

from dataclasses import replace
from unittest import mock

import pytest

from payouts.rules import velox
from payouts.rules.velox_proof import PublishedDraw, UnreadableDraw, prove

SEED = bytes(range(32))
RECORD = PublishedDraw(
    event="G1",
    seats=3,
    buy_in=500,
    commitment="630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    player_seeds={7: "aaa", 9: "bbb", 21: "ccc"},
    server_seed=SEED.hex(),
    ticket=311_848,
    multiplier=2,
)

pytestmark = pytest.mark.rule("VELOX-4")


def test_the_draw_of_the_rulebook_is_proven_step_by_step() -> None:
    proof = prove(RECORD)
    assert proof.faults == ()
    assert proof.text == "velox:v1:3max:5.00:G1:aaa|bbb|ccc"
    assert (len(proof.words), proof.multiplier) == (4, 2)
    assert int(proof.word, 16) % 1_000_000 == proof.ticket == 311_848
    assert (proof.run.start, proof.run.stop) == (259_854, 1_000_000)


def test_a_draw_in_another_currency_names_it_and_its_smallest_units() -> None:
    yen = replace(RECORD, currency="JPY", ticket=280_058)
    assert prove(yen).faults == ()
    assert prove(yen).text == "velox:v2:3max:JPY:500:G1:aaa|bbb|ccc"
    assert PublishedDraw.from_json(yen.to_json()) == yen
    # A record that was told to be of another currency than it was drawn in.
    assert prove(replace(yen, currency="KRW")).faults == ("ticket",)
    assert prove(replace(yen, currency="EUR")).faults == ("ticket",)


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"commitment": "00" * 32}, ("commitment",)),
        ({"ticket": 311_849}, ("ticket",)),
        ({"multiplier": 4}, ("multiplier",)),
        ({"player_seeds": {7: "aaa", 9: "bbb", 21: "ccd"}}, ("ticket",)),
        ({"player_seeds": {7: "bbb", 9: "aaa", 21: "ccc"}}, ("ticket",)),
        ({"event": "G2"}, ("ticket",)),
        ({"server_seed": "ff" * 32}, ("commitment", "ticket")),
    ],
)
def test_whatever_was_changed_is_named(change: dict[str, object], faults: tuple[str]) -> None:
    assert set(faults) <= set(prove(replace(RECORD, **change)).faults)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"server_seed": ""},
        {"server_seed": "abc"},
        {"server_seed": "00" * 31},
        {"buy_in": 700},
        {"player_seeds": {7: "a|b"}},
    ],
)
def test_what_cannot_be_recomputed_is_unreadable(change: dict[str, object]) -> None:
    with pytest.raises(UnreadableDraw):
        prove(replace(RECORD, **change))  # type: ignore[arg-type]


def test_a_skipped_word_is_shown_too() -> None:
    numbers = [2**64 - 1, 2**64 - 2, 5, 6]
    with mock.patch("payouts.rules.velox.words", side_effect=lambda *_: iter(numbers)):
        proof = prove(RECORD)
    assert (proof.skipped, proof.word, proof.ticket) == (2, f"{5:016x}", 5)


def test_seeds_are_published_without_saying_whose_they_are() -> None:
    anonymous = RECORD.without_players()
    assert anonymous.player_seeds == {1: "aaa", 2: "bbb", 3: "ccc"}
    assert prove(anonymous) == prove(RECORD)
    # In the order of the players, not that of the record.
    turned = replace(RECORD, player_seeds={9: "bbb", 21: "ccc", 7: "aaa"})
    assert turned.without_players() == anonymous


def test_a_proof_names_the_tickets_that_stand_for_its_multiplier() -> None:
    proof = prove(RECORD)
    assert (proof.first_ticket, proof.last_ticket) == (259_854, 999_999)
    assert [proof.words.index(proof.word), proof.skipped] == [0, 0]


def test_a_word_counts_below_the_last_multiple_of_a_million_that_64_bits_hold() -> None:
    numbers = [2**64 - 551_616, 2**64 - 551_617, 5, 6]
    with mock.patch("payouts.rules.velox.words", side_effect=lambda *_: iter(numbers)):
        proof = prove(RECORD)
    assert (proof.skipped, proof.ticket) == (1, 999_999)


def test_words_are_shown_up_to_the_first_that_counts_however_far_it_is() -> None:
    numbers = [2**64 - 1] * 9 + [7, 8, 9]
    with mock.patch("payouts.rules.velox.words", side_effect=lambda *_: iter(numbers)):
        proof = prove(RECORD)
    assert (proof.skipped, len(proof.words), proof.ticket) == (9, 12, 7)


def test_a_record_survives_json() -> None:
    assert RECORD.to_json() == {
        "event": "G1",
        "seats": 3,
        "buy_in": 500,
        "commitment": RECORD.commitment,
        "player_seeds": {"7": "aaa", "9": "bbb", "21": "ccc"},
        "server_seed": SEED.hex(),
        "ticket": 311_848,
        "currency": "EUR",
        "multiplier": 2,
        "odds": "",
    }
    assert PublishedDraw.from_json(RECORD.to_json()) == RECORD


@pytest.mark.parametrize("data", [None, [], {}, {**RECORD.to_json(), "ticket": None}])
def test_what_is_no_record_is_unreadable(data: object) -> None:
    with pytest.raises(UnreadableDraw):
        PublishedDraw.from_json(data)


@pytest.mark.parametrize(
    ("seed", "usable"),
    [("a", True), ("perché no? 🍀", True), ("a" * 40, True), ("a" * 41, False), ("", False),
     ("a|b", False), ("a\nb", False), ("\0", False)],
)  # fmt: skip
def test_what_a_player_may_type(seed: str, usable: bool) -> None:
    assert velox.is_player_seed(seed) is usable
