"""Reports of failures to a Sentry of the operator's, without what only players may know."""

from collections.abc import MutableMapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from core.request_id import CURRENT
from poker_site.running.logs import hide_secrets
from poker_site.version import VERSION

Report = MutableMapping[str, Any]
# Of a report: what failed, where, and in which release; neither who asked, nor with which data.
KEPT = frozenset(
    {
        *("event_id", "timestamp", "level", "platform", "release", "environment", "logger"),
        *("exception", "transaction", "tags", "contexts", "sdk", "fingerprint"),
    }
)
CONTEXTS = ("runtime", "trace")


def begin(process: str) -> None:
    """Report the failures of this process to SENTRY_DSN; nothing without one.

    Raises ImproperlyConfigured where the package is missing.
    """
    if not settings.SENTRY_DSN:
        return
    try:
        sentry_sdk: Any = import_module("sentry_sdk")
    except ImportError:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, and sentry-sdk is not installed (docs/operations.md, Failures)"
        ) from None
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=VERSION,
        server_name=process,
        # Variables and bodies may be cards, breadcrumbs the log of others' requests.
        include_local_variables=False,
        send_default_pii=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=stripped,
    )


def stripped(report: Report, hint: object) -> Report:
    """Return a report without people, requests, variables and secrets, and with the request's id
    that the log has."""
    kept = {key: value for key, value in report.items() if key in KEPT}
    contexts = kept.get("contexts", {})
    kept["contexts"] = {key: contexts[key] for key in CONTEXTS if key in contexts}
    kept["tags"] = {**kept.get("tags", {}), "request": CURRENT.get() or "none"}
    for fault in kept.get("exception", {}).get("values", ()):
        # As in the log: PostgreSQL's details are cut, and addresses that are keys.
        fault["value"] = hide_secrets(None, "", {"event": _without_detail(fault)})["event"]
        for frame in fault.get("stacktrace", {}).get("frames", ()):
            frame.pop("vars", None)
    return kept


def _without_detail(fault: Report) -> str:
    return str(hide_secrets(None, "", {"detail": str(fault.get("value", ""))})["detail"])
