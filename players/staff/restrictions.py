"""Restrictions of a player by staff: no events, or no cash games, until lifted (STAFF-10).

A player who plays already finishes; it is checked at each entry, seat and purchase
(``access.check``).
"""

from collections.abc import Set
from datetime import datetime

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.models import Restriction, User
from players.refusals import PlayerCode

__all__ = ["Game", "restrict", "standing"]

Game = Restriction.Game


def restrict(
    *, user_id: UserId, game: str, lifted: bool, by: UserId, why: str, now: datetime
) -> bool:
    """Restrict a player from a kind of game, or lift that; returns whether it is new.

    Refuses NO_REASON, OWN_ACCOUNT, and MEMBER_OF_STAFF to anyone but an administrator.
    """
    reasons.check(why)
    if by == user_id:
        raise Refusal(PlayerCode.OWN_ACCOUNT)
    with transaction.atomic():
        user = player_lock.hold(user_id)
        if (
            player_lock.works_here(user)
            and not User.objects.filter(pk=by, is_superuser=True).exists()
        ):
            raise Refusal(PlayerCode.MEMBER_OF_STAFF)
        if (Game(game) in standing(user_id)) != lifted:
            return False
        Restriction.objects.create(
            user_id=user_id, game=game, lifted=lifted, by_id=by, why=why, at=now
        )
    return True


def standing(user_id: UserId) -> Set[Game]:
    """Return the kinds of games from which staff restrict a player now."""
    orders = Restriction.objects.filter(user=user_id).order_by("pk").values_list("game", "lifted")
    return {Game(game) for game, lifted in dict(orders).items() if not lifted}
