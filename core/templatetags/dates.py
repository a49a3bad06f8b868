"""Template filters for moments, in the reader's language."""

from datetime import datetime, timedelta

from django import template
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from core import room_clock
from core.formats import written

register = template.Library()

register.filter("day", written, expects_localtime=True)


@register.filter
def ago(at: datetime) -> str:
    """Return the rough age of a moment: 4 minutes ago."""
    now = room_clock.now()
    if now - at < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, now, depth=1)}
