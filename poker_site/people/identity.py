"""Identities at the desk (KYC-1): the queue of those in review, and the decision on each."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from unfold.decorators import display
from unfold.widgets import UnfoldBooleanWidget

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.types import UserId
from players.identity import cases, gates
from players.models import Compared, Identity, IdentityDocument, IdentityState, IdentityStep
from tournaments.staff import people

# The rights of an uploaded document in the browser: to be shown, and no others.
HARMLESS = {
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
COLOURS = {
    IdentityState.IN_REVIEW.label: "warning",
    IdentityState.VERIFIED.label: "success",
    IdentityState.REFUSED.label: "danger",
    IdentityState.EXPIRED.label: "danger",
}
# The state that each button leads to.
LEADS_TO = {
    "ask": IdentityState.ASKED,
    "verify": IdentityState.VERIFIED,
    "refuse": IdentityState.REFUSED,
    "expire": IdentityState.EXPIRED,
}


class VerifyForm(ReasonForm):
    """The verification of a player's own data: the checks made, and the reason."""

    form_before_template = "poker_site/desk/said.html"
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        user_id = UserId(int(self.object_id or 0))
        self.initial["seen"] = cases.statement(user_id)
        for point in Compared if cases.has_document(user_id) else ():
            self.fields[point.value] = _box(point.label, required=True)
        if cases.same_person(user_id):
            self.fields["other_person"] = _box(
                gettext_lazy("the account named above belongs to another person"), required=False
            )
        self.order_fields([*Compared.values, "other_person", "reason"])

    def seen_by_staff(self) -> dict[str, Any]:
        """Return the arguments of the verb besides the reason."""
        cleaned = self.cleaned_data
        return {
            "seen": cleaned["seen"],
            "checked": [point for point in Compared.values if cleaned.get(point)],
            "other_person": cleaned.get("other_person", False),
        }

    def get_before_template_context(
        self, request: HttpRequest, object_id: int | str | None = None
    ) -> dict[str, Any]:
        known = Identity.objects.filter(pk=int(object_id or 0)).first()
        return {"known": known, "same": cases.same_person(UserId(int(object_id or 0)))}


def latest(identity: Identity) -> list[IdentityDocument]:
    """Return the sides of the document that a player showed last, the front first."""
    documents = IdentityDocument.objects.filter(user=identity.pk, gone_at=None).defer("sealed")
    last = documents.exclude(kind=IdentityDocument.Kind.ADDRESS).order_by("-pk").first()
    if last is None:
        return []
    return list(documents.filter(kind=last.kind, sent_at=last.sent_at).order_by("pk"))


def _box(label: Any, *, required: bool) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=required, widget=UnfoldBooleanWidget)


