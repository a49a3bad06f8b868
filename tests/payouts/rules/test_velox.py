"""VeloX tables and draws, by the vectors of the rulebook."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.rules import velox
from payouts.rules.velox import OF_10, OF_20, SIX_SEATS, TICKETS, UP_TO_5, DrawnTicket, Table

SEED = bytes(range(32))
PLAYERS = {7: "aaa", 9: "bbb", 21: "ccc"}


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("table", "seats", "percent"),
    [(UP_TO_5, 3, 91), (OF_10, 3, 92), (OF_20, 3, 93), (SIX_SEATS, 6, 90)],
)
def test_a_table_has_a_million_tickets_and_returns_what_it_promises(
    table: Table, seats: int, percent: int
) -> None:
    assert sum(table.values()) == TICKETS
    expected = Fraction(sum(multiplier * tickets for multiplier, tickets in table.items()), TICKETS)
    assert expected / seats == Fraction(percent, 100)
    assert list(table) == sorted(table, reverse=True)


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("seats", "buy_in", "table"),
    [
        (3, 50, UP_TO_5),
        (3, 500, UP_TO_5),
        (3, 1_000, OF_10),
        (3, 2_000, OF_20),
        (6, 50, SIX_SEATS),
        (6, 250, SIX_SEATS),
    ],
)
def test_the_buy_in_decides_the_table(seats: int, buy_in: int, table: Table) -> None:
    assert velox.table(seats=seats, buy_in=buy_in) == table


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(("seats", "buy_in"), [(3, 49), (3, 501), (6, 251), (4, 100)])
def test_what_is_not_offered_has_no_table(seats: int, buy_in: int) -> None:
    with pytest.raises(ValueError, match="no VeloX"):
        velox.table(seats=seats, buy_in=buy_in)


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("seats", "multiplier", "shares"),
    [
        (3, 2, [10_000]),
        (3, 30, [10_000]),
        (3, 100, [8_000, 1_000, 1_000]),
        (3, 6_000, [8_000, 1_000, 1_000]),
        (6, 4, [7_500, 2_500]),
        (6, 8, [7_500, 2_500]),
        (6, 25, [5_000, 1_800, 800, 800, 800, 800]),
        (6, 2_000, [5_000, 1_800, 800, 800, 800, 800]),
    ],
)
def test_the_multiplier_decides_how_many_are_paid(
    seats: int, multiplier: int, shares: list[int]
) -> None:
    assert velox.shares(seats=seats, multiplier=multiplier) == shares
    assert sum(shares) == 10_000


@pytest.mark.rule("VELOX-4")
def test_the_commitment_of_a_seed() -> None:
    assert velox.commitment(SEED) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(("game", "ticket"), [("G1", 311_848), ("G2", 356_569), ("G3", 357_118)])
def test_the_draws_of_the_rulebook(game: str, ticket: int) -> None:
    drawn = velox.draw(
        server_seed=SEED,
        seats=3,
        buy_in=500,
        game=game,
        player_seeds=dict(reversed(PLAYERS.items())),
    )
    assert drawn == DrawnTicket(ticket, 2)


@pytest.mark.rule("VELOX-4")
def test_a_verifier_needs_nothing_but_a_keyed_hash() -> None:
    mac = hmac.new(SEED, b"velox:v1:6max:2.50:tournament:12:aaa|bbb|ccc:0", hashlib.sha256)
    ticket = int(mac.hexdigest()[:16], 16) % 1_000_000
    drawn = velox.draw(
        server_seed=SEED, seats=6, buy_in=250, game="tournament:12", player_seeds=PLAYERS
    )
    assert drawn.ticket == ticket


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(
    ("first", "last", "multiplier"),
    [
        (0, 1, 6_000),
        (2, 11, 600),
        (12, 51, 100),
        (52, 551, 30),
        (552, 4_801, 10),
        (4_802, 79_801, 6),
        (79_802, 259_853, 4),
        (259_854, 999_999, 2),
    ],
)
def test_the_edges_of_every_multiplier(first: int, last: int, multiplier: int) -> None:
    assert velox.multiplier_of(first, UP_TO_5) == multiplier
    assert velox.multiplier_of(last, UP_TO_5) == multiplier


@pytest.mark.rule("VELOX-4", "DEAL-1")
def test_a_word_that_would_favour_low_tickets_is_rejected() -> None:
    edge = 2**64 - 2**64 % TICKETS
    assert velox.pick(iter([edge, 2**64 - 1, 5]), below=TICKETS) == 5
    assert velox.pick(iter([edge - 1]), below=TICKETS) == TICKETS - 1


@pytest.mark.rule("VELOX-4", "DEAL-1")
@given(below=st.integers(1, 200))
def test_below_small_numbers_every_result_has_as_many_words(below: int) -> None:
    """On a short range the words just under the limit fall evenly, none beyond is taken."""
    edge = 2**64 - 2**64 % below
    counted = Counter(velox.pick(iter([word]), below=below) for word in range(edge - below, edge))
    assert counted == dict.fromkeys(range(below), 1)


@pytest.mark.rule("VELOX-4")
def test_a_hash_is_read_to_its_end_before_the_next_is_counted() -> None:
    hashes = [hmac.new(SEED, f"cause:{n}".encode(), hashlib.sha256).hexdigest() for n in range(2)]
    read = [f"{word:016x}" for word in islice(velox.words(SEED, "cause"), 8)]
    assert "".join(read) == "".join(hashes)


@pytest.mark.rule("VELOX-4")
def test_seeds_that_could_be_read_in_two_ways_are_not_drawn() -> None:
    with pytest.raises(ValueError, match="separator"):
        velox.draw(server_seed=SEED, seats=3, buy_in=500, game="G1", player_seeds={1: "a|b"})
