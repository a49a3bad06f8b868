"""Every page of the room, and who may do what there: asked of the views themselves."""

import asyncio
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, Group
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.http import Http404, HttpRequest
from django.test import RequestFactory
from django.urls import ResolverMatch, URLPattern, URLResolver, get_resolver, resolve
from django.views.generic import RedirectView
from django_htmx.middleware import HtmxDetails

from players.models import User
from players.sign_in.session_store import SessionStore
from tournaments.staff_groups import GROUPS

Reader = User | AnonymousUser
READERS = ("nobody", "player", "staff", *GROUPS, "owner")
NAMED = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


class Page(NamedTuple):
    """An address as the resolver has it, with what answers there."""

    route: str
    view: Any

    @property
    def methods(self) -> Sequence[str]:
        """How it may be asked, as far as its view says so."""
        api = getattr(self.view, "cls", None)
        if api is None:
            # A history is read; nothing is sent there.
            return ("get",) if self.route.endswith("/history/") else ("get", "post")
        ways = ("get", "post", "put", "patch", "delete")
        named = getattr(self.view, "actions", None)
        return [way for way in ways if (way in named if named else hasattr(api, way))]

    def address(self, given: Mapping[str, object]) -> str:
        """Where it is, with these in place of its names."""
        named = NAMED.sub(lambda name: str(given[name[1] or name[2]]), self.route)
        return "/" + re.sub(r"[\^$]", "", named).replace("\\.", ".")


def pages(patterns: Any = None, before: str = "") -> Iterator[Page]:
    """All that the resolver knows, once each."""
    for found in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{found.pattern}"
        if isinstance(found, URLResolver):
            yield from pages(found.url_patterns, route)
        elif isinstance(found, URLPattern) and _is_page(found.callback):
            yield Page(route, found.callback)


def _is_page(view: Any) -> bool:
    """Whether an address is more than an old one that leads to another."""
    return not issubclass(getattr(view, "view_class", object), RedirectView)


def readers() -> dict[str, Reader]:
    """One of each kind: without an account, a player, staff without and with each group, all."""
    made: dict[str, Reader] = {"nobody": AnonymousUser()}
    made["player"] = User.objects.create_user("a player")
    made["staff"] = User.objects.create_user("no group", is_staff=True)
    for name in GROUPS:
        member = User.objects.create_user(f"one of {name}", is_staff=True)
        member.groups.add(Group.objects.get(name=name))
        made[name] = member
    made["owner"] = User.objects.create_superuser("the owner")
    return made


def may(address: str, method: str, people: Mapping[str, Reader]) -> dict[str, bool | None]:
    """Whether each of these may do so; None where nobody can. Nothing stays of it.

    Who is led to sign in, is refused the right, or is told that there is no such thing, may not.
    """
    found = resolve(address)
    answers: dict[str, bool | None] = {}
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT asked")
        for name, who in people.items():
            answers[name] = _may(_request(address, method, who), found)
            # By hand: a block of Django's for each of thousands would cost as much as they do.
            transaction.set_rollback(False)
            cursor.execute("ROLLBACK TO SAVEPOINT asked")
        cursor.execute("RELEASE SAVEPOINT asked")
    return answers


def _may(request: HttpRequest, found: ResolverMatch) -> bool | None:
    request.resolver_match = found
    try:
        status, to = _answer(found.func, request, found.args, found.kwargs)
    except (PermissionDenied, Http404):
        status, to = 403, ""
    except Exception:
        # Refused for another reason, or there is too little to show: they were let in.
        status, to = 200, ""
    if status in (405, 501):
        return None
    led_to_sign_in = status == 302 and "/login/" in to
    return not led_to_sign_in and status not in (401, 403, 404)


def _request(address: str, method: str, who: Reader) -> HttpRequest:
    request: Any = getattr(RequestFactory(), method)(address)
    request.user, request.session = who, SessionStore()
    request._messages = CookieStorage(request)
    request._dont_enforce_csrf_checks = True
    request.LANGUAGE_CODE = "en"
    request.htmx = HtmxDetails(request)

    async def auser() -> Reader:
        return who

    request.auser = auser
    return request  # type: ignore[no-any-return]


def _answer(
    view: Callable[..., Any], request: HttpRequest, args: Any, kwargs: Any
) -> tuple[int, str]:
    from allauth.core import context

    with context.request_context(request):
        answer = view(request, *args, **kwargs)
        if inspect.isawaitable(answer):
            answer = asyncio.run(answer)  # type: ignore[arg-type]
    return answer.status_code, answer.headers.get("Location", "")
