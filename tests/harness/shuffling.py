"""Another order of the tests, by ``--shuffle SEED``: shows a test that needs another one before it.
A pytest plugin.

Folders, files and the tests of a file change places, and each stays whole: a process then still
shares what the tests of one share. A seed gives two tests the same order in a part of a run.
"""

from collections.abc import Generator
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in another order, by a seed")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Shuffle before those who put tests together: by database, fixtures, worlds and rooms."""
    seed: str | None = config.getoption("shuffle")
    if seed is not None:
        items[:] = shuffled(items, seed=seed)
    return (yield)


def shuffled(items: list[pytest.Item], *, seed: str) -> list[pytest.Item]:
    """The tests, sorted by a draw for each folder, file and test."""
    return sorted(
        items,
        key=lambda item: [Random(f"{seed} {node.nodeid}").random() for node in item.listchain()],
    )
