"""Bots that write down all that they send and are told at tables: ``python -m tests.cluster.players
URL FILE COUNT``.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, TextIO

import django

THINK = (0.1, 0.5)


class Diary:
    """A file of what the bots sent and were told, one JSON object a line, in the order it was."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        # By bot and table, what the bot has of the table.
        self._tables: dict[tuple[str, int], dict[str, Any]] = {}

    def told(self, name: str, frame: dict[str, Any]) -> None:
        from tables.wire import difference

        if frame["type"] == "snapshot":
            table = frame["table"]
            events = frame["so_far"]["events"]
        elif frame["type"] == "update":
            change = frame["change"]
            # A table is replaced whole where the server had lost what it was before.
            whole = isinstance(change, list)
            key = (name, frame["table_id"])
            before = self._tables.get(key)
            if not whole and (before is None or before["version"] + 1 != frame["version"]):
                return
            table, events = difference.apply(before, change), frame["events"]
        else:
            return
        self._tables[name, table["id"]] = table
        hand = table["hand"]
        self._write(
            bot=name,
            kind=frame["type"],
            table=table["id"],
            version=frame["version"],
            hand=table["hand_id"],
            live=hand is not None and not hand["finished"],
            events=events,
        )

    def _write(self, **what: Any) -> None:
        self._file.write(json.dumps({"t": time.monotonic(), **what}) + "\n")
        self._file.flush()


async def play(url: str, file: TextIO, count: int) -> None:
    """Play as the demo's bots do, until cancelled."""
    from asgiref.sync import sync_to_async

    from poker_site.bots.client import Bot, BotPace
    from poker_site.bots.recruiter import Recruiter
    from poker_site.bots.session import open_session
    from poker_site.demo.room import seat_bots
    from poker_site.management.commands.bots import entered_events

    users = await sync_to_async(seat_bots)(count)
    entered = await sync_to_async(entered_events)(users)
    diary = Diary(file)
    bots = [
        Bot(
            name=user.username,
            session=await sync_to_async(open_session)(user),
            url=url,
            pace=BotPace(think=THINK, look=1.0, hears=True),
            dice=Random(),
            entered=entered.get(user.pk, set()),
            on_frame=diary.told,
        )
        for user in users
    ]
    async with asyncio.TaskGroup() as group:
        for bot in bots:
            group.create_task(bot.run())
        group.create_task(Recruiter(bots, Random()).run())


def main() -> None:
    url, path, count = sys.argv[1:4]
    django.setup()
    with Path(path).open("a") as file:
        asyncio.run(play(url, file, int(count)))


if __name__ == "__main__":
    main()
