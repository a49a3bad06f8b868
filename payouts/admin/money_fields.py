"""Form fields for amounts in the room's currency, and for shares in percent."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Field, Model
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.text import capfirst
from unfold.widgets import UnfoldAdminTextInputWidget

from core.admin.staff import Titled
from core.money import money_text
from core.templatetags.money import percent
from payouts.pages.forms import CentsField
from payouts.rules.schemes import WHOLE

# The greatest amount of a term, cents: the columns hold no more.
MOST_CENTS = 2_000_000_000


class HundredthsField(forms.DecimalField):
    """A number with two decimals, whose value is its hundredths; empty is 0."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"})
        super().__init__(
            decimal_places=2, localize=True, **{"min_value": 0, "widget": widget, **options}
        )

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value).scaleb(-2).normalize() if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        cleaned = super().clean(value)
        return 0 if cleaned is None else int(cleaned * 100)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class InMoney(Titled):
    """A page whose ``in_euros`` columns are money, and whose ``in_percent`` ones are shares."""

    in_money: tuple[str, ...] = ()
    in_percent: tuple[str, ...] = ()

    @property
    def _says(self) -> "dict[str, Callable[[int], str]]":
        """Return the formatter of each of these columns."""
        return {
            **dict.fromkeys(self.in_money, money_text),
            **dict.fromkeys(self.in_percent, percent),
        }

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **options: Any
    ) -> Any:
        if db_field.name in self.in_percent:
            return HundredthsField(
                label=capfirst(db_field.verbose_name),
                help_text=db_field.help_text,
                required=False,
                initial=db_field.default,
                **_bounds(db_field),
            )
        if db_field.name not in self.in_money:
            return super().formfield_for_dbfield(db_field, request, **options)
        return CentsField(
            label=_bare(db_field),
            help_text=db_field.help_text,
            empty=None if db_field.null else db_field.default if db_field.has_default() else 0,
            required=not db_field.blank and not db_field.has_default(),
            most=MOST_CENTS,
            initial=db_field.default if db_field.has_default() else None,
            widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
        )

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        read = self._read(request, obj)
        return [
            (head, {**part, "fields": _with(part["fields"], self.model, read)})
            for head, part in super().get_fieldsets(request, obj)
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """Return the model's read-only fields, and each amount as formatted text."""
        known = tuple(super().get_readonly_fields(request, obj))
        return (*known, *(_shown(self.model, name, say) for name, say in self._says.items()))

    def _read(
        self, request: HttpRequest, obj: Model | None
    ) -> "Mapping[str, Callable[[int], str]]":
        """Return the formatters of the columns that the page shows read-only."""
        if obj is not None and not self.has_change_permission(request, obj):
            return self._says
        read = {name for name in self.get_readonly_fields(request, obj) if isinstance(name, str)}
        return {name: say for name, say in self._says.items() if name in read}


def _bounds(field: "Field[Any, Any]") -> dict[str, Decimal]:
    """Return the least and the greatest value of a column of shares, in percent."""
    lowest, highest = (
        [one.limit_value for one in field.validators if isinstance(one, kind)]
        for kind in (MinValueValidator, MaxValueValidator)
    )
    return {
        "min_value": Decimal(max(0, *lowest)).scaleb(-2),
        "max_value": Decimal(min(WHOLE, *highest)).scaleb(-2),
    }


def _with(fields: Any, model: type[Model], read: "Mapping[str, Callable[[int], str]]") -> list[Any]:
    return [
        tuple(_with(one, model, read))
        if isinstance(one, list | tuple)
        else _shown(model, one, read[one])
        if one in read
        else one
        for one in fields
    ]


@cache
def _shown(model: type[Model], name: str, say: "Callable[[int], str]") -> "Callable[[Model], str]":
    """Return a function that shows a column as read-only text."""

    def shown(row: Model) -> str:
        cents = getattr(row, name)
        return "–" if cents is None else say(cents)

    shown.__name__ = f"{name}_in_words"
    shown.short_description = _bare(model._meta.get_field(name))  # type: ignore[attr-defined]
    return shown


def _name(field: Any) -> str:
    """Return the label of a column, without the unit in which it is stored."""
    return capfirst(str(field.verbose_name).rpartition(",")[0] or str(field.verbose_name))


def _bare(field: Any) -> Any:
    return lazy(lambda: _name(field), str)()
