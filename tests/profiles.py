"""How long the random machines run: as long as it takes to notice, or much longer."""

from hypothesis import settings


def longer(much: int, *, short: int) -> int:
    """So many steps or examples: the short number unless ``--hypothesis-profile=long``."""
    return much if settings.get_current_profile_name() == "long" else short
