"""The desk's calendar: published and recurring events by month, and plans put on it."""

from calendar import Calendar
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.staff import action
from core.pages.requests import number, who
from core.refusal import Refusal
from core.sentences import say
from core.settings.room_time import zone
from payouts.admin.reports import YEARS
from tournaments.entry import scheduling
from tournaments.models import Template, Tournament
from tournaments.staff import desk

# The most plans that one request copies or puts on the calendar, and the most days of its span.
MOST_PLANS, MOST_DAYS = 50, 92
# Events shown of a day; the others are counted.
SHOWN_A_DAY = 6
# Events to come of one plan that a month counts.
MOST_COMING = 2_000
DAY = UnfoldAdminTextInputWidget(attrs={"type": "date"})


class CalendarEvent(NamedTuple):
    """An event of a day: published, with a ``url``, or to come by its plan's recurrence."""

    at: datetime
    name: str
    url: str
    status: str


class Square(NamedTuple):
    """A day of the month; ``items`` are the events shown, ``more`` counts the others."""

    day: date
    inside: bool
    today: bool
    items: Sequence[CalendarEvent]
    more: int


class SpanForm(forms.Form):
    """A span of days, from ``first`` to ``last``, both included."""

    first = forms.DateField(label=gettext_lazy("from"), widget=DAY)
    last = forms.DateField(label=gettext_lazy("to"), widget=DAY)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and not timedelta() <= last - first < timedelta(days=MOST_DAYS):
            words = _("Choose a period of 1 to %(days)s days.") % {"days": MOST_DAYS}
            raise forms.ValidationError(words)
        if any(day.year not in YEARS for day in (first, last) if day):
            raise forms.ValidationError(_("The year is out of range."))
        return cleaned

    @property
    def ends(self) -> tuple[datetime, datetime]:
        """The first and the last moment of the span of a valid form."""
        cleaned = self.cleaned_data
        return _begins(cleaned["first"]), _begins(cleaned["last"] + timedelta(days=1)) - _MOMENT


_MOMENT = timedelta(microseconds=1)


