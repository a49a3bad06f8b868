"""Trouble that is nobody's fault: a room too busy to answer, an address that nobody can mean."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, cast

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client, override_settings
from django.urls import reverse
from psycopg.errors import AdminShutdown, CannotConnectNow, DeadlockDetected, DiskFull
from psycopg_pool import PoolTimeout

from core import unavailable
from core.refusals import CoreCode
from payouts.models import Account
from players.models import User
from tables.live import dealer, record
from tests.tables.conversations import Loop, Socket
from tests.tables.rooms import open_room
from tests.tournaments import events
from tournaments.floor import locking

# A timer of PostgreSQL ends the wait for a lock; libfaketime keeps it from the server.
pytestmark = pytest.mark.today

BUSY = "The room is busy right now. Nothing has changed; try again."


@contextmanager
def held(lock: Callable[[], object]) -> Iterator[None]:
    """Somebody else holds a lock for as long as the block lasts; we wait for it only briefly."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock()
            taken.set()
            done.wait(20)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait(10)
    try:
        with hurry():
            yield
    finally:
        done.set()
        holder.join()
        connection.close()


@contextmanager
def hurry() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    try:
        yield
    finally:
        # The connection goes back to a pool, and to tests that have time.
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a server may need more than a second; nothing said before is believed."""
    monkeypatch.setattr("poker_site.running.health.PATIENCE_SECONDS", 60.0)
    monkeypatch.setattr("poker_site.running.health.WRITE_EVERY_SECONDS", 0.0)


@pytest.fixture
def rich() -> User:
    [user] = events.players(1, cents=10_00)
    return user


def wallet_of(user: User) -> Callable[[], object]:
    return lambda: Account.objects.select_for_update().get(user=user)


@pytest.mark.django_db(transaction=True)
def test_a_wallet_that_stays_locked_is_a_page_that_says_try_again(rich: User) -> None:
    client = Client()
    client.force_login(rich)
    event = events.sit_and_go()
    with held(wallet_of(rich)):
        answer = client.post(reverse("register", args=[event.pk]), follow=True)
    assert (answer.status_code, answer.redirect_chain) == (
        200,
        [(f"/tournaments/{event.pk}/", 302)],
    )
    assert BUSY in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["wallet", "event"])
def test_programs_are_told_503_and_when_to_come_back(rich: User, what: str) -> None:
    client = Client()
    client.force_login(rich)
    event = events.sit_and_go()
    locks = {"wallet": wallet_of(rich), "event": lambda: locking.lock(event.pk)}
    with held(locks[what]):
        answer = client.post(f"/api/tournaments/{event.pk}/register/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer.json() == {"code": "ROOM_BUSY", "message": BUSY, "rule": None}
    assert not event.entries.exists()


@pytest.mark.django_db(transaction=True)
def test_a_page_without_answers_of_its_own_becomes_a_503(rich: User) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    address = reverse("admin:players_user_change", args=[rich.pk])

    def lock() -> object:
        return User.objects.select_for_update().get(pk=rich.pk)

    form = {"username": "other", "date_joined_0": "2026-11-20", "date_joined_1": "20:00"}
    with held(lock):
        answer = client.post(address, form)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert BUSY in answer.content.decode()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_table_that_stays_locked_is_told_to_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_room(1000, 1000)
    sit_out = dealer.sit_out

    def in_a_hurry(**wish: Any) -> int:
        with hurry():
            return sit_out(**wish)

    monkeypatch.setattr(dealer, "sit_out", in_a_hurry)
    loop = Loop()
    socket = Socket(loop, opened.table_id, opened.users[1])
    with held(lambda: record.lock(opened.table_id)):
        socket.say(type="sit_out")
        refused = socket.until("refused")
    socket.close()
    loop.close()
    assert (refused["code"], refused["message"]) == ("ROOM_BUSY", BUSY)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/admin/tournaments/tournament/?status__exact=%00",
        "/admin/tournaments/tournament/?q=%00",
        "/admin/payouts/transfer/?reason__exact=a%00b",
        "/admin/tables/table/?%00=1",
        "/admin/tournaments/act/?by__id__exact=%00",
        "/clubs/join/a%00b/",
        "/clubs/pictures/%00/",
        "/home/%00/",
    ],
)
def test_an_address_with_a_nul_is_malformed_and_no_trouble(address: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    assert client.get(address).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/hands/{}/", "/hands/{}/replay/"])
def test_a_number_that_no_row_can_have_leads_nowhere(address: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    assert client.get(address.format(2**63)).status_code == 404


def test_two_who_wait_for_each_other_are_told_that_the_room_is_busy() -> None:
    trouble = OperationalError("deadlock detected")
    trouble.__cause__ = DeadlockDetected()
    assert str(unavailable.named(trouble)) == CoreCode.ROOM_BUSY
    other = OperationalError("column does not exist")
    assert unavailable.named(other) is other


@contextmanager
def no_database() -> Iterator[None]:
    """A server that is gone: nobody listens, and whoever wants a connection waits for nothing."""
    known, pool = connection.settings_dict["HOST"], connection.settings_dict["OPTIONS"]["pool"]
    patience = pool["timeout"]
    _forget_connections()
    connection.settings_dict["HOST"], pool["timeout"] = "/nowhere", 0.1
    try:
        yield
    finally:
        _forget_connections()
        connection.settings_dict["HOST"], pool["timeout"] = known, patience


def _forget_connections() -> None:
    connection.close()
    cast(DatabaseWrapper, connection).close_pool()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_without_a_database_every_answer_is_a_503_that_says_so(rich: User) -> None:
    event = events.sit_and_go()
    client = Client(raise_request_exception=False)
    client.force_login(rich)
    pages = [
        "/",
        f"/tournaments/{event.pk}/",
        "/wallet/",
        "/accounts/login/",
        "/cash/",
        "/my/hands/",
    ]
    programs = ["/api/tournaments/", f"/api/tournaments/{event.pk}/", "/api/me/"]
    with no_database():
        told = {
            address: client.get(address) for address in [*pages, *programs, "/admin/", "/health/"]
        }
        posted = client.post(f"/api/tournaments/{event.pk}/register/")
        anonymous = Client(raise_request_exception=False).get("/")
    statuses = {address: answer.status_code for address, answer in told.items()}
    assert set(statuses.values()) == {503}, statuses
    assert anonymous.status_code == 503
    assert BUSY in anonymous.content.decode()
    for address in programs:
        assert told[address].json() == {"code": "ROOM_BUSY", "message": BUSY, "rule": None}
    assert (posted.status_code, posted["Retry-After"]) == (503, "2")
    assert client.get("/").status_code == 200, "and it is back as soon as the database is"


@pytest.mark.parametrize(
    ("cause", "gone"),
    [
        (PoolTimeout("couldn't get a connection after 10.00 sec"), True),
        (psycopg.OperationalError("server closed the connection unexpectedly"), True),
        (AdminShutdown("terminating connection"), True),
        (CannotConnectNow("the database system is starting up"), True),
        (DiskFull("no space left on device"), False),
    ],
)
def test_what_says_that_the_database_is_gone(cause: Exception, gone: bool) -> None:
    trouble = OperationalError(str(cause))
    trouble.__cause__ = cause
    assert unavailable.out_of_reach(trouble) is gone
    assert unavailable.named(trouble) is not trouble


@contextmanager
def a_standby() -> Iterator[None]:
    """A PostgreSQL whose sessions only read."""
    options = connection.settings_dict["OPTIONS"]
    known = options["options"]
    _forget_connections()
    options["options"] = known.replace("read_only=off", "read_only=on")
    try:
        yield
    finally:
        _forget_connections()
        options["options"] = known


@contextmanager
def a_full_redis() -> Iterator[None]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.config_set("maxmemory", 1)
        try:
            yield
        finally:
            client.config_set("maxmemory", 0)


@contextmanager
def a_replica() -> Iterator[None]:
    """A Redis that follows another one, which is not there."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.replicaof("127.0.0.1", "1")
        try:
            yield
        finally:
            client.replicaof("NO", "ONE")


