"""The dates on which a plan recurs: chosen by controls, and shown before they are saved."""

from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from core import room_clock
from core.admin.staff import button, number
from core.formats import written
from core.money import amount_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.settings.room_time import zone
from tournaments.admin.approvals import tell_if_waiting
from tournaments.entry import scheduling
from tournaments.models import Template, Tournament
from tournaments.rules import recurrence
from tournaments.staff import desk

DATES_SHOWN = 20
WEEKDAYS = (
    (0, gettext_lazy("Monday")),
    (1, gettext_lazy("Tuesday")),
    (2, gettext_lazy("Wednesday")),
    (3, gettext_lazy("Thursday")),
    (4, gettext_lazy("Friday")),
    (5, gettext_lazy("Saturday")),
    (6, gettext_lazy("Sunday")),
)


KEEP, CALL_OFF = "keep", "cancel"
WEEKLY, HOURLY, MINUTES, OWN_RULE, NEVER = "weekly", "hourly", "minutes", "rule", "never"
REPEATS = (
    (WEEKLY, gettext_lazy("on weekdays")),
    (HOURLY, gettext_lazy("every hour")),
    (MINUTES, gettext_lazy("every few minutes")),
    (OWN_RULE, gettext_lazy("by your own rule")),
)
# The controls that each choice needs.
NEEDS = {
    WEEKLY: ("days", "at"),
    HOURLY: ("minute",),
    MINUTES: ("minutes",),
    OWN_RULE: ("own_rule",),
}


class RecurrenceForm(forms.Form):
    """Controls of a recurrence: weekdays and an hour, every hour, every so many minutes, or a rule;
    the last day of it is optional. ``rule`` is the recurrence of a valid form, empty for none."""

    repeats = forms.ChoiceField(
        label=gettext_lazy("repeats"),
        choices=REPEATS,
        initial=WEEKLY,
        widget=UnfoldAdminSelectWidget,
    )
    days = forms.TypedMultipleChoiceField(
        label=gettext_lazy("weekdays"),
        required=False,
        choices=WEEKDAYS,
        coerce=int,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )
    at = forms.TimeField(
        label=gettext_lazy("start"),
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "time"}),
        help_text=gettext_lazy("In room time, in summer and in winter."),
    )
    minute = number(gettext_lazy("minute of the hour"), 0, 59, 0, required=False)
    minutes = number(
        gettext_lazy("minutes between two starts"),
        1,
        24 * 60,
        30,
        required=False,
        help_text=gettext_lazy("Counted from midnight."),
    )
    own_rule = forms.CharField(
        label=gettext_lazy("rule"),
        required=False,
        max_length=200,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy(
            "An RRULE in room time, e.g. FREQ=MONTHLY;BYDAY=-1SU;BYHOUR=18;BYMINUTE=0."
        ),
    )
    until = forms.DateField(
        label=gettext_lazy("last day"),
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
        help_text=gettext_lazy("Empty: no end."),
    )

    rule = ""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        repeats = cleaned.get("repeats", "")
        for name in NEEDS.get(repeats, ()):
            if name not in self.errors and cleaned.get(name) in (None, "", []):
                self.add_error(name, self.fields[name].error_messages["required"])
        if not self.errors:
            self.rule = _rule(cleaned)
            try:
                if self.rule:
                    recurrence.check_rule(self.rule, after=room_clock.now(), zone=zone())
            except Refusal as refusal:
                self.add_error("own_rule" if repeats == OWN_RULE else "until", say(refusal))
        return cleaned


def _rule(cleaned: dict[str, Any]) -> str:
    """Return the recurrence that the controls say."""
    if cleaned["repeats"] in (OWN_RULE, NEVER):
        return str(cleaned["own_rule"]) if cleaned["repeats"] == OWN_RULE else ""
    if cleaned["repeats"] == WEEKLY:
        rule = recurrence.weekly(
            cleaned["days"], hour=cleaned["at"].hour, minute=cleaned["at"].minute
        )
    elif cleaned["repeats"] == HOURLY:
        rule = recurrence.hourly(cleaned["minute"])
    else:
        rule = recurrence.every_minutes(cleaned["minutes"])
    return recurrence.ending(rule, cleaned["until"]) if cleaned["until"] else rule


def _controls(rule: str) -> dict[str, Any]:
    """Return the values of the controls for a recurrence."""
    plain, until = recurrence.split_end(rule)
    if not rule:
        return {}
    if known := recurrence.weekly_parts(plain):
        days, at = known
        return {"repeats": WEEKLY, "days": days, "at": at, "until": until}
    if (minute := recurrence.hourly_part(plain)) is not None:
        return {"repeats": HOURLY, "minute": minute, "until": until}
    if minutes := recurrence.minutes_part(plain):
        return {"repeats": MINUTES, "minutes": minutes, "until": until}
    return {"repeats": OWN_RULE, "own_rule": rule}


