"""People at the staff's desk: their accounts, suspending them, and their second factors."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import AdminPasswordChangeForm

from core import room_clock
from core.admin.staff import Discreet, ReadOnly, ReasonForm, Titled, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from players.models import User
from players.profile import avatars
from poker_site.people import (  # noqa: F401 (they register their pages)
    corrections,
    dialogs,
    identity,
    invitations,
    merges,
    notes,
    player_file,
)
from poker_site.people.accounts import AccountForm, NewAccountForm, RightsInWords
from poker_site.room_settings import desk as house_desk  # noqa: F401 (its pages register themselves)
from tournaments.staff import desk

# allauth's own pages: a reader of a factor's ``data`` can log in as its owner, a session is its
# owner's to end, and an address is confirmed by the reader of its mail. Django's own page of
# groups: their changes are recorded here.
for kind in (Authenticator, UserSession, EmailAddress, Group):
    admin.site.unregister(kind)

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
# Written by the room itself.
KEPT = ("is_active", "last_login", "date_joined")
# The columns for staff who may not change accounts.
SEEN = ("username", "is_active", "date_joined", "last_login")


@admin.register(User)
class PersonAdmin(RightsInWords, UserAdmin, Discreet):  # type: ignore[type-arg]  # Django's stubs
    """An account. It is suspended and restored by the buttons alone, which ask for a reason."""

    form = AccountForm
    add_form = NewAccountForm
    change_password_form = AdminPasswordChangeForm
    fieldsets = (
        (None, {"fields": (("username", "first_name"), "email")}),
        (gettext_lazy("Work"), {"fields": ("is_staff", "groups", "is_superuser")}),
        (gettext_lazy("Account"), {"fields": (("is_active", "date_joined", "last_login"),)}),
    )
    filter_horizontal = ()
    actions_detail = ("suspend", "lift", "take_down", "give_password")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the account; cashiers, who see none, are led from its links to the player's file."""
        reads = request.method == "GET" and request.user.has_perm("players.view_player")
        if reads and not self.has_view_permission(request):
            return redirect("admin:players_player_change", object_id)
        answer: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return answer

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: money, hands and acts name accounts; a barred person is suspended."""
        return False

    def has_give_password_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("players.change_user")

    @button(description=gettext_lazy("Give a new password"), permissions=["give_password"])
    def give_password(self, request: HttpRequest, object_id: int) -> HttpResponse:
        # Django gives this address its own model's name, whatever the model.
        return redirect("admin:auth_user_password_change", object_id)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        with transaction.atomic():
            user = self.get_object(request, id)
            old = None if user is None else user.password
            answer: HttpResponse = super().user_change_password(request, id, form_url)
            if user is not None and request.method == "POST":
                user.refresh_from_db(fields=["password"])
                if user.password != old:
                    desk.give_password(user=user, by=who(request), now=room_clock.now())
        return answer

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        """Record changes of rights; the new ones are already stored, the form has the old ones."""
        user = form.instance
        before = getattr(form, "rights_before", {})
        super().save_related(request, form, formsets, change)
        now = room_clock.now()
        if not change and user.has_usable_password():
            desk.give_password(user=user, by=who(request), now=now)
        if change and user.username != form.name_before:
            desk.rename(user=user, before=form.name_before, by=who(request), now=now)
        if change and user.email != form.address_before:
            # A new password is sent to this address on request.
            desk.open_way(user=user, by=who(request), what="address", became="changed", now=now)
        after = _rights(user)
        if before != after:
            desk.change_rights(
                user=user,
                by=who(request),
                before={name: _told(value) for name, value in before.items()},
                after={name: _told(value) for name, value in after.items()},
                grants=_gained(before, after),
                now=now,
            )

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            old = User.objects.get(pk=obj.pk)
            form.rights_before, form.address_before = _rights(old), old.email
            form.name_before = old.username
        super().save_model(request, obj, form, change)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse changes of an administrator's account by other staff."""
        below = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not below and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return the fields that this reader may not edit.

        Nobody edits their own rights, so that no room loses its last administrator by a slip; only
        an administrator makes another one.
        """
        own = RIGHTS if obj is not None and obj.pk == request.user.pk else ()
        made = () if request.user.is_superuser else ("is_superuser",)
        return (*super().get_readonly_fields(request, obj), *KEPT, *own, *made)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        # Rights and addresses are shown to staff who may change them, and to no others.
        return ((None, {"fields": SEEN}),)

    def get_list_display(self, request: HttpRequest) -> Any:
        shown = super().get_list_display(request)
        return shown if self.has_change_permission(request) else SEEN

    def get_list_filter(self, request: HttpRequest) -> Any:
        filters = super().get_list_filter(request)
        return filters if self.has_change_permission(request) else ("is_active",)

    def get_search_fields(self, request: HttpRequest) -> Any:
        fields = super().get_search_fields(request)
        return fields if self.has_change_permission(request) else ("username",)

    def has_suspend_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self._may_turn(request, pk, active=True)

    def has_lift_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self._may_turn(request, pk, active=False)

    def _may_turn(self, request: HttpRequest, pk: object, *, active: bool) -> bool:
        """Return whether a button is for this reader, and useful on this account."""
        if not request.user.has_perm("players.suspend_player"):
            return False
        person = self.get_object(request, str(pk))
        return person is None or person.is_active == active

    @button(
        description=gettext_lazy("Suspend"),
        permissions=["suspend"],
        dialog=dialogs.SUSPEND,
    )
    def suspend(
        self, request: HttpRequest, form: dialogs.SuspendForm, object_id: int
    ) -> HttpResponse:
        with refusal_as_message(request):
            desk.suspend(
                user_id=UserId(object_id),
                by=who(request),
                why=form.cleaned_data["reason"],
                until=form.until(),
                now=room_clock.now(),
            )
            messages.success(request, _("This player is suspended."))
        return go_to("players_user", object_id)

    def has_take_down_permission(self, request: HttpRequest, pk: object = None) -> bool:
        """Return whether the reader may suspend players, and the account has a picture."""
        if not request.user.has_perm("players.suspend_player"):
            return False
        person = None if pk is None else self.get_object(request, str(pk))
        return person is None or avatars.key_of(UserId(person.pk)) != ""

    @button(
        description=gettext_lazy("Take the picture down"),
        permissions=["take_down"],
        dialog={
            "title": gettext_lazy("Take this player's picture down"),
            "description": gettext_lazy(
                "It disappears at once, at every table. The player can send another one."
            ),
            "form_class": ReasonForm,
        },
    )
    def take_down(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            user_id = UserId(object_id)
            desk.take_down(user_id=user_id, by=who(request), why=why, now=room_clock.now())
            messages.success(request, _("The picture is gone."))
        return go_to("players_user", object_id)

    @button(
        description=gettext_lazy("Lift the suspension"),
        permissions=["lift"],
        dialog=dialogs.LIFT,
    )
    def lift(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            desk.lift(user_id=UserId(object_id), by=who(request), why=why, now=room_clock.now())
            messages.success(request, _("Lifted: this player can sign in again."))
        return go_to("players_user", object_id)


def _rights(user: User) -> dict[str, Any]:
    """Return an account's rights at the desk: flags, and names of groups and rights."""
    return {
        "is_staff": user.is_staff,
        "is_superuser": user.is_superuser,
        "groups": frozenset(user.groups.values_list("name", flat=True)),
        "rights": frozenset(user.user_permissions.values_list("codename", flat=True)),
    }


