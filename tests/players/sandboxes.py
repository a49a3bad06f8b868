"""A service outside, as its sandbox plays it in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from core.outside.signed_json import ServiceLine, Silent
from tests.harness.room import free_port, wait_for


@contextmanager
def running(module: str, *, secret: str) -> Iterator[str]:
    """Its address, once it answers."""
    port = free_port()
    said = ["--port", str(port), "--secret", secret]
    process = subprocess.Popen([sys.executable, "-m", module, *said], cwd=settings.BASE_DIR)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(module, lambda: _answers(url, secret))
        yield url
    finally:
        process.kill()
        process.wait(60)


def _answers(url: str, secret: str) -> bool:
    try:
        ServiceLine(url=url, secret=secret).ask("POST", "/mode", mode="right")
    except Silent:
        return False
    return True
