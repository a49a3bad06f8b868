"""The finished hands of a whole event as one file, streamed while they are read."""

from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime
from functools import partial
from typing import NamedTuple, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import Q
from django.utils.translation import override

from core.refusal import Refusal
from core.sentences import say
from core.types import UserId
from tables.history import finished_hands
from tables.history.formats.hand_format import HandFormat
from tables.history.told_hand import ToldHand

HANDS_AT_ONCE = 100

Found = TypeVar("Found")


async def stream(
    *, event: str, user_id: UserId | None, form: HandFormat, now: datetime
) -> AsyncIterator[str]:
    """Stream the hands of an event as the public may know them; of a user, their own as they
    may."""
    after, number = 0, 0
    hands = partial(
        finished_hands.hands_of,
        which=Q(event=event),
        user_id=user_id,
        count=HANDS_AT_ONCE,
        now=now,
    )
    while told := await fetch(partial(hands, after=after)):
        yield portion(told, form, first=number + 1).text
        after, number = told[-1]["id"], number + len(told)


async def fetch(read: Callable[[], Found]) -> Found:
    """Read a portion of a file; hold no database connection until the next one is read, so that a
    slow reader keeps none busy."""
    return await sync_to_async(_fetch)(read)


def _fetch(read: Callable[[], Found]) -> Found:
    value = read()
    if not connection.in_atomic_block:
        connection.close()
    return value


class Portion(NamedTuple):
    """A part of a file, and a line for each hand that its format cannot express."""

    text: str
    left_out: list[str]


def portion(hands: Iterable[ToldHand], form: HandFormat, *, first: int = 1) -> Portion:
    """Return the part of a file with these hands, of which the first is number ``first``; a hand
    that is left out becomes a comment, in English, where the format has comments."""
    texts, left_out = [], []
    for number, hand in enumerate(hands, start=first):
        try:
            texts.append(form.section(form.write(hand), number))
        except Refusal as refusal:
            with override("en"):
                line = f"Hand {hand['id']}: {say(refusal)}"
            left_out.append(f"{line}\n")
            texts.append(form.comment(line))
    return Portion("".join(texts), left_out)
