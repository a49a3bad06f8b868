"""A player's finished hands in a zip, written while they are read, in the memory of one portion."""

import zipfile
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple, cast

import redis
from django.db import connection
from django.db.models import Q

from core.redis_client import client
from core.refusal import Refusal
from core.types import UserId
from core.write_only_file import WriteOnlyFile
from tables.history import downloads, finished_hands
from tables.history.formats.hand_format import HandFormat
from tables.history.told_hand import ToldHand
from tables.refusals import TableCode

# Hands that are read at once, and stand in one file of the zip.
HANDS_A_FILE: Final = 500
# An export that has written nothing for so long has ended, or its reader is gone.
SILENT_SECONDS: Final = 20


class ExportProgress(NamedTuple):
    """The hands written so far, and in all."""

    done: int
    total: int


def progress(user_id: UserId) -> ExportProgress | None:
    """Return how far a player's export is; None where none runs."""
    with suppress(redis.RedisError):
        text = client().get(_key(user_id))
        if text:
            done, _slash, total = cast(bytes, text).partition(b"/")
            return ExportProgress(int(done), int(total))
    return None


def begin(user_id: UserId, *, total: int) -> None:
    """Mark a player's export as running; EXPORT_RUNS while another one is."""
    with suppress(redis.RedisError):
        if not client().set(_key(user_id), f"0/{total}", nx=True, ex=SILENT_SECONDS):
            raise Refusal(TableCode.EXPORT_RUNS)


async def stream(
    *, which: Q, user_id: UserId, form: HandFormat, total: int, now: datetime
) -> AsyncIterator[bytes]:
    """Stream the zip: files of hands as their player may know them, beside each one a list of the
    hands that the format cannot express."""
    writer = _ZipWriter(form, user_id, total)
    read = partial(
        finished_hands.hands_of, which=which, user_id=user_id, count=HANDS_A_FILE, now=now
    )
    try:
        while await downloads.fetch(partial(writer.add, read)):
            yield writer.sink.take()
        yield writer.end()
    finally:
        await downloads.fetch(partial(_forget, user_id))


class _ZipWriter:
    """The zip as far as it is written."""

    def __init__(self, form: HandFormat, user_id: UserId, total: int) -> None:
        self.form, self.user_id, self.total = form, user_id, total
        self.files = self.after = self.done = 0
        self.sink = WriteOnlyFile()
        self.zip = zipfile.ZipFile(self.sink, "w", zipfile.ZIP_DEFLATED)

    def end(self) -> bytes:
        self.zip.close()
        return self.sink.take()

    def add(self, read: "partial[list[ToldHand]]") -> bool:
        """Add the next file; return whether there was one."""
        hands = read(after=self.after)
        if not hands:
            return False
        self.files += 1
        self.after, self.done = hands[-1]["id"], self.done + len(hands)
        name = f"hands-{self.files:03}"
        text, left_out = downloads.portion(hands, self.form)
        self.zip.writestr(f"{name}.{self.form.suffix_of_many}", text)
        if left_out:
            self.zip.writestr(f"{name}-left-out.txt", "".join(left_out))
        with suppress(redis.RedisError):
            client().set(_key(self.user_id), f"{self.done}/{self.total}", ex=SILENT_SECONDS)
        return True


def _forget(user_id: UserId) -> None:
    with suppress(redis.RedisError):
        client().delete(_key(user_id))


def _key(user_id: UserId) -> str:
    return f"{connection.settings_dict['NAME']}:hand_export:{user_id}"
