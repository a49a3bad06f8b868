"""A room on two nodes keeps all that it told while processes and links are broken."""

import os
import shutil
import subprocess
import sys

import pytest
from django.conf import settings

from tests.harness import sampling
from tests.harness.long_forms import longer

pytestmark = [pytest.mark.room, pytest.mark.slow, pytest.mark.timeout(1500)]


def _missing() -> str:
    """Return what a cluster needs and this machine lacks."""
    if sys.platform != "linux" or os.getuid() != 0:
        return "root on Linux"
    tools = [tool for tool in ("ip", "nft", "mount") if shutil.which(tool) is None]
    if tools:
        return ", ".join(tools)
    made = subprocess.run(["ip", "netns", "add", "chaos-test"], check=False, capture_output=True)
    subprocess.run(["ip", "netns", "del", "chaos-test"], check=False, capture_output=True)
    return made.stderr.decode().strip()


@pytest.mark.long
def test_what_players_were_told_survives_lost_processes_and_links() -> None:
    if missing := _missing():
        pytest.skip(f"a cluster needs network namespaces: {missing} (make chaos)")
    minutes = longer(10.0, short=0.8)
    seed = str(int(sampling.seed() or "0", 16) % 10_000)
    command = [sys.executable, "-m", "tests.cluster.chaos", "--minutes", str(minutes)]
    done = subprocess.run(
        [*command, "--seed", seed],
        cwd=settings.BASE_DIR,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert done.stdout.splitlines()[-1].endswith(" 0 faults")
