"""What every test may use."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.utils import translation
from hypothesis import Phase, settings
from pytest_django import DjangoDbBlocker

from core import room_clock
from players.sign_in import session_store
from poker_site.launch import embedded, rights
from tests.harness import witness_clock, worlds
from tests.harness.room import Rooms, wait_for
from tests.harness.row_cleanup import RowCleanup

settings.register_profile("default", max_examples=30, deadline=None)
settings.register_profile("long", max_examples=1000, deadline=None)
# Of a mutant it matters whether a test fails, not by which smallest example; and always the same.
settings.register_profile(
    "mutants",
    max_examples=50,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("default")

hash_of_a_secret = session_store.key_of


def pytest_configure() -> None:
    # How a password is hashed takes half a second on purpose; no test is about that.
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Walks of tests ask more often than programs.
    django_settings.API_PER_MINUTE = 1_000_000
    # A test holds or moves the clock of its own process.
    room_clock.begin = lambda: None
    # Django's test client puts ``session_key`` into its cookie, and reads it there.
    session_store.key_of = lambda secret: secret if len(secret) == 40 else hash_of_a_secret(secret)
    # Where the test's own server looks for them; rooms have the names that browsers keep for good.
    django_settings.STORAGES["staticfiles"]["BACKEND"] = django_settings.STATIC_STORAGE


SLOWEST_FILES = 15
_seconds: defaultdict[str, float] = defaultdict(float)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what plays in a room."""
    for item in items:
        if "rooms" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.room)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid.partition("::")[0]] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where the time went: seconds of the clock, waits and what a process starts with its first
    test included; those of processes that run side by side are added up."""
    if not _seconds:
        return
    terminalreporter.section(f"the {SLOWEST_FILES} slowest of {len(_seconds)} files")
    slowest = sorted(_seconds.items(), key=lambda file: file[1], reverse=True)
    for name, seconds in slowest[:SLOWEST_FILES]:
        terminalreporter.write_line(f"{seconds:8.1f} s  {name}")
    terminalreporter.write_line(f"{sum(_seconds.values()):8.1f} s  all files")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[ExitStack]:
    """The owner makes the test's database, a copy of the migrated one, and drops it at the end."""
    with ExitStack() as owner:
        owner.enter_context(rights.as_owner())
        connection.settings_dict["TEST"]["TEMPLATE"] = embedded.NAME
        yield owner


@pytest.fixture(scope="session")
def django_db_setup(
    servers: None,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_modify_db_settings: ExitStack,
) -> Iterator[None]:
    """A database on servers of our own, a quick way to empty it, and the role that plays."""
    with django_db_blocker.unblock():
        RowCleanup().install()
        witness_clock.install()
    django_db_modify_db_settings.close()
    yield
    # Threads of tables give their connections back when they have had nothing to do for a moment.
    connection.close()
    wait_for("all connections to be given back", _given_back)
    django_db_modify_db_settings.enter_context(rights.as_owner())


def _given_back() -> bool:
    pool = connection.pool  # type: ignore[attr-defined]
    said = pool.get_stats()
    return pool.closed or bool(said["pool_size"] == said["pool_available"])


@pytest.fixture(scope="module")
def owner(django_db_setup: None) -> Iterator[None]:
    """The module's tests, from this one on, run as the owner: they break what guards the rows."""
    with rights.as_owner():
        yield


@pytest.fixture(scope="session")
def rooms(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    """Where a test finds a running room."""
    rooms = Rooms(lambda: tmp_path_factory.mktemp("room"))
    yield rooms
    rooms.close()


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Each test begins in English, whatever page the one before it opened in this thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _settings_as_declared() -> None:
    """Each test begins in an open room with no setting changed, and asks nobody whether one is."""
    worlds.settings_as_declared()
