"""The record of acts of staff, read-only; and the pages of plans, which write into it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import BaseModelFormSet, ModelForm, model_to_dict
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin

from core import room_clock
from core.admin.staff import ReadOnly
from core.pages.requests import who
from core.sentences import say_again
from payouts.admin.money import PrizeSchemeAdmin
from payouts.prizes.schemes import PrizeScheme
from tournaments.entry import acts
from tournaments.models import Act

HIDDEN = "…"


class Recorded(ModelAdmin):
    """A page of plans that records each change as an act, with the rows of its inlines."""

    # Fields whose values are masked in the act.
    kept_secret: tuple[str, ...] = ()

    def save_model(self, request: HttpRequest, obj: Model, form: forms.Form, change: bool) -> None:
        known = self.model.objects.filter(pk=obj.pk).first() if change else None
        form.picture_before = self._picture(known) if known else {}  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)

    def save_related(
        self,
        request: HttpRequest,
        form: "ModelForm[Any]",
        formsets: list["BaseModelFormSet[Any, Any]"],
        change: bool,
    ) -> None:
        super().save_related(request, form, formsets, change)
        verb = Act.Verb.CHANGE_PLAN if change else Act.Verb.WRITE_PLAN
        before = form.picture_before  # type: ignore[attr-defined]
        self._record(request, verb, form.instance, before, self._picture(form.instance))

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        with transaction.atomic():
            self._record(request, Act.Verb.DELETE_PLAN, obj, self._picture(obj), {})
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> None:
        with transaction.atomic():
            for plan in queryset:
                self._record(request, Act.Verb.DELETE_PLAN, plan, self._picture(plan), {})
            super().delete_queryset(request, queryset)

    def after_change(self, request: HttpRequest, plan: Model) -> None:
        """React to a change of a plan, before it is recorded; a hook for subclasses."""

    def _picture(self, plan: Model) -> acts.Picture:
        """Return the stored values of a plan, with its rows of each inline."""
        inlines = (inline.model for inline in self.inlines)
        owners = ((model, model._meta.get_field(self._owner(model))) for model in inlines)
        rows = {
            model._meta.model_name: list(
                model.objects.filter(**{owner.name: plan.pk}).order_by("pk").values()
            )
            for model, owner in owners
        }
        lists = {
            field.name: sorted(getattr(plan, field.name).values_list("pk", flat=True))
            for field in plan._meta.many_to_many
        }
        # model_to_dict leaves out fields that are not editable, such as the hash of a password.
        secret = {name: getattr(plan, name) for name in self.kept_secret}
        return {**model_to_dict(plan), **lists, **rows, **secret}

    def _owner(self, model: type[Model]) -> str:
        """Return the name of the foreign key of an inline's row to its plan."""
        return next(field.name for field in model._meta.fields if field.related_model is self.model)

    def _record(
        self,
        request: HttpRequest,
        verb: str,
        plan: Model,
        before: acts.Picture,
        after: acts.Picture,
    ) -> None:
        before, after = (
            {name: HIDDEN if name in self.kept_secret else value for name, value in side.items()}
            for side in acts.changed(before, after)
        )
        if before or after:
            self.after_change(request, plan)
            acts.record(
                verb,
                by=who(request),
                now=room_clock.now(),
                about=f"{plan._meta.label_lower} {plan.pk}: {plan}",
                before=before,
                after=after,
            )


admin.site.unregister(PrizeScheme)


@admin.register(PrizeScheme)
class RecordedPrizeSchemeAdmin(Recorded, PrizeSchemeAdmin):
    """The page of prize schemes, with its changes on record."""

    def keep_table(self, request: HttpRequest, scheme: PrizeScheme) -> None:
        with transaction.atomic():
            before = self._picture(PrizeScheme.objects.select_for_update().get(pk=scheme.pk))
            super().keep_table(request, scheme)
            self._record(request, Act.Verb.CHANGE_PLAN, scheme, before, self._picture(scheme))


@admin.register(Act)
class ActAdmin(ReadOnly):
    list_display = ("at", "by", "verb", "subject", "outcome", "why", "tournament")
    list_filter = ("verb", "outcome", ("by", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("by", "tournament")
    search_fields = ("about", "why", "by__username", "=tournament__id")
    date_hierarchy = "at"
    ordering = ("-pk",)
    fields = (
        *(
            "at",
            "entered_at",
            "by",
            "verb",
            "outcome",
            "subject",
            "why",
            "tournament",
            "table",
            "entry",
        ),
        "what_changed",
    )

    @admin.display(description=gettext_lazy("about"), ordering="about")
    def subject(self, act: Act) -> str:
        return act.subject

    @admin.display(description=gettext_lazy("before and after"))
    def what_changed(self, act: Act) -> SafeString:
        """A table of the changed values, before and after."""
        names = {**act.before, **act.after}
        rows = ((name, act.before.get(name, ""), _shown(name, act.after)) for name in names)
        return format_html(
            '<table class="w-full text-left"><tbody>{}</tbody></table>',
            format_html_join(
                "",
                '<tr class="border-t border-base-200"><th class="pr-4">{}</th>'
                '<td class="pr-4">{}</td><td>{}</td></tr>',
                rows,
            ),
        )


def _shown(name: str, after: acts.Picture) -> object:
    """Return a value after the act; for a refusal its sentence."""
    value = after.get(name, "")
    return say_again(value["code"], value) if name == "refused" else value
