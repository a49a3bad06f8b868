"""The dealers of a live event, and their rotation (LIVE-10)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class Rota(models.Model):
    """The dealers of an event, in order, from ``since`` on; ``places`` are tables, 0 a rest."""

    tournament = models.OneToOneField(
        Tournament,
        models.PROTECT,
        primary_key=True,
        related_name="rota",
        verbose_name=_("tournament"),
    )
    dealers = models.JSONField(_("dealers"))
    places = models.JSONField(_("places"))
    minutes = models.PositiveSmallIntegerField(_("minutes a turn"))
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("dealers' rota")
        verbose_name_plural = _("dealers' rotas")

    def __str__(self) -> str:
        return f"{self.tournament_id}"
