"""``/.well-known/security.txt`` (RFC 9116): where faults of security are told."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from core import room_clock

# The file must name its end, and is written anew for each reader.
LASTS = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for reports of security faults; 404 where the operator names none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    languages = ", ".join(code for code, _ in settings.LANGUAGES)
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": (room_clock.now() + LASTS).strftime("%Y-%m-%dT00:00:00Z"),
        "Preferred-Languages": languages,
        "Canonical": f"{settings.PUBLIC_URL}{reverse('security_txt')}",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
