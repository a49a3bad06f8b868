"""What waits for a second person, on the first page of the staff's desk."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts import closing, counter
from tournaments.entry import approvals
from tournaments.staff import cancellation


class Waiting(NamedTuple):
    """A line of the list: what is to be decided, about whom or what, for how many cents."""

    what: str | Promise
    about: object
    cents: int
    by: object
    since: datetime
    url: str


def waiting(request: HttpRequest) -> Iterator[Waiting]:
    """What waits, as far as the reader may know of it."""
    may = request.user.has_perm
    for order in counter.waiting() if may("payouts.view_counterorder") else ():
        page = reverse("admin:payouts_counterorder_change", args=[order.pk])
        kind = order.get_kind_display()
        yield Waiting(kind, order.user, order.amount, order.given_by, order.given_at, page)
    for day in closing.waiting() if may("payouts.view_dayclosing") else ():
        page = reverse("admin:payouts_dayclosing_change", args=[day.pk])
        result = day.figures["result"]
        yield Waiting(_("daily closing"), day, result, day.signed_by, day.signed_at, page)
    for signed in approvals.waiting() if may("tournaments.view_template") else ():
        page = reverse("admin:tournaments_template_change", args=[signed.template_id])
        template, by = signed.template, signed.written_by
        yield Waiting(_("guarantee"), template, template.guarantee, by, signed.written_at, page)
    for plan in cancellation.waiting() if may("tournaments.view_cancellationplan") else ():
        page = reverse("admin:tournaments_cancellationplan_change", args=[plan.pk])
        yield Waiting(_("cancellation"), plan, plan.total, plan.created_by, plan.created_at, page)
