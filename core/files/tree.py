"""The files that browsers ask for, ours and those of the packages, and a name for all of them as
they are: whatever changes in one of them changes it.

It stands before the path of each, so that a file may be kept for good, and that modules and style
sheets find one another by their relative paths.
"""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders

# Bytes: enough that no two states of the files are ever called alike.
DIGEST = 6


class Tree:
    """All files by name: that of an earlier finder hides that of a later one."""

    def __init__(self) -> None:
        self.files: dict[str, Path] = {}
        for finder in get_finders():
            for name, storage in finder.list([]):
                self.files.setdefault(name, Path(storage.path(name)))
        all_of = blake2b(digest_size=DIGEST)
        for name, path in sorted(self.files.items()):
            all_of.update(name.encode())
            all_of.update(blake2b(path.read_bytes()).digest())
        self.digest = all_of.hexdigest()


@cache
def tree() -> Tree:
    """As the files were when this process first asked."""
    return Tree()
