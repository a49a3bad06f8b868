"""The public page that checks a receipt by its number and code."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.refusal import Refusal
from core.sentences import say
from payouts import receipts
from payouts.pages.forms import ReceiptForm


@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """Show the room's record of a receipt to a client that has its number and its code."""
    filled = {"number", "code"} & set(request.GET)
    form = ReceiptForm(request.GET if filled else None)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        try:
            context["receipt"] = receipts.check(**form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, say(refusal))
    status = 400 if form.errors else 200
    return render(request, "payouts/receipt_check.html", context, status=status)
