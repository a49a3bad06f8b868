"""The clock of a player at the tables: the time so far, and the money in and out (PLAY-4)."""

from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import room_clock
from core.money import money_text
from core.pages.replies import refusal_as_message
from payouts.models.limits import amount_text
from payouts.pages.forms import ReminderForm
from payouts.protection import limits
from payouts.rules.limits import LimitKind
from players.protection import reminders
from players.requests import PlayerRequest

# A player who comes back to the tables within this time continues the same sitting.
SAME_SITTING = timedelta(minutes=30)
SITTING = "sitting"


@require_POST
@login_required
def clock(request: PlayerRequest) -> HttpResponse:
    """Return the reader's sitting as JSON for a table's page, and extend it (hence no GET).

    ``minutes`` so far, and the interval of reminders (``every``); ``paid`` into play and ``back``
    from it, as text; ``left`` minutes of their own limit, null without one.
    """
    now = room_clock.now()
    since = _since(request, now=now)
    played = limits.at_play(user_id=request.user.pk, since=since, until=now)
    return JsonResponse(
        {
            "minutes": (now - since) // timedelta(minutes=1),
            "every": reminders.every(request.user.pk),
            "paid": money_text(played.paid),
            "back": money_text(played.back),
            "left": limits.time_left(user_id=request.user.pk, now=now),
        }
    )


@require_POST
@login_required
def remind(request: PlayerRequest) -> HttpResponse:
    """Choose the interval of reminders of the time at the tables."""
    form = ReminderForm(request.POST)
    with refusal_as_message(request):
        minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
        reminders.choose(user_id=request.user.pk, minutes=minutes)
        messages.success(
            request,
            _("You are reminded every %(time)s.") % {"time": amount_text(LimitKind.TIME, minutes)},
        )
    return redirect("limits")


def _since(request: PlayerRequest, *, now: datetime) -> datetime:
    """Return the beginning of this sitting. Each call extends the sitting."""
    began, seen = request.session.get(SITTING, (0, 0))
    if now - datetime.fromtimestamp(seen, tz=now.tzinfo) > SAME_SITTING:
        began = now.timestamp()
    request.session[SITTING] = (began, now.timestamp())
    return datetime.fromtimestamp(began, tz=now.tzinfo)
