"""The room's settings of cash games and guests."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.registry import Setting, SettingGroup

CASH_RETURN = Setting(
    "cash.return_within",
    default=timedelta(minutes=120),
    kind=kinds.DURATION,
    bounds=(0, 86_400),
    group=SettingGroup.PLAY,
    title=_("Return to a cash game"),
    help=_(
        "For this long after leaving, a player must come back with at least what they took away."
    ),
)
CASH_HOLD = Setting(
    "cash.hold",
    default=timedelta(seconds=60),
    kind=kinds.DURATION,
    bounds=(15, 900),
    group=SettingGroup.PLAY,
    title=_("Time to take a free seat"),
    help=_("How long a free seat at a cash game is held for the first player on the list."),
)
GUEST_DAYS = Setting(
    "players.guest_stays",
    default=timedelta(days=7),
    kind=kinds.DURATION,
    bounds=(86_400, 365 * 86_400),
    group=SettingGroup.PLAYERS,
    title=_("Guests are kept for"),
    help=_("How long after the last hand a guest who has not signed up is removed."),
)
IMPORTED_HANDS = Setting(
    "hands.imported",
    default=10_000,
    kind=kinds.INTEGER,
    bounds=(0, 100_000),
    group=SettingGroup.PLAYERS,
    title=_("Imported hands of a player"),
    help=_(
        "How many hands a player may bring from files of other rooms to replay them; 0: the room "
        "imports none."
    ),
)
