"""An event under its lock, which plain SQL takes."""

import pytest
from django.db.transaction import TransactionManagementError

from tests.tournaments import stages
from tournaments.floor.locking import lock, lock_if_free
from tournaments.models import Tournament


@pytest.mark.django_db
def test_a_locked_event_is_the_event_as_it_is_stored() -> None:
    event = stages.started(entries=2)
    stored = Tournament.objects.filter(pk=event.pk).values().get()
    for locked in (lock(event.pk), lock_if_free(event.pk)):
        assert locked is not None
        fields = locked._meta.concrete_fields
        assert {field.attname: getattr(locked, field.attname) for field in fields} == stored
    assert lock_if_free(event.pk + 1) is None


@pytest.mark.django_db(transaction=True)
def test_outside_of_a_transaction_there_is_no_lock() -> None:
    with pytest.raises(TransactionManagementError):
        lock(1)
