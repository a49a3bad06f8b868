"""The page that sets up a new room, step by step, and the page of all others meanwhile."""

from collections.abc import Callable
from typing import Any, TypeGuard

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.utils import is_mfa_enabled
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import money, room_clock
from core.pages.replies import refusal_as_message, refusal_json
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.settings import room_currency
from players import room_settings as players_house
from players.models import User
from players.pages import rate_limits
from players.profile import languages
from poker_site.opening import programmes, state
from poker_site.people import joining, pairs
from poker_site.refusals import RoomCode
from poker_site.room_settings import changes

BACKEND = "django.contrib.auth.backends.ModelBackend"
# Open before the room is: the set-up page and its way in.
OPEN_TO_ALL = (
    *("/set-up/", "/i18n/", "/room.css", "/logo/", "/static/"),
    *("/manifest.webmanifest", "/sw.js", "/offline/", "/staff/join/", "/.well-known/"),
    *("/accounts/login/", "/accounts/logout/", "/accounts/2fa/", "/accounts/reauthenticate/"),
)


class BeingSetUp:
    """Middleware: during the set-up, owners are led to that page and all others are told so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(OPEN_TO_ALL) or not state.going_on():
            return self.get_response(request)
        if _sets_up(request.user):
            return redirect("set_up")
        refusal = Refusal(RoomCode.ROOM_SET_UP)
        if request.path_info.startswith("/api/"):
            return JsonResponse(refusal_json(refusal), status=503)
        return render(request, "opening/closed.html", {"sentence": say(refusal)}, status=503)


class FirstAccountForm(forms.Form):
    """The user name and the password of a new account."""

    name = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("Repeat the password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        if (password := cleaned.get("password")) and password != cleaned.get("again"):
            self.add_error("again", _("These are two different passwords."))
        elif password:
            try:
                validate_password(password, User(username=cleaned.get("name", "")))
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        if User.objects.filter(username__iexact=cleaned.get("name", "")).exists():
            self.add_error("name", _("This name is already taken."))
        return cleaned


class ClaimForm(FirstAccountForm):
    """The code of the console, and an owner's account."""

    code = forms.CharField(
        label=gettext_lazy("Code from the console"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "off"}),
    )
    mail = forms.EmailField(label=gettext_lazy("Email address"))
    field_order = ("code", "name", "mail", "password", "again")


class InviteForm(forms.Form):
    """The name, the address and the roles of a new member of staff."""

    called = forms.CharField(label=gettext_lazy("Name"), max_length=150, required=False)
    mail = forms.EmailField(label=gettext_lazy("Email address"))
    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Groups"),
        choices=joining.roles,
        widget=forms.CheckboxSelectMultiple,
    )


class RoomForm(forms.Form):
    """The name, the languages and the currency of the room."""

    name = forms.CharField(label=gettext_lazy("Name of the room"), min_length=2, max_length=30)
    languages = forms.MultipleChoiceField(
        label=gettext_lazy("Languages"),
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"),
        choices=money.named_codes,
        help_text=gettext_lazy("It stays as it is once money has been booked."),
    )


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show every step, each with its form or as done; once the room is open, lead staff on."""
    if request.user.is_staff and not state.going_on():
        return redirect("admin:index")
    return _page(request)


@never_cache
@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Make an owner's account with the code, and sign in.

    Refused while signed in: the second owner is to be another person.
    """
    _check_going_on()
    if request.user.is_authenticated:
        messages.error(request, say(Refusal(RoomCode.SAME_OWNER, name=request.user.get_username())))
        return redirect("set_up")
    if not rate_limits.consume(request, "set_up"):
        messages.error(request, say(Refusal(RoomCode.TOO_MANY_CODES)))
        return redirect("set_up")
    form = ClaimForm(request.POST)
    if not form.is_valid():
        return _page(request, claim=form)
    cleaned = form.cleaned_data
    try:
        owner = state.claim(
            code=cleaned["code"],
            name=cleaned["name"],
            mail=cleaned["mail"],
            password=cleaned["password"],
        )
    except Refusal as refusal:
        form.add_error("code", say(refusal))
        return _page(request, claim=form)
    _sign_in(request, owner)
    return redirect("set_up")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Make the account of an invited member of staff, and lead to the second factor."""
    form = FirstAccountForm(request.POST or None)
    try:
        invitation = joining.find(token=token, now=room_clock.now())
        if request.user.is_authenticated:
            raise Refusal(RoomCode.SIGNED_IN_AS_ANOTHER, name=request.user.get_username())
        if request.method == "POST" and form.is_valid():
            cleaned = form.cleaned_data
            with transaction.atomic():
                user = joining.accept(
                    token=token,
                    name=cleaned["name"],
                    password=cleaned["password"],
                    before_opening=state.hold_before_opening(),
                    now=room_clock.now(),
                )
            _sign_in(request, user)
            return redirect("mfa_index")
    except Refusal as refusal:
        return render(request, "opening/join.html", {"sentence": say(refusal)}, status=409)
    shown = {"form": form, "invitation": invitation}
    return render(request, "opening/join.html", shown, status=422 if form.errors else 200)


def _all_as_none(chosen: list[str]) -> list[str]:
    """Return the chosen languages; none for all, so that one added later is offered too."""
    return [] if set(chosen) == {code for code, _name in settings.LANGUAGES} else chosen


@never_cache
@require_POST
def room(request: HttpRequest) -> HttpResponse:
    """Set the room's name, languages and currency."""
    _check_owner(request)
    form = RoomForm(request.POST)
    if not form.is_valid():
        return _page(request, room=form)
    with refusal_as_message(request):
        for setting, value in (
            (players_house.NAME, form.cleaned_data["name"]),
            (players_house.LANGUAGES, _all_as_none(form.cleaned_data["languages"])),
            (room_currency.CURRENCY, form.cleaned_data["currency"]),
        ):
            changes.change(
                key=setting.key,
                new=value,
                by=who(request),
                why=_("The first hour of the room"),
                now=room_clock.now(),
            )
        messages.success(request, _("Every page now shows this name."))
    return redirect("set_up")


