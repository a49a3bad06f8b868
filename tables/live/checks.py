"""System checks: settings that prevent a room from opening."""

from collections.abc import Sequence
from typing import Final

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

LEAST_SECONDS: Final = 3
MOST_SECONDS: Final = 6


@register()
def time_to_show(
    app_configs: Sequence[AppConfig] | None = None, **asked: object
) -> list[CheckMessage]:
    """Check the pause between hands: a loser has 3 to 6 s to show (SHOW-2), except in a demo."""
    seconds = settings.RESULT_SECONDS
    if settings.DEMO or LEAST_SECONDS <= seconds <= MOST_SECONDS:
        return []
    return [
        Error(
            f"RESULT_SECONDS is {seconds:g}.",
            hint=f"A loser has {LEAST_SECONDS} to {MOST_SECONDS} seconds to show (SHOW-2).",
            id="tables.E001",
        )
    ]
