"""Every figure of the regulations on a page of the rules is that of the tables that pay."""

from collections.abc import Sequence

import pytest
from django.test import Client

from payouts.rules import deals, velox
from payouts.rules.money import split
from payouts.rules.prizes import grouped
from payouts.rules.refunds import StillIn, in_play
from payouts.rules.satellites import satellite
from payouts.rules.schemes import standard
from payouts.rules.standard_table import GRID
from poker_site.rulebook.contents import STANDARD_TABLE
from tables.engine import rake
from tables.engine.games import ITALIAN
from tests.poker_site.rulebook.pages import cents, tables, whole
from tournaments.rules.structures import PRESETS

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-1")]
both = pytest.mark.parametrize("language", ["en", "it"])

# Stakes at either end of each column or row of the book's tables, big blinds in cents.
CAPS = [(1, 9), (10, 19), (20, 99), (100, 199), (200, 999), (1000, 9999)]
RATES = [(1, 5), (10, 10), (20, 20), (25, 100), (200, 9999)]


def amounts(cell: str, language: str) -> list[int]:
    """ "46.67/33.33/20.00" in cents."""
    return [cents(figure, language) for figure in cell.split("/")]


def chips(cell: str) -> list[int]:
    return [whole(figure) for figure in cell.split()[-1].split("/")]


@both
@pytest.mark.rule("RAKE-2")
def test_rates(client: Client, language: str) -> None:
    (rows,) = tables(client, "rake", language)["RAKE-2"]
    for (_stakes, taken, of), (least, most) in zip(rows, RATES, strict=True):
        unit = cents(of, language)
        tenths = int(float(taken.replace(",", ".")) * 1000 + 0.5)
        for big_blind in (least, most):
            (rate,) = rake.rates(big_blind=big_blind)
            assert (rate.unit, rate.tenths) == (unit, tenths)


@both
@pytest.mark.rule("RAKE-3")
def test_caps_and_examples_of_rake(client: Client, language: str) -> None:
    shown, examples = tables(client, "rake", language)["RAKE-3"]
    for (_words, *row), dealt_in in zip(shown, [(2, 2), (3, 4), (5, 10)], strict=True):
        for cell, stakes in zip(row, CAPS, strict=True):
            for big_blind in stakes:
                for dealt in dealt_in:
                    cap = rake.cap(big_blind=big_blind, dealt_in=dealt)
                    assert cap == cents(cell, language), (dealt, big_blind)
    for pots, stakes_name, players, taken in examples:
        for pot, expected in zip(
            amounts(pots.replace(" ", ""), language),
            amounts(taken.replace(" ", ""), language),
            strict=True,
        ):
            big_blind = int(stakes_name.removeprefix("NL"))
            found = rake.rake(pot=pot, big_blind=big_blind, dealt_in=int(players), flop_seen=True)
            assert found == expected, (pot, stakes_name)


@both
@pytest.mark.rule("VELOX-2", "VELOX-3", "VELOX-4")
def test_odds(client: Client, language: str) -> None:
    shown = tables(client, "velox", language)
    (three,) = shown["VELOX-2"]
    offered = [velox.table(seats=3, buy_in=buy_in) for buy_in in (50, 1_000, 2_000)]
    *rows, back = three
    for column, table in enumerate(offered, start=1):
        assert {int(row[0]): whole(row[column]) for row in rows} == dict(table)
    returned = [velox.returned(seats=3, buy_in=buy_in) for buy_in in (50, 1_000, 2_000)]
    assert back[1:] == [f"{round(100 * part)} %" for part in returned]
    # The multipliers stand in the head of its table.
    (six,) = shown["VELOX-3"]
    assert [whole(cell) for cell in six[0][1:]] == list(velox.SIX_SEATS.values())
    games, runs = shown["VELOX-4"]
    for game, ticket, multiplier in games:
        drawn = velox.draw(
            server_seed=bytes(range(32)),
            seats=3,
            buy_in=500,
            game=game,
            player_seeds={1: "aaa", 2: "bbb", 3: "ccc"},
        )
        assert (drawn.ticket, drawn.multiplier) == (int(ticket), int(multiplier))
    for (words, multiplier), (times, run) in zip(runs, velox.runs(velox.UP_TO_5), strict=True):
        first, *_, last = words.split()
        assert (int(first), int(last), int(multiplier)) == (run[0], run[-1], times)


@both
@pytest.mark.rule("PAY-STD")
def test_the_standard_table(client: Client, language: str) -> None:
    (rows,) = tables(client, "prizes", language)[STANDARD_TABLE]
    assert [whole(row[0].split()[-1]) for row in rows] == list(GRID)
    for entries, paid, shares in rows:
        most = whole(entries.split()[-1])
        assert int(paid) == len(standard(most))
        found = []
        for part in shares.split("; " if language == "it" else ", "):
            places, _, share = part.partition(": ")
            first, _, last = places.partition("-")
            found.append((int(first), int(last or first), cents(share, language)))
        assert found == grouped(standard(most))


