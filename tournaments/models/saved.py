"""A player's own data of the lobby: favourite series, saved searches, calendar address."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.plans import Template

# Characters of a search's name and of its query.
LONGEST_NAME, LONGEST_QUERY = 40, 400


class Favourite(models.Model):
    """A series of events, past and to come, that a player has marked with a star."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    template = models.ForeignKey(Template, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("favourite series")
        verbose_name_plural = _("favourite series")
        constraints = [
            models.UniqueConstraint(fields=["user", "template"], name="a_series_is_starred_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.template_id}"


class SavedSearch(models.Model):
    """A lobby filter that a player has named: the page that it is for, and the query."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    place = models.CharField(_("place"), max_length=8)
    query = models.CharField(_("query"), max_length=LONGEST_QUERY, blank=True)

    class Meta:
        verbose_name = _("saved search")
        verbose_name_plural = _("saved searches")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="a_search_has_its_own_name")
        ]

    def __str__(self) -> str:
        return self.name


class CalendarAddress(models.Model):
    """The secret in the address of a player's calendar subscription."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    secret = models.CharField(max_length=32, unique=True)

    class Meta:
        verbose_name = _("calendar's address")
        verbose_name_plural = _("calendars' addresses")

    def __str__(self) -> str:
        return f"{self.user_id}"
