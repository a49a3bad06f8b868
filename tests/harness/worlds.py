"""Worlds: what several tests of a module begin with, built once; a pytest plugin.

``@worlds.shared`` turns a builder into a fixture. Its first test builds the world in a transaction
that stays open while the next tests ask for the same one; each of them runs in a savepoint that is
rolled back, and gets a copy of what the builder returned. Then the world is rolled back too.

A world is built at START, with cards that follow from its name and its module. Tests that commit
cannot share one.
"""

import copy
import os
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import patch
from zlib import crc32

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import translation
from pytest_django import DjangoDbBlocker

if TYPE_CHECKING:
    from core.settings.registry import Setting
    from payouts.rules.payments import PaymentTerms

T = TypeVar("T")

# Any other number deals every test and every world other cards.
SEED = os.environ.get("CARDS", "0")


def shared(build: Callable[[], T]) -> Any:
    """A fixture: a copy of what ``build`` returns, in the world that it has built."""

    def world(db: None) -> T:
        assert _open is not None
        copied: T = copy.deepcopy(_open.value)
        return copied

    world.build = build  # type: ignore[attr-defined]
    world.__doc__ = build.__doc__
    return pytest.fixture(world, name=build.__name__)


def seed(name: str) -> int:
    """The seed of the cards of a test or a world."""
    return crc32(f"{SEED} {name}".encode())


class World:
    """The transaction in which a builder's rows are."""

    def __init__(self, build: Callable[[], Any]) -> None:
        from tables.live import shuffle
        from tests.tables.chance import Repeatable
        from tests.tournaments.events import START

        self.build = build
        cards = Repeatable(seed(f"{build.__module__} {build.__name__}"))
        with ExitStack() as end:
            end.enter_context(transaction.atomic())
            end.callback(transaction.set_rollback, True)
            with (
                time_machine.travel(START),
                translation.override("en"),
                patch.object(shuffle, "secrets", cards),
            ):
                settings_as_declared()
                self.value = build()
            # As at a commit; but nothing is announced, as in any test.
            connection.check_constraints()
            connection.run_on_commit.clear()
            self.close = end.pop_all().close


_open: World | None = None
_next: Callable[[], Any] | None = None


def settings_as_declared() -> None:
    """The room is open, no setting is changed, and no statement asks whether one is."""
    # Its models cannot be imported before Django is set up.
    from core.settings import registry
    from payouts import room_settings
    from poker_site.opening import state

    state._open = True
    # A day's wait of a first withdrawal, which a test of it sets.
    room_settings.NEW_IBAN_HOLD._default = timedelta(0)
    registry._known = registry._Known({}, None, looked_at=float("inf"))


def assume(setting: "Setting[T]", value: T) -> None:
    """Have a setting of the room at this value for the rest of the test, without a row."""
    from core.settings import registry

    values = {**registry.values(), setting.key: setting.kind.keep(value)}
    registry._known = registry._Known(values, None, looked_at=float("inf"))


def assume_payment_terms(kinds: Mapping[str, "PaymentTerms"]) -> None:
    """Have these limits and fees of a "deposit" and a "withdrawal"."""
    from payouts import room_settings
    from payouts.rules.payments import PaymentKind

    for kind, terms in kinds.items():
        for setting, value in zip(room_settings._TERMS[PaymentKind(kind)], terms, strict=True):
            assume(setting, value)


def world_of(item: pytest.Item | None) -> Callable[[], Any] | None:
    """The builder of the world in which a test runs."""
    if not isinstance(item, pytest.Function):
        return None
    info = item._fixtureinfo
    found = [
        build
        for name in item.fixturenames
        for definition in info.name2fixturedefs.get(name, ())[-1:]
        if (build := getattr(definition.func, "build", None)) is not None
    ]
    if len(found) > 1:
        raise pytest.UsageError(f"{item.nodeid} asks for more than one world")
    return found[0] if found else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a module that share a world come one after the other, at the first one's place."""
    groups: dict[Any, list[pytest.Item]] = {}
    for item in items:
        build = world_of(item)
        groups.setdefault(item if build is None else (item.path, build), []).append(item)
    items[:] = [item for group in groups.values() for item in group]


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Note in which world the next test runs."""
    global _next
    _next = world_of(nextitem)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Open the world just before its first test opens a transaction, and close it just after the
    last one has rolled back its own."""
    global _open
    if fixturedef.argname == "_django_db_helper":
        build = world_of(request.node)
        blocker = request.getfixturevalue("django_db_blocker")
        if build is not None and _open is None:
            with blocker.unblock():
                _open = World(build)
        # The fixture's own end comes before what is added here.
        fixturedef.addfinalizer(partial(_close_unless_next, blocker))
    return (yield)


def _close_unless_next(blocker: DjangoDbBlocker) -> None:
    global _open
    if _open is not None and _open.build is not _next:
        world, _open = _open, None
        with blocker.unblock():
            world.close()
