"""Logs of one line a fact on standard error, key=value or JSON, with secrets cut in one place."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

from core.request_id import CURRENT
from core.secret_addresses import BEFORE_KEYS
from poker_site.version import VERSION

# The first one is the default.
FORMATS: tuple[str, ...] = ("line", "json")

# Names under which a card, a deck, a seed or a credential could travel into a log line.
SECRET_KEYS = frozenset(
    {
        "deck",
        "seed",
        "server_seed",
        "player_seeds",
        "live",
        "cards",
        "hole",
        "secret",
        "password",
        "sessionid",
    }
)
KEYS_IN_ADDRESSES = re.compile(rf"({BEFORE_KEYS})[^/\s\"?]+")


# PostgreSQL's errors have the values of a refused row in their detail, secrets included; all that
# follows belongs to it, up to the exception that came of it.
DETAIL = re.compile(
    r"DETAIL:.*?(?=\n\n(?:The above exception|During handling of the above)|\Z)", re.DOTALL
)


# Errors in Django's log, by the name of the logger, that any client can cause.
SENT_WRONG = (
    *("DisallowedHost", "DisallowedModelAdminLookup", "DisallowedModelAdminToField"),
    *("RequestDataTooBig", "SuspiciousMultipartForm", "SuspiciousOperation", "SuspiciousSession"),
    *("TooManyFieldsSent", "TooManyFilesSent"),
)


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace the value of every secret key, of addresses that are one, and of rows that were
    refused; runs before anything is rendered."""
    for key in SECRET_KEYS & event.keys():
        event[key] = "hidden"
    for key, value in event.items():
        if isinstance(value, str) and "DETAIL:" in value:
            event[key] = DETAIL.sub("DETAIL: hidden", value)
    if isinstance(message := event.get("event"), str):
        event["event"] = KEYS_IN_ADDRESSES.sub(r"\1hidden", message)
    return event


class NotOurFault(logging.Filter):
    """A filter that logs malformed requests as warnings: Django logs them as errors."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
        return True


class NoFault(logging.Filter):
    """A filter that drops tracebacks of refusals and of busy rooms; failures keep theirs."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) != 500:
            record.exc_info = None
        return True


def say_version(process: str) -> None:
    """Write the first line of a process's log: its name and the release."""
    structlog.get_logger("release").info("starting", process=process, version=VERSION)


def name_request(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the id of the request, socket or task that a line belongs to."""
    if request := CURRENT.get():
        event["request"] = request
    return event


def config(level: str, form: str) -> dict[str, Any]:
    """Return Django's LOGGING value; configures structlog for the same handlers."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        name_request,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        # Frames and lines, never the values of variables: those may be cards.
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderers: dict[str, Any] = {
        "line": structlog.processors.LogfmtRenderer(
            key_order=["timestamp", "level", "logger", "event"], bool_as_flag=False
        ),
        "json": structlog.processors.JSONRenderer(ensure_ascii=False),
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"not our fault": {"()": NotOurFault}, "no fault": {"()": NoFault}},
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    renderers[form],
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # At any level, that of Celery's command line included.
            "release": {"level": "INFO"},
            # One line a task and a request is noise: both are counted elsewhere.
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
            "django.request": {"filters": ["no fault"]},
            **{f"django.security.{name}": {"filters": ["not our fault"]} for name in SENT_WRONG},
        },
    }
