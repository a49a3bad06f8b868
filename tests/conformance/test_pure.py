"""What may import no clock and no dice may call none either: two lists of modules agree."""

import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
ASKS_THE_CLOCK = "from datetime import UTC, datetime\n\nNOW = datetime.now(UTC)\n"


def pure() -> Iterator[str]:
    """Files as ``.importlinter`` has them; of a package one of its own and one of a room in it."""
    contracts = ConfigParser()
    contracts.read(HOUSE / ".importlinter")
    for module in contracts["importlinter:contract:pure"]["source_modules"].split():
        path = module.replace(".", "/")
        if (HOUSE / path).is_dir():
            yield from (f"{path}/any.py", f"{path}/room/any.py")
        else:
            yield f"{path}.py"


def is_banned(source: str, path: str) -> bool:
    """Whether ruff's list of banned calls holds for a file at this path."""
    ruff = str(Path(sys.executable).with_name("ruff"))
    asked = [ruff, "check", "--no-cache", "--select", "TID251", "--stdin-filename", path, "-"]
    return subprocess.run(asked, input=source.encode(), cwd=HOUSE, check=False).returncode == 1


@pytest.mark.parametrize("path", [*pure()])
def test_no_pure_module_asks_the_clock(path: str) -> None:
    assert is_banned(ASKS_THE_CLOCK, path)


@pytest.mark.parametrize(
    "path", ["core/settings/room_time.py", "tables/cash/cashier.py", "tests/dates.py"]
)
def test_whoever_is_not_pure_may_ask_it(path: str) -> None:
    assert not is_banned(ASKS_THE_CLOCK, path)
