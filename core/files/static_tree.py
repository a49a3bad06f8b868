"""All static files, ours and those of packages, and a digest that changes with any of them.

The digest precedes the path of each, so that browsers may cache a file for ever, and that modules
and style sheets find one another by relative paths.
"""

from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders

# Bytes: enough against collisions.
DIGEST = 6


class Tree:
    """All static files by name, as the finders rank them, and their digest."""

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
    """Return the files as they were when this process first asked."""
    return Tree()
