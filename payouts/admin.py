"""The staff's view of money: the ledger to read, the prize schemes to write."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin

from payouts.euro import euro
from payouts.models import Account, Draw, LimitChange, PrizeScheme, SelfExclusion, Transfer
from payouts.rules.prizes import prizes


class ReadOnly(ModelAdmin):
    """To look at; not even a superuser adds, changes or deletes."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Account)
class AccountAdmin(ReadOnly):
    list_display = ("name", "kind", "user", "holds")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    fields = ("name", "kind", "user", "holds", "statement")

    @admin.display(description=gettext_lazy("balance"), ordering="balance")
    def holds(self, account: Account) -> str:
        return euro(account.balance)

    @admin.display(description=gettext_lazy("statement"))
    def statement(self, account: Account) -> SafeString:
        url = reverse("admin:payouts_transfer_changelist", query={"q": account.name})
        return format_html('<a href="{}">{}</a>', url, _("Every transfer from or to it"))


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    list_display = ("created_at", "key", "line", "reason", "debit", "credit", "euros")
    list_filter = ("reason",)
    list_select_related = ("debit", "credit")
    # Each finds its rows through an index, however long the ledger is.
    search_fields = ("key__startswith", "debit__name__exact", "credit__name__exact")
    ordering = ("-pk",)
    fields = ("created_at", "key", "line", "reason", "debit", "credit", "euros")

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def euros(self, transfer: Transfer) -> str:
        return euro(transfer.amount)


@admin.register(LimitChange)
class LimitChangeAdmin(ReadOnly):
    list_display = ("set_at", "user", "period", "euros", "effective_at")
    list_filter = ("period",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("set_at", "user", "period", "euros", "effective_at")

    @admin.display(description=gettext_lazy("limit"), ordering="amount")
    def euros(self, change: LimitChange) -> str:
        return _("none") if change.amount is None else euro(change.amount)


@admin.register(SelfExclusion)
class SelfExclusionAdmin(ReadOnly):
    list_display = ("asked_at", "user", "until")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("asked_at", "user", "until")


@admin.register(Draw)
class DrawAdmin(ReadOnly):
    """A draw as everybody may know it: its seed appears when it is revealed."""

    list_display = ("event", "seats", "price", "multiplier", "prize", "drawn_at", "revealed_at")
    list_filter = ("seats", "multiplier")
    search_fields = ("event__exact", "commitment__startswith")
    ordering = ("-pk",)
    fields = (
        *("event", "seats", "price", "commitment", "promised_at"),
        *("player_seeds", "ticket", "multiplier", "prize", "drawn_at"),
        *("server_seed", "revealed_at"),
    )

    @admin.display(description=gettext_lazy("buy-in"), ordering="buy_in")
    def price(self, draw: Draw) -> str:
        return euro(draw.buy_in)

    @admin.display(description=gettext_lazy("prize pool"))
    def prize(self, draw: Draw) -> str:
        return euro(draw.prize_pool) if draw.multiplier else "-"


@admin.register(PrizeScheme)
class PrizeSchemeAdmin(ModelAdmin):
    list_display = ("name", "kind")
    list_filter = ("kind",)
    search_fields = ("name",)
    fields = ("name", "kind", "shares", "preview")
    readonly_fields = ("preview",)

    @admin.display(description=gettext_lazy("prizes with a buy-in of ten euro"))
    def preview(self, scheme: PrizeScheme) -> SafeString | str:
        """The prizes for a few sizes of field, so that staff see what they have written."""
        if scheme.pk is None:
            return _("Save to see the prizes.")
        if scheme.kind == PrizeScheme.Kind.VELOX:
            return _("Seats and buy-in decide: the odds are on the page of VeloX.")
        return preview_table(scheme)


PREVIEWED_ENTRIES = (2, 6, 9, 18, 45, 100, 300, 1_000, 10_000)
PREVIEWED_PLACES = 5
PREVIEWED_BUY_IN = 10_00


def preview_table(scheme: PrizeScheme) -> SafeString:
    """A row for each size of field: its places paid, its first prizes, its last one."""
    heads = (_("entries"), _("paid"), *map(str, range(1, PREVIEWED_PLACES + 1)), _("last"))
    return format_html(
        '<table class="w-full text-right"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>',
        format_html_join("", "<th>{}</th>", ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", ((_row(scheme, n),) for n in PREVIEWED_ENTRIES)),
    )


def _row(scheme: PrizeScheme, entries: int) -> SafeString:
    won = prizes(scheme.snapshot(), entries=entries, pool=entries * PREVIEWED_BUY_IN)
    first = [euro(prize) for prize in won[:PREVIEWED_PLACES]]
    cells = (
        str(entries),
        str(len(won)),
        *first,
        *[""] * (PREVIEWED_PLACES - len(first)),
        euro(won[-1]),
    )
    return format_html_join("", "<td>{}</td>", ((cell,) for cell in cells))
