"""Building blocks of the desk's pages: buttons, read-only lists, the form for a reason."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django import forms
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import FieldDoesNotExist
from django.core.paginator import Paginator
from django.db import DataError, transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold import decorators
from unfold.admin import ModelAdmin
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from core.reasons import LONGEST_REASON

Answer = TypeVar("Answer", bound=Callable[..., HttpResponse])


def number(label: Any, least: int, most: int, initial: int, **options: Any) -> forms.IntegerField:
    """Return a field of the desk for a whole number."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        widget=UnfoldAdminIntegerFieldWidget,
        **options,
    )


def action(*, dialog: dict[str, Any] | None = None, **words: Any) -> Callable[[Answer], Answer]:
    """Return unfold's ``action``; the submit button of its dialog has the opener's text."""
    if dialog is not None:
        words["dialog"] = {"form_submit_text": words["description"], **dialog}
    decorate: Callable[[Answer], Answer] = decorators.action(**words)
    return decorate


def button(**words: Any) -> Callable[[Answer], Answer]:
    """Return ``action`` for the page of an object; 404 where the URL names none."""

    def decorate(answer: Answer) -> Answer:
        pressed: Any = action(**words)(answer)

        @wraps(pressed)
        def on_object(desk: ModelAdmin, request: HttpRequest, object_id: str) -> HttpResponse:
            # Django parses the id in the URL; unfold passes it on unparsed.
            row = desk.get_object(request, object_id)
            if row is None:
                raise Http404
            return cast(HttpResponse, pressed(desk, request, object_id=row.pk))

        return cast(Answer, on_object)

    return decorate


class Titled(ModelAdmin):
    """A list whose title is the plural name of its model."""

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changelist = cast(ChangeList, super().get_changelist_instance(request))
        changelist.title = capfirst(self.opts.verbose_name_plural)
        return changelist


class Discreet(Titled):
    """A list that filters only by columns that its reader is shown.

    Django accepts any column of the model in a URL: ``?password__startswith=`` would disclose a
    hash letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        try:
            field = self.opts.get_field(lookup.partition("__")[0]).name
        except FieldDoesNotExist:
            # A filter's own parameter, or an unknown one: Django decides.
            field = ""
        known = not field or field in self._shown(request)
        return known and bool(super().lookup_allowed(lookup, value, request))

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Return the list for the URL's parameters; Django redirects to the whole list on an error.

        Django catches some impossible values: not the year 99999, a number beyond the column's, or
        a character that PostgreSQL's text cannot hold.
        """
        try:
            with transaction.atomic():
                return super().get_changelist_instance(request)
        except (ValueError, OverflowError, DataError) as error:
            # Without parameters in the URL the fault is ours.
            if not request.GET:
                raise
            raise IncorrectLookupParameters from error

    def _shown(self, request: HttpRequest) -> set[str]:
        filters = self.get_list_filter(request)
        names = [
            *(column[0] if isinstance(column, tuple) else column for column in filters),
            *self.get_list_display(request),
            *flatten_fieldsets(self.get_fieldsets(request)),
            self.date_hierarchy,
        ]
        heads = (name.partition("__")[0] for name in names if isinstance(name, str))
        return {self.opts.pk.name, *heads}


class Offering(Discreet):
    """A page that shows only the buttons that can do something for its object.

    A press on an outdated page is still refused by the verb, by name.
    """

    # A row costs a millisecond, and readers search rather than page through a hundred.
    list_per_page = 50

    def offers(self, button: str, row: Any, request: HttpRequest) -> bool:
        """Return whether the button (its method's name) makes sense for what the page shows."""
        return True

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[Any]:
        buttons = super().get_actions_detail(request, object_id)
        row = self.get_object(request, object_id)
        return [
            offered for offered in buttons if row is None or self.offers(offered.path, row, request)
        ]


class AtLeast(int):
    """A count that stopped at a limit: "5000+"."""

    def __str__(self) -> str:
        return f"{int(self)}+"


class CountedPaginator(Paginator):  # type: ignore[type-arg]  # Django's stubs
    """Pages of a list whose rows are counted up to ``MOST``."""

    MOST = 5_000
    object_list: "QuerySet[Model]"

    @property
    def counted(self) -> "QuerySet[Any]":
        """Return the rows to count; a subclass may use a cheaper query of as many rows."""
        return self.object_list

    @cached_property
    def count(self) -> int:
        count = self.counted.order_by()[: self.MOST + 1].count()
        return count if count <= self.MOST else AtLeast(self.MOST)


class ReadOnly(Offering):
    """A read-only list and page; not even a superuser adds, changes or deletes."""

    paginator = CountedPaginator
    show_full_result_count = False

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Return the list, without months on a search: they would read all rows twice more."""
        changelist: ChangeList = super().get_changelist_instance(request)
        if changelist.query:
            changelist.date_hierarchy = None
        return changelist

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class UserNameField(forms.CharField):
    """A user by name, in upper or lower case as at the sign-in; cleaned to the user."""

    def __init__(self, *, users: "QuerySet[AbstractUser] | None" = None, **options: Any) -> None:
        self.users = users
        widget = UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"})
        super().__init__(max_length=150, widget=widget, **options)

    def clean(self, value: Any) -> AbstractUser:
        """Return the user; an unknown name is an error."""
        name = super().clean(value)
        users = get_user_model().objects.all() if self.users is None else self.users
        user = users.filter(username__iexact=name).first()
        if user is None:
            raise forms.ValidationError(_("No user is named %(names)s.") % {"names": name})
        return user


class ReasonForm(BaseDialogForm):
    """The form for a reason, which is recorded."""

    reason = forms.CharField(
        label=gettext_lazy("reason"), max_length=LONGEST_REASON, widget=UnfoldAdminTextInputWidget
    )
