"""The id of the request, socket or task for which this code runs; every line of the log has it."""

from contextvars import ContextVar

CURRENT: ContextVar[str] = ContextVar("request_id", default="")
