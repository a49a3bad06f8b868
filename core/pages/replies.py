"""How pages and programs are told no: with a refusal's sentence, or as if there were nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from core import busy
from core.refusal import Refusal
from core.sentences import rule_of, say


@contextmanager
def refusal_as_message(request: HttpRequest) -> Iterator[None]:
    """Turn a refusal inside the block into an error message on the page that comes next.

    One with a ``player`` in its context speaks to that player, and somebody else reads it.
    """
    try:
        yield
    except (Refusal, DatabaseError) as error:
        refusal = busy.named(error)
        if not isinstance(refusal, Refusal):
            raise
        player = refusal.context.get("player")
        words = f"{player}: {say(refusal)}" if player else say(refusal)
        # The rule's id goes along as a tag, and leads to its text (INFO-1).
        messages.error(request, words, extra_tags=rule_of(refusal.code.value) or "")


def told(refusal: Refusal) -> dict[str, Any]:
    """A refusal as programs read it: a name, a sentence, and the rule that it follows or None."""
    code = refusal.code.value
    return {"code": code, "message": say(refusal), "rule": rule_of(code)}


def lead_to(page: str) -> HttpResponse:
    """The end of a dialog: its browser goes on to ``page``."""
    return HttpResponse(headers={"HX-Redirect": page})


def go_to(model: str, pk: int) -> HttpResponse:
    """The same, to the admin's page of an object; ``model`` as in ``payouts_account``."""
    return lead_to(reverse(f"admin:{model}_change", args=[pk]))


def turn_away(request: HttpRequest) -> HttpResponse:
    """The answer to whoever may not see a page: they may sign in, if they have not.

    Whoever has does not learn that it is there: 404.
    """
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.path)
