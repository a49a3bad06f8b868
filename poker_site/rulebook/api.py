"""The room's public figures as JSON (INFO-1)."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pages.api_views import api_view
from poker_site.rulebook import figures as published


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@permission_classes([AllowAny])
def figures(request: Request) -> Response:
    """Draws against their odds, money by month in cents, hands dealt, time to pay in seconds."""
    return Response(published.lately())
