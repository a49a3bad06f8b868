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
def refusal_as_message(request: HttpRequest, *, whose: str = "") -> Iterator[None]:
    """Turn a refusal inside the block into an error message for the person.

    ``whose`` is the name of the player it speaks to, when somebody else reads it.
    """
    try:
        yield
    except (Refusal, OperationalError) as error:
        refusal = busy.named(error)
        if not isinstance(refusal, Refusal):
            raise
        messages.error(request, f"{whose}: {say(refusal)}" if whose else say(refusal))
