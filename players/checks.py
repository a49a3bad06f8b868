"""System checks: settings with which a room must not open."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register()
def mails_go_out(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Require a mail server, since pages promise mails; only a demo keeps them."""
    if settings.DEMO or settings.MAIL_SENT_BY:
        return []
    return [
        Error(
            "EMAIL_URL is not set: whoever asks for a new password would never get it.",
            hint="EMAIL_URL=smtp+tls://user:password@mail.example:587",
            id="players.E001",
        )
    ]


@register()
def register_is_whole(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Require the secrets and the key of a register of exclusions that has a URL."""
    if not settings.EXCLUSIONS_URL or (settings.EXCLUSIONS_SECRETS and settings.EXCLUSIONS_KEY):
        return []
    return [
        Error(
            "EXCLUSIONS_URL is set without EXCLUSIONS_SECRETS and EXCLUSIONS_KEY.",
            hint="Both come with the contract for the register (docs/operations.md).",
            id="players.E002",
        )
    ]


@register()
def provider_is_whole(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Require the name and the secrets of an identity provider that has a URL."""
    named = settings.IDENTITY_PROVIDER_SECRETS and settings.IDENTITY_PROVIDER_NAME
    if not settings.IDENTITY_PROVIDER_URL or named:
        return []
    return [
        Error(
            "IDENTITY_PROVIDER_URL is set without IDENTITY_PROVIDER_SECRETS and _NAME.",
            hint="Players read the name where they send a document (docs/operations.md).",
            id="players.E003",
        )
    ]
