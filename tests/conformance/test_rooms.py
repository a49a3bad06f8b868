"""Every room of the house says in which layers its modules stand: ``.importlinter`` names it, and
no module of it may stand outside."""

from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
APPS = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
# Django makes its modules, and each knows the one before.
MADE = "migrations"


def rooms() -> Iterator[str]:
    """Packages of ours with more than one module or room in them."""
    for app in APPS:
        for package in sorted((HOUSE / app).rglob("__init__.py")):
            folder = package.parent
            within = [one for one in folder.glob("*.py") if one.name != "__init__.py"]
            within += [one.parent for one in folder.glob("*/__init__.py")]
            if folder.name != MADE and len(within) > 1:
                yield ".".join(folder.relative_to(HOUSE).parts)


def layered() -> set[str]:
    """What ``.importlinter`` divides into layers that leave nothing out."""
    contracts = ConfigParser()
    contracts.read(HOUSE / ".importlinter")
    return {
        container
        for name in contracts.sections()
        if contracts[name].get("exhaustive") == "True"
        for container in contracts[name]["containers"].split()
    }


@pytest.mark.parametrize("room", [*rooms()])
def test_every_module_of_a_room_stands_in_a_layer(room: str) -> None:
    assert room in layered()
