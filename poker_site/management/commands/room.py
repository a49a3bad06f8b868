"""``manage.py room``: start everything, keep it running, stop everything."""

import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.http.request import validate_host
from rich.console import Console
from rich.panel import Panel

from core import arguments
from core.refusal import Refusal
from poker_site.demo.room import LOGINS, MOST_BOTS
from poker_site.launch import command_line, embedded, start
from poker_site.launch.processes import Child, Keeper
from poker_site.opening import checks
from poker_site.opening import state as opening

# A slow machine gets more time, with a message this often.
WORD_SECONDS = 30.0


class Command(BaseCommand):
    help = "Start the whole room: servers, web, Celery worker and beat, the demo and its bots."
    # Our own checks run here; Django's need every page loaded, which the web process does too.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=arguments.whole(1, 65_535), default=8000)
        parser.add_argument(
            "--bots", type=arguments.whole(0, MOST_BOTS), default=48, help="0 for none"
        )

    def handle(self, *args: Any, host: str, port: int, bots: int, **options: Any) -> None:
        # SIGINT too: a shell that starts us in the background has it ignored.
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, _interrupt)
        try:
            with ExitStack() as stack:
                Room(stack, host=host, port=port, bots=bots).run()
        except embedded.CannotStart as reason:
            raise CommandError(str(reason)) from None
        except KeyboardInterrupt:
            self.stderr.write("The room is closed. Its data is kept: `make run` opens it again.")


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


class Room:
    """One running room; ``stack`` stops all that it starts, last started first."""

    def __init__(self, stack: ExitStack, *, host: str, port: int, bots: int) -> None:
        self.stack = stack
        self.host, self.port, self.bots = host, port, bots
        self.console = Console(highlight=False)
        self.children: list[Child] = []

    def run(self) -> None:
        began = time.monotonic()
        checks.refuse_to_start()
        self._claim_port()
        self._start_servers()
        self.say("Bringing the database up to date")
        call_command("migrate", verbosity=0)
        for weakness in checks.powers(databases=["default"]):
            self.say(f"{weakness.msg} {weakness.hint}")
        call_command("messages", compile_only=True)
        if settings.DEMO:
            # Mails of a demo lead to the port at which it runs.
            os.environ.setdefault("PUBLIC_URL", self.url)
            self.say("Laying out the demo: players, Sit&Gos, a tournament every few minutes")
            call_command("demo", bots=self.bots)
        # Forked children must not share a connection with us.
        connections.close_all()
        self._start_room()
        self._welcome(time.monotonic() - began)
        self._keep_running()

    def say(self, what: str) -> None:
        self.console.print(f"[dim]·[/dim] {what} ...")

    def _claim_port(self) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                raise embedded.CannotStart(
                    f"Port {self.port} cannot be used ({error.strerror})."
                    f" Take another one: make run PORT={self.port + 1}"
                ) from None

    def _start_servers(self) -> None:
        named = [name for name in ("DATABASE_URL", "REDIS_URL") if os.environ.get(name)]
        if len(named) == 2:
            self.say("Using the PostgreSQL and Redis that the environment names")
            command_line.look_for_postgres(settings.DATABASE_URL)
            command_line.look_for_redis()
            return
        if not settings.DEMO:
            self.say(
                "This room for real money keeps its books on the embedded PostgreSQL, which has"
                " neither a password nor a standby: name a server of yours in DATABASE_URL"
            )
        self.say("Starting PostgreSQL and Valkey")
        self.children += self.stack.enter_context(embedded.servers(settings.VAR_DIR))

    def _start_room(self) -> None:
        log = settings.VAR_DIR / "log"
        commands: dict[str, Sequence[str | Path]] = {
            "web": start.web(host=self.host, port=self.port),
            "worker": start.worker(),
            "beat": start.beat(settings.VAR_DIR),
        }
        if settings.DEMO and self.bots:
            commands["bots"] = [
                *(sys.executable, "manage.py", "bots", "--count", str(self.bots)),
                *("--url", self.url),
            ]
        for number, (name, command) in enumerate(commands.items()):
            self.say(f"Starting {name}")
            # Each tells its figures on a port of its own.
            port = settings.METRICS_PORT and settings.METRICS_PORT + number
            child = Child(
                name=name,
                command=command,
                log=log / f"{name}.log",
                env={"METRICS_PORT": str(port)},
            )
            self.stack.callback(child.stop)
            child.start()
            self.children.append(child)
            if name == "web":
                self._wait_for_web(child)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def _wait_for_web(self, web: Child) -> None:
        word = time.monotonic() + WORD_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/health/", timeout=5):
                    return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                if not web.alive:
                    raise embedded.CannotStart(
                        f"The web server did not start. It said:\n{web.last_words()}"
                    ) from None
            if time.monotonic() > word:
                self.say(f"The web server is not ready yet; waiting for it (log: {web.log})")
                word += WORD_SECONDS
            time.sleep(0.05)

    def _welcome(self, seconds: float) -> None:
        lines = [f"[bold]{self.url}[/bold]   (ready in {seconds:.1f} s)", ""]
        if settings.DEMO:
            lines += [f"{who:<8} {name} / {password}" for who, name, password in LOGINS]
            lines += ["", f"Staff desk: {self.url}/admin/"]
        if opening.going_on():
            lines += self._set_up()
        lines += [f"Logs: {settings.VAR_DIR / 'log'}", "Ctrl-C closes the room."]
        self.console.print(Panel("\n".join(lines), title="Montepremi is open", expand=False))

    def _set_up(self) -> list[str]:
        """Return the address of the page that sets up a new room, by a name that it answers to."""
        known = validate_host(self.host, settings.ALLOWED_HOSTS)
        page = f"{self.url if known else settings.PUBLIC_URL}/set-up/"
        try:
            code = opening.new_code()
        except Refusal:
            return [f"Being set up by its owner: {page}", ""]
        finally:
            connections.close_all()
        return [f"Set it up: {page}", f"Code, once: [bold]{code}[/bold]", ""]

    def _keep_running(self) -> None:
        """Restart each child that dies, at its own pace, until the room is stopped."""
        keepers = [Keeper(child=child, started_at=time.monotonic()) for child in self.children]
        while True:
            time.sleep(0.5)
            for keeper in keepers:
                if message := keeper.look(now=time.monotonic()):
                    self.say(message)
