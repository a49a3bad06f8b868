"""A finished event as an Open Tournament Summary 1.1.5, for a player's tracker (HAND-1).

https://ts-specs.handhistory.org. One finish a player: their best place, and all their prizes.
"""

import json
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Min, QuerySet, Sum

from core import money
from payouts.rules.schemes import Satellite
from tables.history.formats.open_hand_history import PLAY_MONEY
from tournaments.models import Entry, Purchase, Tournament

VERSION: Final = "1.1.5"
SITE: Final = "Montepremi"
MEDIA_TYPE: Final = "application/json; charset=utf-8"


def write(event: Tournament, *, player: str) -> str:
    """Write the summary of an event that is over, for its player of this name."""
    facts: dict[str, Any] = {
        "spec_version": VERSION,
        "site_name": SITE,
        "network_name": SITE,
        "internal_version": "1.0",
        "tournament_number": str(event.pk),
        "tournament_name": event.name,
        "start_date_utc": _moment(event.started_at),
        "end_date_utc": _moment(event.finished_at),
        "currency": PLAY_MONEY if event.free else money.currency(),
        "buyin_amount": _units(event.buy_in),
        "fee_amount": _units(event.fee),
        "initial_stack": event.starting_stack,
        "type": "STT" if event.entry_count <= event.seats_per_table else "MTT",
        "flags": _flags(event),
        "prize_pool": _units(event.prize_pool),
        "hero_player_name": player,
        "player_count": event.entry_count - event.re_entry_count,
        "tournament_finishes_and_winnings": _finishes(event),
    }
    if event.bounty:
        facts |= {"bounty_fee_amount": 0, "bounty_value_amount": _units(event.bounty)}
    if event.rebuy_limit:
        facts["rebuy_cost"] = _units(event.rebuy_price + event.rebuy_fee)
    elif event.re_entries:
        facts["rebuy_cost"] = _units(event.re_entry_price.right)
    if event.add_on_chips:
        facts["addon_cost"] = _units(event.add_on_price + event.add_on_fee)
    if bought := _rebuys(event):
        facts["tournament_rebuys"] = bought
    return json.dumps({"ots": facts}, ensure_ascii=False, indent=1) + "\n"


def _flags(event: Tournament) -> list[str]:
    flags = {
        "SNG": event.kind == Tournament.Kind.SIT_AND_GO,
        "Bounty": bool(event.bounty),
        "Shootout": event.format == Tournament.Format.SHOOTOUT,
        "Rebuy": bool(event.rebuy_limit),
        "Re-Entry": bool(event.re_entries),
        "Satellite": isinstance(event.prize_scheme, Satellite),
    }
    return [flag for flag, holds in flags.items() if holds]


def _entries(event: Tournament) -> QuerySet[Entry]:
    return event.entries.exclude(status=Entry.Status.WITHDRAWN).order_by()


def _finishes(event: Tournament) -> list[dict[str, Any]]:
    rows = (
        _entries(event)
        .values_list("user__username")
        .annotate(best=Min("place"), prizes=Sum("prize"), tickets=Sum("ticket_won__value"))
    )
    return [
        {
            "player_name": name,
            "finish_position": place,
            "still_playing": False,
            "prize": _units((prize or 0) - (ticket or 0)),
            "ticket_value": _units(ticket or 0),
        }
        for name, place, prize, ticket in rows.order_by("best", "user__username")
    ]


def _rebuys(event: Tournament) -> list[dict[str, Any]]:
    """Return the rebuys or re-entries, and add-ons, of each player who made any."""
    bought: dict[str, dict[str, Any]] = {}

    def of(name: str) -> dict[str, Any]:
        return bought.setdefault(name, {"player_name": name, "rebuys": 0, "addons": 0})

    again = _entries(event).filter(re_entry=True).values_list("user__username")
    for name, entries in again.annotate(Count("pk")):
        of(name)["rebuys"] += entries
    purchases = Purchase.objects.filter(entry__tournament=event).order_by()
    for name, kind, count in purchases.values_list("entry__user__username", "kind").annotate(
        Sum("count")
    ):
        of(name)["addons" if kind == Purchase.Kind.ADD_ON else "rebuys"] += count
    return sorted(bought.values(), key=lambda row: row["player_name"])


def _units(cents: int) -> float:
    return float(money.units(cents))


def _moment(at: datetime | None) -> str | None:
    return None if at is None else f"{at:%Y-%m-%dT%H:%M:%SZ}"
