"""Is this process able to serve? For the launcher, and for a load balancer."""

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse


def health(request: HttpRequest) -> HttpResponse:
    """200 when PostgreSQL and Redis answer; anything else raises and becomes a 500."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    cache.get("health")
    return HttpResponse("ok", content_type="text/plain")
