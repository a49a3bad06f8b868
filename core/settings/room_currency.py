"""The room's currency (HOUSE-5)."""

import asyncio
from typing import Final

from django.utils.translation import gettext_lazy as _

from core import money
from core.settings import kinds
from core.settings.registry import Setting, SettingGroup

CURRENCY: Final = Setting(
    "room.currency",
    default="EUR",
    kind=kinds.Choice({code: code for code in money.codes()}),
    group=SettingGroup.MONEY,
    title=_("Currency"),
    help=_(
        "Every amount is in it, to its smallest unit. It stays as it is once money has been booked."
    ),
)


def code() -> str:
    """Return the currency's code; in an event loop, where nothing may wait, as last read."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return CURRENCY.value()
    return CURRENCY.known()


money.read_by(code)
