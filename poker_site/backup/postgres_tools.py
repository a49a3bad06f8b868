"""A PostgreSQL server by its address, and PostgreSQL's own programs that fit it."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from poker_site.launch import embedded, environment


class BackupError(Exception):
    """The reason why a backup was not made or not restored, as a readable sentence."""


@dataclass(frozen=True)
class Server:
    """One database of a server, as one role sees it."""

    host: str
    port: str
    user: str
    password: str
    database: str
    options: tuple[tuple[str, Any], ...]

    @classmethod
    def at(cls, url: str) -> "Server":
        """Return the server of an address such as that of DATABASE_OWNER_URL."""
        named = environment.database_settings(url)
        return cls(
            host=named["HOST"],
            port=str(named["PORT"]),
            user=named["USER"],
            password=named["PASSWORD"],
            database=named["NAME"],
            options=tuple(named["OPTIONS"].items()),
        )

    @property
    def place(self) -> str:
        """Return a name of the database for people, without its password."""
        return f"{self.database} at {self.host or 'localhost'}"

    def connect(self) -> "psycopg.Connection[Any]":
        """Open a connection of its own: Django's belongs to the role that plays."""
        options: dict[str, Any] = dict(self.options)
        try:
            return psycopg.connect(
                host=self.host or None,
                port=self.port or None,
                user=self.user or None,
                password=self.password or None,
                dbname=self.database,
                **options,
            )
        except psycopg.OperationalError as error:
            raise BackupError(f"{self.place} does not answer: {str(error).strip()}") from None

    def environment(self) -> dict[str, str]:
        """Return libpq's variables: everybody on the machine reads a command's arguments."""
        named = {
            "PGHOST": self.host,
            "PGPORT": self.port,
            "PGUSER": self.user,
            "PGPASSWORD": self.password,
            "PGDATABASE": self.database,
            **{_variable(option): str(value) for option, value in self.options},
        }
        return {**os.environ, **{name: value for name, value in named.items() if value}}


def _variable(option: str) -> str:
    """Return the name of libpq's variable for an option; some have none, and are not read."""
    name = {"connect_timeout": "CONNECT_TIMEOUT", "application_name": "APPNAME"}.get(option)
    return "PG" + (name or option.replace("_", "").upper())


def major(connection: "psycopg.Connection[Any]") -> int:
    """Return the major version of the server at the other end."""
    return connection.info.server_version // 10_000


def program(name: str, *, least: int) -> str:
    """Return the path of a program of PostgreSQL that is not older than ``least``.

    The machine's own comes first: that of the wheel speaks no TLS.
    """
    candidates = [shutil.which(name), embedded.postgres_bin() / name]
    for path in candidates:
        if path is not None and _version(path) >= least:
            return str(path)
    raise BackupError(
        f"No {name} of PostgreSQL {least} or newer is here. Install postgresql-client-{least}."
    )


def _version(path: str | Path) -> int:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return 0
    found = re.search(r"\) (\d+)", said.stdout)
    return int(found[1]) if found else 0


def run(command: Sequence[str | Path], *, server: Server | None = None) -> None:
    """Run a program to its end; raise BackupError with what it said where it fails."""
    done = subprocess.run(
        command,
        env=server.environment() if server else None,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        # After its first lines it repeats its statement, which names every table.
        said = done.stderr.strip().partition("\npg_dump: detail:")[0]
        hint = " Name the role that owns the tables in DATABASE_OWNER_URL (.env.owner)."
        raise BackupError(
            f"{Path(command[0]).name} failed. It said: {said}"
            + (hint if "permission denied for" in said else "")
        )
