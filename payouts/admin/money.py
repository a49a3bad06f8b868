"""The staff's view of money: the ledger to read, the prize schemes to write."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from core.admin.staff import ReadOnly, button
from core.money import amount_text, money_text
from core.money_field import MOST_TYPED, MoneyField
from core.pages.replies import lead_to
from payouts import events, receipts
from payouts.admin.account_names import NamedAccounts, NamedSides
from payouts.admin.counter import Counter
from payouts.admin.money_fields import InMoney
from payouts.admin.payout_tables import LeastField, MakesTables, RowsField, chart
from payouts.admin.shares import SharesField
from payouts.models import (
    Account,
    CounterOrder,
    LimitChange,
    PlayedTime,
    PrizeDraw,
    PrizeScheme,
    Transfer,
)
from payouts.rules import payout_tables
from payouts.rules.prizes import grouped
from payouts.rules.schemes import PayoutTable
from payouts.wallets import cash_receipts
from players.models import User

# The most entries of a preview.
MOST_PREVIEWED = 1_000_000


@admin.register(Account)
class AccountAdmin(NamedAccounts):
    list_display = ("title", "kind", "user", "holds")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    fields = ("title", "kind", "user", "holds", "statement", "name")

    @admin.display(description=gettext_lazy("balance"), ordering="balance")
    def holds(self, account: Account) -> str:
        return money_text(account.balance)

    @admin.display(description=gettext_lazy("statement"))
    def statement(self, account: Account) -> SafeString:
        url = reverse("admin:payouts_transfer_changelist", query={"q": account.name})
        return format_html('<a href="{}">{}</a>', url, _("Every transfer from or to it"))


@admin.register(Transfer)
class TransferAdmin(NamedSides):
    list_display = ("created_at", "why", "payer", "payee", "sum")
    list_filter = ("reason",)
    list_select_related = ("debit", "credit")
    # Each finds its rows through an index, however long the ledger is.
    search_fields = ("key__startswith", "debit__name__exact", "credit__name__exact")
    search_help_text = gettext_lazy("A player's name or the start of a reference.")
    ordering = ("-pk",)
    fields = ("created_at", "why", "payer", "payee", "sum", "key", "line")

    @admin.display(description=gettext_lazy("reason"), ordering="reason")
    def why(self, transfer: Transfer) -> str:
        return transfer.reason_in_words

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Transfer], search_term: str
    ) -> tuple[QuerySet[Transfer], bool]:
        """Search by a player's name too: their account first, then its transfers by index."""
        accounts = Account.objects.filter(user__username__iexact=search_term.strip())
        if own := list(accounts.values_list("pk", flat=True)):
            return queryset.filter(Q(debit__in=own) | Q(credit__in=own)), False
        matches: tuple[QuerySet[Transfer], bool] = super().get_search_results(
            request, queryset, search_term
        )
        return matches

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, transfer: Transfer) -> str:
        return money_text(transfer.amount)


