"""The account adapter of allauth: names (NAME-1), rate limits of passwords (ACCOUNT-2), mails."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import EmailValidator
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from core import ip_addresses, room_clock
from core.pages.next_url import is_ours
from core.refusal import Refusal
from core.sentences import say
from core.types import UserId
from players import known_browsers, player_lock, room_settings
from players.closing import closings
from players.models import Login, User
from players.notices import mail_texts, notice_texts
from players.pages import demands, rate_limits, suspension_middleware
from players.profile import names
from players.protection.register import queries
from players.sign_in import guests, logins

# The links of allauth's mails, by their names in a mail's context.
LINKS = ("activate_url", "password_reset_url", "signup_url")


class Entrance(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is not typed
    """Our account adapter; allauth makes one for each attempt."""

    def format_email_subject(self, subject: str) -> str:
        return f"{room_settings.NAME.value()}: {subject}"

    def is_safe_url(self, url: str) -> bool:
        return is_ours(self.request, url)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address; an IPv4 address mapped to IPv6 as IPv4."""
        address = str(super().get_client_ip(request))
        return ip_addresses.parsed(address) or address

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        # Links use the room's public URL: a request may have come by another host name.
        links = {name: _public(context[name]) for name in LINKS if name in context}
        context = {**context, **links}
        if site := context.get("current_site"):
            site.name, site.domain = (
                room_settings.NAME.value(),
                urlsplit(settings.PUBLIC_URL).netloc,
            )
        words = {
            "letter_opening": mail_texts.opening(),
            "letter_text": mail_texts.account_text(template_prefix.rpartition("/")[2], context),
            "letter_closing": mail_texts.closing(),
        }
        mail: EmailMessage = super().render_mail(
            template_prefix, email, {**context, **words}, headers
        )
        return mail

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            names.check(username)
        except Refusal as refusal:
            raise ValidationError(say(refusal), code=str(refusal)) from None
        return str(super().clean_username(username, shallow))

    def clean_email(self, email: str) -> str:
        """Refuse unprintable characters, which quotes allow and mail headers do not."""
        if not email.isprintable():
            raise ValidationError(EmailValidator.message, code=EmailValidator.code)
        return str(super().clean_email(email))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count this attempt for the rate limits: on a device that its owner has used, by device
        and name; else by address and name, and by the name alone."""
        name = str(credentials.get("username", "")).lower()
        device = known_browsers.knows(request.COOKIES.get(known_browsers.COOKIE), name)
        if device:
            counted = {"login_failed_device": f"{device}:{name}"}
        else:
            address = rate_limits.address(request)
            counted = {"login_failed": f"{address}:{name}", "login_failed_name": name}
        self._attempts = []
        for action, key in counted.items():
            # An attempt that its address is denied does not count against the name.
            attempt = rate_limits.consume(request, action, key=key)
            if not attempt:
                raise self.validation_error("too_many_login_attempts")
            self._attempts.append(attempt)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is None:
            note_login(request, str(credentials.get("username", "")), Login.Outcome.WRONG)
        else:
            for attempt in self._attempts:
                # Only failed attempts count.
                attempt.rollback()
        return user

    def post_login(self, request: HttpRequest, user: Any, **how: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **how)
        if closings.cancel(user_id=UserId(user.pk), now=room_clock.now()):
            messages.success(request, str(notice_texts.ACCOUNT_CHANGES["closing_cancelled"]))
        remember_device(request, response, user.get_username())
        note_login(request, user.get_username(), Login.Outcome.DONE)
        demands.mark(request, user)
        queries.refresh(user_id=user.pk, now=room_clock.now())
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        note_login(request, user.get_username(), Login.Outcome.SUSPENDED)
        return suspension_middleware.told_page(request, UserId(user.pk))

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """Return the user of a guest who signs up, so that they stay the same user (FREE-2)."""
        user: AbstractBaseUser = super().new_user(request)
        if request.user.pk is None:
            return user
        asking = User.objects.get(pk=request.user.pk)
        return asking if guests.is_guest(asking) else user

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        if user.pk is None:
            # The database refuses a name that was taken meanwhile; the savepoint drops the whole
            # account.
            with transaction.atomic():
                saved: AbstractBaseUser = super().save_user(request, user, form, commit)
            return saved
        with transaction.atomic():
            if not guests.is_guest(player_lock.hold(user.pk)):
                # The same guest has signed up in another window a moment ago.
                return User.objects.get(pk=user.pk)
            called = user.get_username()
            super().save_user(request, user, form, commit)
            guests.become(user, called=called, now=room_clock.now())
        # The session keeps its data under a new key.
        update_session_auth_hash(request, user)
        return user


def example(template: str, request: HttpRequest) -> str:
    """Return a mail of the account with an example link, in the active language."""
    context = {
        mail_texts.ACCOUNT[template].link: request.build_absolute_uri("/accounts/example/"),
        "user": request.user,
        "email": "anna@example.com",
        "current_site": get_current_site(request),
    }
    mail = Entrance(request).render_mail(f"account/email/{template}", "", context)
    return str(mail.body)


def _public(link: str) -> str:
    parts = urlsplit(link)
    return f"{settings.PUBLIC_URL}{urlunsplit(('', '', *parts[2:]))}"


def note_login(request: HttpRequest, name: str, outcome: str) -> None:
    """Record a sign-in or an attempt (ACCOUNT-4)."""
    logins.note(
        name=name,
        outcome=outcome,
        address=Entrance(request).get_client_ip(request),
        user_agent=request.headers.get("User-Agent", ""),
        now=room_clock.now(),
    )


def remember_device(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Set the cookie that this name has signed in with this browser."""
    response.set_cookie(
        known_browsers.COOKIE,
        known_browsers.remember(request.COOKIES.get(known_browsers.COOKIE), name),
        max_age=known_browsers.REMEMBERED,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