@admin.register(Identity)
class IdentityAdmin(ReadOnly):
    """Identities with their state; the oldest of those that wait stands first."""

    list_display = ("user", "shown_state", "since", "until")
    list_filter = ("state",)
    list_select_related = ("user",)
    search_fields = ("user__username", "name", "number")
    ordering = ("since",)
    fields = (
        "user",
        "shown_state",
        "since",
        "until",
        "name",
        "born",
        "number",
        "same_person",
        "documents",
        "past",
    )
    readonly_fields = ("shown_state", "same_person", "documents", "past")
    actions_detail = ("verify", "refuse", "ask", "expire")

    class Media:
        css: ClassVar = {"all": ("css/desk.css",)}

    def get_fields(self, request: HttpRequest, obj: Identity | None = None) -> tuple[str, ...]:
        """Return the columns; the player's data are for staff who decide about it."""
        if request.user.has_perm("players.check_identity"):
            return self.fields
        return ("user", "shown_state", "since", "until", "past")

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        if request.user.has_perm("players.check_identity"):
            return self.search_fields
        return ("user__username",)

    @display(  # type: ignore[untyped-decorator]  # unfold's
        description=gettext_lazy("state"), ordering="state", label=COLOURS
    )
    def shown_state(self, identity: Identity) -> str:
        return str(gates.standing(UserId(identity.pk), now=room_clock.now()).label)

    @admin.display(description=gettext_lazy("other accounts of this person"))
    def same_person(self, identity: Identity) -> SafeString:
        same = cases.same_person(UserId(identity.pk))
        return render_to_string("poker_site/desk/same_person.html", {"same": same})

    @admin.display(description=gettext_lazy("documents"))
    def documents(self, identity: Identity) -> SafeString:
        mine = IdentityDocument.objects.filter(user=identity.pk).defer("sealed")
        rows = mine.select_related("asked").order_by("-pk")[:40]
        shown = {"documents": rows, "sides": latest(identity), "user_id": identity.pk}
        return render_to_string("poker_site/desk/documents.html", shown)

    @admin.display(description=gettext_lazy("history"))
    def past(self, identity: Identity) -> SafeString:
        steps = (
            IdentityStep.objects.filter(user=identity.pk).select_related("by").order_by("-pk")[:40]
        )
        return render_to_string("poker_site/desk/steps.html", {"steps": steps})

    def has_check_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.check_identity"))

    def offers(self, button: str, row: Identity, request: HttpRequest) -> bool:
        return IdentityState(row.state).may_become(LEADS_TO[button])

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        own = [
            path("document/<int:pk>/", guarded(self.document), name="players_identity_document"),
            path("<int:pk>/compare/", guarded(self.compare), name="players_identity_compare"),
        ]
        return [*own, *super().get_urls()]

    def compare(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the sides of the latest document beside each other and beside the player's own data.

        Each side is on record when its picture is fetched.
        """
        identity = Identity.objects.select_related("user").filter(pk=pk).first()
        if identity is None or not self.has_check_permission(request):
            raise Http404
        context = {
            **self.admin_site.each_context(request),
            "title": identity.user.get_username(),
            "known": identity,
            "sides": latest(identity),
            "same": cases.same_person(UserId(pk)),
            "points": Compared.labels,
        }
        return render(request, "poker_site/desk/compare.html", context)

    def document(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Serve a document; the access is on record."""
        if not self.has_check_permission(request):
            raise Http404
        try:
            file = people.look_at_document(document_id=pk, by=who(request), now=room_clock.now())
        except Refusal:
            raise Http404 from None
        return HttpResponse(file.content, content_type=file.media, headers=HARMLESS)

    @button(
        description=gettext_lazy("Verify"),
        permissions=["check"],
        dialog={
            "title": gettext_lazy("Verify this identity"),
            "description": gettext_lazy("Say what you compared. The player is told."),
            "form_class": VerifyForm,
        },
    )
    def verify(self, request: HttpRequest, form: VerifyForm, object_id: int) -> HttpResponse:
        verb = partial(people.verify_identity, **form.seen_by_staff())
        return _do(verb, request, form, object_id)

    @button(
        description=gettext_lazy("Refuse"),
        permissions=["check"],
        dialog={
            "title": gettext_lazy("Refuse this identity"),
            "description": gettext_lazy("The player cannot send more documents until asked again."),
            "form_class": ReasonForm,
        },
    )
    def refuse(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(people.refuse_identity, request, form, object_id)

    @button(
        description=gettext_lazy("Ask for documents"),
        permissions=["check"],
        dialog={
            "title": gettext_lazy("Ask this player for documents"),
            "description": gettext_lazy("The player is told, and can send documents again."),
            "form_class": ReasonForm,
        },
    )
    def ask(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(people.ask_identity, request, form, object_id)

    @button(
        description=gettext_lazy("End the verification"),
        permissions=["check"],
        dialog={
            "title": gettext_lazy("End this verification"),
            "description": gettext_lazy(
                "The verification is no longer valid; the player can send a document again."
            ),
            "form_class": ReasonForm,
        },
    )
    def expire(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(people.expire_identity, request, form, object_id)


def _do(
    verb: Callable[..., Any], request: HttpRequest, form: ReasonForm, object_id: int
) -> HttpResponse:
    with refusal_as_message(request):
        why = form.cleaned_data["reason"]
        verb(user_id=UserId(object_id), by=who(request), why=why, now=room_clock.now())
        messages.success(request, gettext_lazy("Done, and on record."))
    return go_to("players_identity", object_id)
