"""What every test may use."""

from collections.abc import Iterable, Iterator

import pytest
from django.db import connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import translation
from hypothesis import settings

settings.register_profile("default", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("default")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Let the emptying of the database after a transactional test, and nothing else, pass the
    ledger's guard: it is off within that one database transaction."""
    operations = type(connection.ops)
    flush = operations.execute_sql_flush
    guard = "TRIGGER payouts_transfer_never_emptied"

    def flush_past_the_guard(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
        flush(
            self,
            [
                f"ALTER TABLE payouts_transfer DISABLE {guard}",
                *sql_list,
                f"ALTER TABLE payouts_transfer ENABLE {guard}",
            ],
        )

    # On the class: a browser test's queries go over another connection than its fixtures'.
    operations.execute_sql_flush = flush_past_the_guard  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Each test begins in English, whatever page the one before it opened in this thread."""
    with translation.override("en"):
        yield
