"""Rows of a closed account that pass to the account that it was merged into (STAFF-12)."""

from collections.abc import Iterator

from django.apps import apps
from django.db.models import Exists, Model, OuterRef, QuerySet, UniqueConstraint

from core.types import UserId
from players.own_data import registry


def move(*, user_id: UserId, other_id: UserId) -> None:
    """Give the rows of the parts that move to the account that is kept; where it has the same one,
    that stays, and the other's is deleted."""
    for part in registry.parts():
        if part.at_merge == "moves":
            model = apps.get_model(part.model)
            rows: QuerySet[Model, Model] = model._default_manager.filter(**{part.owner: other_id})
            for columns in _unique(model, part.owner):
                same = {part.owner: user_id, **{name: OuterRef(name) for name in columns}}
                rows.filter(Exists(model._default_manager.filter(**same))).delete()
            rows.update(**{part.owner: user_id})


def _unique(model: type[Model], owner: str) -> Iterator[list[str]]:
    """Yield the columns that, with the owner, name a row once."""
    unique = (row for row in model._meta.constraints if isinstance(row, UniqueConstraint))
    for fields in (*[row.fields for row in unique], *model._meta.unique_together):
        if owner in fields:
            yield [name for name in fields if name != owner]
