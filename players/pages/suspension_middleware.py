"""A middleware that explains a suspension to requests with such an account's session."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from core import room_clock
from core.pages.replies import refusal_json
from core.refusal import Refusal
from core.types import UserId
from players import access
from players.access import Activity
from players.closing import closings
from players.staff import suspensions


class Suspended:
    """Middleware: the API answers with the code; a page with the sentence, once.

    Django treats such a session as a guest's: public pages would be shown as if nothing had
    happened.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal = _refusal(request)
        if refusal is None:
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return JsonResponse(refusal_json(refusal), status=403)
        if request.headers.get("HX-Request"):
            # A fragment cannot show it: the whole page is loaded, which does.
            return HttpResponse(headers={"HX-Redirect": reverse("account_inactive")})
        user_id = UserId(int(request.session[SESSION_KEY]))
        request.session.flush()
        return told_page(request, user_id)


def told_page(request: HttpRequest, user_id: UserId) -> HttpResponse:
    """Return the page that says that an account is suspended, and until when; or closed."""
    closing = closings.standing(user_id)
    row = suspensions.standing(user_id)
    context = {"until": row and row.until, "closed": closing and closing.shut_at}
    return render(request, "account/account_inactive.html", context, status=403)


def _refusal(request: HttpRequest) -> Refusal | None:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.user.is_authenticated:
        return None
    user_id = request.session.get(SESSION_KEY)
    if user_id is None:
        return None
    try:
        access.check(user_id=UserId(int(user_id)), what=Activity.SIGN_IN, now=room_clock.now())
    except Refusal as refusal:
        return refusal
    return None
