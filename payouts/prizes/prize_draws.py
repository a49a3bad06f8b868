"""A VeloX draw from the promise to the proof (VELOX-4), and its money (VELOX-5).

The seed is fixed by the promise, before anybody sits down: from then on the players' seeds alone
decide, and a draw that is interrupted and made again comes out the same.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import PrizeDraw, PrizeDrawSecret
from payouts.rules import velox
from payouts.rules.velox_proof import PublishedDraw

__all__ = ["PrizeDraw", "commit", "draw", "new_player_seed", "record", "reveal", "undo"]


def commit(*, event: str, seats: int, buy_in: int, odds: str = "", now: datetime) -> PrizeDraw:
    """Promise a draw, by a table of the room's own if ``odds`` spell one out; the same event again:
    the same promise."""
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


def draw(*, event: str, player_seeds: Mapping[int, str], now: datetime) -> PrizeDraw:
    """Draw the prize and bring the pool to it; drawn before: what was drawn then.

    The pool holds what the players have paid. Its account is locked last of all.
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
                odds=row.odds,
            )
            row.ticket, row.multiplier = result.ticket, result.multiplier
            row.player_seeds = {str(player): seed for player, seed in player_seeds.items()}
            row.drawn_at = now
            row.save(update_fields=["ticket", "multiplier", "player_seeds", "drawn_at"])
            _fund(row, now=now)
    return row


def reveal(*, event: str, now: datetime) -> PrizeDraw:
    """Lay the server's seed open, once its draw is made; before that, change nothing."""
    with transaction.atomic():
        row = _lock(event)
        if row.drawn_at is not None and row.revealed_at is None:
            row.server_seed, row.revealed_at = _seed(row).hex(), now
            row.save(update_fields=["server_seed", "revealed_at"])
    return row


def undo(row: PrizeDraw, *, now: datetime) -> None:
    """Take back what the house added to the pool or kept; the draw itself stays as it was."""
    if row.drawn_at is not None:
        _fund(row, back=True, now=now)


def record(row: PrizeDraw) -> PublishedDraw:
    """A draw as everybody may know it by now."""
    return PublishedDraw(
        event=row.event,
        seats=row.seats,
        buy_in=row.buy_in,
        commitment=row.commitment,
        player_seeds={int(player): seed for player, seed in (row.player_seeds or {}).items()},
        server_seed=row.server_seed,
        ticket=row.ticket,
        multiplier=row.multiplier,
        odds=row.odds,
    )


def new_player_seed() -> str:
    """A seed for a player who has not typed one."""
    return secrets.token_hex(8)


def _lock(event: str) -> PrizeDraw:
    return PrizeDraw.objects.select_for_update().get(event=event)


def _seed(row: PrizeDraw) -> bytes:
    return bytes(PrizeDrawSecret.objects.get(draw=row).server_seed)


def _fund(row: PrizeDraw, *, back: bool = False, now: datetime) -> None:
    """VELOX-5: the house adds what the prize lacks, or keeps what it leaves; or that ``back``."""
    gain = (row.collected - row.prize_pool) * (-1 if back else 1)
    ways = [accounts.pool(row.event), accounts.VELOX]
    source, target = ways if gain > 0 else reversed(ways)
    if gain:
        leg = Leg(source, target, abs(gain), Reason.DRAW)
        ledger.post([leg], key=f"draw:{row.event}{':undone' if back else ''}", now=now)
