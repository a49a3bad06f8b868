"""The packed database of a release. ``python -m tests.upgrade.pack`` plays until the room is in the
middle of everything, and writes ``tests/upgrade/0.2.0.sql.xz``, named after the version.

It is made once, when the release is, and never again: every later version carries it over.
"""

import lzma
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from poker_site.launch import embedded
from poker_site.version import VERSION

HERE = Path(__file__).parent
SUFFIX = ".sql.xz"


def recorded() -> list[Path]:
    """The packs of all releases."""
    return sorted(HERE.glob(f"*{SUFFIX}"))


def of(version: str) -> Path:
    """The pack of a release."""
    return HERE / f"{version}{SUFFIX}"


@contextmanager
def database(var: Path, name: str, *, template: str = "template0") -> Iterator[None]:
    """Create a database on the embedded server under ``var``; drop it afterwards."""
    host = str(embedded.socket_folder(var))
    with psycopg.connect(
        host=host, user=embedded.NAME, dbname="postgres", autocommit=True
    ) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        try:
            yield
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def dump(var: Path, name: str) -> bytes:
    """Return a database as compressed SQL; owners and rights are those of the room it goes to."""
    return lzma.compress(_run("pg_dump", var, name, "--no-owner", "--no-privileges"))


def restore(pack: bytes, var: Path, name: str) -> None:
    """Fill an empty database with a dump."""
    options = ("--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1")
    _run("psql", var, name, *options, given=lzma.decompress(pack))


def _run(program: str, var: Path, name: str, *options: str, given: bytes = b"") -> bytes:
    where = (f"--host={embedded.socket_folder(var)}", f"--username={embedded.NAME}")
    command = [str(embedded.postgres_bin() / program), *where, *options, name]
    return subprocess.run(command, input=given, check=True, stdout=subprocess.PIPE).stdout


def main() -> int:
    from tests.harness import servers

    path = of(VERSION)
    if path.exists():
        print(f"{path.name} is packed, and a release is packed once.", file=sys.stderr)
        return 1
    with servers.running() as var:
        import django

        django.setup()
        from django.core.management import call_command

        from poker_site.launch import rights
        from tests.upgrade import midgame

        call_command("migrate", verbosity=0)
        with rights.as_owner():
            midgame.make()
        path.write_bytes(dump(var, embedded.NAME))
    print(f"{path.relative_to(Path.cwd())}: {path.stat().st_size // 1024} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
