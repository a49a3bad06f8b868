"""A cluster that runs: its servers in order, the room on them, and a keeper of all processes."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from poker_site.launch import embedded
from poker_site.launch.environment import connection_arguments
from poker_site.launch.processes import Child
from tests.cluster import inside
from tests.cluster.network import network
from tests.cluster.nodes import ROOM, SERVERS, Cluster, Node

PATIENCE_SECONDS = 180.0
# A database, twice the log that may be kept, and a base backup.
DISK_MEGABYTES = 2000

Say = Callable[[str], None]


class Running:
    """The processes of a cluster. Call it from the main thread, which their life hangs on."""

    def __init__(self, cluster: Cluster, stack: ExitStack, say: Say) -> None:
        self.cluster = cluster
        self._stack, self._say = stack, say
        self._kept: list[Child] = []
        # Processes that a fault holds down: nobody starts them again.
        self.held: set[str] = set()

    def start(self, child: Child) -> None:
        """Start a process, and keep it running until the end."""
        self._stack.callback(child.stop)
        child.start()
        self._kept.append(child)

    def keep(self) -> None:
        """Start again what has stopped and is not held down."""
        for child in self._kept:
            if not child.alive and child.name not in self.held:
                self._say(f"{child.name} is started again")
                child.start()

    def kept_until(self, what: str, ready: Callable[[], bool]) -> None:
        """Wait for something while keeping all processes running."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not ready():
            if time.monotonic() > deadline:
                raise embedded.CannotStart(f"waited {PATIENCE_SECONDS:.0f} s for {what}")
            self.keep()
            time.sleep(0.2)

    def start_servers(self) -> None:
        cluster = self.cluster
        self.start(cluster.witness.children["raft"])
        for node in cluster.nodes:
            for name in SERVERS:
                if name in node.children:
                    self.start(node.children[name])
        for node in cluster.players:
            self.start(node.children["front"])
        self.start(cluster.edge)
        self.kept_until("a primary", self.has_primary)
        self._create_database()
        self.kept_until("a standby", self.has_standby)

    def start_room(self, *, bots: int) -> None:
        self.manage("migrate", "-v0")
        self.manage("demo", "--bots", str(bots))
        for node in self.cluster.players:
            for name in ROOM:
                self.start(node.children[name])

    def manage(self, *arguments: str) -> None:
        """Run a command of ``manage.py`` from outside of the nodes."""
        self._run("manage.py", *arguments).check_returncode()

    def python(self, program: str) -> None:
        """Run a few lines that use the room from outside of the nodes."""
        self._run("-c", program).check_returncode()

    def sound(self, diary: Path) -> bool:
        """Return whether the room kept what the players wrote down."""
        notes = str(self.cluster.notes)
        return self._run("-m", "tests.cluster.verdict", str(diary), notes).returncode == 0

    @property
    def outside(self) -> dict[str, str]:
        """The variables of a process outside of the nodes, which reaches Valkey by the edge."""
        return self.cluster.environment(self.cluster.folder / "outside") | {inside.BUG: ""}

    def _run(self, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, *arguments]
        return subprocess.run(command, check=False, env={**os.environ, **self.outside})

    def primary(self) -> "psycopg.Connection[Any]":
        """Return a session of the superuser on the server that takes writes."""
        arguments = connection_arguments(self.cluster.database_url("postgres", "postgres"))
        return psycopg.connect(**arguments, autocommit=True)

    def has_primary(self) -> bool:
        try:
            with self.primary():
                return True
        except psycopg.OperationalError:
            return False

    def has_standby(self) -> bool:
        """Return whether a commit waits for a second server, so that either may be lost."""
        synchronous = "SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
        try:
            with self.primary() as session:
                return session.execute(synchronous).rowcount > 0
        except psycopg.OperationalError:
            return False

    def leader(self) -> Node:
        """Return the node whose PostgreSQL takes writes."""
        with self.primary() as session:
            host = session.info.host
        return next(node for node in self.cluster.players if node.address == host)

    def _create_database(self) -> None:
        with self.primary() as session:
            for role in (embedded.NAME, embedded.PLAYER):
                session.execute(
                    sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(
                        sql.Identifier(role), sql.Literal(self.cluster.secrets[role])
                    )
                )
            name = sql.Identifier(embedded.NAME)
            session.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, name))


@contextmanager
def running(
    folder: Path,
    say: Say,
    *,
    bots: int,
    bug: str = "",
    release: Path | None = None,
    clocks: bool = False,
) -> Iterator[Running]:
    """Run a whole room on two nodes; stop all of it on exit. Raises CannotStart."""
    if sys.platform != "linux" or os.getuid() != 0:
        raise embedded.CannotStart(
            "A cluster needs Linux, and root for its network namespaces. Run it as root."
        )
    cluster = Cluster(folder, bug=bug, release=release, clocks=clocks)
    with ExitStack() as stack:
        stack.enter_context(network([node.machine for node in cluster.nodes]))
        stack.enter_context(_disks([node.folder_of("postgres") for node in cluster.players]))
        cluster.prepare()
        run = Running(cluster, stack, say)
        stack.callback(_end_all, run)
        run.start_servers()
        say("PostgreSQL and Valkey run on both nodes")
        run.start_room(bots=bots)
        say(
            f"the room is open: {cluster.url}, or http://{cluster.a.address} and"
            f" http://{cluster.b.address}"
        )
        yield run


@contextmanager
def _disks(folders: Sequence[Path]) -> Iterator[None]:
    """Give each folder a small disk of its own, which can be full while the machine's is not."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "postgres"]
    try:
        for folder in folders:
            subprocess.run([*mount, str(folder)], check=True)
        yield
    finally:
        # They are in memory, and would stay there after a run that was interrupted.
        for folder in folders:
            subprocess.run(["umount", "--lazy", folder], check=False)


def _end_all(run: Running) -> None:
    """Ask all to end at once: one after the other, each may take ten seconds."""
    for node in run.cluster.nodes:
        for child in node.children.values():
            if child.alive and child.pid is not None:
                os.kill(child.pid, child.stop_signal)
