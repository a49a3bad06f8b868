"""Desk pages whose amounts are money, or chips of play money (FREE-4)."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from unfold.admin import ModelAdmin

from core.money import as_chips
from tournaments.models import Terms


class InBooks(ModelAdmin):
    """A page of a row whose amounts are read and written as what its event is played for."""

    def terms_of(self, row: Any) -> Terms:
        """Return the plan or event that the amounts of a row belong to."""
        terms: Terms = row
        return terms

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **options: Any
    ) -> HttpResponseBase:
        # Staff without the right are refused below; no row is read for them.
        posted = request.method == "POST"
        asked = self.has_change_permission if posted else self.has_view_permission
        row = self.get_object(request, object_id) if object_id and asked(request) else None
        chips = "play_money" in request.POST if row is None else self.terms_of(row).free
        with as_chips(chips):
            answer: HttpResponseBase = super().changeform_view(request, object_id, *args, **options)
            return answer.render() if isinstance(answer, TemplateResponse) else answer
