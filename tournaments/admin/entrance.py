"""The staff's desk: the form of a plan, and the password and invitations of an event."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models.functions import Upper
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.staff import Titled, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from players.models import User
from tournaments.entry import admission, scheduling
from tournaments.models import Template, Terms
from tournaments.refusals import EventCode

# The fields of money.
MONEY = (
    *("buy_in", "fee", "bounty", "guarantee", "re_entry_buy_in", "re_entry_fee"),
    *("rebuy_price", "rebuy_fee", "add_on_price", "add_on_fee"),
)
# Each row of a form as a tuple.
TERMS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (
        gettext_lazy("Price"),
        {"fields": (("buy_in", "fee"), ("bounty", "progressive_bounty"), "guarantee")},
    ),
    (
        gettext_lazy("Players"),
        {
            "fields": (
                ("starting_stack", "seats_per_table"),
                ("min_entries", "max_entries"),
                ("registration_minutes", "unregistration_minutes"),
                ("late_registration_levels", "late_seating"),
            )
        },
    ),
    (
        gettext_lazy("Re-entries"),
        {
            "fields": (
                ("re_entries", "re_entry_levels"),
                ("re_entry_buy_in", "re_entry_fee"),
            )
        },
    ),
    (
        gettext_lazy("Rebuys and add-on"),
        {
            "fields": (
                ("rebuys", "rebuy_levels"),
                ("rebuy_price", "rebuy_fee"),
                ("rebuy_chips", "rebuy_most_stack"),
                ("add_on_after_level", "add_on_chips"),
                ("add_on_price", "add_on_fee"),
            )
        },
    ),
    (
        pgettext_lazy("what is played", "Play"),
        {
            "fields": (
                ("hand_for_hand", "same_hand_ties"),
                ("deals_allowed", "session_levels"),
                ("action_seconds", "away_seconds", "bank_seconds"),
            )
        },
    ),
    (
        gettext_lazy("House rules"),
        {
            "fields": (
                ("button", "odd_chips"),
                ("short_all_ins", "pot_raise"),
                ("cap_heads_up", "limit_all_in"),
                ("flush_over_full", "suits"),
                ("straight_flushes", "allow_four_flush"),
            ),
            "classes": ("collapse",),
        },
    ),
)
PLAN: tuple[tuple[Any, dict[str, Any]], ...] = (
    (
        None,
        {
            "fields": (
                ("name", "active"),
                ("kind", "game"),
                "play_money",
                ("venue", "live_tables"),
                ("opening_tables", "dealers_share"),
                ("format", "structure"),
                ("scheme", "seats_for"),
                "velox_table",
                ("approval", "publishing"),
            )
        },
    ),
    (gettext_lazy("Blind schedule"), {"fields": ("schedule",), "classes": ("collapse",)}),
    *TERMS,
    (
        gettext_lazy("Who can enter"),
        {"fields": (("access", "new_password"), "invited", "check_in_minutes")},
    ),
    (gettext_lazy("Dates"), {"fields": ("recurs", "announce_minutes", "coming_dates")}),
)


class PlayersField(forms.CharField):
    """Players by name, for staff who may not search all users; cleaned to their ids."""

    widget = UnfoldAdminTextareaWidget

    def prepare_value(self, value: Any) -> Any:
        """Return the text of the form: the typed one, or the names of the listed players."""
        return value if isinstance(value, str) else "\n".join(sorted(map(str, value or ())))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return _names(self.prepare_value(initial)) != _names(data or "")

    def clean(self, value: Any) -> list[int]:
        """Return the ids of the named users; unknown names are an error."""
        names = _names(super().clean(value))
        upper = {name.upper(): name for name in names}
        users = User.objects.annotate(upper=Upper("username"))
        people = dict(users.filter(upper__in=upper).values_list("upper", "pk"))
        if unknown := sorted(upper[name] for name in upper.keys() - people.keys()):
            raise ValidationError(_("No user is named %(names)s.") % {"names": ", ".join(unknown)})
        return list(people.values())


def _names(text: str) -> set[str]:
    return set(text.replace(",", " ").split())


class FormOfPlan(forms.ModelForm):  # type: ignore[type-arg]  # unfold's admin takes it bare
    """A form with some columns of a plan."""

    def _update_errors(self, errors: ValidationError) -> None:
        """Show the faults of columns that the form does not have at its head."""
        by_field: dict[str, list[ValidationError]] = {}
        for name, faults in errors.error_dict.items():
            by_field.setdefault(name if name in self.fields else NON_FIELD_ERRORS, []).extend(
                faults
            )
        super()._update_errors(ValidationError(by_field))  # type: ignore[misc]  # not in its stubs


class TemplateForm(FormOfPlan):
    """A plan; its password is stored as a hash only."""

    new_password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        max_length=128,
        help_text=gettext_lazy("Leave empty to keep the present password."),
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )

    invited = PlayersField(
        label=gettext_lazy("invited players"),
        required=False,
        help_text=gettext_lazy(
            "User names, one per line or with commas: they apply where only invited "
            "players can enter."
        ),
    )

    class Meta:
        model = Template
        exclude = ("password",)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("new_password"):
            self.instance.password = make_password(cleaned["new_password"])
        if cleaned.get("access") == Terms.Access.PASSWORD and not self.instance.password:
            self.add_error("new_password", _("Set the password that players need to enter."))
        self._clean_dates(cleaned.get("announce_minutes"))
        return cleaned

    def _clean_dates(self, minutes: int | None) -> None:
        """Refuse to announce too many events of the plan's recurrence at once."""
        if not self.instance.recurrence or minutes is None:
            return
        try:
            scheduling.check_announced(
                self.instance.recurrence, announce_minutes=minutes, now=room_clock.now()
            )
        except Refusal as refusal:
            # The model says what else is wrong with the recurrence.
            if refusal.code == EventCode.TOO_MANY_ANNOUNCED:
                self.add_error("announce_minutes", say(refusal))


