"""What the room sets about players and their protection."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core import kinds
from core.house import Group, Setting

HELP_LINE = Setting(
    "players.help_line",
    default=lambda: settings.HELP_LINE,
    kind=kinds.TEXT,
    bounds=(3, 40),
    group=Group.PLAYERS,
    title=_("Help line"),
    help=_("Whom players may call about gambling; stands at the foot of every page."),
)
