"""Identities without the way there."""

from datetime import datetime
from typing import Any

from players.models import Identity, IdentityState, IdentityStep


def identity(*, user_id: int, state: str, since: datetime, **said: Any) -> Identity:
    """An identity in a state, with the step that the database asks for."""
    known = Identity.objects.filter(pk=user_id).first()
    before = known.state if known else IdentityState.UNCHECKED
    row = known or Identity(user_id=user_id)
    row.state, row.since = state, since
    for name, value in said.items():
        setattr(row, name, value)
    row.save()
    IdentityStep.objects.create(user_id=user_id, before=before, after=state, at=since)
    return row
