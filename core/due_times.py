"""Due times that rows store, and a clock that is set back."""

from datetime import datetime, timedelta

from django.db.models import F, Model, QuerySet


def bring_back(rows: QuerySet[Model], *names: str, step: timedelta, now: datetime) -> None:
    """Bring the first named column of these rows back by a step of the clock where it lies in the
    future, and the others with it. In the caller's transaction.

    Rows that are locked are left out: what works on them knows the clock as it is now, and to wait
    for it could be a deadlock.
    """
    free = rows.filter(**{f"{names[0]}__gt": now}).order_by().select_for_update(skip_locked=True)
    moved = {name: F(name) - step for name in names}
    rows.model._base_manager.filter(pk__in=free.values("pk")).update(**moved)
