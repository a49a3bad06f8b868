"""A draw's life: promised, drawn once, paid for by the house, laid open."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from unittest import mock

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from payouts.bookkeeping import accounts, ledger
from payouts.models import Account, PrizeDraw, PrizeDrawSecret, Transfer
from payouts.prizes import prize_draws
from payouts.rules import velox

pytestmark = pytest.mark.django_db

EVENT = "tournament:12"
SEEDS = {7: "aaa", 9: "bbb", 21: "ccc"}
# Tickets of the table for buy-ins up to 5.
JACKPOT, HUNDREDFOLD, FOURFOLD, TWOFOLD = 0, 12, 79_802, 999_999


@pytest.fixture
def promised(now: datetime) -> PrizeDraw:
    """A draw for three seats at 5.00, whose players have paid."""
    legs = [
        ledger.Leg(accounts.OUTSIDE, accounts.pool(EVENT), 500, Transfer.Reason.BUY_IN)
        for _ in SEEDS
    ]
    ledger.post(legs, key="entries", now=now)
    return prize_draws.commit(event=EVENT, seats=3, buy_in=500, now=now)


@pytest.fixture
def fixed_seed() -> Iterator[bytes]:
    """The server's seed of the rulebook's vectors."""
    seed = bytes(range(32))
    with mock.patch("payouts.prizes.prize_draws.secrets.token_bytes", return_value=seed):
        yield seed


def holding(ticket: int) -> AbstractContextManager[object]:
    """Let the seeds determine this ticket."""
    drawn = velox.DrawnTicket(ticket, velox.multiplier_of(ticket, velox.UP_TO_5))
    return mock.patch("payouts.prizes.prize_draws.velox.draw", return_value=drawn)


def draw(now: datetime) -> PrizeDraw:
    return prize_draws.draw(event=EVENT, player_seeds=SEEDS, now=now)


def pool() -> int:
    return ledger.balance(accounts.pool(EVENT))


@pytest.mark.rule("VELOX-4")
def test_a_promise_is_the_hash_of_a_seed_that_stays_hidden(promised: PrizeDraw) -> None:
    seed = bytes(PrizeDrawSecret.objects.get().server_seed)
    assert len(seed) == 32
    assert promised.commitment == velox.commitment(seed)
    assert promised.server_seed == ""
    assert (promised.ticket, promised.multiplier, promised.player_seeds) == (None, None, None)


@pytest.mark.rule("VELOX-4")
def test_a_promise_is_made_once(promised: PrizeDraw, now: datetime) -> None:
    again = prize_draws.commit(event=EVENT, seats=3, buy_in=500, now=now)
    assert (again.pk, again.commitment) == (promised.pk, promised.commitment)
    assert PrizeDrawSecret.objects.count() == 1
    other = prize_draws.commit(event="tournament:13", seats=3, buy_in=500, now=now)
    assert other.commitment != promised.commitment


@pytest.mark.rule("VELOX-4")
@pytest.mark.usefixtures("fixed_seed")
@pytest.mark.parametrize(("event", "ticket"), [("G1", 311_848), ("G2", 356_569), ("G3", 357_118)])
def test_the_draws_of_the_rulebook(event: str, ticket: int, now: datetime) -> None:
    legs = [ledger.Leg(accounts.OUTSIDE, accounts.pool(event), 1_500, Transfer.Reason.BUY_IN)]
    ledger.post(legs, key="entries", now=now)
    prize_draws.commit(event=event, seats=3, buy_in=500, now=now)
    drawn = prize_draws.draw(event=event, player_seeds=SEEDS, now=now)
    assert (drawn.ticket, drawn.multiplier, drawn.prize_pool) == (ticket, 2, 1_000)


@pytest.mark.rule("VELOX-5")
@pytest.mark.usefixtures("promised")
@pytest.mark.parametrize(
    ("ticket", "prize", "house"),
    [
        (TWOFOLD, 1_000, 500),
        (FOURFOLD, 2_000, -500),
        (HUNDREDFOLD, 50_000, -48_500),
        (JACKPOT, 3_000_000, -2_998_500),
    ],
)
def test_the_house_gains_or_pays_the_difference(
    ticket: int, prize: int, house: int, now: datetime
) -> None:
    with holding(ticket):
        drawn = draw(now)
    assert drawn.prize_pool == pool() == prize
    assert ledger.balance(accounts.VELOX) == house
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    [transfer] = Transfer.objects.filter(reason=Transfer.Reason.DRAW)
    assert transfer.key == f"draw:{EVENT}"


@pytest.mark.rule("VELOX-5")
@pytest.mark.usefixtures("promised")
def test_drawing_again_changes_nothing(now: datetime) -> None:
    first = draw(now)
    held = pool()
    again = prize_draws.draw(event=EVENT, player_seeds={7: "other"}, now=now)
    assert (again.ticket, again.player_seeds) == (first.ticket, first.player_seeds)
    assert pool() == held


@pytest.mark.rule("VELOX-5")
@pytest.mark.usefixtures("promised")
def test_without_its_money_there_is_no_draw(now: datetime) -> None:
    crash = mock.patch("payouts.prizes.prize_draws.ledger.post", side_effect=RuntimeError)
    with crash, holding(TWOFOLD), pytest.raises(RuntimeError):
        draw(now)
    assert PrizeDraw.objects.get().drawn_at is None
    assert pool() == 1_500


@pytest.mark.rule("VELOX-4")
@pytest.mark.usefixtures("promised")
def test_a_draw_that_failed_comes_out_the_same_when_made_again(now: datetime) -> None:
    with transaction.atomic():
        failed = draw(now)
        transaction.set_rollback(True)
    assert draw(now).ticket == failed.ticket


@pytest.mark.rule("VELOX-4")
def test_the_seed_is_revealed_after_the_draw_and_not_before(
    promised: PrizeDraw, now: datetime
) -> None:
    assert prize_draws.reveal(event=EVENT, now=now).server_seed == ""
    draw(now)
    assert PrizeDraw.objects.get().server_seed == ""
    revealed = prize_draws.reveal(event=EVENT, now=now)
    assert velox.commitment(bytes.fromhex(revealed.server_seed)) == promised.commitment
    assert prize_draws.reveal(event=EVENT, now=now).revealed_at == now


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": "0" * 64},
        {"event": "tournament:13"},
        {"buy_in": 50},
        {"odds": "4:500000 2:500000"},
        {"ticket": 5},
        {"multiplier": 6000},
        {"player_seeds": {"7": "mine"}},
        {"ticket": None, "multiplier": None, "player_seeds": None, "drawn_at": None},
        {"server_seed": "00" * 32},
        {"server_seed": "", "revealed_at": None},
    ],
)
@pytest.mark.usefixtures("promised")
@pytest.mark.rule("VELOX-4", "VELOX-5")
def test_the_database_keeps_a_draw_as_it_was(change: dict[str, object], now: datetime) -> None:
    draw(now)
    prize_draws.reveal(event=EVENT, now=now)
    with pytest.raises(ProgrammingError, match="Cannot update"), transaction.atomic():
        PrizeDraw.objects.update(**change)


@pytest.mark.usefixtures("promised")
@pytest.mark.parametrize("sql", ["DELETE FROM {}", "UPDATE {} SET server_seed = ''"])
@pytest.mark.parametrize("table", ["payouts_prizedrawsecret", "payouts_prizedraw"])
def test_the_database_keeps_seeds(sql: str, table: str, now: datetime) -> None:
    draw(now)
    prize_draws.reveal(event=EVENT, now=now)
    with (
        pytest.raises(ProgrammingError, match=r"Cannot|permission denied"),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql.format(table))


@pytest.mark.parametrize("change", [{"ticket": 5}, {"ticket": 1_000_000, "multiplier": 2}])
@pytest.mark.usefixtures("promised")
@pytest.mark.rule("VELOX-5")
def test_the_database_refuses_half_a_draw(change: dict[str, int]) -> None:
    with pytest.raises(IntegrityError, match="draw_is_whole"):
        PrizeDraw.objects.update(**change)


@pytest.mark.usefixtures("promised")
@pytest.mark.rule("VELOX-4")
def test_the_database_refuses_another_seed_than_the_promised(now: datetime) -> None:
    draw(now)
    with pytest.raises(IntegrityError, match="draw_reveals_what_was_promised"):
        PrizeDraw.objects.update(server_seed="00" * 32, revealed_at=now)
