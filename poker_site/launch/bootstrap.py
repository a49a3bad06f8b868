"""Create .venv and install a hashed requirements file; needs Python alone.

Run as a script before anything is installed:
``python3 poker_site/launch/bootstrap.py requirements.txt [another folder than .venv]``.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path
from typing import NoReturn
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / (sys.argv[2:3] or [".venv"])[0]
PYTHON = VENV / "bin" / "python"
UV = "uv>=0.9,<1"
# A link of an index page: the file's address, and its digest after the hash sign.
WHEEL_LINK = re.compile(r'href="([^"#]+-none-any\.whl)#sha256=([0-9a-f]{64})"')


def fail(sentence: str) -> NoReturn:
    sys.exit(f"montepremi: {sentence}")


def run(*command: "str | Path") -> bool:
    return subprocess.run([str(part) for part in command], check=False).returncode == 0


def create() -> None:
    """Create a complete .venv with pip; an incomplete one is recreated."""
    if PYTHON.exists() and run(PYTHON, "-c", "import pip"):
        return
    print("Creating .venv ...", flush=True)
    try:
        venv.create(VENV, clear=True, with_pip=False, symlinks=True)
    except OSError as error:
        fail(f"cannot create {VENV} ({error.strerror}). Is the folder writable, the disk full?")
    pip = subprocess.run([PYTHON, "-m", "ensurepip"], capture_output=True, check=False)
    if pip.returncode != 0:
        fetch_pip()


def fetch_pip() -> None:
    """Install pip by its own wheel: some systems strip ensurepip from Python."""
    page = f"{os.environ.get('PIP_INDEX_URL', 'https://pypi.org/simple').rstrip('/')}/pip/"
    try:
        with urllib.request.urlopen(page) as answer:
            links = WHEEL_LINK.findall(answer.read().decode())
        address, digest = links[-1]
        with urllib.request.urlopen(urljoin(page, address)) as answer:
            content = answer.read()
    except (OSError, ValueError, LookupError) as error:
        fail(f"this Python has no pip and {page} gave none ({error}). Install python3-venv.")
    if hashlib.sha256(content).hexdigest() != digest:
        fail(f"pip from {page} is damaged. Try again.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / address.rpartition("/")[2]
        path.write_bytes(content)
        if not run(PYTHON, path / "pip", "install", "--quiet", "--no-index", path):
            fail("pip could not be installed. Install python3-venv and try again.")


def install(requirements: str) -> None:
    """Install exactly the hashed requirements: by uv where available, otherwise by pip."""
    print(f"Installing {requirements} ...", flush=True)
    # uv does not read pip's variables; a room behind a mirror sets them once.
    for ours, theirs in (("UV_DEFAULT_INDEX", "PIP_INDEX_URL"), ("SSL_CERT_FILE", "PIP_CERT")):
        if ours not in os.environ and theirs in os.environ:
            os.environ[ours] = os.environ[theirs]
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    # uv is left out of the locked set, so that syncing does not remove its own tool: install only.
    if run(*pip, UV) and run(
        VENV / "bin" / "uv", "pip", "install", "--quiet", "--python", PYTHON,
        "--require-hashes", "-r", ROOT / requirements,
    ):  # fmt: skip
        return
    if not run(*pip, "--require-hashes", "-r", ROOT / requirements):
        fail(
            "the packages could not be installed; the lines above say which."
            " Is the package index reachable? Then run the same command again."
        )


if __name__ == "__main__":
    create()
    install(sys.argv[1])
