"""Pages of the ledger that show accounts by readable names."""

from operator import attrgetter
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from core.admin.staff import ReadOnly
from payouts.bookkeeping.account_names import called


class Named(ReadOnly):
    """A page whose rows name accounts; a list reads all names of its page at once."""

    # The paths of a row that hold account names.
    names: ClassVar[tuple[str, ...]] = ()

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        known = called(name for row in rows for name in self._names(row))
        for row in rows:
            row.called = known
        changelist.result_list = rows
        return changelist

    def name_of(self, row: Any, place: str) -> str:
        """Return the readable name of the account at ``place`` of a row."""
        known = getattr(row, "called", None) or called(self._names(row))
        return str(known[attrgetter(place)(row)])

    def _names(self, row: Any) -> list[str]:
        return [attrgetter(place)(row) for place in self.names]


class NamedAccounts(Named):
    """Accounts themselves."""

    names = ("name",)

    @admin.display(description=gettext_lazy("account"), ordering="name")
    def title(self, account: Any) -> str:
        return self.name_of(account, "name")


class NamedSides(Named):
    """Transfers, from one account to another."""

    names = ("debit.name", "credit.name")

    @admin.display(description=gettext_lazy("from"))
    def payer(self, transfer: Any) -> SafeString:
        return self._linked(transfer, "debit")

    @admin.display(description=gettext_lazy("to"))
    def payee(self, transfer: Any) -> SafeString:
        return self._linked(transfer, "credit")

    def _linked(self, transfer: Any, side: str) -> SafeString:
        account = getattr(transfer, side)
        page = f"admin:payouts_{account._meta.model_name}_change"
        words = self.name_of(transfer, f"{side}.name")
        return format_html('<a href="{}">{}</a>', reverse(page, args=[account.pk]), words)
