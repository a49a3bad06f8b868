"""The staff's desk: pages of plans and of published events."""

from datetime import datetime
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from core import room_clock
from core.admin.staff import ReadOnly, button
from core.formats import written
from core.money import amount_text, as_chips, money_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.templatetags.money import percent
from payouts.admin.money_fields import InMoney
from payouts.bookkeeping import accounts, ledger
from payouts.prizes.schemes import PrizeScheme
from payouts.rules.guarantees import break_even, overlay
from tables.admin.shown import ReadOnlyInline
from tables.models import Table
from tournaments.admin.approvals import Approved, Publishable
from tournaments.admin.books_of_pages import InBooks
from tournaments.admin.bulk_acts import ActsOnSeveral
from tournaments.admin.calendar import OnCalendar

# Registers the plans of cancellations.
from tournaments.admin.cancellation import CancellationPlanAdmin as CancellationPlanAdmin
from tournaments.admin.dates import HasDates
from tournaments.admin.dates_in_words import in_words
from tournaments.admin.entrance import MONEY, PLAN, TERMS, EntranceAdmin, HashesHidden, TemplateForm
from tournaments.admin.figures import WithFigures
from tournaments.admin.recurring import PlansRecurring

# Registers the blind structures.
from tournaments.admin.structure import BlindStructureAdmin as BlindStructureAdmin
from tournaments.admin.structure import table_of
from tournaments.admin.watch import Watched
from tournaments.models import Bounty, Entry, Template, Tournament
from tournaments.play.timekeeping import Cause
from tournaments.staff import desk

# The words of a pause that has no reason on record, by its cause.
REASONS: dict[str, str | Promise] = {
    Cause.STAFF: gettext_lazy("Staff are looking into it."),
    Cause.HOST: gettext_lazy("The host has paused the game."),
    Cause.CONNECTIONS: gettext_lazy("Many players have lost their connection."),
    Cause.OUTAGE: gettext_lazy("the room was down"),
}

# Shares shown of a long list; the page of prizes has them all.
PLACES_SHOWN = 10


class PublishForm(BaseDialogForm):
    """The start of an event, in room time."""

    starts_at = forms.DateTimeField(
        label=gettext_lazy("start"),
        required=False,
        help_text=gettext_lazy("Leave empty for a Sit&Go: it starts when all seats are taken."),
        widget=UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"}),
    )


