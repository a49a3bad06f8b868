"""Forms of accounts and groups, in the room's words."""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms import ModelMultipleChoiceField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from core.refusal import Refusal
from core.sentences import say
from players.models import User
from players.profile import names
from tournaments import staff_groups

# Names that Django has in English only, in the database; our own models name other rights.
PLAIN_RIGHTS = {
    "add": gettext_lazy("may add"),
    "change": gettext_lazy("may change"),
    "delete": gettext_lazy("may delete"),
    "view": gettext_lazy("may see"),
}

# Rights about models with a page at the desk: frameworks have others for rows of their own.
WITH_A_PAGE = Q(
    content_type__app_label__in=("players", "payouts", "tables", "tournaments", "poker_site")
) | Q(content_type__app_label="auth", content_type__model="group")


class AccountForm(UserChangeForm):  # type: ignore[misc]  # unfold's
    """An account; a new name is one that its owner could have chosen (NAME-1)."""

    class Meta(UserChangeForm.Meta):  # type: ignore[misc]  # unfold's
        model = User
        labels = {
            "first_name": gettext_lazy("name"),
            "is_staff": gettext_lazy("works at the desk"),
            "is_superuser": gettext_lazy("owner"),
        }
        help_texts = {
            "is_active": gettext_lazy(
                "Off while the player is suspended; suspending and lifting each need a reason."
            ),
            "groups": "",
            "is_staff": gettext_lazy("Can sign in here with the rights of the groups below."),
            "is_superuser": staff_groups.OWNER_TASKS,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        help_texts = {
            "username": _("A new one: %(least)s to %(most)s letters a to z, digits, and . _ -")
            % {"least": names.LEAST, "most": names.MOST},
        }
        for name in help_texts.keys() & self.fields.keys():
            self.fields[name].help_text = help_texts[name]

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        if name == self.instance.username:
            return name
        try:
            names.check(name)
        except Refusal as refusal:
            raise ValidationError(say(refusal), code=str(refusal)) from None
        if User.objects.filter(username__iexact=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("This name is already taken."))
        return name


class NewAccountForm(UserCreationForm):  # type: ignore[misc]  # unfold's
    """A new account; it signs in with a password, or has no way in yet."""

    class Meta(UserCreationForm.Meta):  # type: ignore[misc]  # unfold's
        model = User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        way = self.fields["usable_password"]
        way.label = _("Sign in")
        way.help_text = _("Without a password the account cannot sign in until staff give it one.")
        way.choices = way.widget.choices = [
            ("true", _("with a password")),
            ("false", _("not yet")),
        ]


class _Groups(ModelMultipleChoiceField):  # type: ignore[type-arg]  # no generic when it runs
    widget = UnfoldAdminCheckboxSelectMultipleWidget

    def label_from_instance(self, obj: Any) -> str:
        return staff_groups.with_task(obj.name)


class _Rights(ModelMultipleChoiceField):  # type: ignore[type-arg]  # no generic when it runs
    def label_from_instance(self, obj: Any) -> str:
        return in_words(obj)


class RightsInWords:
    """A mixin for the desk's pages of rights: readable names, and groups with their tasks."""

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.related_model is Group:
            groups = Group.objects.order_by("name")
            return _Groups(groups, label=_("Groups"), required=False)
        if db_field.related_model is Permission:
            kwargs["form_class"] = _Rights
            kwargs["queryset"] = Permission.objects.filter(WITH_A_PAGE).select_related(
                "content_type"
            )
        return super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]


def in_words(right: Permission) -> str:
    """Return a right by its place and by the act that it allows."""
    kind = right.content_type
    does, _dash, _model = right.codename.partition("_")
    plain = right.codename == f"{does}_{kind.model}" and does in PLAIN_RIGHTS
    return f"{kind.app_labeled_name} | {PLAIN_RIGHTS[does] if plain else _(right.name)}"
