"""How a parallel run's processes share the tests that play in a room; a pytest plugin.

A room's tests come first, since they take longest, and mostly wait. Those of a process share a
room, so two processes have them: one would be the last to end, and every room costs its start.
"""

import os

import pytest

ROOMS = 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin the parts into which ``--dist worksteal`` cuts the tests with the rooms' own."""
    whole = [item for item in items if item.get_closest_marker("room")]
    others = [item for item in items if not item.get_closest_marker("room")]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    size = len(items) // processes
    items.clear()
    for share in shares(whole, min(ROOMS, processes)):
        rest = max(0, size - len(share))
        items += share + others[:rest]
        del others[:rest]
    items += others


def shares(whole: list[pytest.Item], count: int) -> list[list[pytest.Item]]:
    """The tests by turns, a file at a time."""
    files = list(dict.fromkeys(item.path for item in whole))
    return [
        [item for item in whole if files.index(item.path) % count == number]
        for number in range(count)
    ]
