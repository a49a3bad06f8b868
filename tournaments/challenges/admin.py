"""Challenges at the desk: written, published, ended (CHALLENGE-1)."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm

from core import room_clock
from core.admin.staff import Offering, button
from core.pages.replies import go_to, refusal_as_message
from players.models import User
from tournaments.admin.acts import Recorded
from tournaments.challenges import staging
from tournaments.challenges.models import Challenge
from tournaments.entry import acts
from tournaments.models import Act, Template

FIELDS = (
    *("name", "name_it", "text", "text_it", "kind", "count", "best_place"),
    *("ranking", "plans", "begins_at", "ends_at"),
)


class ChallengeForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's stubs
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "plans" in self.fields:
            plans = cast("forms.ModelMultipleChoiceField[Template]", self.fields["plans"])
            plans.queryset = Template.objects.filter(access=Template.Access.OPEN).order_by("name")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        begins, ends = data.get("begins_at"), data.get("ends_at")
        if begins and ends and ends <= begins:
            self.add_error("ends_at", _("Choose a moment after the beginning."))
        if data.get("kind") == Challenge.Kind.PLANS and not data.get("plans"):
            self.add_error("plans", _("Choose at least one series."))
        if data.get("kind") == Challenge.Kind.HANDS and not data.get("ranking"):
            self.add_error("ranking", _("Choose a hand."))
        return data


@admin.register(Challenge)
class ChallengeAdmin(Recorded, Offering):
    """The challenges of the room; a published one is only read and ended."""

    form = ChallengeForm
    list_display = ("title", "kind", "begins_at", "ends_at", "state", "players")
    list_filter = ("kind",)
    search_fields = ("name", "name_it")
    ordering = ("-ends_at", "-pk")
    actions_detail = ("publish", "end")
    fields = FIELDS

    def get_fields(self, request: HttpRequest, obj: Challenge | None = None) -> Sequence[Any]:
        return FIELDS if obj is None else (*FIELDS, "state", "players")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("state", "players")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Challenge]":
        return cast("QuerySet[Challenge]", super().get_queryset(request))

    def has_change_permission(self, request: HttpRequest, obj: Challenge | None = None) -> bool:
        if obj is not None and obj.published_at is not None:
            return False
        return bool(super().has_change_permission(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Challenge | None = None) -> bool:
        if obj is not None and obj.published_at is not None:
            return False
        return bool(super().has_delete_permission(request, obj))

    def has_publish_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.change_challenge")

    def offers(self, button: str, row: Challenge, request: HttpRequest) -> bool:
        if row.ends_at <= room_clock.now():
            return False
        return (row.published_at is None) == (button == "publish")

    def _picture(self, plan: Model) -> acts.Picture:
        published_at = cast(Challenge, plan).published_at
        return {**super()._picture(plan), "published_at": published_at}

    def save_model(self, request: HttpRequest, obj: Model, form: forms.Form, change: bool) -> None:
        challenge = cast(Challenge, obj)
        challenge.written_by = cast(User, request.user)
        super().save_model(request, challenge, form, change)

    @admin.display(description=gettext_lazy("state"))
    def state(self, challenge: Challenge) -> str:
        if challenge.published_at is None:
            return _("not published")
        return _("over") if challenge.ends_at <= room_clock.now() else _("published")

    @admin.display(description=gettext_lazy("players who have met it"))
    def players(self, challenge: Challenge) -> int:
        return challenge.progress.filter(met_at__isnull=False).count()

    @button(
        description=gettext_lazy("Publish"),
        permissions=["publish"],
        dialog={
            "title": gettext_lazy("Publish"),
            "description": gettext_lazy("From then on it never changes; you can only end it."),
            "form_class": BaseDialogForm,
        },
    )
    def publish(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        """Publish a challenge."""
        with refusal_as_message(request):
            before = self._picture(Challenge.objects.get(pk=object_id))
            row = staging.publish(challenge_id=object_id, now=room_clock.now())
            self._record(request, Act.Verb.CHANGE_PLAN, row, before, self._picture(row))
            messages.success(request, _("Published."))
        return go_to("tournaments_challenge", object_id)

    @button(
        description=gettext_lazy("End it"),
        permissions=["publish"],
        dialog={
            "title": gettext_lazy("End it"),
            "description": gettext_lazy("Nothing counts any more. Badges stay."),
            "form_class": BaseDialogForm,
        },
    )
    def end(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        """End a challenge."""
        with refusal_as_message(request):
            before = self._picture(Challenge.objects.get(pk=object_id))
            row = staging.end(challenge_id=object_id, now=room_clock.now())
            self._record(request, Act.Verb.CHANGE_PLAN, row, before, self._picture(row))
            messages.success(request, _("Ended."))
        return go_to("tournaments_challenge", object_id)
