"""Accounts of one person that were merged: the one that is kept, and those behind it (STAFF-12)."""

from collections.abc import Collection, Iterable

from core.types import UserId
from players.models import Merge


def merged_away(user_ids: Iterable[UserId]) -> bool:
    """Return whether one of these accounts was merged into another one."""
    done = Merge.objects.filter(other__in=user_ids, status=Merge.Status.DONE)
    return done.exists()


def with_merged(user_id: UserId) -> list[UserId]:
    """Return an account and all accounts that were merged into it, directly or through others."""
    accounts, new = [user_id], [user_id]
    while new:
        closed = Merge.objects.filter(user__in=new, status=Merge.Status.DONE)
        new = [UserId(other) for other in closed.values_list("other", flat=True)]
        accounts += new
    return accounts


def surviving_account(user_id: UserId) -> UserId:
    """Return the account that this one was merged into, directly or through others; else itself."""
    return kept_accounts([user_id])[user_id]


def kept_accounts(users: Collection[int]) -> dict[int, UserId]:
    """Return for each user the account that is kept of theirs: mostly the same."""
    kept = {user: UserId(user) for user in users}
    while gone := dict(
        Merge.objects.filter(status=Merge.Status.DONE, other__in={*kept.values()})
        .order_by()
        .values_list("other", "user")
    ):
        kept = {user: UserId(gone.get(account, account)) for user, account in kept.items()}
    return kept
