"""A shuffled run has every test, each file in one piece, and repeats by its seed."""

from itertools import groupby

import pytest

from tests.harness.shuffling import shuffled


@pytest.fixture
def items(request: pytest.FixtureRequest) -> list[pytest.Item]:
    """Five tests in each of four files."""
    folder = request.node.parent.parent
    files = [
        pytest.Module.from_parent(folder, path=folder.path / f"test_{name}.py") for name in "abcd"
    ]
    return [
        pytest.Function.from_parent(file, name=f"test_{number}", callobj=lambda: None)
        for file in files
        for number in range(5)
    ]


def test_a_seed_is_an_order(items: list[pytest.Item]) -> None:
    first = shuffled(items, seed="1")
    assert {*first} == {*items}
    assert first == shuffled(items[::-1], seed="1")
    assert first != items
    assert first != shuffled(items, seed="2")


def test_files_stay_whole_and_change_places(items: list[pytest.Item]) -> None:
    orders = [shuffled(items, seed=f"{seed}") for seed in range(9)]
    files = [[path.name for path, _ in groupby(order, lambda item: item.path)] for order in orders]
    assert all(len(names) == 4 for names in files)
    assert len({tuple(names) for names in files}) > 1


def test_a_part_of_the_tests_has_the_order_of_the_whole(items: list[pytest.Item]) -> None:
    some = items[::3]
    whole = shuffled(items, seed="1")
    assert shuffled(some, seed="1") == [item for item in whole if item in some]
