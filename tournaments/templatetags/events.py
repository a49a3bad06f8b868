"""Filters and tags that show an event in a list: its small table, its levels, its clock."""

import math
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django import template
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from core import room_clock
from core.formats import ordinal, written
from core.templatetags.money import chips
from tournaments.models import Terms, Tournament
from tournaments.rules.level_clock import BlindLevel
from tournaments.rules.speed import Speed

register = template.Library()

register.filter(ordinal)


@register.filter
def staff_name(user: Any) -> str:
    """A player as staff read them: with the real name that ``real_names.attach`` has set."""
    real = getattr(user, "real_name", "")
    return f"{user} ({real})" if real else str(user)


@register.filter
def blinds(level: BlindLevel) -> str:
    """The blinds of a level, e.g. 500/1,000."""
    return f"{chips(level.small_blind)}/{chips(level.big_blind)}"


@register.filter
def stack(amount: int | Decimal, event: Tournament) -> str:
    """Chips of several players, marked as "≈ 13,334" where some of the event's stacks are estimates
    (LIVE-2)."""
    return approximate(amount, estimated=event.stacks_estimated)


@register.simple_tag
def stack_of(amount: int, event: Tournament, user_id: int) -> str:
    """The chips of a player, marked as "≈ 13,334" until they are counted (LIVE-2, LIVE-3)."""
    return approximate(amount, estimated=event.estimated(user_id))


@register.filter
def approximate(amount: int | Decimal, estimated: bool) -> str:
    """Chips, marked as "≈ 13,334" where they are ``estimated``."""
    return f"≈\N{NO-BREAK SPACE}{chips(amount)}" if amount and estimated else chips(amount)


class Feature(NamedTuple):
    """A special feature of an event, in a word and in a sentence."""

    word: str
    more: str
    money: bool = False


@register.filter
def features(event: Terms) -> list[Feature]:
    """The special features of an event: play money (FREE-4), real cards (LIVE-1), bounties,
    shootout, rebuys, re-entry, restricted entry."""
    listed = []
    if event.free:
        more = _("Chips that are worth nothing: guests may enter, and no money is moved.")
        listed.append(Feature(_("Play money"), more))
    if not event.floor.deals:
        listed.append(Feature(_("Live"), _("With real cards, at the tables of the room.")))
    if event.bounty and event.progressive_bounty:
        more = _("Half of a bounty is paid, the other half raises the winner's own.")
        listed.append(Feature(_("Progressive bounty"), more, money=True))
    elif event.bounty:
        more = _("Paid with the entry, won by eliminating a player.")
        listed.append(Feature(_("Bounty"), more, money=True))
    if event.plays_apart:
        word = _("Heads-up bracket") if event.seats_per_table == 2 else _("Shootout")
        more = _("Every table plays down to one player; the winners meet in the next round.")
        listed.append(Feature(word, more))
    return [*listed, *_ways_in(event)]


def _ways_in(event: Terms) -> Iterator[Feature]:
    """Yield the features of rebuys, re-entries and restricted entry (TRN-2)."""
    if event.rebuys:
        yield Feature(_("Rebuys"), _("Extra chips in the first levels."))
    if event.re_entries:
        yield Feature(_("Re-entry"), _("You can enter again while registration is open."))
    if event.access != Terms.Access.OPEN:
        yield Feature(_("Private"), event.get_access_display())


@register.filter
def speed_name(speed: Speed) -> str:
    """The name of a speed: ``hyper`` -> hyper-turbo; empty for regular (LOBBY-2)."""
    return {Speed.HYPER: _("hyper-turbo"), Speed.TURBO: _("turbo")}.get(speed, "")


@register.filter
def minutes(seconds: int) -> str:
    """A length of time as a clock shows it: 90 -> 1:30."""
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def running_time(left: timedelta) -> str:
    """The time left on a clock: 4:05, or 1:04:05 from an hour on; a begun second counts whole."""
    seconds = math.ceil(left.total_seconds())
    minutes = f"{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 3600}:{minutes}" if seconds >= 3600 else minutes.removeprefix("0")


@register.filter(expects_localtime=True)
def start(moment: datetime) -> str:
    """The start of an event: its weekday and time within the next six days, else with its date."""
    near = moment - room_clock.now() < timedelta(days=6)
    return written(moment, "D H:i" if near else "D j M, H:i")


@register.filter
def until(moment: datetime) -> str:
    """The rough time to a moment: in 4 minutes."""
    if moment - room_clock.now() < timedelta(minutes=1):
        return _("in less than a minute")
    return _("in %(time)s") % {"time": timeuntil(moment, depth=1)}


@register.inclusion_tag("tournaments/parts/seat_pips.html")
def seat_pips(taken: int, seats: int) -> dict[str, Any]:
    """A few seats in a row, the taken ones lit."""
    return {"taken": taken, "seats": seats, "places": [seat < taken for seat in range(seats)]}


@register.inclusion_tag("tournaments/parts/mini_table.html")
def mini_table(taken: int, seats: int) -> dict[str, Any]:
    """A Sit&Go's table from above, its taken seats lit."""
    places = []
    for seat in range(seats):
        turn = math.tau * (seat + 0.5) / seats - math.pi / 2
        places.append(
            {
                "x": f"{60 + 52 * math.cos(turn):.1f}",
                "y": f"{36 + 28 * math.sin(turn):.1f}",
                "taken": seat < taken,
            }
        )
    return {"places": places}
