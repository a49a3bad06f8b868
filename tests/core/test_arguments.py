"""What people type after a command: read, or refused before any work is done."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

import pytest

from core import arguments


@pytest.mark.parametrize(
    ("read", "text", "meant"),
    [
        (arguments.whole(1, 20), "20", 20),
        (arguments.measure(0, 1), "0.5", 0.5),
        (arguments.cents, "2,50", 250),
        (arguments.cents, "2.5", 250),
        (arguments.cents, "0", 0),
    ],
)
def test_what_is_meant_is_read(read: Callable[[str], float], text: str, meant: float) -> None:
    assert read(text) == meant


@pytest.mark.parametrize("text", ["", "0", "21", "-1", "1e1", "²", "x", "9" * 5000])
def test_a_whole_number_has_bounds(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is no whole number from 1 to 20"):
        arguments.whole(1, 20)(text)


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-inf", "-0.1", "1.1", "1e300"])
def test_a_measure_is_a_number_with_an_end(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        arguments.measure(0, 1)(text)


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-1", "1e18", "0.001"])
def test_an_amount_is_whole_cents_that_the_room_could_hold(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        arguments.cents(text)


def test_where_nothing_can_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert arguments.new_file(str(file)) == file
    file.touch()
    assert arguments.new_file(str(file)) == file
    folder = tmp_path / "a" / "b"
    assert arguments.new_folder(str(folder)) == folder
    assert folder.is_dir()
    for path in (folder, file / "x", tmp_path / "none" / "x"):
        with pytest.raises(ArgumentTypeError):
            arguments.new_file(str(path))
    for path in (file, file / "x"):
        with pytest.raises(ArgumentTypeError):
            arguments.new_folder(str(path))
