"""A shift at the counter or on the floor: one proof for half an hour, until the screen is locked.

The proof of a password or passkey is valid for five minutes elsewhere (ACCOUNT-5). In front of a
queue it is valid for the time of the room's setting, while its member of staff works there.
"""

import re
import time
from typing import Final

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.http import require_POST

from players import room_settings as players_house

# Acts in front of a queue. A colleague's order is confirmed with a proof of its own.
PLACES: Final = re.compile(
    r"/admin/(payouts/counterorder/(pay_in|pay_out|[^/]+/turn_down)/"
    r"|tournaments/tournament/[^/]+/watch/)"
)
# Seconds without a press or a page after which the member of staff has left.
IDLE: Final = 600
# The least time between two writes of the session.
WRITTEN_EVERY: Final = 30
ACTIVE: Final = "desk_active_at"
LOCKED: Final = "desk_locked"


def goes_on(request: HttpRequest) -> bool:
    """Return whether the proof of this shift is still valid for the request."""
    if not PLACES.match(request.path):
        return False
    proven = [
        record["at"]
        for record in get_authentication_records(request, request.user)
        if record.get("reauthenticated")
    ]
    if not proven:
        return False
    now = time.time()
    proof = float(proven[-1])
    active = max(proof, float(request.session.get(ACTIVE, 0)))
    return now - proof < players_house.DESK_SHIFT_MINUTES.value() * 60 and now - active < IDLE


def note_activity(request: HttpRequest) -> None:
    """Record that a person pressed a button or opened a page; requests by scripts do not count."""
    if request.method != "POST" and request.headers.get("Sec-Fetch-Mode") != "navigate":
        return
    now = time.time()
    if now - request.session.get(ACTIVE, 0) > WRITTEN_EVERY:
        request.session[ACTIVE] = now


def is_locked(request: HttpRequest) -> bool:
    """Return whether the screen was locked and no password or passkey was given since."""
    if not request.session.get(LOCKED):
        return False
    if did_recently_reauthenticate(request):
        del request.session[LOCKED]
        return False
    return True


@require_POST
@login_required
def lock(request: HttpRequest) -> HttpResponse:
    """End the shift: the desk shows and does nothing until the proof is given again."""
    records = [dict(record) for record in get_authentication_records(request, request.user)]
    for record in records:
        record.pop("reauthenticated", None)
    request.session[AUTHENTICATION_METHODS_SESSION_KEY] = records
    request.session[LOCKED] = True
    page = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(page, allowed_hosts=None):
        page = reverse("admin:index")
    return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': page})}")
