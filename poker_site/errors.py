"""The last line: whatever goes wrong, a person reads a sentence and never a traceback."""

from typing import Any

from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from payouts.refusal import Refusal
from payouts.sentences import say


def api(error: Exception, context: dict[str, Any]) -> Response | None:
    """A refusal as 409 with its code and sentence; everything else as DRF has it."""
    if isinstance(error, Refusal):
        return Response(
            {"code": error.code.value, "message": say(error)}, status=status.HTTP_409_CONFLICT
        )
    return exception_handler(error, context)
