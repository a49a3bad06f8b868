"""What the room sets about money and second persons."""

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core import kinds
from core.house import Group, Setting

FOUR_EYES = Setting(
    "money.four_eyes",
    default=lambda: settings.FOUR_EYES_CENTS,
    kind=kinds.CENTS,
    bounds=(0, 1_000_000_00),
    money=True,
    group=Group.MONEY,
    title=_("Second person from"),
    help=_(
        "What one member of staff moves alone for one player within 24 hours; also the highest"
        " guarantee and cancellation that one person decides. Above it, a second person confirms."
    ),
)
CASHIER_DAY = Setting(
    "money.cashier_day",
    default=lambda: settings.CASHIER_DAY_CENTS,
    kind=kinds.CENTS,
    bounds=(0, 10_000_000_00),
    money=True,
    group=Group.MONEY,
    title=_("Alone at the counter in a day"),
    help=_("What one member of staff moves alone at the counter in 24 hours, for all players."),
)
