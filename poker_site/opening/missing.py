"""What a room still lacks before players should be let in, each with the way to it."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players import house as players_house
from poker_site.house import changes
from tables.models import CashGame
from tournaments.models import Template


class Missing(NamedTuple):
    """One thing to do: what, why, where."""

    what: str | Promise
    why: str | Promise
    url: str


def missing() -> Iterator[Missing]:
    """What is left to do, the weightiest first; four statements."""
    staff = User.objects.filter(is_staff=True, is_active=True)
    if staff.count() < 2:
        yield Missing(
            _("A second member of staff"),
            _("Orders over the limit, daily closings and settings about money take two."),
            reverse("admin:auth_user_add"),
        )
    set_here = changes.current()
    for setting, why in (
        (players_house.MAIL, _("Players read at the foot of every page how to reach you.")),
        (players_house.NAME, _("The room still has the name of the software.")),
        (players_house.MAIL_CLOSING, _("Mails say nothing about your company.")),
    ):
        if setting.key not in set_here:
            yield Missing(setting.title, why, reverse("admin:house_setting", args=[setting.key]))
    if not (
        Template.objects.filter(active=True).exists()
        or CashGame.objects.filter(tables__gt=0).exists()
    ):
        yield Missing(
            _("Something to play"),
            _("No plan is active and no cash game is open."),
            reverse("admin:tournaments_template_changelist"),
        )
