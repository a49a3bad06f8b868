"""Choose the length of tests that have a short and a long form."""

import os
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")


def longer(much: T, *, short: T) -> T:
    """So many steps, players or cases: the short ones unless ``--hypothesis-profile=long``.

    For tests marked ``long``, which `make test-long` selects beside those of hypothesis.
    """
    return much if settings.get_current_profile_name() == "long" else short


def asked(name: str, much: int, *, short: int) -> int:
    """So many of something: as many as the variable ``name`` of the environment says, where it is
    set, and as ``longer`` has it otherwise."""
    return int(os.environ.get(name, 0)) or longer(much, short=short)
