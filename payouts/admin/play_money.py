"""The staff's read-only view of play money, apart from money."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from core.formats import number
from payouts.admin.account_names import NamedAccounts, NamedSides
from payouts.models import PlayAccount, PlayTransfer


@admin.register(PlayAccount)
class PlayAccountAdmin(NamedAccounts):
    list_display = ("title", "kind", "user", "holds")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    fields = ("title", "kind", "user", "holds", "name")

    @admin.display(description=gettext_lazy("chips"), ordering="balance")
    def holds(self, account: PlayAccount) -> str:
        return number(account.balance)


@admin.register(PlayTransfer)
class PlayTransferAdmin(NamedSides):
    list_display = ("created_at", "reason", "payer", "payee", "chips")
    list_filter = ("reason",)
    list_select_related = ("debit", "credit")
    search_fields = ("key__startswith", "debit__name__exact", "credit__name__exact")
    ordering = ("-pk",)
    fields = ("created_at", "reason", "payer", "payee", "chips", "key", "line")

    @admin.display(description=gettext_lazy("chips"), ordering="amount")
    def chips(self, transfer: PlayTransfer) -> str:
        return number(transfer.amount)
