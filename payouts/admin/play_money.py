"""The staff's view of play money, apart from the euro: to read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from core.admin.staff import ReadOnly
from core.euro import number
from payouts.models import PlayAccount, PlayTransfer


@admin.register(PlayAccount)
class PlayAccountAdmin(ReadOnly):
    list_display = ("name", "kind", "user", "holds")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    fields = ("name", "kind", "user", "holds")

    @admin.display(description=gettext_lazy("chips"), ordering="balance")
    def holds(self, account: PlayAccount) -> str:
        return number(account.balance)


@admin.register(PlayTransfer)
class PlayTransferAdmin(ReadOnly):
    list_display = ("created_at", "key", "line", "reason", "debit", "credit", "chips")
    list_filter = ("reason",)
    list_select_related = ("debit", "credit")
    search_fields = ("key__startswith", "debit__name__exact", "credit__name__exact")
    ordering = ("-pk",)
    fields = ("created_at", "key", "line", "reason", "debit", "credit", "chips")

    @admin.display(description=gettext_lazy("chips"), ordering="amount")
    def chips(self, transfer: PlayTransfer) -> str:
        return number(transfer.amount)
