"""The finished hands of a whole event as one file, streamed while they are read."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection

from core.types import UserId
from tables import engine
from tables.history import finished_hands, transcript
from tables.history.told_hand import ToldHand

HANDS_AT_ONCE = 100

Found = TypeVar("Found")


class HandFileFormat(NamedTuple):
    """A file format of hands; ``write`` gets a hand and its number from 1."""

    content_type: str
    write: Callable[[ToldHand, int], str]


async def stream(*, event: str, user_id: UserId | None, form: HandFileFormat) -> AsyncIterator[str]:
    """Stream the hands of an event as the public may know them; of a user, their own as they
    may."""
    after, number = 0, 0
    hands = partial(finished_hands.hands_of, event=event, user_id=user_id, count=HANDS_AT_ONCE)
    while portion := await fetch(partial(hands, after=after)):
        yield "".join(
            form.write(hand, number) for number, hand in enumerate(portion, start=number + 1)
        )
        after, number = portion[-1]["id"], number + len(portion)


async def fetch(read: Callable[[], Found]) -> Found:
    """Read a portion of a file; hold no database connection until the next one is read, so that a
    slow reader keeps none busy."""
    return await sync_to_async(_fetch)(read)


def _fetch(read: Callable[[], Found]) -> Found:
    value = read()
    if not connection.in_atomic_block:
        connection.close()
    return value


def _phh(hand: ToldHand, number: int) -> str:
    """Write a section of a .phhs file; a hand that PHH cannot express becomes a comment."""
    started = datetime.fromisoformat(hand["started_at"]).astimezone(UTC)
    about = {
        "table": hand["table"],
        "hand": hand["id"],
        "players": {player["seat"]: player["name"] for player in hand["players"]},
        "year": started.year,
        "month": started.month,
        "day": started.day,
        "time_zone": "UTC",
    }
    try:
        text = engine.to_phh(hand["events"], currency=hand["currency"], about=about)
        return f"[{number}]\n{text}\n"
    except ValueError as reason:
        return f"# Hand {hand['id']}: {reason}\n\n"


def _text(hand: ToldHand, number: int) -> str:
    return f"{transcript.write(hand)}\n\n"


FORMATS = {
    "phhs": HandFileFormat("application/toml; charset=utf-8", _phh),
    "txt": HandFileFormat("text/plain; charset=utf-8", _text),
}