class CallOffForm(BaseDialogForm):
    """An option to stop the clock first: each finished hand makes the cancellation's plan stale."""

    stop = forms.BooleanField(
        label=gettext_lazy("Stop the clock now, so that the plan stays valid"),
        required=False,
        initial=True,
        widget=UnfoldBooleanSwitchWidget,
        help_text=gettext_lazy(
            "Hands in progress can be finished. If you do not cancel, start the "
            "clock again on the watch page."
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        event = Tournament.objects.get(pk=int(self.object_id or 0))
        if event.status != Tournament.Status.RUNNING or event.pause is not None:
            self.fields["stop"].widget = forms.HiddenInput()
            self.initial["stop"] = False


@admin.register(Template)
class TemplateAdmin(
    InBooks, HasDates, PlansRecurring, OnCalendar, HashesHidden, InMoney, Approved, Publishable
):
    form = TemplateForm
    in_money = MONEY
    in_percent = ("dealers_share",)
    fieldsets = PLAN
    list_display = ("name", "kind", "price", "guaranteed", "max_entries", "recurs", "active")
    list_filter = ("kind", "play_money", "active", "structure", "scheme")
    search_fields = ("name",)
    readonly_fields = ("approval", "coming_dates", "publishing", "recurs", "schedule")
    kept_secret = ("password",)
    actions_list = ("plan_recurring", "see_calendar")
    actions_detail = ("publish", "set_dates", "approve", "clone")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Template | None = None
    ) -> tuple[Any, ...]:
        """Return the fields of text, and what a plan is played for, which never changes."""
        fixed = () if obj is None else ("play_money",)
        return (*fixed, *super().get_readonly_fields(request, obj))

    # Methods, since unfold looks up named permissions in the database whenever checks run, even
    # before there is one.
    def has_clone_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.add_template")

    @admin.display(description=gettext_lazy("entry"))
    def price(self, template: Template) -> str:
        parts = (template.buy_in, template.bounty, template.fee)
        with as_chips(template.free):
            return " + ".join(money_text(cents) for cents in parts if cents)

    @admin.display(description=gettext_lazy("guaranteed pool"), ordering="guarantee")
    def guaranteed(self, template: Template) -> str:
        return amount_text(template.guarantee, chips=template.free) if template.guarantee else "-"

    @admin.display(description=gettext_lazy("blind schedule"))
    def schedule(self, template: Template) -> SafeString | str:
        """The current levels; their own page changes them, for all plans that use them."""
        return table_of(level.row for level in template.levels) if template.pk else "-"

    @admin.display(description=gettext_lazy("recurrence"), ordering="recurrence")
    def recurs(self, template: Template) -> str:
        return in_words(template.recurrence) if template.recurrence else "-"

    @button(
        description=gettext_lazy("Create an event"),
        permissions=["publish"],
        dialog={
            "title": gettext_lazy("Create an event"),
            "description": gettext_lazy("It keeps today's terms: later changes don't touch it."),
            "form_class": PublishForm,
        },
    )
    def publish(self, request: HttpRequest, form: PublishForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            event = desk.publish(
                template_id=object_id,
                starts_at=form.cleaned_data["starts_at"],
                by=who(request),
                now=room_clock.now(),
            )
            messages.success(request, _("“%(name)s” is open.") % {"name": event.name})
            return go_to("tournaments_tournament", event.pk)
        return go_to("tournaments_template", object_id)

    @button(
        description=gettext_lazy("Duplicate"),
        permissions=["clone"],
        dialog={
            "title": gettext_lazy("Duplicate this plan"),
            "description": gettext_lazy("The copy stays inactive until you switch it on."),
        },
    )
    def clone(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        copy = desk.clone(template_id=object_id, by=who(request), now=room_clock.now())
        return go_to("tournaments_template", copy.pk)


def _moment(text: str) -> str:
    return written(localtime(datetime.fromisoformat(text)), "j M, H:i:s")


class EntryInline(ReadOnlyInline):
    model = Entry
    tab = True
    per_page = 25
    ordering = ("place", "pk")
    fields = ("user", "status", "re_entry", "registered_at", "place", "won")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.select_related("user")

    @admin.display(description=gettext_lazy("prize"))
    def won(self, entry: Entry) -> str:
        return "-" if entry.prize is None else money_text(entry.prize)


@admin.register(Tournament)
class TournamentAdmin(
    InBooks, WithFigures, Watched, EntranceAdmin, InMoney, ActsOnSeveral, ReadOnly
):
    """The page of an event; its terms were fixed when it was published."""

    in_money = (*MONEY, "purchased")
    in_percent = ("dealers_share",)
    list_display = ("name", "kind", "status", "starts_at", "entry_count", "live_count", "prizes")
    list_select_related = ("draw",)
    list_filter = ("status", "kind", "play_money")
    search_fields = ("name", "=id")
    ordering = ("-pk",)
    inlines = (EntryInline,)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("name", "status"),
                    ("pages", "clock"),
                    ("entry_count", "re_entry_count", "live_count"),
                    ("pool", "risk"),
                    ("created_at", "starts_at"),
                    ("started_at", "finished_at"),
                    ("tables", "stops"),
                )
            },
        ),
        (
            gettext_lazy("Terms"),
            {
                "fields": (
                    ("template", "kind"),
                    "play_money",
                    ("format", "game"),
                    ("venue", "live_tables"),
                    ("opening_tables", "dealers_share"),
                    "divided",
                    "levels",
                    "re_entry_chips",
                )
            },
        ),
        *TERMS,
        (
            gettext_lazy("Who can enter"),
            {"fields": (("access", "check_in_minutes"), ("invited", "purchased"))},
        ),
    )
    actions_row = ("look",)
    actions_detail = ("look", "call_off", "set_password", "invite")

    @button(description=gettext_lazy("Watch"), permissions=["view"], icon="visibility")
    def look(self, request: HttpRequest, object_id: int) -> HttpResponse:
        return redirect("admin:tournaments_tournament_watch", pk=object_id)

    def offers(self, button: str, row: Any, request: HttpRequest) -> bool:
        if row.over:
            return button == "look"
        doors = {"set_password": Tournament.Access.PASSWORD, "invite": Tournament.Access.INVITED}
        return button not in doors or row.access == doors[button]

    def has_call_off_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.cancel_tournament")

    @button(
        description=gettext_lazy("Cancel this event"),
        permissions=["call_off"],
        dialog={
            "title": gettext_lazy("Cancel this event"),
            "description": gettext_lazy(
                "First see what each player would get. Nothing is paid yet."
            ),
            "form_class": CallOffForm,
            "form_submit_text": gettext_lazy("See what each player would get"),
            "keep": gettext_lazy("Keep the event"),
        },
    )
    def call_off(self, request: HttpRequest, form: CallOffForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            plan = desk.plan_cancellation(
                tournament_id=object_id,
                stop=form.cleaned_data["stop"],
                by=who(request),
                now=room_clock.now(),
            )
            return go_to("tournaments_cancellationplan", plan.pk)
        return go_to("tournaments_tournament", object_id)

    @admin.display(description=gettext_lazy("pages"))
    def pages(self, event: Tournament) -> SafeString:
        """Links to the event's pages for the room: the wall clock, seats to print, results."""
        ways = {"tournament": _("Event"), "wall": _("Tournament clock"), "seats": _("Seats")}
        if not event.registering:
            ways["results"] = _("Results and hands")
        links = ((reverse(name, args=[event.pk]), word) for name, word in ways.items())
        return format_html_join(" · ", '<a href="{}" target="_blank">{}</a>', links)

    @admin.display(description=gettext_lazy("prize pool"))
    def prizes(self, event: Tournament) -> str:
        return amount_text(event.prize_pool, chips=event.free)

    @admin.display(description=gettext_lazy("prize pool"))
    def pool(self, event: Tournament) -> str:
        """The prize pool, and the balance of its account."""
        held = ledger.balance(accounts.pool(event.event), books=event.books)
        return _("%(pool)s (%(held)s in the account)") % {
            "pool": money_text(event.prize_pool),
            "held": money_text(held),
        }

    @admin.display(description=gettext_lazy("house's risk"))
    def risk(self, event: Tournament) -> str:
        """The overlay with the current entries, and the entries at which it is zero (POOL-2)."""
        if not event.guaranteed or not event.buy_in:
            return "-"
        missing = overlay(collected=event.for_prizes, guarantee=event.guaranteed)
        share = Fraction(10_000 - event.dealers_share, 10_000)
        more = break_even(guarantee=missing, buy_in=event.buy_in * share)
        return _("%(overlay)s with the present entries; nothing from %(entries)s entries on") % {
            "overlay": money_text(missing),
            "entries": event.entry_count + more,
        }

    @admin.display(description=gettext_lazy("clock"))
    def clock(self, event: Tournament) -> str:
        reading = event.clock_at(room_clock.now())
        if reading is None:
            return "-"
        level = reading.blinds
        names: dict[str, Any] = {
            "number": reading.number,
            "blinds": f"{level.small_blind}/{level.big_blind}/{level.ante}",
            "until": localize(localtime(reading.until)) if reading.until else "-",
        }
        if reading.paused:
            return _("stopped in level %(number)s: %(blinds)s") % names
        if reading.is_break:
            return _("break until %(until)s, then %(blinds)s") % names
        return _("level %(number)s: %(blinds)s until %(until)s") % names

    @admin.display(description=gettext_lazy("stops of the clock"))
    def stops(self, event: Tournament) -> SafeString | str:
        """The pauses of the clock, with their reasons."""
        lines = (
            (
                _moment(stop["start"]),
                _moment(stop["end"]) if stop["end"] else "…",
                stop["reason"] or REASONS[stop["cause"]],
            )
            for stop in event.pauses
        )
        return format_html_join("", "<p>{} – {} · {}</p>", lines) or "-"

    @admin.display(description=gettext_lazy("prize scheme"))
    def divided(self, event: Tournament) -> str:
        """The scheme's name, and the shares of the first places, if the scheme has shares."""
        scheme, entries = event.prize_scheme, max(event.entry_count, event.min_entries)
        pool = event.pool_of(entries)
        shares = scheme.fixed or scheme.percentages(entries=entries, pool=pool)
        percentages = [percent(share) for share in shares[:PLACES_SHOWN]]
        rest = ["…"] if len(shares) > PLACES_SHOWN else []
        name = str(PrizeScheme.Kind(scheme.kind).label)
        return f"{name}: {', '.join(percentages + rest)}" if percentages else name

    @admin.display(description=gettext_lazy("blind schedule"))
    def levels(self, event: Tournament) -> SafeString:
        return table_of(event.levels)

    @admin.display(description=gettext_lazy("tables"))
    def tables(self, event: Tournament) -> SafeString:
        """The number of open tables, with a link to the watch page."""
        open_tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
        address = reverse("admin:tournaments_tournament_watch", args=[event.pk])
        return format_html('<a href="{}">{}</a>', address, open_tables.count())


@admin.register(Bounty)
class BountyAdmin(ReadOnly):
    """The bounties won, with their amounts; those won at the event's end have no hand."""

    list_display = ("id", "event", "head_of", "won_by", "of_it", "sum", "hand_id", "at")
    list_select_related = ("head__tournament", "head__user", "winner__user")
    search_fields = ("head__user__username", "winner__user__username", "=head__tournament__id")
    ordering = ("-pk",)
    fields = ("event", "head_of", "won_by", "of_it", "sum", "hand_id", "at")

    @admin.display(description=gettext_lazy("tournament"))
    def event(self, bounty: Bounty) -> str:
        return bounty.head.tournament.name

    @admin.display(description=gettext_lazy("head of"))
    def head_of(self, bounty: Bounty) -> str:
        return bounty.head.user.get_username()

    @admin.display(description=gettext_lazy("won by"))
    def won_by(self, bounty: Bounty) -> str:
        return bounty.winner.user.get_username()

    @admin.display(description=gettext_lazy("of the bounty"), ordering="taken")
    def of_it(self, bounty: Bounty) -> str:
        return amount_text(bounty.taken, chips=bounty.head.tournament.free)

    @admin.display(description=gettext_lazy("paid"), ordering="paid")
    def sum(self, bounty: Bounty) -> str:
        return amount_text(bounty.paid, chips=bounty.head.tournament.free)
