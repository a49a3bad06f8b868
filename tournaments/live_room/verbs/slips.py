"""The operator's own text on a payout slip: the payee, and statements for taxes (LIVE-6)."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.utils import dateformat
from django.utils.translation import gettext as _

from core.formats import written
from core.money import money_text
from core.settings.kinds import filled
from players import room_settings as players_house
from players.models import Identity, IdentityState
from tournaments.entry.receipts import EntryReceipt
from tournaments.room_settings import SLIP_TEXT

# Unknown values are written by hand.
LINE: Final = "_" * 24


def text(receipt: EntryReceipt, *, identified: bool) -> str:
    """Fill in the text; ``identified``: the reader may see verified identities."""
    entry = receipt.entry
    verified = Identity.objects.filter(user=entry.user_id, state=IdentityState.VERIFIED)
    identity = verified.first() if identified else None
    return _fill(
        {
            "name": (identity and identity.name) or LINE,
            "born": _day(identity.born) if identity and identity.born else LINE,
            "document": (identity and identity.number) or LINE,
            "player": entry.user.get_username(),
            "event": receipt.event.name,
            "day": written(receipt.event.starts_at, "j M Y") if receipt.event.starts_at else LINE,
            "place": str(entry.place),
            "prize": money_text(entry.prize or 0),
            "bounties": money_text(entry.bounty_money),
            "total": money_text(receipt.money_back),
        }
    )


def example() -> str:
    """Fill in the text for an imaginary player."""
    return _fill(
        {
            "name": "Maria Bianchi",
            "born": _day(date(1990, 1, 1)),
            "document": "CA12345AB",
            "player": "maria",
            "event": _("Sunday event"),
            "day": _day(date(2030, 1, 6)),
            "place": "2",
            "prize": money_text(150_00),
            "bounties": money_text(10_00),
            "total": money_text(160_00),
        }
    )


def _day(day: date) -> str:
    return dateformat.format(day, "j M Y")


def _fill(known: Mapping[str, str]) -> str:
    return filled(str(SLIP_TEXT.value()), {**known, "room": players_house.NAME.value()})
