"""People at the staff's desk: their accounts, suspending them, and their second factors."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin as DeskAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from core.replies import go_to, refusal_as_message
from core.requests import who
from core.staff import ReadOnly, ReasonForm, button
from tournaments.staff import desk

# allauth's own pages: whoever reads ``data`` of a factor can log in as its owner, and a session is
# its owner's to end.
admin.site.unregister(Authenticator)
admin.site.unregister(UserSession)
admin.site.unregister(User)


@admin.register(User)
class PersonAdmin(UserAdmin, DeskAdmin):  # type: ignore[type-arg]  # Django's stubs
    """An account. Whether it is suspended changes by the buttons alone, which ask why."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    actions_detail = ("suspend", "lift")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*super().get_readonly_fields(request, obj), "is_active")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        # Rights and addresses are nobody's business who cannot change them.
        return ((None, {"fields": ("username", "is_active", "date_joined", "last_login")}),)

    def has_suspend_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self._may_turn(request, pk, active=True)

    def has_lift_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self._may_turn(request, pk, active=False)

    def _may_turn(self, request: HttpRequest, pk: object, *, active: bool) -> bool:
        """Whether a button is for this reader, and of any use on this account."""
        if not request.user.has_perm("players.suspend_player"):
            return False
        person = self.get_object(request, str(pk))
        return person is None or person.is_active == active

    @button(
        description=gettext_lazy("Suspend"),
        permissions=["suspend"],
        dialog={
            "title": gettext_lazy("Suspend this player"),
            "description": gettext_lazy(
                "They are signed out everywhere, and leave what has not begun and the cash tables"
                " with their money. In running events they sit out. The counter still pays out."
            ),
            "form_class": ReasonForm,
        },
    )
    def suspend(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            desk.suspend(user_id=object_id, by=who(request), why=why, now=timezone.now())
            messages.success(request, _("Suspended: this player does nothing here any more."))
        return go_to("auth_user", object_id)

    @button(
        description=gettext_lazy("Lift the suspension"),
        permissions=["lift"],
        dialog={
            "title": gettext_lazy("Lift the suspension"),
            "description": gettext_lazy("The player may sign in and play again."),
            "form_class": ReasonForm,
        },
    )
    def lift(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            desk.lift(user_id=object_id, by=who(request), why=why, now=timezone.now())
            messages.success(request, _("Lifted: this player may sign in again."))
        return go_to("auth_user", object_id)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnly):
    """Second factors: to take away when a device is lost, never to read."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "type", "created_at", "last_used_at")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not lookup.startswith("data") and super().lookup_allowed(lookup, value, request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return ModelAdmin.has_delete_permission(self, request, obj)