class DatesForm(RecurrenceForm, BaseDialogForm):
    """A recurrence and the days without an event; shown first, and saved when sent again.

    If published events are not among these dates, it asks whether to keep or to cancel them.
    """

    exceptions = forms.CharField(
        label=gettext_lazy("days without an event"),
        required=False,
        max_length=4_000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text=gettext_lazy("For example 2026-12-25, one per line or with commas."),
    )
    published = forms.ChoiceField(
        label=gettext_lazy("events already published on other days"),
        required=False,
        choices=[
            ("", gettext_lazy("Choose")),
            (KEEP, gettext_lazy("Keep them")),
            (CALL_OFF, gettext_lazy("Cancel them, and refund all players")),
        ],
        widget=UnfoldAdminSelectWidget,
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    dates: list[datetime]
    off: list[Tournament]
    data: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.template = Template.objects.get(pk=self.object_id)
        self.fields["repeats"].choices = (*REPEATS, (NEVER, gettext_lazy("not at all")))  # type: ignore[attr-defined]
        self.initial["exceptions"] = "\n".join(self.template.days_without)
        self.initial.update(_controls(self.template.recurrence))
        self.dates, self.off = [], []
        if not self.template.tournaments.filter(status=Tournament.Status.REGISTERING).exists():
            del self.fields["published"]

    def clean_exceptions(self) -> list[str]:
        words = self.cleaned_data["exceptions"].replace(",", " ").split()
        try:
            return sorted({date.fromisoformat(word).isoformat() for word in words})
        except ValueError as error:
            raise forms.ValidationError(_("Write days like 2026-12-25.")) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.errors:
            return cleaned
        now, without = room_clock.now(), cleaned["exceptions"]
        if self.rule:
            self._look_ahead(without, now=now)
        self.off = scheduling.off_the_dates(self.template, self.rule, without, now=now)
        if self.off and not cleaned.get("published"):
            self.add_error("published", _("Choose what to do with the events listed below."))
        preview = f"{self.rule or NEVER} {cleaned['exceptions']} {[event.pk for event in self.off]}"
        if cleaned["shown"] != preview:
            self.data = self.data.copy()
            self.data["shown"] = preview
            self.add_error("shown", _("Not shown yet."))
        return cleaned

    def _look_ahead(self, without: list[str], *, now: datetime) -> None:
        """Find the next dates. Refuses a rule without any, or that announces too many at once."""
        try:
            recurrence.check_rule(self.rule, after=now, zone=zone(), without=without)
            scheduling.check_announced(
                self.rule, announce_minutes=self.template.announce_minutes, now=now
            )
        except Refusal as refusal:
            raise forms.ValidationError(say(refusal)) from refusal
        self.dates = recurrence.coming(
            self.rule, after=now, count=DATES_SHOWN, zone=zone(), without=without
        )

    def render_after_template(self) -> str:
        if not self.is_bound or "shown" not in self.errors:
            return ""
        intro = _("These are the next dates. Press the button again to save them.")
        if not self.rule:
            intro = _("It no longer has dates. Press the button again to confirm.")
        html = format_html("<p><b>{}</b></p>{}", intro, listed(self.dates))
        if self.off:
            words = _("Already published, outside these dates:")
            html += format_html("<p><b>{}</b></p>{}", words, _with_entries(self.off))
        return format_html('<div class="desk-preview">{}</div>', html)


def listed(dates: list[datetime]) -> SafeString:
    """Dates on the room's clock, with a mark on the first one after the clocks change."""
    lines = ((_date(at, before=before),) for before, at in pairwise([room_clock.now(), *dates]))
    return format_html_join("", "<p>{}</p>", lines)


def _with_entries(events: list[Tournament]) -> SafeString:
    lines = (
        (
            written(localtime(event.starts_at), "D j F Y, H:i"),
            ngettext("%(count)s entry", "%(count)s entries", event.entry_count)
            % {"count": event.entry_count},
            amount_text(event.guaranteed, chips=event.free) if event.guaranteed else "",
        )
        for event in events
    )
    return format_html_join("", "<p>{} · {} {}</p>", lines)


def _date(at: datetime, *, before: datetime) -> str:
    text = written(localtime(at), "D j F Y, H:i")
    moved = recurrence.clocks_moved(before, at, zone=zone())
    if not moved:
        return text
    word = _("the clocks have gone forward") if moved > timedelta() else _("the clocks are back")
    return f"{text} · {word}"


class HasDates(ModelAdmin):
    """The dates of a plan: shown on its page, and set by a dialog."""

    class Media:
        css: ClassVar = {"all": ("css/desk.css",)}

    def has_set_dates_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.change_template")

    def coming_dates(self, template: Template) -> SafeString | str:
        """The next dates of the recurrence."""
        if not template.recurrence:
            return "-"
        rule, now, without = template.recurrence, room_clock.now(), template.days_without
        try:
            recurrence.check_rule(rule, after=now, zone=zone(), without=without)
        except Refusal as refusal:
            return say(refusal)
        dates = recurrence.coming(rule, after=now, count=DATES_SHOWN, zone=zone(), without=without)
        return listed(dates)

    coming_dates.short_description = gettext_lazy("next dates")  # type: ignore[attr-defined]

    @button(
        description=gettext_lazy("Set the dates"),
        permissions=["set_dates"],
        dialog={
            "title": gettext_lazy("Set the dates"),
            "description": gettext_lazy("You see the next dates before they are saved."),
            "form_class": DatesForm,
        },
    )
    def set_dates(self, request: HttpRequest, form: DatesForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            desk.set_dates(
                template_id=object_id,
                rule=form.rule,
                exceptions=form.cleaned_data["exceptions"],
                by=who(request),
                now=room_clock.now(),
            )
            messages.success(request, _("The dates of the plan are set."))
            tell_if_waiting(request, object_id)
            if form.cleaned_data.get("published") == CALL_OFF:
                self._call_off(request, form.off)
        return go_to("tournaments_template", object_id)

    def _call_off(self, request: HttpRequest, events: list[Tournament]) -> None:
        """Cancel the events of the old dates; a refused one, as over the limit, is shown."""
        if events and not request.user.has_perm("tournaments.cancel_tournament"):
            messages.error(request, _("The events stay: you have no right to cancel them."))
            return
        by, now = who(request), room_clock.now()
        for event in events:
            try:
                plan = desk.plan_cancellation(tournament_id=event.pk, by=by, now=now)
                desk.cancel(plan_id=plan.pk, by=by, why=_("The dates have changed."), now=now)
            except Refusal as refusal:
                messages.error(request, f"{event.name}: {say(refusal)}")
