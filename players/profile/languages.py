"""Languages of readers where no LocaleMiddleware applies: on sockets and in mails."""

from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from players import room_settings


def of_the_room() -> str:
    """Return the language for players whose own is unknown."""
    offered = room_settings.LANGUAGES.value()
    return settings.LANGUAGE_CODE if offered == "both" else offered


def language_of(scope: dict[str, Any]) -> str:
    """Return the language of a connection: the only one that the room offers; else that of the
    page, from its address; else the cookie's, the browser's, or the default."""
    offered = room_settings.LANGUAGES.known()
    if offered != "both":
        return offered
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    wishes = query.get("language", [])[:1]
    wishes += [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wishes += [language for language, _ in parse_accept_lang_header(accepted.lower())]
    for wish in wishes:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
