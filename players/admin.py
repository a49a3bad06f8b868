"""The staff's view of players: mails, to read."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest

from core.staff import ReadOnly
from players.models import Mail


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """What was sent to whom; the texts of a demo, which sends none."""

    list_display = ("written_at", "to", "subject", "sent_at", "tries")
    search_fields = ("to",)
    ordering = ("-pk",)

    def get_fields(self, request: HttpRequest, obj: Mail | None = None) -> tuple[str, ...]:
        """The text may hold a way into an account: only a demo shows it."""
        text = ("body",) if settings.DEMO else ()
        return ("to", "subject", *text, "written_at", "sent_at", "tries")
