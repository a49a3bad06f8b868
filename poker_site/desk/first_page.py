"""The first page of the staff's desk: waiting work, running and coming events, recent acts."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from core import room_clock
from poker_site.desk import second_person, today
from poker_site.opening import open_points
from poker_site.room_settings import changes
from tournaments.models import Act, Tournament

EVENTS_SHOWN = 20
ACTS_SHOWN = 10


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Return the page's context, with the parts that its reader may see; unfold calls this."""
    now = room_clock.now()
    waiting = list(second_person.queues(request))
    shown = {
        **context,
        "title": _("Today"),
        "waiting": waiting,
        "undecided": list(second_person.undecided(request)),
        "figures": list(
            today.figures(request, waiting=sum(queue.count for queue in waiting), now=now)
        ),
    }
    if request.user.has_perm("tournaments.view_tournament"):
        shown["at_risk"] = today.at_risk(now=now)
        status = Tournament.Status
        running = Tournament.objects.filter(status=status.RUNNING).order_by("-entry_count", "pk")
        shown["running"] = [(event, event.clock_at(now)) for event in running[:EVENTS_SHOWN]]
        coming = Tournament.objects.filter(status=status.REGISTERING, starts_at__isnull=False)
        shown["coming"] = coming.order_by("starts_at", "pk")[:EVENTS_SHOWN]
    if request.user.has_perm(changes.RIGHT) and not settings.DEMO:
        shown["missing"] = list(open_points.missing())
    if request.user.has_perm("tournaments.view_act"):
        acts = Act.objects.select_related("by", "entry", "tournament").order_by("-pk")
        shown["acts"] = acts[:ACTS_SHOWN]
    return shown
