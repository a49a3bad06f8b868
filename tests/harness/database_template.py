"""A migrated database, made once for all test processes and runs until something it follows from
changes: to migrate takes seconds of a processor, to copy the folder a tenth of one."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from poker_site.launch import embedded

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "var" / "tests"


def copy_to(folder: Path) -> None:
    """PostgreSQL's data in the folder, as ``embedded.servers`` looks for it: the room's own
    database is there and migrated."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        template = CACHE / _version()
        if not template.exists():
            _make(template)
        # Not in Python: it keeps whom the files belong to.
        subprocess.run(["cp", "-a", template, folder / "postgres"], check=True)


def _version() -> str:
    """Tells what a migrated database follows from: migrations, but also rights, groups, names; and
    the month, since it has partitions for those to come."""
    found = hashlib.sha256(f"{sys.version} {datetime.now(UTC):%Y-%m}".encode())
    ours = [folder for folder in ROOT.iterdir() if folder.name not in {".venv", "var", "tests"}]
    modules = [path for folder in ours for path in folder.glob("**/*.py")]
    for path in sorted([*modules, ROOT / "requirements.txt"]):
        found.update(f"{path} {path.stat().st_size}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _make(template: Path) -> None:
    for old in CACHE.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
    unfinished = CACHE / "unfinished"
    with embedded.servers(unfinished):
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env={**os.environ, **embedded.environment(unfinished)},
            check=True,
        )
    (unfinished / "postgres").rename(template)
    shutil.rmtree(unfinished)