@admin.register(CounterOrder)
class CounterOrderAdmin(Counter, ReadOnly):
    """Every order at the counter, with the staff who gave and decided it."""

    list_display = ("given_at", "user", "kind", "sum", "status", "given_by", "decided_by")
    list_filter = ("status", "kind", ("given_by", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("user", "given_by", "decided_by")
    search_fields = ("user__username", "given_by__username")
    date_hierarchy = "given_at"
    ordering = ("-pk",)
    fields = (
        *("user", "kind", "purpose", "sum", "why", "given_by", "given_at", "over_limit"),
        *("status", "decided_by", "decided_at", "why_not", "transfer", "drawer"),
        *("held_before", "held_after"),
    )
    change_form_outer_before_template = "payouts/desk/print_receipt.html"

    class Media:
        css: ClassVar = {"all": ("css/desk.css",)}

    def get_urls(self) -> list[URLPattern]:
        own = path(
            "<int:pk>/receipt/",
            self.admin_site.admin_view(self.receipt),
            name="payouts_counterorder_receipt",
        )
        return [own, *super().get_urls()]

    def receipt(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the receipt of an order; a POST prints it, for the first time as the original."""
        rows = CounterOrder.objects.select_related("receipt", "user", "given_by", "decided_by")
        order = rows.filter(pk=pk).exclude(receipt=None).first()
        if order is None or not self.has_work_permission(request):
            raise Http404
        printed = request.method == "POST"
        copy = cash_receipts.take_print(pk).copy if printed else order.receipt.prints > 0
        order.receipt.refresh_from_db()
        number = cash_receipts.number(order.receipt)
        context = {
            **self.admin_site.each_context(request),
            "title": number,
            "original": order,
            "receipt": order.receipt,
            "printed": printed,
            "copy": copy,
            "number": number,
            "code": receipts.code(number),
            "address": request.build_absolute_uri(reverse("check_receipt")),
        }
        return render(request, "payouts/desk/receipt.html", context)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[CounterOrder], search_term: str
    ) -> tuple[QuerySet[CounterOrder], bool]:
        """Search by names, which are looked up first: a join would compare them for each order."""
        if not search_term.strip():
            return queryset, False
        called = User.objects.filter(username__icontains=search_term.strip()).values("pk")
        return queryset.filter(Q(user__in=called) | Q(given_by__in=called)), False

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, order: CounterOrder) -> str:
        return money_text(order.amount)

    @admin.display(description=gettext_lazy("balance before"))
    def held_before(self, order: CounterOrder) -> str:
        return "-" if order.before is None else money_text(order.before)

    @admin.display(description=gettext_lazy("balance after"))
    def held_after(self, order: CounterOrder) -> str:
        return "-" if order.after is None else money_text(order.after)


@admin.register(LimitChange)
class LimitChangeAdmin(ReadOnly):
    list_display = ("set_at", "user", "kind", "period", "most", "effective_at")
    list_filter = ("kind", "period")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("set_at", "user", "kind", "period", "most", "effective_at")

    @admin.display(description=gettext_lazy("limit"), ordering="amount")
    def most(self, change: LimitChange) -> str:
        return change.most


@admin.register(PlayedTime)
class PlayedTimeAdmin(ReadOnly):
    """Times of play of the players who have asked for a time limit, and of no others (PLAY-3)."""

    list_display = ("day", "user", "minutes", "counted_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    date_hierarchy = "day"
    ordering = ("-day", "-pk")
    fields = ("day", "user", "minutes", "counted_at")


@admin.register(PrizeDraw)
class PrizeDrawAdmin(ReadOnly):
    """A draw as the public knows it: its seed appears when it is revealed."""

    list_display = ("event", "seats", "price", "multiplier", "prize", "drawn_at", "revealed_at")
    list_filter = ("seats", "multiplier")
    search_fields = ("event__exact", "commitment__startswith")
    ordering = ("-pk",)
    fields = (
        *("event", "seats", "price", "commitment", "promised_at"),
        *("player_seeds", "ticket", "multiplier", "prize", "drawn_at"),
        *("server_seed", "revealed_at"),
    )

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Return the list; the events of its rows are asked for at once."""
        changelist = super().get_changelist_instance(request)
        known = events.find(draw.event for draw in changelist.result_list)
        for draw in changelist.result_list:
            draw.free = draw.event in known and known[draw.event].free
        return changelist

    @admin.display(description=gettext_lazy("buy-in"), ordering="buy_in")
    def price(self, draw: PrizeDraw) -> str:
        return amount_text(draw.buy_in, chips=draw.free)

    @admin.display(description=gettext_lazy("prize pool"))
    def prize(self, draw: PrizeDraw) -> str:
        return amount_text(draw.prize_pool, chips=draw.free) if draw.multiplier else "-"


class FieldForm(forms.Form):
    """A size of field for which a scheme's prizes are previewed."""

    entries = forms.IntegerField(
        label=gettext_lazy("entries"),
        min_value=1,
        max_value=MOST_PREVIEWED,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "number"}),
    )
    buy_in = MoneyField(
        label=gettext_lazy("buy-in"),
        initial=10_00,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )
    pool = MoneyField(
        label=gettext_lazy("pool"),
        required=False,
        most=MOST_PREVIEWED * MOST_TYPED,
        help_text=gettext_lazy("Leave empty for entries times buy-in."),
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )

    def to_divide(self) -> int:
        """Return the pool of a valid form, cents."""
        cleaned = self.cleaned_data
        given: int | None = cleaned["pool"]
        whole: int = cleaned["entries"] * cleaned["buy_in"]
        return whole if given is None else given


class PreviewForm(BaseDialogForm, FieldForm):
    """The same form, in a dialog."""


# The kinds of scheme that have each of these columns: the form shows it with no other kind.
KINDS_WITH = {
    "rows": ("table",),
    "least": ("table",),
    "shares": ("winners", "two"),
    "seat": ("satellite",),
    "secondary": ("satellite",),
    "by_elimination": ("two",),
    "elimination_scheme": ("two",),
    "chips_scheme": ("two",),
}


class SchemeForm(forms.ModelForm):  # type: ignore[type-arg]  # unfold's admin takes it bare
    """A scheme as staff type it, with shares in percent and payout tables as text."""

    rows = RowsField()
    least = LeastField(required=False)
    shares = SharesField()

    class Meta:
        model = PrizeScheme
        fields = (
            *("name", "kind", "rows", "least", "shares", "seat", "secondary", "by_elimination"),
            *("elimination_scheme", "chips_scheme"),
        )

    def clean(self) -> dict[str, Any]:
        """Keep the columns of other kinds as they were when nothing valid is typed there."""
        cleaned = super().clean() or {}
        for name, kinds in KINDS_WITH.items():
            if name in self.errors and cleaned.get("kind") not in kinds:
                # The form hides them: staff could not correct them.
                del self.errors[name]
                cleaned[name] = getattr(self.instance, name)
        return cleaned

    def _post_clean(self) -> None:
        # The model would refuse the same fields again in other words.
        if not self.errors:
            super()._post_clean()  # type: ignore[misc]  # Django's stubs


@admin.register(PrizeScheme)
class PrizeSchemeAdmin(MakesTables, InMoney):
    form = SchemeForm
    in_money = ("seat", "secondary")
    in_percent = ("by_elimination",)
    conditional_fields: ClassVar = {
        name: " || ".join(f"kind == '{kind}'" for kind in kinds)
        for name, kinds in KINDS_WITH.items()
    }
    list_display = ("name", "kind")
    list_filter = ("kind",)
    search_fields = ("name",)
    fields = (*SchemeForm.Meta.fields, "preview")
    readonly_fields = ("preview",)
    actions_detail = ("see_prizes", "make_table")

    def has_see_prizes_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("payouts.view_prizescheme")

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> PrizeScheme | None:
        """Return the scheme, with the preview that the address asks for."""
        scheme: PrizeScheme | None = super().get_object(request, object_id, from_field)
        form = FieldForm(request.GET)
        if scheme is not None and form.is_valid():
            entries = form.cleaned_data["entries"]
            scheme.previewed = (entries, form.to_divide())  # type: ignore[attr-defined]
        return scheme

    @admin.display(description=gettext_lazy("prizes"))
    def preview(self, scheme: PrizeScheme) -> SafeString | str:
        """Show the prizes of the scheme as stored: for a typed field size, or for some sizes."""
        if scheme.pk is None:
            return _("Save to see the prizes.")
        if scheme.snapshot().drawn:
            return _("The prize depends on seats and buy-in: the odds are on the VeloX page.")
        if field := getattr(scheme, "previewed", None):
            shown = whole_table(scheme, entries=field[0], pool=field[1])
        else:
            shown = preview_table(scheme)
        rules = scheme.snapshot()
        if isinstance(rules, PayoutTable):
            return format_html("{}{}", chart(payout_tables.read(rules.rows)), shown)
        return shown

    @button(
        description=gettext_lazy("See the prizes for a number of entries"),
        permissions=["see_prizes"],
        dialog={
            "title": gettext_lazy("See the prizes"),
            "description": gettext_lazy("Every prize to the cent, as an event would pay it."),
            "form_class": PreviewForm,
        },
    )
    def see_prizes(self, request: HttpRequest, form: PreviewForm, object_id: int) -> HttpResponse:
        page = reverse(
            "admin:payouts_prizescheme_change",
            args=[object_id],
            query={
                # As typed, since the page reads it again.
                name: form.data[name]
                for name in FieldForm.base_fields
                if form.cleaned_data[name] is not None
            },
        )
        return lead_to(page)


PREVIEWED_ENTRIES = (2, 6, 9, 18, 45, 100, 300, 1_000, 10_000)
PREVIEWED_PLACES = 5
PREVIEWED_BUY_IN = 10_00


def preview_table(scheme: PrizeScheme) -> SafeString:
    """Return a row for each field size: places paid, first prizes, the last prize."""
    places = (str(place) for place in range(1, PREVIEWED_PLACES + 1))
    heads = (_("entries"), _("paid"), *places, _("last"), _("by chips"))
    shown = _table(heads, [_row(scheme, entries) for entries in PREVIEWED_ENTRIES])
    words = _("With a buy-in of %(price)s") % {"price": money_text(PREVIEWED_BUY_IN)}
    return format_html("<p>{}</p>{}", words, shown)


def whole_table(scheme: PrizeScheme, *, entries: int, pool: int) -> SafeString:
    """Return every paid place of a field of ``entries``; neighbours with one prize share a row."""
    rules = scheme.snapshot()
    rows = [
        (places, money_text(amount))
        for places, amount in _places(rules.prizes(entries=entries, pool=pool))
    ]
    if by_chips := rules.chips_part(pool):
        rows.append((_("by chips"), money_text(by_chips)))
    rows += [
        (_("%(places)s by chips") % {"places": places}, money_text(amount))
        for places, amount in _places(rules.chips_prizes(entries=entries, pool=pool))
    ]
    return _table((_("place"), _("prize")), [*rows, (_("pool"), money_text(pool))])


def _places(amounts: Sequence[int]) -> Iterator[tuple[str, int]]:
    for first, last, amount in grouped(amounts):
        yield f"{first} – {last}" if first < last else str(first), amount


def _row(scheme: PrizeScheme, entries: int) -> tuple[str, ...]:
    pool, rules = entries * PREVIEWED_BUY_IN, scheme.snapshot()
    won, by_chips = rules.prizes(entries=entries, pool=pool), rules.chips_part(pool)
    first = [money_text(prize) for prize in won[:PREVIEWED_PLACES]]
    return (
        str(entries),
        str(len(won)),
        *first,
        *[""] * (PREVIEWED_PLACES - len(first)),
        money_text(won[-1]) if won else "",
        money_text(by_chips) if by_chips else "",
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> SafeString:
    body = ((format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in rows)
    return format_html(
        '<div class="desk-scroll" tabindex="0"><table class="figures"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", body),
    )
