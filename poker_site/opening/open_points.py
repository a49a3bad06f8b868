"""Open points of a room before its players are let in, each with a link."""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core import room_clock
from core.formats import moment
from players import room_settings as players_house
from poker_site.people import pairs
from poker_site.room_settings import changes
from tables.models import CashGame
from tournaments.models import Template


class Missing(NamedTuple):
    """One open point: its title, its reason, its address."""

    what: str | Promise
    why: str | Promise
    url: str


def missing() -> Iterator[Missing]:
    """Yield the open points, the weightiest first; nine statements."""
    staff_pairs = pairs.pairs(now=room_clock.now())
    if not any(pair.now for pair in staff_pairs):
        yield Missing(
            _("Two people who can confirm for each other"),
            _why(staff_pairs),
            reverse("admin:players_staffinvitation_changelist"),
        )
    set_here = changes.current()
    for setting, why in (
        (players_house.MAIL, _("The foot of every page tells players how to reach you.")),
        (players_house.NAME, _("The room still has the name of the software.")),
        (players_house.MAIL_CLOSING, _("Emails do not name your company.")),
    ):
        if setting.key not in set_here:
            yield Missing(setting.title, why, reverse("admin:house_setting", args=[setting.key]))
    if not (
        Template.objects.filter(active=True).exists()
        or CashGame.objects.filter(tables__gt=0, home=False).exists()
    ):
        yield Missing(
            _("Something to play"),
            _("No plan is active and no cash game is open."),
            reverse("admin:tournaments_template_changelist"),
        )


def _why(staff_pairs: list[pairs.Pair]) -> str | Promise:
    """Return the first pair that can confirm orders, or the reason why there is none."""
    takes_two = _("Orders above the limit, daily closings and money settings take two people.")
    apart = [pair for pair in staff_pairs if not pair.chain]
    if not apart:
        return format_lazy(
            "{} {}", takes_two, _("Invite staff, and let another owner vouch for them.")
        )
    pair = apart[0]
    if pair.without:
        then = _("%(one)s and %(other)s can soon; no second factor yet: %(names)s.") % {
            "one": pair.one,
            "other": pair.other,
            "names": ", ".join(pair.without),
        }
    else:
        assert pair.since is not None
        then = _("%(one)s and %(other)s can from %(when)s on.") % {
            "one": pair.one,
            "other": pair.other,
            "when": moment(pair.since),
        }
    return format_lazy("{} {}", takes_two, then)
