"""Seasons at the desk: written before their first event, and their prizes given after the last."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Model
from django.forms import BaseModelFormSet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import TabularInline
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.staff import Offering, button
from core.formats import written
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from payouts.admin.money_fields import MOST_CENTS
from payouts.pages.forms import CentsField
from players.models import User
from tournaments.admin.acts import Recorded
from tournaments.models import Template
from tournaments.refusals import EventCode
from tournaments.seasons import prizes, reading, standings
from tournaments.seasons.forms import OWN_FIELDS, SeasonForm
from tournaments.seasons.models import Season, SeasonPrize


class DeskSeasonForm(SeasonForm):
    """A season of the room, as the desk writes it."""

    class Meta(SeasonForm.Meta):
        fields = (*SeasonForm.Meta.fields, "plans")  # type: ignore[assignment]  # one more

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in OWN_FIELDS & self.fields.keys():
            field = self.fields[name]
            field.widget = UnfoldAdminTextInputWidget(attrs=field.widget.attrs)
        if "plans" in self.fields:
            plans = cast("forms.ModelMultipleChoiceField[Template]", self.fields["plans"])
            for_money = Template.objects.filter(access=Template.Access.OPEN, play_money=False)
            plans.queryset = for_money.order_by("name")
            plans.required = True


class PrizeForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's stubs
    value = CentsField(
        label=gettext_lazy("value of the ticket"),
        most=MOST_CENTS,
        required=True,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        plan, value = data.get("template"), data.get("value")
        if value is not None and value <= 0:
            self.add_error("value", _("Enter an amount above zero."))
        elif plan is not None and plan.play_money:
            self.add_error("template", say(Refusal(EventCode.TICKETS_ARE_MONEY)))
        elif plan is not None and value is not None and plan.entry_right != value:
            self.add_error("value", _("A ticket must be worth what an entry of the plan costs."))
        return data


class PrizeInline(TabularInline):
    """The prizes follow the rights of their season."""

    model = SeasonPrize
    form = PrizeForm
    extra = 0
    hide_title = True
    fields = ("place", "value", "template")

    def has_add_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        return self._may_write(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        return self._may_write(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        return self._may_write(request, obj)

    def has_view_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        # A season of a club brings no prizes (SERIES-8).
        of_room = obj is None or obj.club_id is None
        return of_room and request.user.has_perm("tournaments.view_season")

    def _may_write(self, request: HttpRequest, obj: Season | None) -> bool:
        right = "add_season" if obj is None else "change_season"
        is_open = obj is None or (obj.closed_at is None and obj.club_id is None)
        return is_open and request.user.has_perm(f"tournaments.{right}")


@admin.register(Season)
class SeasonAdmin(Recorded, Offering):
    """The seasons of the room; those of clubs are only read here (SERIES-8)."""

    form = DeskSeasonForm
    inlines = (PrizeInline,)
    list_display = ("name", "club", "begins_on", "ends_on", "formula", "state")
    list_filter = ("formula",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    ordering = ("-ends_at", "-pk")
    actions_detail = ("give_prizes",)
    SUMMARY = ("club", "when", "series", "points", "counted", "state", "page")

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Return the season; for a change under the lock that counting takes, too, so that what
        stands is decided once."""
        season = super().get_object(request, object_id, from_field)
        if season is not None and request.method == "POST":
            with transaction.atomic():
                season = Season.objects.select_for_update().filter(pk=season.pk).first() or season
        return season

    def get_fields(self, request: HttpRequest, obj: Season | None = None) -> Sequence[Any]:
        if obj is not None and (obj.begun or not self.has_change_permission(request, obj)):
            return ("name", *self.SUMMARY)
        return DeskSeasonForm.Meta.fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        return self.SUMMARY

    def has_change_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        if obj is not None and (obj.closed_at is not None or obj.club_id is not None):
            return False
        return bool(super().has_change_permission(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        if obj is not None and (obj.begun or obj.club_id is not None):
            return False
        return bool(super().has_delete_permission(request, obj))

    def has_give_prizes_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.give_ticket")

    def offers(self, button: str, row: Season, request: HttpRequest) -> bool:
        is_over = row.closed_at is not None and row.club_id is None
        return is_over and bool(prizes.to_give(row))

    def save_model(self, request: HttpRequest, obj: Model, form: forms.Form, change: bool) -> None:
        season = cast(Season, obj)
        if form.cleaned_data.get("ends_on"):
            season.ends_on = form.cleaned_data["ends_on"]
        season.written_by = cast(User, request.user)
        super().save_model(request, season, form, change)

    def save_related(
        self,
        request: HttpRequest,
        form: "forms.ModelForm[Any]",
        formsets: list["BaseModelFormSet[Any, Any]"],
        change: bool,
    ) -> None:
        super().save_related(request, form, formsets, change)
        # A season may begin in the past: what is over then counts at once.
        standings.rebuild(season_id=form.instance.pk)

    @admin.display(description=gettext_lazy("days"))
    def when(self, season: Season) -> str:
        return f"{written(season.begins_on, 'j F Y')} – {written(season.ends_on, 'j F Y')}"

    @admin.display(description=gettext_lazy("series that count"))
    def series(self, season: Season) -> str:
        return ", ".join(season.plans.order_by("name").values_list("name", flat=True))

    @admin.display(description=gettext_lazy("points"))
    def points(self, season: Season) -> str:
        return reading.formula_text(season)

    @admin.display(description=gettext_lazy("events counted"))
    def counted(self, season: Season) -> int:
        return season.events.count()

    @admin.display(description=gettext_lazy("state"), ordering="closed_at")
    def state(self, season: Season) -> str:
        return _("closed") if season.closed_at else _("open")

    @admin.display(description=gettext_lazy("page"))
    def page(self, season: Season) -> SafeString:
        url = reverse("season", args=[season.pk])
        return format_html('<a href="{}">{}</a>', url, _("Standings"))

    @button(
        description=gettext_lazy("Give the prizes"),
        permissions=["give_prizes"],
        dialog={
            "title": gettext_lazy("Give the prizes"),
            "description": gettext_lazy(
                "Every winner who has not got their ticket yet gets it now."
            ),
            "form_class": BaseDialogForm,
        },
    )
    def give_prizes(
        self, request: HttpRequest, form: BaseDialogForm, object_id: int
    ) -> HttpResponse:
        """Give the tickets of a closed season (SERIES-6)."""
        with refusal_as_message(request):
            given = prizes.give(season_id=object_id, by=who(request), now=room_clock.now())
            count = len(given.tickets)
            messages.success(
                request,
                ngettext("%(count)s ticket given.", "%(count)s tickets given.", count)
                % {"count": count},
            )
            names = dict(User.objects.filter(pk__in=given.refused).values_list("pk", "username"))
            for user_id, refusal in given.refused.items():
                messages.error(request, f"{names[user_id]}: {say(refusal)}")
        return go_to("tournaments_season", object_id)
