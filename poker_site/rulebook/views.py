"""The rules section: its contents, its pages, and the way from a rule's id to its text."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.money import currency
from core.pages.api_views import api_view
from poker_site.rulebook import calculators, page_figures, reading
from poker_site.rulebook import public_figures as published
from poker_site.rulebook.contents import PAGE_OF, PAGES, PARTS


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Show every page of the rules."""
    return render(request, "rules/contents.html", {"parts": PARTS})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one page: in short, with its calculators, then the book."""
    if slug not in PAGES:
        raise Http404
    shown = PAGES[slug]
    context = {
        "page": shown,
        "parts": PARTS,
        "chapters": reading.rendered(shown),
        "lead": f"rules/leads/{slug}.html",
        **page_figures.of(slug),
        **calculators.of(slug, request.GET.dict()),
    }
    return render(request, "rules/page.html", context)


@require_safe
def rule(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to the text of a rule; its id is its address (INFO-1)."""
    if key not in PAGE_OF:
        raise Http404
    return redirect(reading.address(key))


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@permission_classes([AllowAny])
def figures_api(request: Request) -> Response:
    """Draws against their odds, money by month in cents, hands dealt, time to pay in seconds."""
    return Response({"currency": currency(), **published.lately()})
