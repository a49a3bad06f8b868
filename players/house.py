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
IDENTITY_FOR_WITHDRAWAL = Setting(
    "players.identity_for_withdrawal",
    default=lambda: settings.IDENTITY_FOR_WITHDRAWAL,
    kind=kinds.BOOLEAN,
    group=Group.PLAYERS,
    title=_("Identity before a withdrawal"),
    help=_("Only players whose identity is verified are paid out."),
)
IDENTITY_FOR_PLAY = Setting(
    "players.identity_for_play",
    default=lambda: settings.IDENTITY_FOR_PLAY,
    kind=kinds.BOOLEAN,
    group=Group.PLAYERS,
    title=_("Identity before play"),
    help=_("Only players whose identity is verified play for money."),
)
IDENTITY_FOR_BUY_IN_ABOVE = Setting(
    "players.identity_for_buy_in_above",
    default=lambda: settings.IDENTITY_FOR_BUY_IN_ABOVE,
    kind=kinds.CENTS,
    bounds=(0, 1_000_000_00),
    group=Group.PLAYERS,
    title=_("Identity before a buy-in above"),
    help=_(
        "The most that a player whose identity is not verified puts into play at once; with zero,"
        " any amount."
    ),
)
IDENTITY_VALID_DAYS = Setting(
    "players.identity_valid_days",
    default=lambda: settings.IDENTITY_VALID_DAYS,
    kind=kinds.INTEGER,
    bounds=(0, 36_500),
    group=Group.PLAYERS,
    title=_("Days that a verification counts"),
    help=_("After these the player shows a document again; with zero, never."),
)
IDENTITY_KEEP_DAYS = Setting(
    "players.identity_keep_days",
    default=lambda: settings.IDENTITY_KEEP_DAYS,
    kind=kinds.INTEGER,
    bounds=(1, 36_500),
    group=Group.PLAYERS,
    title=_("Days that documents are kept"),
    help=_("Counts for documents that are sent from now on; after these they are deleted."),
)
