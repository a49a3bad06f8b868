"""The places of the lobby as tabs, with their addresses and counts (LOBBY-2)."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.cash import lobby as cash
from tables.pools import lobby as pools
from tournaments.pages.lobby import places


class Tab(NamedTuple):
    """A place with its address; ``size`` is its count, None for a place without one."""

    name: str
    title: str | Promise
    url: str
    size: int | None

    @property
    def version(self) -> str:
        """A version that changes with the count."""
        return str(self.size)


def tabs(*, now: datetime) -> list[Tab]:
    """Return the tabs of all places, in three statements."""
    counts = places.counts(now=now)

    def events(name: str, url: str | None = None) -> Tab:
        title = places.PLACES[name].title
        return Tab(name, title, url or reverse("place", args=[name]), counts.get(name))

    return [
        Tab("front", _("Best now"), reverse("lobby"), None),
        events("late"),
        events("soon"),
        events("sng"),
        events("velox", reverse("velox")),
        Tab("pools", _("Strobe"), reverse("pools"), pools.open_count()),
        Tab("cash", _("Cash"), reverse("cash"), cash.open_count()),
        events("running"),
        Tab("day", _("Schedule"), f"{reverse('timeline')}#now", None),
        events("over"),
    ]
