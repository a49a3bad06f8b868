"""The room's own payout tables at the desk: typed rows, generated tables and a chart."""

from hashlib import sha256
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget

from core.admin import charts
from core.admin.charts import STYLES, Charted, Series
from core.admin.staff import button, number
from core.pages.replies import go_to
from payouts.admin.money_fields import HundredthsField
from payouts.models import PrizeScheme
from payouts.models.schemes import FAULTS
from payouts.rules import payout_tables
from payouts.rules.payout_tables import Formula, PayoutRow
from payouts.rules.schemes import PayoutTable

# The rows that the chart draws at most.
CURVES = 5


class RowsField(forms.CharField):
    """A payout table as text; its value is the rows that a scheme stores."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=capfirst(gettext_lazy("payout table")),
            required=False,
            max_length=60_000,
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 10, "spellcheck": "false"}),
            help_text=gettext_lazy(
                "A row for each size of field, in percent. 6: 100, then 12: 65 35, then "
                "27: 50 30 20 pay one, two and three places; 2.5x3 are three places with 2.5 each."
            ),
            **options,
        )

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return payout_tables.write(payout_tables.read(value or ()))

    def clean(self, value: Any) -> Any:
        rows = payout_tables.parse(super().clean(value))
        if isinstance(rows, str):
            words = _("“%(line)s” is not a row. Write 27: 40 23 16 12 9.") % {"line": rows[:60]}
            raise forms.ValidationError(words, code="unreadable")
        return [row.to_json() for row in rows]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial or []) != (data or ""))


class LeastField(HundredthsField):
    """A least prize in hundredths of what an entry brings to the pool."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=capfirst(gettext_lazy("minimum prize, in entries")),
            max_value=1_000,
            help_text=gettext_lazy(
                "1.5: one and a half times what an entry adds to the pool; 0: no minimum."
            ),
            **options,
        )


class PayoutTableForm(BaseDialogForm):
    """The parameters of a generated table; shown first, taken when submitted again unchanged."""

    percent = number(gettext_lazy("entries paid, percent"), 1, 60, 15)
    steepness = number(
        gettext_lazy("steepness"),
        0,
        300,
        90,
        help_text=gettext_lazy("0: all get the same; 100: the second gets half of the first."),
    )
    least = LeastField(initial=150)
    largest = number(gettext_lazy("largest field, entries"), 2, payout_tables.MOST_ENTRIES, 1_000)
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    rows: tuple[PayoutRow, ...] = ()
    data: Any

    def clean(self) -> dict[str, Any]:
        """Refuse a table that was not shown yet, and show it."""
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        names = ("percent", "steepness", "least", "largest")
        rows = payout_tables.make(Formula(*(cleaned[name] for name in names)))
        if fault := payout_tables.fault(rows, least=cleaned["least"]):
            self.add_error("least", str(FAULTS[fault[0]]))
            return cleaned
        self.rows = rows
        digest = sha256(repr(rows).encode()).hexdigest()
        if cleaned["shown"] != digest:
            self.data: QueryDict = self.data.copy()
            self.data["shown"] = digest
            self.add_error("shown", _("Not shown yet."))
        return cleaned

    def render_after_template(self) -> str:
        if not self.rows:
            return ""
        return format_html(
            '<p class="my-4 font-semibold">{}</p>{}<pre class="desk-rows">{}</pre>',
            _("Press the button again to replace the rows of this scheme with these."),
            chart(self.rows),
            payout_tables.write(self.rows),
        )


def chart(rows: tuple[PayoutRow, ...]) -> SafeString:
    """Return a chart of the percentages by place, with a line for each of some field sizes."""
    shown = _some(rows)
    most = max(len(row.shares) for row in shown)
    described = charts.as_json(
        along=_("Place"),
        x=range(1, most + 1),
        unit="percent",
        series=[Series(_entries(rows, row), "line", _percents(row, most)) for row in shown],
    )
    words = _("Percent of the pool by place")
    return format_html(
        '<figure class="desk-chart" data-chart="{}" role="img" aria-label="{}"></figure>',
        *(described, words),
    )


def _some(rows: tuple[PayoutRow, ...]) -> list[PayoutRow]:
    """Some rows of a table, from its first to its last."""
    if len(rows) <= CURVES:
        return list(rows)
    return [rows[at * (len(rows) - 1) // (CURVES - 1)] for at in range(CURVES)]


def _entries(rows: tuple[PayoutRow, ...], row: PayoutRow) -> str:
    at = rows.index(row)
    fewest = rows[at - 1].most + 1 if at else 1
    return _("%(fewest)s to %(most)s entries") % {"fewest": fewest, "most": row.most}


def _percents(row: PayoutRow, most: int) -> list[float | None]:
    paid = [share / 100 for share in row.shares]
    return [*paid, *[None] * (most - len(paid))]


class MakesTables(ModelAdmin):
    """The button of a scheme's page that makes its payout table."""

    class Media(Charted):
        css: ClassVar = {"all": ("css/desk.css", *STYLES)}

    def has_make_table_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("payouts.change_prizescheme")

    @button(
        description=gettext_lazy("Make a payout table"),
        permissions=["make_table"],
        dialog={
            "title": gettext_lazy("Make a payout table"),
            "description": gettext_lazy(
                "Rows for usual sizes of fields. You see them before they replace those of the "
                "scheme; events that are published keep theirs."
            ),
            "form_class": PayoutTableForm,
        },
    )
    def make_table(
        self, request: HttpRequest, form: PayoutTableForm, object_id: int
    ) -> HttpResponse:
        scheme = PrizeScheme.objects.get(pk=object_id)
        scheme.kind = PayoutTable.kind
        scheme.rows = [row.to_json() for row in form.rows]
        scheme.least = form.cleaned_data["least"]
        scheme.shares = []
        self.keep_table(request, scheme)
        messages.success(request, _("The scheme has its new rows."))
        return go_to("payouts_prizescheme", object_id)

    def keep_table(self, request: HttpRequest, scheme: PrizeScheme) -> None:
        """Save a scheme with its new rows."""
        scheme.save()