@both
@pytest.mark.rule("PAY-SAT")
def test_examples_of_satellites(client: Client, language: str) -> None:
    (rows,) = tables(client, "prizes", language)["PAY-SAT"]
    assert len(rows) == 6
    for pool_cell, seat, secondary, result in rows:
        pool = 100 * int(pool_cell.split()[-1])
        entries = int(pool_cell.split()[0]) if "=" in pool_cell else pool // 10_00
        second = 100 * int(secondary) if secondary.isdigit() else 0
        won = satellite(seat=100 * int(seat), secondary=second, entries=entries, pool=pool)
        groups = [(won.count(prize), prize // 100) for prize in dict.fromkeys(won)]
        # "2 seats, 3 x 60, sixth 30": how many seats, how many of what, the rest.
        told = []
        for number, money_text in groups:
            if money_text == int(seat):
                told += [number]
            else:
                told += [number, money_text] if 100 * money_text == second else [money_text]
        figures = [word.strip(",") for word in result.split()]
        assert [int(word) for word in figures if word.isdigit()] == told, pool_cell


@both
@pytest.mark.rule("POOL-3")
def test_examples_of_pools(client: Client, language: str) -> None:
    (rows,) = tables(client, "prizes", language)["POOL-3"]
    for first, again, bought, pool in rows:
        assert cents(pool, language) == 900 * int(first) + 450 * (int(again) + int(bought))


def paid(
    rights: Sequence[int], stacks: Sequence[int], *, pool: int, prizes: Sequence[int]
) -> list[int]:
    live = [
        StillIn(entry, right, own)
        for entry, (right, own) in enumerate(zip(rights, stacks, strict=True), start=1)
    ]
    return [line.amount for line in in_play(live, pool=pool, prizes=prizes).lines]


@both
@pytest.mark.rule("CANCEL-1", "CANCEL-2")
def test_examples_of_cancelled_events(client: Client, language: str) -> None:
    shown = tables(client, "cancelled", language)
    (first,) = shown["CANCEL-1"]
    assert (
        paid([100] * 95, [1] * 95, pool=8_000, prizes=[1] * 3)
        == [cents(first[0][2].split()[0].strip(";"), language)] * 95
    )
    stacks = [int(word) for word in first[1][1].split()[1].split("/")]
    assert paid([500] * 7, stacks, pool=9_000, prizes=[1] * 5) == amounts(first[1][2], language)
    assert paid([1_000] * 3, [3_000] * 3, pool=4_000, prizes=[1]) == amounts(first[2][2], language)
    stacks = chips(first[3][1])
    refunds = paid([3_000, 1_000, 1_000, 1_000], stacks, pool=20_000, prizes=[1] * 3)
    assert refunds == amounts(first[3][2], language)
    (second,) = shown["CANCEL-2"]
    prizes = [100 * int(figure) for figure in second[0][0].split()[-1].split("/")]
    stacks = [int(word) for word in second[0][1].split()[1].split("/")]
    assert paid([0] * 5, stacks, pool=100_000, prizes=prizes) == amounts(second[0][2], language)
    words = second[1][0].replace(",", ".").split()
    left, base = (round(100 * float(word)) for word in (words[0], words[-1]))
    # A cent is due to the one who is out.
    refunds = paid([0] * 5, chips(second[1][1]), pool=left + 1, prizes=[base] * 5 + [1])
    assert refunds == amounts(second[1][2], language)


@both
@pytest.mark.rule("DEAL-MAKE")
def test_examples_of_deals(client: Client, language: str) -> None:
    (rows,) = tables(client, "deals", language)["DEAL-MAKE"]
    for stacks, prizes, shares in rows:
        thousands = [int(word) for word in stacks.replace("k", "").split("/")]
        money = [
            100 * int(word.removesuffix("k")) * (1_000 if word.endswith("k") else 1)
            for word in prizes.split("/")
        ]
        assert deals.by_icm(thousands, money) == amounts(shares, language)


@both
@pytest.mark.rule("DRAW-1")
def test_decks(client: Client, language: str) -> None:
    shown = tables(client, "italian", language)
    every = {
        players: [ITALIAN.deck(players)[0][0], str(len(ITALIAN.deck(players)))]
        for players in range(2, 11)
    }
    (book,) = shown["DRAW-1"]
    for players, *deck in book:
        figures = [int(word.strip(",")) for word in players.split() if word.strip(",").isdigit()]
        for number in range(figures[0], figures[-1] + 1):
            assert every[number] == deck
    (short,) = shown["deck-table"]
    assert {int(players): deck for players, *deck in short} == every


@pytest.mark.rule("PAY-SPLIT", "TRN-1", "VELOX-3")
def test_figures_in_sentences_are_those_of_the_code(client: Client) -> None:
    prizes = client.get("/rules/prizes/").content.decode()
    assert "46.67/33.33/20.00" in prizes
    assert split(10_000, [7_000, 5_000, 3_000]) == [4_667, 3_333, 2_000]
    events = " ".join(client.get("/rules/tournaments/").content.decode().split())
    regular = PRESETS["regular"]
    assert f"regular: {regular.minutes} minutes and {regular.depth} big blinds" in events
    for name in ("turbo", "super_turbo", "deep_stack"):
        pace = PRESETS[name]
        assert f"{name.replace('_', ' ')}: {pace.minutes} and {pace.depth}" in events
    odds = client.get("/rules/velox/").content.decode()
    shares = velox.shares(seats=6, multiplier=25)
    assert "/".join(f"{share / 100:g}" for share in shares) in odds
