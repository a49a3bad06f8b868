"""A VeloX draw from the promise to the proof (VELOX-4), and its money (VELOX-5).

The promise fixes the seed before any player sits down: from then on the players' seeds alone
decide, and a draw that is interrupted and repeated has the same result.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from core.money import currency
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import REAL, Books
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import PrizeDraw, PrizeDrawSecret
from payouts.rules import velox
from payouts.rules.velox_proof import PublishedDraw

__all__ = ["PrizeDraw", "commit", "draw", "new_player_seed", "record", "reveal", "undo"]


def commit(*, event: str, seats: int, buy_in: int, odds: str = "", now: datetime) -> PrizeDraw:
    """Promise a draw, by the room's own table if ``odds`` spell one out; idempotent per event."""
    with transaction.atomic():
        seed = secrets.token_bytes(velox.SEED_BYTES)
        draw, created = PrizeDraw.objects.get_or_create(
            event=event,
            defaults={
                "seats": seats,
                "buy_in": buy_in,
                "odds": odds,
                "commitment": velox.commitment(seed),
                "promised_at": now,
            },
        )
        if created:
            PrizeDrawSecret.objects.create(draw=draw, server_seed=seed)
    return draw


def draw(
    *, event: str, player_seeds: Mapping[int, str], now: datetime, books: Books = REAL
) -> PrizeDraw:
    """Draw the prize and bring the pool to it; a repeated call returns the first result.

    The pool holds the buy-ins of the players. Its account is locked last of all.
    """
    with transaction.atomic():
        row = _lock(event)
        if row.drawn_at is None:
            result = velox.draw(
                server_seed=_seed(row),
                seats=row.seats,
                buy_in=row.buy_in,
                game=event,
                player_seeds=player_seeds,
                currency=currency(),
                odds=row.odds,
            )
            row.ticket, row.multiplier = result.ticket, result.multiplier
            row.player_seeds = {str(player): seed for player, seed in player_seeds.items()}
            row.drawn_at = now
            row.save(update_fields=["ticket", "multiplier", "player_seeds", "drawn_at"])
            _fund(row, now=now, books=books)
    return row


def reveal(*, event: str, now: datetime) -> PrizeDraw:
    """Reveal the server's seed, once its draw is made; before that, change nothing."""
    with transaction.atomic():
        row = _lock(event)
        if row.drawn_at is not None and row.revealed_at is None:
            row.server_seed, row.revealed_at = _seed(row).hex(), now
            row.save(update_fields=["server_seed", "revealed_at"])
    return row


def undo(row: PrizeDraw, *, now: datetime, books: Books = REAL) -> None:
    """Reverse the transfer between the house and the pool; the draw itself is unchanged."""
    if row.drawn_at is not None:
        _fund(row, back=True, now=now, books=books)


def record(row: PrizeDraw) -> PublishedDraw:
    """Return the public record of a draw at this moment."""
    return PublishedDraw(
        event=row.event,
        seats=row.seats,
        buy_in=row.buy_in,
        commitment=row.commitment,
        player_seeds={int(player): seed for player, seed in (row.player_seeds or {}).items()},
        server_seed=row.server_seed,
        ticket=row.ticket,
        multiplier=row.multiplier,
        # Money has been booked for a draw: the currency stays (HOUSE-5).
        currency=currency(),
        odds=row.odds,
    )


def new_player_seed() -> str:
    """Return a seed for a player who has not typed one."""
    return secrets.token_hex(8)


def _lock(event: str) -> PrizeDraw:
    return PrizeDraw.objects.select_for_update().get(event=event)


def _seed(row: PrizeDraw) -> bytes:
    return bytes(PrizeDrawSecret.objects.get(draw=row).server_seed)


def _fund(row: PrizeDraw, *, back: bool = False, now: datetime, books: Books) -> None:
    """Add what the prize lacks, or keep the rest for the house (VELOX-5); or reverse that."""
    gain = (row.collected - row.prize_pool) * (-1 if back else 1)
    ways = [accounts.pool(row.event), accounts.VELOX]
    source, target = ways if gain > 0 else reversed(ways)
    if gain:
        leg = Leg(source, target, abs(gain), Reason.DRAW)
        key = f"draw:{row.event}{':undone' if back else ''}"
        ledger.post([leg], key=key, now=now, books=books)
