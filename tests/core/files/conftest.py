"""A tree of a few files, in place of the room's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from core.files import modules, static_tree

Lay = Callable[..., static_tree.Tree]


class Finder:
    """Finds what lies in one folder."""

    def __init__(self, folder: Path) -> None:
        self._storage = FileSystemStorage(location=folder)
        self._folder = folder

    def list(self, ignored: object) -> Iterator[tuple[str, FileSystemStorage]]:
        for path in self._folder.rglob("*.*"):
            yield str(path.relative_to(self._folder)), self._storage


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lay]:
    """Write files, by name and text, into folders of which an earlier one goes first; then they are
    all that there is."""

    def write(*folders: dict[str, str]) -> static_tree.Tree:
        for number, texts in enumerate(folders):
            for name, text in texts.items():
                path = tmp_path / str(number) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        finders = [Finder(tmp_path / str(number)) for number in range(len(folders))]
        monkeypatch.setattr(static_tree, "get_finders", lambda: finders)
        forget()
        return static_tree.tree()

    yield write
    forget()


def forget() -> None:
    for known in (static_tree.tree, modules.needed, modules.markup):
        known.cache_clear()