@pytest.mark.middling
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [a_standby, a_full_redis, a_replica])
def test_a_server_that_answers_and_refuses_is_a_busy_room(
    rich: User, trouble: Callable[[], AbstractContextManager[None]], patient: None
) -> None:
    event = events.sit_and_go()
    client = Client(raise_request_exception=False)
    client.force_login(rich)
    anonymous = Client(raise_request_exception=False)
    server = "postgres" if trouble is a_standby else "redis"
    with trouble():
        told = {
            address: client.get(address).status_code
            for address in ["/", f"/tournaments/{event.pk}/", "/wallet/", "/cash/", "/api/me/"]
        }
        signed_in = anonymous.post("/accounts/login/", {"login": "anna", "password": "wrong"})
        posted = client.post(f"/api/tournaments/{event.pk}/register/")
        pressed = client.post(reverse("register", args=[event.pk]))
        ready = client.get("/ready/").json()
    assert set(told.values()) <= {200, 503}, told
    assert signed_in.status_code == 503
    assert (posted.status_code, pressed.status_code) in [(503, 503), (503, 302), (200, 302)]
    assert event.entries.exists() is (posted.status_code == 200)
    assert {name: ready[name] for name in ("postgres", "redis")} == {
        "postgres": server != "postgres",
        "redis": server != "redis",
    }
    assert client.get("/ready/").json()[server], "and it is back as soon as the server is"


