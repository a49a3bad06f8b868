"""The clock of whoever plays: how long by now, and what came of it (PLAY-4)."""

from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.euro import euro
from core.pages.replies import refusal_as_message
from core.pages.requests import PlayerRequest
from payouts.models.limits import told
from payouts.pages.forms import ReminderForm
from payouts.protection import limits
from payouts.rules.limits import Kind
from players.protection import reminders

# Whoever comes back to the tables within this time goes on playing.
SAME_SITTING = timedelta(minutes=30)
SITTING = "sitting"


@require_POST
@login_required
def clock(request: PlayerRequest) -> HttpResponse:
    """What a table's page shows of its reader's sitting, as JSON: ``minutes`` so far, and after how
    many (``every``) to say so; ``paid`` into play and ``back`` from it, as text; ``left`` minutes
    of their own limit, null without one. It notes that the sitting lasts: no GET."""
    now = timezone.now()
    since = _since(request, now=now)
    played = limits.at_play(user_id=request.user.pk, since=since, until=now)
    return JsonResponse(
        {
            "minutes": (now - since) // timedelta(minutes=1),
            "every": reminders.every(request.user.pk),
            "paid": euro(played.paid),
            "back": euro(played.back),
            "left": limits.time_left(user_id=request.user.pk, now=now),
        }
    )


@require_POST
@login_required
def remind(request: PlayerRequest) -> HttpResponse:
    """Choose how often to be told of the time at the tables."""
    form = ReminderForm(request.POST)
    with refusal_as_message(request):
        minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
        reminders.choose(user_id=request.user.pk, minutes=minutes)
        messages.success(
            request, _("You hear of it after every %(time)s.") % {"time": told(Kind.TIME, minutes)}
        )
    return redirect("limits")


def _since(request: PlayerRequest, *, now: datetime) -> datetime:
    """When this sitting began. Each look at the clock says that it still lasts."""
    began, seen = request.session.get(SITTING, (0, 0))
    if now - datetime.fromtimestamp(seen, tz=now.tzinfo) > SAME_SITTING:
        began = now.timestamp()
    request.session[SITTING] = (began, now.timestamp())
    return datetime.fromtimestamp(began, tz=now.tzinfo)
