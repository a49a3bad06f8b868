"""What every template may mention."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def room(request: HttpRequest) -> dict[str, Any]:
    return {"DEMO": settings.DEMO}
