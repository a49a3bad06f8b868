"""What every test may use."""

import pytest
from django.db import connection
from hypothesis import settings
from pytest_django.plugin import DjangoDbBlocker

settings.register_profile("default", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("default")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Let transactional tests empty the ledger between them; everywhere else nobody can."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE payouts_transfer DISABLE TRIGGER payouts_transfer_never_emptied"
        )