class PasswordForm(BaseDialogForm):
    """A new password for an event; registered players stay in."""

    password = forms.CharField(
        label=gettext_lazy("new password"),
        max_length=128,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )


class InvitationForm(BaseDialogForm):
    """The players to invite."""

    names = PlayersField(
        label=gettext_lazy("user names"), help_text=gettext_lazy("One per line, or with commas.")
    )


class HashesHidden(Titled):
    """A list that cannot be filtered by the hashes of passwords."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # ``?password__startswith=`` in the address would leak a hash letter by letter.
        return not lookup.startswith("password") and super().lookup_allowed(lookup, value, request)


class EntranceAdmin(HashesHidden):
    """The buttons for the password and the invitations of an event, for ``actions_detail``."""

    def has_admit_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.run_tournament")

    @button(
        description=gettext_lazy("Change the password"),
        permissions=["admit"],
        dialog={
            "title": gettext_lazy("Change the password"),
            "description": gettext_lazy("Registered players stay registered."),
            "form_class": PasswordForm,
        },
    )
    def set_password(
        self, request: HttpRequest, form: PasswordForm, object_id: int
    ) -> HttpResponse:
        with refusal_as_message(request):
            admission.set_password(
                tournament_id=object_id,
                password=form.cleaned_data["password"],
                by=who(request),
                now=room_clock.now(),
            )
            messages.success(request, _("The event has a new password."))
        return go_to("tournaments_tournament", object_id)

    @button(
        description=gettext_lazy("Invite players"),
        permissions=["admit"],
        dialog={
            "title": gettext_lazy("Invite players"),
            "description": gettext_lazy("They can register; this does not register them."),
            "form_class": InvitationForm,
        },
    )
    def invite(self, request: HttpRequest, form: InvitationForm, object_id: int) -> HttpResponse:
        invited = form.cleaned_data["names"]
        with refusal_as_message(request):
            admission.invite(
                tournament_id=object_id, users=invited, by=who(request), now=room_clock.now()
            )
            done = ngettext(
                "%(count)s player is invited.", "%(count)s players are invited.", len(invited)
            )
            messages.success(request, done % {"count": len(invited)})
        return go_to("tournaments_tournament", object_id)
