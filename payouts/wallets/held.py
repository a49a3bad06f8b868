"""Money that the room holds of a player, against the closing of the account (ACCOUNT-6)."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from core.money import money_text
from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.models import Account, Correction, CounterOrder, Payment
from payouts.rules.payments import UNDER_WAY, PaymentState
from players.closing.obstacles import Obstacle


def find(user_id: UserId, now: datetime) -> Iterator[Obstacle]:
    """Yield what must be paid out, or paid, first."""
    url = reverse("wallet")
    names = {part(user_id): part for part in (accounts.player, accounts.debt)}
    names[accounts.bonus(user_id)] = accounts.bonus
    balances = dict(
        Account.objects.filter(name__in=names).exclude(balance=0).values_list("name", "balance")
    )
    if balance := balances.get(accounts.player(user_id)):
        text = _("Your wallet holds %(money)s: withdraw it.")
        yield Obstacle(text % {"money": money_text(balance)}, url)
    if debt := balances.get(accounts.debt(user_id)):
        text = _("You owe the room %(money)s: pay it.")
        yield Obstacle(text % {"money": money_text(-debt)}, url)
    if bonus := balances.get(accounts.bonus(user_id)):
        text = _("You have an open bonus of %(money)s: the staff end it if you ask them.")
        yield Obstacle(text % {"money": money_text(bonus)}, url)
    if is_under_way(user_id):
        yield Obstacle(_("A payment of yours is under way: wait until it is done."), url)


def is_under_way(user_id: UserId) -> bool:
    """Return whether money of a player is on its way in or out, or waits for a second person."""
    under_way = [state.value for state in (*UNDER_WAY, PaymentState.RETURNING)]
    held = Account.objects.filter(name=accounts.held(user_id)).exclude(balance=0)
    waiting = (
        Payment.objects.filter(user=user_id, state__in=under_way),
        CounterOrder.objects.filter(user=user_id, status=CounterOrder.Status.WAITING),
        Correction.objects.filter(user=user_id, status=Correction.Status.WAITING),
    )
    return held.exists() or any(rows.exists() for rows in waiting)
