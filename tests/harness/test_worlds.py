"""Tests share a world, and none sees what another one did there."""

import pytest
from django.db import connection
from django.utils import timezone

from players.models import User
from tests.harness import worlds
from tests.tournaments.events import START

pytestmark = pytest.mark.django_db

_built: list[str] = []


@worlds.shared
def anna() -> User:
    _built.append("anna")
    return User.objects.create_user("anna", date_joined=timezone.now())


@worlds.shared
def bruno() -> User:
    _built.append("bruno")
    return User.objects.create_user("bruno")


@pytest.mark.parametrize("time", [1, 2])
def test_what_a_test_does_to_a_world_is_undone(anna: User, time: int) -> None:
    assert _built.count("anna") == 1
    assert anna.first_name == ""
    assert [*User.objects.values_list("username", "first_name")] == [("anna", "")]
    assert (anna.date_joined - START).total_seconds() < 60
    anna.first_name = "Changed"
    anna.save()
    User.objects.create_user(f"another {time}")


def test_where_another_world_is_the_first_is_not(bruno: User) -> None:
    assert [*User.objects.all()] == [bruno]


def test_without_a_world_there_is_none() -> None:
    assert not User.objects.exists()
    # The test's own transaction, and none around it.
    assert len(connection.atomic_blocks) == 1


def test_a_world_stays_as_it_was_built(anna: User) -> None:
    """It runs with the other tests of its world, before those that stand above."""
    assert _built.count("anna") == 1
    assert [*User.objects.all()] == [anna]


def test_a_test_has_one_world(request: pytest.FixtureRequest) -> None:
    item = request.node
    item.fixturenames.extend(["anna", "bruno"])
    item._fixtureinfo.name2fixturedefs.update(
        {name: request._fixturemanager.getfixturedefs(name, item) for name in ("anna", "bruno")}
    )
    with pytest.raises(pytest.UsageError, match="more than one world"):
        worlds.world_of(item)
    del item.fixturenames[-2:]
