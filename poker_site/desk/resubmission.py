"""A form sent when the desk asked for proof: stored sealed, and submitted once after the proof.

allauth stores a player's request in the session in the clear and calls its view past the
middleware. The desk's forms move money: here a form is sealed for its session, user and address,
waits ten minutes, is taken once, and comes back to its own address as a form of its own. No header
is stored, no file, and no form in which a password was typed.
"""

import base64
import json
import secrets
import time
from typing import Any, Final, NamedTuple

from allauth.account.internal.flows.reauthentication import STATE_SESSION_KEY
from django.contrib import admin, messages
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from core import encryption
from core.refusal import Refusal
from core.sentences import say
from poker_site.refusals import RoomCode

LASTS = 600
# A long plan has some thirty thousand characters.
MOST = 200_000
# The session key of the stored form after the proof, and the field that asks for it.
KEPT: Final = "desk_kept_form"
FIELD: Final = "kept_form"
CALLBACK: Final = f"{__name__}.go_on"
# The token of the page that asks, not of the typed form.
CSRF: Final = "csrfmiddlewaretoken"


class Kept(NamedTuple):
    """A waiting form: its number, its address, its time, and its sealed content."""

    number: str
    path: str
    at: float
    sealed: str


def keep(request: HttpRequest) -> HttpResponse | None:
    """Store a form until the proof is given; return an answer if it came from another site.

    A form that is not stored has a reason on the next page: FILES_NOT_KEPT, PASSWORD_NOT_KEPT,
    FORM_TOO_LONG.
    """
    # The view would ask for the token, and the form does not reach it now.
    forged = CsrfViewMiddleware(_nothing).process_view(request, _nothing, (), {})
    if forged is not None:
        return forged
    try:
        content = _content(request)
    except Refusal as refusal:
        messages.warning(request, say(refusal))
        return None
    form = Kept(
        secrets.token_urlsafe(12),
        request.get_full_path(),
        time.time(),
        base64.b64encode(
            encryption.lock_away(json.dumps(content).encode(), address=_address(request))
        ).decode(),
    )
    request.session[STATE_SESSION_KEY] = {"callback": CALLBACK, "state": form._asdict()}
    return None


def _nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def go_on(request: HttpRequest, state: dict[str, Any]) -> HttpResponse:
    """Send the kept form again from the browser; allauth calls this once the proof is given."""
    form = Kept(**state)
    request.session[KEPT] = state
    context = {"path": form.path, "number": form.number, "field": FIELD}
    return render(request, "poker_site/desk/go_on.html", context)


def take(request: HttpRequest) -> bool:
    """Fill the request with the form that it asks for; return whether it was one of a dialog.

    Refuses FORM_WAITS_NO_MORE where it was taken before, is too old, or belongs elsewhere.
    """
    number = request.POST[FIELD]
    with transaction.atomic():
        # Two requests of one session wait here for each other, and the second finds nothing.
        row = Session.objects.select_for_update().filter(session_key=request.session.session_key)
        stored = next((one.get_decoded().get(KEPT) for one in row), None)
        request.session.pop(KEPT, None)
        request.session.save()
    if stored is None:
        raise Refusal(RoomCode.FORM_WAITS_NO_MORE)
    kept_form = Kept(**stored)
    here = (number, request.get_full_path())
    if here != (kept_form.number, kept_form.path) or time.time() - kept_form.at > LASTS:
        raise Refusal(RoomCode.FORM_WAITS_NO_MORE)
    try:
        sealed = base64.b64decode(kept_form.sealed)
        content = json.loads(encryption.take_out(sealed, address=_address(request)))
    except encryption.Broken as error:
        raise Refusal(RoomCode.FORM_WAITS_NO_MORE) from error
    # The page that asked has a token of its own.
    form = QueryDict(content["form"], mutable=True)
    form[CSRF] = request.POST.get(CSRF, "")
    form._mutable = False
    request.POST = form  # type: ignore[assignment]  # as allauth does
    request._files = MultiValueDict()  # type: ignore[attr-defined]
    return bool(content["dialog"])


def as_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return a dialog's answer as a whole page, for a browser that has left the dialog."""
    if target := answer.headers.get("HX-Redirect"):
        return redirect(target)
    if answer.headers.get("HX-Refresh") or answer.status_code != 200:
        return answer if answer.status_code != 200 else redirect("admin:index")
    context = {
        **admin.site.each_context(request),
        "title": _("Look at this form again"),
        # Rendered by the framework.
        "dialog": mark_safe(answer.content.decode()),  # noqa: S308
    }
    return render(request, "poker_site/desk/dialog_page.html", context, status=422)


def _content(request: HttpRequest) -> dict[str, Any]:
    if request.FILES:
        raise Refusal(RoomCode.FILES_NOT_KEPT)
    form = request.POST.copy()
    form.pop(CSRF, None)
    secret = [name for name in form if "password" in name and name != "usable_password"]
    if any(form[name] for name in secret):
        raise Refusal(RoomCode.PASSWORD_NOT_KEPT)
    content = form.urlencode()
    if len(content) > MOST:
        raise Refusal(RoomCode.FORM_TOO_LONG)
    return {"form": content, "dialog": bool(request.headers.get("HX-Request"))}


def _address(request: HttpRequest) -> str:
    return f"form {request.session.session_key} {request.user.pk} {request.get_full_path()}"