class OnCalendar(ModelAdmin):
    """A list of plans with the calendar, and with actions on several plans at once."""

    actions: Any = ("duplicate", "put_on_calendar")
    actions_list: Any = ("see_calendar",)

    def get_urls(self) -> list[URLPattern]:
        guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(self.calendar)
        return [
            path("calendar/", guarded, name="tournaments_template_calendar"),
            *super().get_urls(),
        ]

    @action(description=gettext_lazy("Calendar"), icon="calendar_month", permissions=["view"])
    def see_calendar(self, request: HttpRequest) -> HttpResponse:
        return redirect("admin:tournaments_template_calendar")

    @admin.action(description=gettext_lazy("Duplicate"), permissions=["add"])
    def duplicate(self, request: HttpRequest, plans: "QuerySet[Template]") -> None:
        """Copy each of the chosen plans; copies are inactive."""
        chosen = list(plans.order_by("pk").values_list("pk", flat=True)[:MOST_PLANS])
        with transaction.atomic():
            for pk in chosen:
                desk.clone(template_id=pk, by=who(request), now=room_clock.now())
        done = ngettext(
            "%(count)s copy has been made.", "%(count)s copies have been made.", len(chosen)
        )
        messages.success(request, done % {"count": len(chosen)})

    @admin.action(description=gettext_lazy("Put on the calendar"), permissions=["publish"])
    def put_on_calendar(self, request: HttpRequest, plans: "QuerySet[Template]") -> HttpResponse:
        """Choose a span of days for the chosen plans."""
        chosen = plans.order_by("pk").values_list("pk", flat=True)[:MOST_PLANS]
        address = reverse(
            "admin:tournaments_template_calendar", query={"plan": [str(pk) for pk in chosen]}
        )
        return redirect(address)

    def has_publish_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.add_tournament")

    def calendar(self, request: HttpRequest) -> HttpResponse:
        """Show a month of the room; with plans in the address, the dates that a span publishes."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        now = room_clock.now()
        plans = _plans(request.GET.getlist("plan"))
        query = request.POST or request.GET
        form = SpanForm(query) if "first" in query else SpanForm(initial=_this_week(now))
        planned: list[tuple[Template, list[datetime]]] = []
        if plans and form.is_bound and form.is_valid():
            if request.method == "POST":
                return self._publish(request, plans, form, now=now)
            planned = _planned(form, plans, now=now)
        month = _month(request.GET.get("month", ""), now=now)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Calendar"),
            "month": month,
            "before": month - timedelta(days=1),
            "after": (month + timedelta(days=32)).replace(day=1),
            "weeks": _weeks(month, now=now),
            "plans": plans,
            "form": form,
            "planned": planned,
            "may_publish": self.has_publish_permission(request),
        }
        return render(request, "tournaments/desk/calendar.html", context)

    def _publish(
        self, request: HttpRequest, plans: Iterable[Template], form: SpanForm, *, now: datetime
    ) -> HttpResponse:
        if not self.has_publish_permission(request):
            raise PermissionDenied
        first, last = form.ends
        for plan in plans:
            try:
                made = desk.publish_span(
                    template_id=plan.pk, first=first, last=last, by=who(request), now=now
                )
            except Refusal as refusal:
                messages.error(request, f"{plan.name}: {say(refusal)}")
                continue
            done = ngettext(
                "%(name)s: %(count)s event is on the calendar.",
                "%(name)s: %(count)s events are on the calendar.",
                len(made),
            )
            messages.success(request, done % {"name": plan.name, "count": len(made)})
        month = form.cleaned_data["first"].strftime("%Y-%m")
        return redirect(reverse("admin:tournaments_template_calendar", query={"month": month}))


def _plans(names: Iterable[str]) -> list[Template]:
    chosen = [pk for name in names if (pk := number(name))]
    return list(Template.objects.filter(pk__in=chosen[:MOST_PLANS]).order_by("pk"))


def _planned(
    form: SpanForm, plans: Iterable[Template], *, now: datetime
) -> list[tuple[Template, list[datetime]]]:
    """Return the dates that a span would publish of each plan; add refusals to the form."""
    first, last = form.ends
    planned = []
    for plan in plans:
        try:
            planned.append((plan, desk.span(plan, first=first, last=last, now=now)))
        except Refusal as refusal:
            form.add_error(None, f"{plan.name}: {say(refusal)}")
    return planned


def _this_week(now: datetime) -> dict[str, str]:
    today = timezone.localdate(now)
    return {"first": today.isoformat(), "last": (today + timedelta(days=6)).isoformat()}


def _month(text: str, *, now: datetime) -> date:
    """Return the first day of the month in an address; of this month if it is invalid or too far
    away."""
    today = timezone.localdate(now)
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        first = today.replace(day=1)
    return first if abs(first - today) < timedelta(days=732) else today.replace(day=1)


def _weeks(month: date, *, now: datetime) -> list[list[Square]]:
    days = list(Calendar().itermonthdates(month.year, month.month))
    by_day = _items(days[0], days[-1] + timedelta(days=1), now=now)
    today = timezone.localdate(now)
    squares = [
        Square(
            day,
            day.month == month.month,
            day == today,
            by_day[day][:SHOWN_A_DAY],
            max(0, len(by_day[day]) - SHOWN_A_DAY),
        )
        for day in days
    ]
    return [squares[at : at + 7] for at in range(0, len(squares), 7)]


def _items(first: date, last: date, *, now: datetime) -> Mapping[date, list[CalendarEvent]]:
    """Return by day the published events, and those to come of plans that recur daily or weekly."""
    begins, ends = _begins(first), _begins(last)
    events = Tournament.objects.filter(starts_at__gte=begins, starts_at__lt=ends)
    by_day: defaultdict[date, list[CalendarEvent]] = defaultdict(list)
    known = set()
    for event in events.order_by("starts_at", "pk"):
        known.add((event.template_id, event.starts_at))
        at = event.begins_at or begins
        url = reverse("admin:tournaments_tournament_watch", args=[event.pk])
        by_day[timezone.localdate(at)].append(CalendarEvent(at, event.name, url, event.status))
    recurring = Template.objects.filter(kind=Template.Kind.SCHEDULED, active=True)
    for plan in recurring.exclude(recurrence="").exclude(
        recurrence__iregex="FREQ=(MINUTELY|HOURLY)"
    ):
        try:
            after = max(begins, now)
            dates = scheduling.dates_of(plan, after=after, until=ends, most=MOST_COMING)
        except Refusal:
            continue
        for at in dates:
            if (plan.pk, at) not in known:
                by_day[timezone.localdate(at)].append(CalendarEvent(at, plan.name, "", ""))
    for items in by_day.values():
        items.sort()
    return by_day


def _begins(day: date) -> datetime:
    """Return midnight of a day in room time."""
    return datetime.combine(day, time(), tzinfo=zone())
