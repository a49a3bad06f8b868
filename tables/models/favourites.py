"""Favourite cash games and pools of players."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.cash import CashGame
from tables.models.pools import FastPool


class FavouriteGame(models.Model):
    """A cash game or a pool that a player has starred."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.ForeignKey(CashGame, models.CASCADE, null=True, related_name="+")
    pool = models.ForeignKey(FastPool, models.CASCADE, null=True, related_name="+")

    class Meta:
        verbose_name = _("favourite game")
        verbose_name_plural = _("favourite games")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(game__isnull=True) ^ models.Q(pool__isnull=True),
                name="a_star_is_of_one_game",
            ),
            models.UniqueConstraint(fields=["user", "game"], name="a_game_is_starred_once"),
            models.UniqueConstraint(fields=["user", "pool"], name="a_pool_is_starred_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"