@pytest.mark.parametrize(
    ("error", "refuses"),
    [
        (redis.OutOfMemoryError("command not allowed"), True),
        (redis.ReadOnlyError("You can't write against a read only replica."), True),
        (redis.exceptions.MasterDownError("Link with MASTER is down"), True),
        (redis.ResponseError("BUSY Redis is busy running a script"), True),
        (redis.ResponseError("MISCONF Errors writing to the disk"), True),
        (redis.ResponseError("NOREPLICAS Not enough good replicas to write."), True),
        (redis.ResponseError("WRONGTYPE Operation against a key"), False),
    ],
)
def test_what_a_redis_says_that_does_no_work(error: Exception, refuses: bool) -> None:
    assert (unavailable.named(error) is not error) is refuses


@contextmanager
def no_redis() -> Iterator[None]:
    """A Redis that is gone: nobody listens where this process looks for it."""
    nowhere = "redis://127.0.0.1:1/0"
    caches = {"default": {**settings.CACHES["default"], "LOCATION": nowhere}}
    with override_settings(REDIS_URL=nowhere, CACHES=caches):
        yield


@pytest.mark.middling
@pytest.mark.django_db(transaction=True)
def test_without_redis_no_page_breaks_and_what_was_done_is_done(rich: User, patient: None) -> None:
    event = events.sit_and_go()
    client = Client(raise_request_exception=False)
    client.force_login(rich)
    anonymous = Client(raise_request_exception=False)
    with no_redis():
        told = {
            address: client.get(address).status_code
            for address in ["/", f"/tournaments/{event.pk}/", "/wallet/", "/cash/", "/api/me/"]
        }
        posted = client.post(f"/api/tournaments/{event.pk}/register/")
        # Tries are counted in Redis: without it nobody may try passwords.
        tried = anonymous.post("/accounts/login/", {"login": "anna", "password": "wrong"})
        health = client.get("/health/")
    assert set(told.values()) <= {200, 503}, told
    assert posted.status_code == 200
    assert event.entries.filter(user=rich).exists()
    assert tried.status_code == 503
    assert BUSY in tried.content.decode()
    assert (health.status_code, health.content) == (200, b"no answer from redis")
