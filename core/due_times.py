"""Due times of rows, corrected when the room's clock is set back."""

from datetime import datetime, timedelta

from django.db.models import F, Model, QuerySet


def bring_back(rows: QuerySet[Model], *names: str, step: timedelta, now: datetime) -> None:
    """Move the first named column of these rows back by ``step`` where it lies in the future, and
    the others with it. In the caller's transaction.

    Locked rows are left out: their worker knows the clock as it is now, and waiting for it could be
    a deadlock.
    """
    free = rows.filter(**{f"{names[0]}__gt": now}).order_by().select_for_update(skip_locked=True)
    moved = {name: F(name) - step for name in names}
    rows.model._base_manager.filter(pk__in=free.values("pk")).update(**moved)
