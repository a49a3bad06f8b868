"""Languages of readers where no LocaleMiddleware applies: on sockets and in mails."""

from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from core import languages
from players import room_settings


def offered() -> list[str]:
    """Return the codes of the languages in which players read this room."""
    return [*room_settings.LANGUAGES.value()] or languages.codes()


def chosen(wish: str) -> str:
    """Return a language that the room offers: the wished one, else that of the room."""
    return wish if wish in offered() else of_the_room()


def of_the_room() -> str:
    """Return the language for players whose own is unknown."""
    codes = offered()
    return settings.LANGUAGE_CODE if settings.LANGUAGE_CODE in codes else codes[0]


def language_of(scope: dict[str, Any]) -> str:
    """Return the language of a connection, of those that the room offers: that of the page, from
    its address; else the cookie's, the browser's, or the room's."""
    codes = [*room_settings.LANGUAGES.known()] or languages.codes()
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    wishes = query.get("language", [])[:1]
    wishes += [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wishes += [language for language, _ in parse_accept_lang_header(accepted.lower())]
    for wish in wishes:
        try:
            language = get_supported_language_variant(wish)
        except LookupError:
            continue
        if language in codes:
            return language
    return settings.LANGUAGE_CODE if settings.LANGUAGE_CODE in codes else codes[0]
