"""Own limits: a page to read them, and two forms to ask for others."""

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.formats import moment
from core.pages.replies import refusal_as_message
from core.types import UserId
from payouts.models import LimitChange
from payouts.models.limits import amount_text
from payouts.pages.forms import ExclusionForm, LimitForm, ReminderForm, TimeLimitForm
from payouts.protection import limits, played_time
from payouts.rules.limits import InForce, LimitKind, LimitPeriod
from players.models import SelfExclusion
from players.protection import exclusions, reminders
from players.requests import PlayerRequest

HEADS: dict[LimitPeriod, str | Promise] = {
    LimitPeriod.DAY: gettext_lazy("Each day"),
    LimitPeriod.WEEK: gettext_lazy("Each week"),
    LimitPeriod.MONTH: gettext_lazy("Each month"),
}


FORMS: dict[LimitKind, type[LimitForm]] = {
    LimitKind.DEPOSIT: LimitForm,
    LimitKind.LOSS: LimitForm,
    LimitKind.TIME: TimeLimitForm,
}


class LimitRow(NamedTuple):
    """A period's limit as its panel shows it; amounts in cents or minutes."""

    kind: LimitKind
    period: LimitPeriod
    head: str | Promise
    standing: InForce
    used: int
    # Time is counted from the first limit on; before that no figure is true.
    counted: bool
    form: LimitForm

    @property
    def most(self) -> str:
        return amount_text(self.kind, self.standing.amount)

    @property
    def left(self) -> str:
        return amount_text(self.kind, max(0, (self.standing.amount or 0) - self.used))

    @property
    def so_far(self) -> str:
        """The amount that counts so far; a player who has won has lost nothing."""
        return amount_text(self.kind, max(0, self.used))

    @property
    def raised(self) -> str:
        """The higher limit that waits."""
        waiting = self.standing.waiting
        return amount_text(self.kind, None if waiting is None else waiting.amount)


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    return _page(request)


@require_POST
@login_required
def set_limit(request: PlayerRequest) -> HttpResponse:
    """Ask for a limit; the answer says from when it applies."""
    chosen = request.POST.get("kind", "")
    kind = LimitKind(chosen) if chosen in [*LimitKind] else LimitKind.DEPOSIT
    period = request.POST.get("period", "")
    # The panel's names come from our constants: request data must not be a format string.
    form = FORMS[kind](
        request.POST, auto_id=_panel(kind, period if period in [*LimitPeriod] else "")
    )
    if not form.is_valid():
        return _page(request, limit_form=form)
    now = room_clock.now()
    with refusal_as_message(request):
        change = limits.set_limit(
            user_id=request.user.pk,
            kind=LimitKind(form.cleaned_data["kind"]),
            period=LimitPeriod(form.cleaned_data["period"]),
            amount=form.most(),
            now=now,
        )
        if change.effective_at > now:
            words = _("Noted. A higher limit takes effect on %(when)s.")
            messages.success(request, words % {"when": moment(change.effective_at)})
        else:
            messages.success(request, _("Your limit is in force."))
    return redirect("limits")


@require_POST
@login_required
def exclude(request: PlayerRequest) -> HttpResponse:
    """Stop playing for a while."""
    form = ExclusionForm(request.POST)
    if not form.is_valid():
        return _page(request, exclusion_form=form)
    with refusal_as_message(request):
        until = exclusions.exclude(
            user_id=request.user.pk, days=form.cleaned_data["days"], now=room_clock.now()
        )
        words = _("You cannot play until %(when)s. Take care of yourself.")
        messages.success(request, words % {"when": moment(until)})
    return redirect("limits")


def _page(
    request: PlayerRequest,
    *,
    limit_form: LimitForm | None = None,
    exclusion_form: ExclusionForm | None = None,
) -> HttpResponse:
    """Show the page; with the invalid form, if there is one."""
    user_id, now = request.user.pk, room_clock.now()
    context: dict[str, Any] = {
        "kinds": [
            (
                kind,
                [
                    _row(kind, period, user_id=user_id, now=now, sent=limit_form)
                    for period in LimitPeriod
                ],
            )
            for kind in LimitKind
        ],
        "reminder": ReminderForm(initial={"minutes": reminders.every(user_id)}),
        "registered": exclusions.is_registered(user_id=user_id, now=now),
        "until": exclusions.excluded_until(user_id=user_id, now=now),
        "form": exclusion_form or ExclusionForm(),
        "changes": LimitChange.objects.filter(user=user_id).order_by("-pk")[:50],
        "exclusions": SelfExclusion.objects.filter(user=user_id).order_by("-pk")[:50],
    }
    status = 400 if limit_form or exclusion_form else 200
    return render(request, "payouts/limits.html", context, status=status)


def _row(
    kind: LimitKind, period: LimitPeriod, *, user_id: UserId, now: datetime, sent: LimitForm | None
) -> LimitRow:
    initial = {"kind": kind.value, "period": period.value}
    own = sent is not None and {name: sent.data.get(name) for name in initial} == initial
    blank = FORMS[kind](initial=initial, auto_id=_panel(kind, period.value))
    which: dict[str, Any] = {"user_id": user_id, "kind": kind, "period": period, "now": now}
    return LimitRow(
        kind,
        period,
        HEADS[period],
        limits.limit(**which),
        limits.used(**which),
        kind != LimitKind.TIME or user_id in played_time.counted(),
        sent if own and sent is not None else blank,
    )


def _panel(kind: LimitKind, period: str) -> str:
    """Return the format of the field ids of a panel, one of nine on the page."""
    return f"{kind.value}_{period}_%s"
