"""The manifest of a backup: what it holds, of which release, and by what it is known as whole."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TypedDict

import msgspec
from django.conf import settings
from django.utils.crypto import salted_hmac

from poker_site.backup.books import BooksRecord
from poker_site.backup.postgres_tools import BackupError

NAME = "manifest.json"
FORMAT = 1
HALF = ".half"
# What opens what lies sealed in the database. Named in a backup, and put into it on demand alone.
KEYS = ("SECRET_KEY", "SECRET_KEY_FALLBACKS", "EXCLUSIONS_KEY")
KEYS_FILE = "keys.env"


class Kind(StrEnum):
    """A dump restores into any newer server; a base backup also to any later moment."""

    DUMP = "dump"
    BASE = "base"


# The files of its own that each kind cannot be restored without.
FILES = {Kind.DUMP: {"room.dump"}, Kind.BASE: {"base.tar.gz", "pg_wal.tar.gz"}}


class FileFacts(TypedDict):
    """The size and the digest of a file."""

    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The facts of one backup; ``books`` only where they are of exactly its moment."""

    kind: Kind
    release: str
    made_at: str
    postgres: int
    # Applied migrations: a release that lacks one of them cannot use the backup.
    migrations: list[str]
    # The keys that its owner keeps elsewhere, and a mark by which SECRET_KEY is known.
    keys: list[str]
    key_mark: str
    files: dict[str, FileFacts]
    books: BooksRecord | None = None
    # Of a base backup: the first log that it needs from the archive.
    first_log: str = ""
    format: int = FORMAT


def key_mark() -> str:
    """Return a mark of this room's SECRET_KEY, which does not give it away."""
    return salted_hmac("poker_site.backup", "mark", algorithm="sha256").hexdigest()[:16]


def needed_keys() -> list[str]:
    """Return the names of the keys that this room has."""
    return [name for name in KEYS if getattr(settings, name)]


def write_keys(folder: Path) -> None:
    """Write the keys themselves into a file that its owner alone reads."""
    path = folder / KEYS_FILE
    path.touch(mode=0o600)
    values = {name: getattr(settings, name) for name in needed_keys()}
    path.write_text(
        "".join(
            f"{name}={value if isinstance(value, str) else ','.join(value)}\n"
            for name, value in values.items()
        )
    )


@contextmanager
def unfinished(folder: Path, *, now: datetime) -> Iterator[Path]:
    """Yield a new folder for a backup; it has its final name once all is written."""
    final = folder / f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if final.exists():
        raise BackupError(f"{final} exists already.")
    half = final.with_name(final.name + HALF)
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700, parents=True)
    try:
        yield half
        half.rename(final)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise


def describe(folder: Path) -> dict[str, FileFacts]:
    """Return size and digest of each file of a backup."""
    return {
        path.name: {"bytes": path.stat().st_size, "sha256": _digest(path)}
        for path in sorted(folder.iterdir())
        if path.name != NAME
    }


def write(folder: Path, manifest: Manifest) -> None:
    """Write it as the last file."""
    (folder / NAME).write_text(json.dumps(asdict(manifest), indent=1) + "\n")


def read(folder: Path) -> Manifest:
    """Return the manifest of a backup whose files are whole; raise BackupError otherwise."""
    manifest = load(folder)
    for name, known in manifest.files.items():
        file = folder / name
        if not file.is_file() or file.stat().st_size != known["bytes"]:
            raise BackupError(f"{file} is missing, or not whole.")
        if _digest(file) != known["sha256"]:
            raise BackupError(f"{file} is damaged: its digest is not that of the manifest.")
    return manifest


def load(folder: Path) -> Manifest:
    """Return the manifest of a backup without a look at its files; raise BackupError."""
    path = folder / NAME
    if folder.name.endswith(HALF) or not path.is_file():
        raise BackupError(
            f"{folder} is no whole backup: it was not finished, or is something else."
        )
    try:
        facts = json.loads(path.read_bytes())
        if facts["format"] != FORMAT:
            raise BackupError(
                f"{folder} was made by release {facts['release']}, whose backups this release"
                " cannot read. Restore it with that release."
            )
        manifest = msgspec.convert(facts, Manifest)
        whole = datetime.fromisoformat(manifest.made_at).tzinfo and (
            FILES[manifest.kind] <= manifest.files.keys()
            and all(Path(name).name == name for name in manifest.files)
            and (manifest.kind == Kind.BASE or manifest.books is not None)
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError, msgspec.ValidationError):
        whole = False
    if not whole:
        raise BackupError(f"{path} is damaged.")
    return manifest


def whole(folder: Path, kind: Kind) -> dict[Path, Manifest]:
    """Return the finished backups of a kind, the oldest first; their files are not read."""
    found = {}
    for path in sorted(folder.glob(f"*/{NAME}")):
        # A damaged one, or one of another release, is not counted and stays where it is.
        with suppress(BackupError):
            if (manifest := load(path.parent)).kind == kind:
                found[path.parent] = manifest
    return found


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
