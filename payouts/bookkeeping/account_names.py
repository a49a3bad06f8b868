"""Readable names of accounts: "anna", "Wednesday Six (12), prize pool", "Fees of the house"."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from payouts import events
from payouts.bookkeeping import accounts
from payouts.events import EventRef
from players.models import User

# Accounts that exist once.
_SINGLE: dict[str, Promise] = {
    accounts.FEES: gettext_lazy("House, fees"),
    accounts.GUARANTEES: gettext_lazy("House, guarantees"),
    accounts.VELOX: gettext_lazy("House, VeloX draws"),
    accounts.RAKE: gettext_lazy("House, rake"),
    accounts.PAYMENTS: gettext_lazy("House, fees of payments"),
    accounts.CORRECTIONS: gettext_lazy("House, corrections"),
    accounts.BONUSES: gettext_lazy("House, bonuses"),
    accounts.DEALERS: gettext_lazy("House, dealers' share"),
    accounts.OUTSIDE: gettext_lazy("Bank, card or cash"),
    accounts.DEMO: gettext_lazy("Demo money"),
    accounts.TICKETS: gettext_lazy("Tickets not used yet"),
}
# Names of a player's and of an event's accounts, by the prefix of the account.
_OF_A_PLAYER: dict[str, Promise | str] = {
    "player": "%(name)s",
    "held": gettext_lazy("%(name)s, held for a withdrawal"),
    "debt": gettext_lazy("%(name)s, debt"),
    "bonus": gettext_lazy("%(name)s, bonus"),
}
_OF_AN_EVENT: dict[str, Promise] = {
    "pool": gettext_lazy("%(name)s (%(id)s), prize pool"),
    "escrow": gettext_lazy("%(name)s (%(id)s), chips in play"),
}


def called(names: Iterable[str]) -> dict[str, str]:
    """Return readable names of accounts; an account without one keeps its own name.

    One statement for players, and one for each kind of event.
    """
    parts = {name: accounts.parts(name) for name in {*names}}
    ids = {int(rest) for kind, rest in parts.values() if kind in _OF_A_PLAYER and rest.isdecimal()}
    players = dict(User.objects.filter(pk__in=ids).values_list("pk", "username")) if ids else {}
    known = events.find(rest for kind, rest in parts.values() if kind in _OF_AN_EVENT)
    readable = {}
    for name, (kind, rest) in parts.items():
        if single := _SINGLE.get(name):
            readable[name] = str(single)
        elif kind in _OF_A_PLAYER and rest.isdecimal():
            player = players.get(int(rest)) or _("player %(id)s") % {"id": rest}
            readable[name] = str(_OF_A_PLAYER[kind]) % {"name": player}
        elif kind in _OF_AN_EVENT and (ref := EventRef.parse(rest)):
            event = known.get(rest)
            words = {"name": event.name if event else _("Event"), "id": ref.id}
            readable[name] = str(_OF_AN_EVENT[kind]) % words
        else:
            readable[name] = name
    return readable
