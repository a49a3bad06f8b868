"""The languages that the product speaks: those of ``settings.LANGUAGES``, by their codes."""

from django.conf import settings
from django.utils.translation import get_language, get_language_info


def codes() -> list[str]:
    """Return the codes of all languages, in the order of the settings."""
    return [code for code, _name in settings.LANGUAGES]


def own_name(code: str) -> str:
    """Return a language's name in itself: English, italiano."""
    return str(get_language_info(code)["name_local"])


def active() -> str:
    """Return the code of the active language; that of the default where none is active."""
    language = get_language() or settings.LANGUAGE_CODE
    return language if language in codes() else settings.LANGUAGE_CODE
