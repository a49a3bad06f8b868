"""``make run``, as far as it can be seen from outside: open, busy, closed, opened again."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from django.conf import settings

from poker_site.version import VERSION
from tests.harness import database_template
from tests.harness.long_forms import longer
from tests.harness.room import PATIENCE, free_port, wait_for

pytestmark = pytest.mark.room

ROOM = [sys.executable, "manage.py", "room"]


def environment(folder: Path) -> dict[str, str]:
    """What a person's shell has: no servers of the test's."""
    hidden = {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**kept, "VAR_DIR": str(folder)}


def start(folder: Path, port: int, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*ROOM, "--port", str(port), *arguments],
        cwd=settings.BASE_DIR,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def read_until(process: subprocess.Popen[str], sign: str) -> str:
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if sign in line:
            return said
    raise AssertionError(f"it ended before saying {sign!r}:\n{said}")


def children_of(folder: Path) -> list[int]:
    """Every process whose environment names the folder, but this one."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"VAR_DIR={folder}\0".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def lobby(port: int) -> str:
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        answer = client.get("/lobby/sng/")
        assert answer.status_code == 200
        return answer.text


def ready(port: int) -> bool:
    return httpx2.get(f"http://127.0.0.1:{port}/ready/", timeout=PATIENCE).status_code == 200


@pytest.mark.long
def test_the_room_opens_with_its_demo_closes_without_a_trace_and_opens_again(
    tmp_path: Path,
) -> None:
    # An empty database is what the first start begins with, which has a test of its own.
    if longer(False, short=True):
        database_template.copy_to(tmp_path)
    port = free_port()
    room = start(tmp_path, port, "--bots", "6")
    said = read_until(room, "Ctrl-C closes the room")
    assert f"http://127.0.0.1:{port}" in said
    assert "anna / montepremi" in said
    assert "Six-Max Turbo" in lobby(port), "there is something to enter from the first moment"
    running = children_of(tmp_path)
    assert len(running) >= 6, "postgres, valkey, web, worker, beat, bots"
    wait_for("worker and beat to show that they live", lambda: ready(port))
    for process in ("web", "worker", "beat"):
        # Celery warns a root of itself, in words of its own.
        log = (tmp_path / "log" / f"{process}.log").read_text().splitlines()
        first = next(line for line in log if line.startswith("timestamp="))
        assert f"event=starting process={process} version={VERSION}" in first

    room.send_signal(signal.SIGINT)
    assert room.stdout is not None
    assert "The room is closed" in room.stdout.read()
    assert room.wait(PATIENCE) == 0
    assert children_of(tmp_path) == []

    again = start(tmp_path, port, "--bots", "0")
    read_until(again, "Ctrl-C closes the room")
    address = f"http://127.0.0.1:{port}"
    with httpx2.Client(base_url=address, follow_redirects=True, timeout=PATIENCE) as client:
        page = client.get("/accounts/login/")
        token = client.cookies["csrftoken"]
        answer = client.post(
            "/accounts/login/",
            data={"login": "anna", "password": "montepremi", "csrfmiddlewaretoken": token},
            headers={"Referer": str(page.url)},
        )
        assert "anna" in answer.text
        # Loading the demo a second time has not paid her a second time.
        assert client.get("/api/me/").json()["balance"] == 100_00
    again.kill()
    again.wait()
    wait_for("everything to follow a killed launcher", lambda: children_of(tmp_path) == [])


def test_a_busy_port_is_one_sentence_with_the_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = start(tmp_path, port)
        said, _ = done.communicate(timeout=PATIENCE)
    assert done.returncode != 0
    assert f"Port {port} cannot be used" in said
    assert f"make run PORT={port + 1}" in said
    assert "Traceback" not in said


def test_a_data_folder_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    done = start(tmp_path, free_port())
    said, _ = done.communicate(timeout=PATIENCE)
    assert done.returncode != 0
    assert "is not a database. Move it away" in said.replace("\n", " ")
    assert "Traceback" not in said


@pytest.mark.parametrize("python", ["absent", "too old"])
def test_a_missing_prerequisite_is_one_sentence(tmp_path: Path, python: str) -> None:
    pretend = tmp_path / "python"
    if python == "too old":
        pretend.write_text("#!/bin/sh\nexit 1\n")
        pretend.chmod(0o755)
    for name in ("Makefile", "requirements.txt"):
        (tmp_path / name).symlink_to(settings.BASE_DIR / name)
    (tmp_path / "poker_site").symlink_to(settings.BASE_DIR / "poker_site")
    done = subprocess.run(
        ["make", "install", f"PYTHON={pretend}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stdout
    assert "Traceback" not in done.stderr
