"""What waits for a second person, on the first page of the staff's desk."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts import closing, counter
from payouts.payments import withdrawals, words
from poker_site.house import changes
from tournaments.entry import approvals
from tournaments.staff import cancellation


class Waiting(NamedTuple):
    """A line of the list: what is to be decided, about whom or what, for how many cents if any."""

    what: str | Promise
    about: object
    cents: int | None
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
    for payment in withdrawals.waiting() if may("payouts.view_payment") else ():
        page = reverse("admin:payouts_payment_change", args=[payment.pk])
        kind, about = payment.get_kind_display(), payment.user
        by = payment.first_by or payment.user
        yield Waiting(kind, about, payment.amount, by, payment.asked_at, page)
    for word in words.contradictions() if may("payouts.view_paymentnotice") else ():
        page = reverse("admin:payouts_paymentnotice_change", args=[word.pk])
        whose = word.first_by or word.gateway
        yield Waiting(_("contradiction"), word, word.amount, whose, word.received_at, page)
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
    for change in changes.waiting() if may("poker_site.view_settingorder") else ():
        page = reverse("admin:poker_site_settingorder_change", args=[change.pk])
        yield Waiting(_("setting"), change, None, change.given_by, change.given_at, page)
