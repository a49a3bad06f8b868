"""The language that a socket's user reads: a socket passes no LocaleMiddleware."""

from typing import Any

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from players import house


def language_of(scope: dict[str, Any]) -> str:
    """As the middleware chooses: the only one that the room offers, else the cookie, then the
    browser's wishes, then ours."""
    offered = house.LANGUAGES.known()
    if offered != "both":
        return offered
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    wishes = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wishes += [language for language, _ in parse_accept_lang_header(accepted.lower())]
    for wish in wishes:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
