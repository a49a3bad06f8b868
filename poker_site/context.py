"""What every template may mention."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from payouts import accounts, ledger


def room(request: HttpRequest) -> dict[str, Any]:
    """``balance`` is a function: a page that shows none asks for none."""

    def balance() -> int:
        user_id = request.user.pk
        return 0 if user_id is None else ledger.balance(accounts.player(user_id))

    return {"DEMO": settings.DEMO, "balance": balance}
