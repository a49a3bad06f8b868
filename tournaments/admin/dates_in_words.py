"""Recurrence rules in words."""

from collections.abc import Callable

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _

from core.formats import written
from tournaments.rules import recurrence
from tournaments.rules.rrule import WEEKDAYS

_BY = ("BYHOUR", "BYMINUTE")


def in_words(rule: str) -> str:
    """Return a rule as ``every day at 21:00``; a rule of another form is returned unchanged."""
    without_end, last = recurrence.split_end(rule)
    parts = dict(part.partition("=")[::2] for part in without_end.upper().split(";"))
    if parts.pop("BYSECOND", "0") != "0":
        return rule
    say = _SAID.get((parts.pop("FREQ", ""), *sorted(parts)))
    try:
        words = rule if say is None else say(parts)
    except ValueError:
        return rule
    if last is None or words == rule:
        return words
    return _("%(dates)s until %(day)s") % {"dates": words, "day": written(last, "j F Y")}


def _times(parts: dict[str, str]) -> str:
    hours, minutes = ([int(one) for one in parts[name].split(",")] for name in _BY)
    return ", ".join(f"{hour:02}:{minute:02}" for hour in hours for minute in minutes)


def _every_day(parts: dict[str, str]) -> str:
    return _("every day at %(time)s") % {"time": _times(parts)}


def _on_days(parts: dict[str, str]) -> str:
    numbers = [WEEKDAYS.index(name) for name in parts["BYDAY"].split(",")]
    days = ", ".join(str(WEEKDAYS_ABBR[number]) for number in sorted(numbers))
    return _("%(days)s at %(time)s") % {"days": days, "time": _times(parts)}


def _every_hour(parts: dict[str, str]) -> str:
    minutes = ", ".join(f":{int(minute):02}" for minute in parts["BYMINUTE"].split(","))
    return _("every hour at %(minutes)s") % {"minutes": minutes}


def _every_minutes(parts: dict[str, str]) -> str:
    return _("every %(minutes)s minutes") % {"minutes": int(parts["INTERVAL"])}


# By the frequency and the other parts of a rule.
_SAID: dict[tuple[str, ...], Callable[[dict[str, str]], str]] = {
    ("DAILY", "BYHOUR", "BYMINUTE"): _every_day,
    ("WEEKLY", "BYDAY", "BYHOUR", "BYMINUTE"): _on_days,
    ("HOURLY", "BYMINUTE"): _every_hour,
    ("MINUTELY", "INTERVAL"): _every_minutes,
}
