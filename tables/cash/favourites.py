"""The star of a cash game or a pool: set, removed, read (LOBBY-2)."""

from typing import NamedTuple

from django.db import IntegrityError

from core.refusal import Refusal
from core.types import UserId
from tables.models import CASH, POOL, CashGame, FastPool, FavouriteGame
from tables.refusals import TableCode


class Starred(NamedTuple):
    """The games and pools that a player has marked."""

    games: frozenset[int]
    pools: frozenset[int]


def star(*, user_id: UserId, kind: str, number: int, wanted: bool) -> None:
    """Mark a cash game or a pool (``kind`` CASH or POOL), or remove the mark; idempotent.

    Refuse NO_SUCH_GAME.
    """
    column = {CASH: "game", POOL: "pool"}.get(kind)
    if column is None:
        raise Refusal(TableCode.NO_SUCH_GAME)
    if not wanted:
        FavouriteGame.objects.filter(user=user_id, **{column: number}).delete()
        return
    listed = CashGame.objects.filter(home=False)
    offered = listed if column == "game" else FastPool.objects.all()
    if not offered.filter(pk=number).exists():
        raise Refusal(TableCode.NO_SUCH_GAME)
    marked = FavouriteGame(user_id=user_id, **{f"{column}_id": number})
    try:
        FavouriteGame.objects.bulk_create([marked], ignore_conflicts=True)
    except IntegrityError as error:
        # Staff deleted it since the check above.
        raise Refusal(TableCode.NO_SUCH_GAME) from error


def of_player(user_id: UserId | None) -> Starred:
    """The games and pools that a player has marked; none for anonymous readers, without a query."""
    if user_id is None:
        return Starred(frozenset(), frozenset())
    rows = list(FavouriteGame.objects.filter(user=user_id).values_list("game", "pool"))
    return Starred(
        frozenset(game for game, _ in rows if game), frozenset(pool for _, pool in rows if pool)
    )