@never_cache
@require_POST
def mail(request: HttpRequest) -> HttpResponse:
    """Send a mail to the owner."""
    state.send_test(owner=_check_owner(request))
    messages.success(request, _("Email created. See below whether it was sent and arrived."))
    return redirect("set_up")


@never_cache
@require_POST
def invite(request: HttpRequest) -> HttpResponse:
    """Send an invitation to a new member of staff."""
    _check_owner(request)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, invite=form)
    cleaned = form.cleaned_data
    with refusal_as_message(request):
        joining.invite(**cleaned, by=who(request), now=room_clock.now())
        messages.success(
            request, _("Invited. The link has been emailed, and is valid for three days.")
        )
    return redirect("set_up")


@never_cache
@require_POST
def programme(request: HttpRequest) -> HttpResponse:
    """Lay out a starter programme."""
    _check_owner(request)
    with refusal_as_message(request):
        state.choose(programme=request.POST.get("programme", ""))
        messages.success(request, _("Done: you can change the plans at the desk at any time."))
    return redirect("set_up")


@never_cache
@require_POST
def open_room(request: HttpRequest) -> HttpResponse:
    """Open the room to all players."""
    _check_owner(request)
    with refusal_as_message(request):
        state.finish(by=who(request), now=room_clock.now())
        messages.success(request, _("The room is open. The desk shows what is still missing."))
        return redirect("admin:index")
    return redirect("set_up")


def _page(
    request: HttpRequest,
    *,
    claim: ClaimForm | None = None,
    room: RoomForm | None = None,
    invite: InviteForm | None = None,
) -> HttpResponse:
    _check_going_on()
    row = state.opening()
    person = request.user
    if row is None or row.owner is None or (row.code_hash and not person.is_authenticated):
        context = {
            "form": claim or ClaimForm(),
            "second": row is not None and row.owner is not None,
        }
        return render(request, "opening/claim.html", context, status=422 if claim else 200)
    if not _sets_up(person):
        return redirect("account_login")
    now = room_clock.now()
    stored = {
        "name": players_house.NAME.value(),
        "languages": languages.offered(),
        "currency": room_currency.CURRENCY.value(),
    }
    context = {
        "factor": is_mfa_enabled(person),
        "room_form": room or RoomForm(initial=stored),
        "named": players_house.NAME.key in changes.current(),
        "mail": state.latest_mail(person),
        "programmes": programmes.PROGRAMMES.items(),
        "chosen": row.programme,
        "owner": person,
        "owners": [one for one in (row.owner, row.second_owner) if one is not None],
        "pairs": pairs.pairs(now=now),
        "invite_form": invite or InviteForm(),
        "invitations": joining.latest(),
        "now": now,
    }
    status = 422 if room or invite else 200
    return render(request, "opening/steps.html", context, status=status)


def _sign_in(request: HttpRequest, user: User) -> None:
    """Sign in a user who has just chosen a password."""
    login(request, user, backend=BACKEND)
    # The password was typed a moment ago: the second factor need not ask for it again.
    record_authentication(request, user, "password", reauthenticated=True)


def _check_going_on() -> None:
    """Raise 404 once the room is open, and in a demo: the page is gone."""
    if not state.going_on():
        raise Http404


def _check_owner(request: HttpRequest) -> User:
    _check_going_on()
    if not _sets_up(request.user):
        raise Http404
    return request.user


def _sets_up(person: User | AnonymousUser) -> TypeGuard[User]:
    """Return whether this is an owner, or another administrator.

    Only the console can have made the latter by now: an owner may lose the second factor.
    """
    return person.is_superuser
