"""``manage.py drill``: a rehearsal of point-in-time recovery, with servers of its own."""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.request
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from core import arguments, room_clock, sql
from poker_site.backup import drill
from poker_site.backup.postgres_tools import BackupError
from poker_site.bots.session import open_session
from poker_site.demo.room import MOST_BOTS, seat_bots
from poker_site.launch import embedded, start
from poker_site.launch.processes import Child
from poker_site.management.commands.bots import BotAccount, play


class Command(BaseCommand):
    help = (
        "Rehearse a recovery to a point in time: a room of bots with servers of its own is backed"
        " up, played on, restored to a second server at a cut, and compared. It takes two minutes"
        " and touches nothing of this room; 1 if something is lost."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bots", type=arguments.whole(6, MOST_BOTS), default=12)
        parser.add_argument(
            "--hands", type=arguments.whole(1, 10_000), default=20, help="before each step"
        )
        parser.add_argument("--inside", type=Path, help=SUPPRESS)

    def handle(
        self, *args: Any, bots: int, hands: int, inside: Path | None, **options: Any
    ) -> None:
        if inside is not None:
            self._rehearse(inside, bots=bots, hands=hands)
            return
        # Settings are read once: the room of the drill is another process, with its own.
        with tempfile.TemporaryDirectory(prefix="montepremi-drill-") as name:
            folder = Path(name)
            archive = folder / "archive"
            archive.mkdir()
            self.stdout.write("Starting servers of the drill's own")
            with embedded.servers(folder / "first", archive=archive):
                done = subprocess.run(
                    [
                        *(sys.executable, "manage.py", "drill", "--inside", name),
                        *("--bots", str(bots), "--hands", str(hands)),
                    ],
                    cwd=settings.BASE_DIR,
                    env={**os.environ, **embedded.environment(folder / "first"), **DEMO},
                    check=False,
                )
        if done.returncode != 0:
            sys.exit(1)

    def _rehearse(self, folder: Path, *, bots: int, hands: int) -> None:
        call_command("migrate", verbosity=0)
        call_command("demo", bots=bots)
        try:
            with ExitStack() as stack:
                room = BotRoom(stack, bots=bots, hands=hands)
                outcome = drill.rehearse(
                    room,
                    first=settings.VAR_DIR,
                    archive=folder / "archive",
                    folder=folder,
                    now=room_clock.now(),
                    say=self.stdout.write,
                )
        except (BackupError, embedded.CannotStart) as reason:
            raise CommandError(str(reason)) from None
        self.stdout.write(
            f"Restored at the cut: {outcome.hands} hands, {outcome.actions} portions of their"
            f" events, {outcome.rows} rows. After it {outcome.hands_after - outcome.hands} more"
            " hands began."
        )
        if outcome.differences:
            raise CommandError("\n".join(outcome.differences))
        self.stdout.write(
            f"The last actions that players of {outcome.told} tables were told of before the cut"
            " are there, and every table of the database has the same rows."
        )


# A quick room: no pauses in which somebody would read the cards.
DEMO = {
    "DEMO": "true",
    "RESULT_SECONDS": "0",
    "START_SECONDS": "0",
    "METRICS_PORT": "0",
    "LOG_LEVEL": "ERROR",
}


class BotRoom:
    """Web, worker and beat on the drill's servers, and bots that remember what they were told."""

    def __init__(self, stack: ExitStack, *, bots: int, hands: int) -> None:
        self.told: dict[int, int] = {}
        self._hands = hands
        port = _free_port()
        self._url = f"http://127.0.0.1:{port}"
        log = settings.VAR_DIR / "log"
        accounts = [
            BotAccount(user.username, open_session(user), set()) for user in seat_bots(bots)
        ]
        connections.close_all()
        self._children = [
            Child(name=name, command=command, log=log / f"{name}.log")
            for name, command in (
                ("web", start.web(port=port)),
                ("worker", start.worker()),
                ("beat", start.beat(settings.VAR_DIR)),
            )
        ]
        for child in self._children:
            stack.callback(child.stop)
            child.start()
        drill.wait_for("the room of the drill", self._answers)
        ended = threading.Event()
        playing = play(accounts, url=self._url, fast=True, on_frame=self._learn)
        thread = threading.Thread(target=asyncio.run, args=[_until(ended, playing)])
        thread.start()
        stack.callback(thread.join)
        stack.callback(ended.set)

    def play(self) -> None:
        """Wait until so many hands more have begun."""
        goal = self._count() + self._hands
        drill.wait_for(f"{self._hands} hands", lambda: self._count() >= goal)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stop the room's processes where they are."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for child in self._children:
            if child.pid is not None:
                os.kill(child.pid, number)

    def _learn(self, name: str, frame: dict[str, Any]) -> None:
        table = frame.get("table_id")
        if frame["type"] == "update" and isinstance(table, int):
            self.told[table] = max(frame["version"], self.told.get(table, 0))

    def _count(self) -> int:
        [(count,)] = sql.rows("SELECT count(*) FROM tables_hand")
        # No connection of this process is the one that would make the room look busy.
        connection.close()
        return int(count)

    def _answers(self) -> bool:
        if not all(child.alive for child in self._children):
            words = [child.last_words() for child in self._children if not child.alive]
            raise BackupError("The room of the drill did not start. It said:\n" + "\n".join(words))
        try:
            with urllib.request.urlopen(f"{self._url}/health/", timeout=5):
                return True
        except OSError:
            return False


async def _until(ended: threading.Event, playing: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(playing)
    await asyncio.to_thread(ended.wait)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _free_port() -> int:
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
