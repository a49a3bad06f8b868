"""What a committing test leaves behind: what the migrations made, and nothing else."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Group

from payouts.models import Transfer
from payouts.wallets import wallet
from players.models import User
from tests.harness.row_cleanup import RowCleanup

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


def test_rows_that_a_test_writes_go_and_those_of_the_migrations_stay() -> None:
    cleanup = RowCleanup()
    made = list(Group.objects.values_list("pk", "name"))
    assert made, "the migrations make the groups of the staff"
    anna = User.objects.create_user("anna")
    anna.groups.add(Group.objects.create(name="guests"))
    cleanup.empty()
    assert not User.objects.exists()
    assert list(Group.objects.values_list("pk", "name")) == made


def test_the_ledger_that_refuses_to_forget_is_emptied_too() -> None:
    cleanup = RowCleanup()
    anna = User.objects.create_user("anna")
    wallet.deposit(user_id=anna.pk, amount=5_00, key="test", now=NOW)
    cleanup.empty()
    assert not Transfer.objects.exists()


def test_a_test_that_changes_what_the_migrations_made_is_told_so() -> None:
    cleanup = RowCleanup()
    group = Group.objects.order_by("pk")[0]
    Group.objects.filter(pk=group.pk).update(name="others")
    try:
        with pytest.raises(AssertionError, match="has changed auth_group for good"):
            cleanup.empty()
    finally:
        group.save()