def _gained(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether the account has gained any right."""
    none = frozenset[str]()
    return any(
        bool(now - before.get(name, none))
        if isinstance(now, frozenset)
        else now > before.get(name, False)
        for name, now in after.items()
    )


def _told(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


@admin.register(Group)
class RightsOfGroups(RightsInWords, GroupAdmin, Titled):
    """Groups. A change of a group's rights changes those of its members (STAFF-2)."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        form.rights_before = _of_group(obj) if change else frozenset()
        super().save_model(request, obj, form, change)

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        self._note(request, form.instance, form.rights_before, _of_group(form.instance))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return readable names of the deleted groups, and the rights that their members lose."""
        lost = [
            _("rights of %(member)s from the group %(group)s")
            % {"member": member, "group": group.name}
            for group in objs
            for member in group.user_set.order_by("username")
        ]
        counts = {_("Groups"): len(objs), _("Members who lose these rights"): len(lost)}
        return [*(group.name for group in objs), *lost], counts, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._note(request, obj, _of_group(obj), frozenset())
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Group]") -> None:
        for group in queryset:
            self.delete_model(request, group)

    def _note(
        self, request: HttpRequest, group: Group, before: frozenset[str], after: frozenset[str]
    ) -> None:
        if before == after:
            return
        for member in group.user_set.order_by("pk"):
            desk.change_rights(
                user=member,
                by=who(request),
                before={group.name: sorted(before)},
                after={group.name: sorted(after)},
                grants=bool(after - before),
                now=room_clock.now(),
            )


def _of_group(group: Group) -> frozenset[str]:
    return frozenset(group.permissions.values_list("codename", flat=True))


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnly):
    """Second factors: to remove when a device is lost, never to read."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "type", "created_at", "last_used_at")

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        super().delete_model(request, obj)
        self._tell(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Authenticator]") -> None:
        gone = list(queryset)
        super().delete_queryset(request, queryset)
        for factor in gone:
            self._tell(request, factor)

    def _tell(self, request: HttpRequest, factor: Authenticator) -> None:
        now, by = room_clock.now(), who(request)
        desk.open_way(user=factor.user, by=by, what=factor.type, became="taken away", now=now)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return ModelAdmin.has_delete_permission(self, request, obj)
