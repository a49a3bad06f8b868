"""Bots that write down all that they send and are told at tables: ``python -m tests.cluster.players
URL FILE COUNT``.
"""

import asyncio
import json
import sys
import time
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, TextIO
from uuid import uuid4

import django

THINK = (0.1, 0.5)
# The probability that a player brings more chips, asked before each act, and how many.
TOPS_UP, TOP_UP = 0.1, 100


class Diary:
    """A file of what the bots sent and were told, one JSON object a line, in the order it was."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        # By bot and table, the table as the bot knows it.
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
        due = _timed_out(self._tables.get((name, table["id"])), table, events)
        self._tables[name, table["id"]] = table
        hand, clock = table["hand"], table["clock"]
        self._write(
            bot=name,
            kind=frame["type"],
            table=table["id"],
            version=frame["version"],
            hand=table["hand_id"],
            live=hand is not None and not hand["finished"],
            events=events,
            due=due,
            ends=clock and _seconds(clock["due_at"]),
        )

    def asked(self, name: str, key: str) -> None:
        """Note a purchase that is about to be asked for, more than once."""
        self._write(bot=name, kind="asked", key=key)

    def bought(self, name: str, key: str) -> None:
        """Note a purchase that the room has acknowledged."""
        self._write(bot=name, kind="bought", key=key)

    def _write(self, **what: Any) -> None:
        line = {"t": time.monotonic(), "at": time.time(), **what}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def _timed_out(
    before: dict[str, Any] | None, table: dict[str, Any], events: list[dict[str, Any]]
) -> float | None:
    """Return when the player was due, in seconds of the epoch, who was timed out by these events;
    None if none was: a time-out marks its player away."""
    clock = before and before["clock"]
    if not before or not clock:
        return None
    seat = clock["seat"]
    here = {each["seat"]: each["away"] for each in before["seats"]}
    now = {each["seat"]: each["away"] for each in table["seats"]}
    acted = any(event["e"] == "act" and event["seat"] == seat for event in events)
    if acted and here.get(seat) is False and now.get(seat) is True:
        return _seconds(clock["due_at"])
    return None


def _seconds(at: str) -> float:
    """Return a time as seconds of the epoch."""
    return datetime.fromisoformat(at).timestamp()


async def play(url: str, file: TextIO, count: int) -> None:
    """Play as the demo's bots do, until cancelled; each purchase is asked for several times."""
    from asgiref.sync import sync_to_async

    from poker_site.bots.client import Bot, BotPace
    from poker_site.bots.recruiter import Recruiter
    from poker_site.bots.session import open_session
    from poker_site.bots.table_bot import TableBot
    from poker_site.demo.room import seat_bots
    from poker_site.management.commands.bots import entered_events

    users = await sync_to_async(seat_bots)(count)
    entered = await sync_to_async(entered_events)(users)
    diary = Diary(file)

    class Player(Bot):
        async def sit_down(self, table: int, amount: int) -> bool:
            key = uuid4().hex
            wish = {"amount": amount, "key": key, "posts": True}
            diary.asked(self.name, key)
            for _ in range(2):
                answer = await self._http.post(f"/api/cash/{table}/sit/", json=wish)
                if answer.is_success:
                    diary.bought(self.name, key)
                    self.take(table)
            return table in self.chairs

    async def top_up(self: TableBot, socket: Any, wish: dict[str, Any]) -> None:
        if wish["type"] == "act" and self._has_stays:
            if dice.random() < TOPS_UP:
                keys[self] = uuid4().hex
                diary.asked("", keys[self])
            # A retry may come much later, when the first has long been served.
            if key := keys.get(self):
                await say(self, socket, {"type": "top_up", "amount": TOP_UP, "key": key})
        await say(self, socket, wish)

    keys: dict[TableBot, str] = {}
    dice, say = Random(), TableBot._say
    TableBot._say = top_up  # type: ignore[method-assign]
    bots = [
        Player(
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
