"""Answers of pages and of the API to refused requests: a sentence, a redirect, or 404."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from core import unavailable
from core.refusal import Refusal
from core.sentences import rule_of, say


@contextmanager
def refusal_as_message(request: HttpRequest) -> Iterator[None]:
    """Turn a refusal inside the block into an error message on the next page."""
    try:
        yield
    except (Refusal, DatabaseError) as error:
        refusal = unavailable.named(error)
        if not isinstance(refusal, Refusal):
            raise
        # The rule's id is a tag, from which the page links to its text (INFO-1).
        rule = rule_of(refusal.code) or ""
        messages.error(request, said_to_staff(refusal), extra_tags=rule)


def said_to_staff(refusal: Refusal) -> str:
    """Return the sentence of a refusal; a ``player`` in its context is named before it."""
    player = refusal.context.get("player")
    return f"{player}: {say(refusal)}" if player else say(refusal)


def refusal_json(refusal: Refusal) -> dict[str, Any]:
    """Return a refusal for the API: a code, a sentence, and the rule that it follows or None."""
    code = str(refusal)
    return {"code": code, "message": say(refusal), "rule": rule_of(code)}


def lead_to(page: str) -> HttpResponse:
    """Have htmx go on to ``page``, as at the end of a dialog."""
    return HttpResponse(headers={"HX-Redirect": page})


def go_to(model: str, pk: int) -> HttpResponse:
    """Have htmx go on to the admin's page of an object; ``model`` as in ``payouts_account``."""
    return lead_to(reverse(f"admin:{model}_change", args=[pk]))


def turn_away(request: HttpRequest) -> HttpResponse:
    """Redirect a guest to the sign-in; 404 for a signed-in user, who must not learn that the page
    exists."""
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.path)
