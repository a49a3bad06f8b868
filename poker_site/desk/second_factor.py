"""The proof of identity at the desk: a second factor, and again before acts on money and rights.

A demo needs neither.
"""

import re
from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from core.pages.replies import lead_to
from core.refusal import Refusal
from core.sentences import say
from poker_site.desk import resubmission, shift

# Acts of the floor beside running tables, and drafts that move nothing until they are published.
# All else that is written at the desk moves money, or gives rights, or soon may: it takes a new
# proof. The pattern allows any text for an id: the admin reads more than digits.
AT_ONCE = re.compile(
    r"/admin/(payouts/counterorder/[^/]+/receipt/|players/playernote/|players/player/[^/]+/(note|tell|suspend|lift|ask_identity)/"
    r"|tables/dealingerror/|tournaments/tournament/[^/]+/floor/|tournaments/tournament/[^/]+/watch/"
    r"(?!(raise|correct_stack|enter|take_out|walk_in|rebuy|add_on|pay_out|sign_deal)/)"
    r"|tournaments/blindstructure/(add|[^/]+/(change|fill_structure))/"
    r"|tournaments/template/(add|see_calendar|[^/]+/(change|clone))/)"
)


class SecondFactor:
    """Middleware of the desk."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        demand = self._ask(request)
        if demand is not None:
            return demand
        if request.method != "POST" or resubmission.FIELD not in request.POST:
            return self.get_response(request)
        try:
            of_dialog = resubmission.take(request)
        except Refusal as refusal:
            messages.warning(request, say(refusal))
            return redirect("admin:index")
        answer = self.get_response(request)
        return resubmission.as_page(request, answer) if of_dialog else answer

    def _ask(self, request: HttpRequest) -> HttpResponse | None:
        """Return a redirect to the proof that the reader must give first; None for none."""
        at_desk = request.path.startswith("/admin/") and not request.path.endswith("/logout/")
        if settings.DEMO or not at_desk or not getattr(request.user, "is_staff", False):
            return None
        if not is_mfa_enabled(request.user):
            messages.warning(request, _("The desk requires a second factor: set one up here."))
            return redirect("mfa_index")
        if request.path == reverse("lock_desk"):
            return None
        if shift.is_locked(request):
            page = request.get_full_path() if request.method == "GET" else "/admin/"
            return _lead(request, "account_reauthenticate", then=page)
        if not _has_shown_it(request):
            page = request.get_full_path() if request.method == "GET" else "/admin/"
            return _lead(request, _asked_for(request), then=page)
        if request.method != "POST" or AT_ONCE.match(request.path):
            shift.note_activity(request)
            return None
        if did_recently_reauthenticate(request) or shift.goes_on(request):
            shift.note_activity(request)
            return None
        forged = resubmission.keep(request)
        if forged is not None:
            return forged
        page = request.headers.get("Referer", "").partition(request.get_host())[2]
        return _lead(request, "account_reauthenticate", then=page or "/admin/")


def _has_shown_it(request: HttpRequest) -> bool:
    """Return whether this session has proved a second factor that its user still has.

    It may have been opened before there was one.
    """
    shown = [record.get("id") for record in get_authentication_records(request, request.user)]
    return bool(Authenticator.objects.filter(user=request.user, pk__in=filter(None, shown)))


def _asked_for(request: HttpRequest) -> str:
    """Return the page that asks for a factor which this user has: a code, else a passkey.

    Each links to the other, too.
    """
    has_app = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    return "mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn"


def _lead(request: HttpRequest, view: str, *, then: str) -> HttpResponse:
    """Redirect to a page that asks for proof, and ``then`` to another one."""
    target = f"{reverse(view)}?{urlencode({'next': then})}"
    return lead_to(target) if request.headers.get("HX-Request") else redirect(target)
