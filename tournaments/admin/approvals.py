"""The staff's desk: the check that a plan can be published, and approval of large guarantees."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.forms import BaseModelFormSet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.forms import BaseDialogForm

from core import room_clock
from core.admin.staff import Offering, button
from core.formats import moment
from core.money import money_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from tournaments.admin.acts import Recorded
from tournaments.entry import approvals, scheduling
from tournaments.models import Signature, Template


class ApprovalForm(BaseDialogForm):
    """A form that shows the plan to approve, and keeps the signature under which it was shown."""

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.signature = approvals.under(self.object_id)
        self.initial["seen"] = None if self.signature is None else self.signature.pk

    def render_before_template(self) -> str:
        if self.signature is None:
            return ""
        plan = self.signature.template
        text = (
            f"{plan.name}: {money_text(approvals.at_risk(plan))}. {signatures_text(self.signature)}"
        )
        return format_html('<p class="mb-4">{}</p>', text)


class Publishable(ModelAdmin):
    """A page of plans that saves one that cannot be published as inactive, and shows why."""

    def save_related(
        self,
        request: HttpRequest,
        form: "forms.ModelForm[Any]",
        formsets: list["BaseModelFormSet[Any, Any]"],
        change: bool,
    ) -> None:
        super().save_related(request, form, formsets, change)
        plan = form.instance
        refusal = scheduling.why_not(plan, now=room_clock.now()) if plan.active else None
        if refusal is not None:
            plan.active = False
            plan.save(update_fields=["active"])
            words = _("The plan is saved but not in use: %(why)s")
            messages.error(request, words % {"why": say(refusal)})

    @admin.display(description=gettext_lazy("publishing"))
    def publishing(self, plan: Template) -> str:
        """The state of publishing: the refusal if the plan cannot be published."""
        if plan.pk is None:
            return "-"
        refusal = scheduling.why_not(plan, now=room_clock.now())
        if refusal is not None:
            return say(refusal)
        try:
            approvals.check(plan.pk)
        except Refusal as waits:
            return say(waits)
        return _("Its events are published.") if plan.active else _("It is not in use.")


class Approved(Recorded, Offering):
    """A page of plans with the approval by a second person."""

    def after_change(self, request: HttpRequest, plan: Model) -> None:
        approvals.sign(template_id=plan.pk, by=who(request), now=room_clock.now())
        tell_if_waiting(request, plan.pk)

    def offers(self, button: str, row: Any, request: HttpRequest) -> bool:
        if button != "approve":
            return True
        waits = approvals.under(row.pk)
        return waits is not None and waits.may_be_approved_by(request.user.pk)

    def has_approve_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.approve_template")

    @admin.display(description=gettext_lazy("second person"))
    def approval(self, template: Template) -> str:
        return signatures_text(approvals.under(template.pk))

    @button(
        description=gettext_lazy("Approve this plan"),
        permissions=["approve"],
        dialog={
            "title": gettext_lazy("Approve this plan"),
            "description": gettext_lazy(
                "The house pays what entries do not cover. Events of this plan can "
                "then be published, until the plan is changed."
            ),
            "form_class": ApprovalForm,
        },
    )
    def approve(self, request: HttpRequest, form: ApprovalForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            approvals.approve(
                template_id=object_id,
                seen=form.cleaned_data["seen"],
                by=who(request),
                now=room_clock.now(),
            )
            messages.success(request, _("The plan is approved."))
        return go_to("tournaments_template", object_id)


def tell_if_waiting(request: HttpRequest, template_id: int) -> None:
    """Tell the author of a plan that its events wait for a second person."""
    signature = approvals.under(template_id)
    if signature is not None and signature.approved_at is None:
        messages.warning(request, signatures_text(signature))


def signatures_text(signature: Signature | None) -> str:
    """The author of a plan, and the person who approved it, in words."""
    if signature is None:
        return "-"
    if signature.approved_by is None or signature.approved_at is None:
        words = _("Written by %(name)s. No event is published until another person approves.")
        return words % {"name": signature.written_by}
    words = _("Written by %(name)s, approved by %(other)s on %(when)s.")
    return words % {
        "name": signature.written_by,
        "other": signature.approved_by,
        "when": moment(signature.approved_at),
    }
