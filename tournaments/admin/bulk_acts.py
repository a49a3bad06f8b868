"""The staff's desk: one act on several events, with a preview of each."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.admin import staff
from core.formats import moment
from core.money import amount_text
from core.pages.requests import number, who
from core.refusal import Refusal
from core.sentences import say
from tournaments.models import Tournament
from tournaments.refusals import EventCode
from tournaments.rules import changes
from tournaments.staff import amending, cancellation, desk

# Events that one act may name.
MOST_EVENTS = 50
MOST_MINUTES = 7 * 24 * 60


class BulkReasonForm(forms.Form):
    """The reason that the players of all these events read."""

    why = forms.CharField(
        label=gettext_lazy("reason"),
        max_length=200,
        widget=UnfoldAdminTextInputWidget,
        help_text=gettext_lazy("Players see it."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)


class LaterForm(BulkReasonForm):
    """The delay of the events, in minutes."""

    minutes = staff.number(gettext_lazy("minutes later"), 1, MOST_MINUTES, 30)
    field_order = ("minutes", "why")


class BulkRequest(NamedTuple):
    """A request of staff for an act; ``key`` is derived from the preview that they saw."""

    by: int
    now: datetime
    why: str
    minutes: int
    key: str = ""


class Line(NamedTuple):
    """An event with its preview, or the reason if it is ``refused``; ``digest`` is that of its plan
    of cancellation."""

    event: Tournament
    shown: str
    digest: str = ""
    refused: bool = False


class BulkAct(NamedTuple):
    """An act on several events: its words, its form, the right that it takes, and the functions
    that preview and carry it out for one event."""

    title: Promise
    text: Promise
    form: type[BulkReasonForm]
    right: str
    show: Callable[[Tournament, BulkRequest], Line]
    do: Callable[[Line, BulkRequest], object]


def _show_cancelling(event: Tournament, wish: BulkRequest) -> Line:
    plan = cancellation.preview(tournament_id=event.pk, by=wish.by, now=wish.now)
    entries = ngettext("%(count)s entry", "%(count)s entries", event.entry_count)
    words = _("%(entries)s · %(cents)s paid back")
    cents = amount_text(plan.total, chips=event.free)
    refunds = {"entries": entries % {"count": event.entry_count}, "cents": cents}
    return Line(event, words % refunds, plan.digest)


def _cancel(line: Line, wish: BulkRequest) -> None:
    plan = desk.plan_cancellation(tournament_id=line.event.pk, by=wish.by, now=wish.now)
    if plan.digest != line.digest:
        raise Refusal(EventCode.STALE_PLAN)
    desk.cancel(plan_id=plan.pk, by=wish.by, why=wish.why, now=wish.now)


def _show_putting_off(event: Tournament, wish: BulkRequest) -> Line:
    change = _later(event, wish)
    seen = amending.preview(tournament_id=event.pk, change=change, now=wish.now)
    times = [moment(at) if at else "–" for at in (seen.before.begins_at, seen.after.begins_at)]
    return Line(event, " → ".join(times))


def _put_off(line: Line, wish: BulkRequest) -> None:
    amending.amend(
        tournament_id=line.event.pk,
        change=_later(line.event, wish),
        by=wish.by,
        why=wish.why,
        key=wish.key,
        now=wish.now,
    )


def _later(event: Tournament, wish: BulkRequest) -> changes.PutOff:
    return changes.PutOff((event.begins_at or wish.now) + timedelta(minutes=wish.minutes))


def _show_telling(event: Tournament, wish: BulkRequest) -> Line:
    players = event.live_count or event.entry_count
    words = ngettext("%(count)s player", "%(count)s players", players)
    return Line(event, words % {"count": players})


def _tell(line: Line, wish: BulkRequest) -> None:
    desk.message(tournament_id=line.event.pk, by=wish.by, why=wish.why, now=wish.now)


_TITLES: Final = {
    "cancel": gettext_lazy("Cancel the events"),
    "put_off": gettext_lazy("Put off the starts"),
    "tell": gettext_lazy("Message to all players"),
}
SEVERAL: Final[dict[str, BulkAct]] = {
    "cancel": BulkAct(
        _TITLES["cancel"],
        gettext_lazy("All players are refunded. This cannot be undone."),
        BulkReasonForm,
        "tournaments.cancel_tournament",
        _show_cancelling,
        _cancel,
    ),
    "put_off": BulkAct(
        _TITLES["put_off"],
        gettext_lazy("All registered players are told, and can leave until the new start."),
        LaterForm,
        "tournaments.run_tournament",
        _show_putting_off,
        _put_off,
    ),
    "tell": BulkAct(
        _TITLES["tell"],
        gettext_lazy("At the table, on the event's page and among their notices."),
        BulkReasonForm,
        "tournaments.run_tournament",
        _show_telling,
        _tell,
    ),
}
# The amounts of a running event change with each hand: its own page stops the clock first.
_BEFORE_THE_START = ("cancel", "put_off")


class ActsOnSeveral(ModelAdmin):
    """A list of events with acts on several of them."""

    actions: Any = ("cancel_several", "put_off_several", "tell_several")

    def get_urls(self) -> list[URLPattern]:
        guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(self.several)
        return [
            path("several/<slug:act>/", guarded, name="tournaments_tournament_several"),
            *super().get_urls(),
        ]

    def has_cancel_several_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(SEVERAL["cancel"].right)

    def has_run_several_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(SEVERAL["put_off"].right)

    @admin.action(description=_TITLES["cancel"], permissions=["cancel_several"])
    def cancel_several(self, request: HttpRequest, events: "QuerySet[Tournament]") -> HttpResponse:
        return _page("cancel", events)

    @admin.action(description=_TITLES["put_off"], permissions=["run_several"])
    def put_off_several(self, request: HttpRequest, events: "QuerySet[Tournament]") -> HttpResponse:
        return _page("put_off", events)

    @admin.action(description=_TITLES["tell"], permissions=["run_several"])
    def tell_several(self, request: HttpRequest, events: "QuerySet[Tournament]") -> HttpResponse:
        return _page("tell", events)

    def several(self, request: HttpRequest, act: str) -> HttpResponse:
        """Preview the act for the events of the address; carry it out if the preview was seen."""
        if act not in SEVERAL:
            raise Http404
        chosen = SEVERAL[act]
        if not request.user.has_perm(chosen.right):
            raise PermissionDenied
        now, events = room_clock.now(), _events(request.GET.getlist("event"))
        form = chosen.form(request.POST or None)
        wish = BulkRequest(who(request), now, "", LaterForm.base_fields["minutes"].initial)
        if form.is_valid():
            cleaned = form.cleaned_data
            wish = wish._replace(why=cleaned["why"], minutes=cleaned.get("minutes", wish.minutes))
        lines = [_shown(act, event, wish) for event in events]
        seen = sha256(repr([(line.event.pk, *line[1:]) for line in lines]).encode()).hexdigest()
        if form.is_valid() and form.cleaned_data["seen"] == seen:
            _do(request, chosen, lines, wish._replace(key=f"{act}:{seen[:32]}"))
            return redirect("admin:tournaments_tournament_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": chosen.title,
            "text": chosen.text,
            "form": form,
            "seen": seen,
            "lines": lines,
            "possible": not all(line.refused for line in lines),
            "anew": form.is_bound and form.is_valid(),
        }
        return render(request, "tournaments/desk/several.html", context)


def _page(verb: str, events: "QuerySet[Tournament]") -> HttpResponse:
    chosen = events.order_by("pk").values_list("pk", flat=True)[:MOST_EVENTS]
    query = {"event": [str(pk) for pk in chosen]}
    return redirect(reverse("admin:tournaments_tournament_several", args=[verb], query=query))


def _events(names: list[str]) -> Iterator[Tournament]:
    chosen = [pk for name in names if (pk := number(name))]
    return Tournament.objects.filter(pk__in=chosen[:MOST_EVENTS]).order_by("pk").iterator()


def _shown(verb: str, event: Tournament, wish: BulkRequest) -> Line:
    if verb in _BEFORE_THE_START and event.status == Tournament.Status.RUNNING:
        return Line(event, _("This event is running: do that on its own page."), refused=True)
    try:
        with transaction.atomic():
            line = SEVERAL[verb].show(event, wish)
            transaction.set_rollback(True)
    except Refusal as refusal:
        return Line(event, say(refusal), refused=True)
    return line


def _do(request: HttpRequest, act: BulkAct, lines: list[Line], wish: BulkRequest) -> None:
    """Carry out the act in each event separately: a refusal in one does not stop the others."""
    done = 0
    for line in lines:
        if line.refused:
            continue
        try:
            act.do(line, wish)
        except Refusal as refusal:
            messages.error(request, f"{line.event.name}: {say(refusal)}")
        else:
            done += 1
    words = ngettext("Done in %(count)s event.", "Done in %(count)s events.", done)
    messages.success(request, words % {"count": done})
