"""How a page answers a refusal: with its sentence, on the page that comes next."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest

from payouts import busy
from payouts.refusal import Refusal
from payouts.sentences import say


@contextmanager
def refusal_as_message(request: HttpRequest) -> Iterator[None]:
    """Turn a refusal inside the block into an error message for the person.

    One with a ``player`` in its context speaks to that player, and somebody else reads it.
    """
    try:
        yield
    except (Refusal, OperationalError) as error:
        refusal = busy.named(error)
        if not isinstance(refusal, Refusal):
            raise
        player = refusal.context.get("player")
        messages.error(request, f"{player}: {say(refusal)}" if player else say(refusal))
