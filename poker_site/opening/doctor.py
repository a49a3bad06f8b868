"""Faults of a room, found by asking all that it stands on: for ``manage.py doctor``."""

import shutil
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, cast
from urllib.parse import urlsplit

import httpx2
import redis
from django.conf import settings
from django.core import checks, mail
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from core import room_clock, sql
from core.redis_client import client
from poker_site.models import Backup
from poker_site.opening import state
from poker_site.running import process_heartbeats
from poker_site.version import VERSION

# Clocks of two machines may differ by this much (docs/operations.md, More load).
CLOCKS_SECONDS = 1.0
# The part of a disk that must be free.
FREE_PERCENT = 10
PATIENCE_SECONDS = 5.0
LOCAL = ("localhost", "127.0.0.1", "::1")


class Diagnosis(NamedTuple):
    """One look: what at, whether all is well, and what was seen; a fault says the remedy too."""

    what: str
    well: bool
    said: str


def examine() -> Iterator[Diagnosis]:
    """Yield what each look finds; one that fails is a finding, and hides no other."""
    for what, look in LOOKS.items():
        try:
            yield from (Diagnosis(what, *found) for found in look())
        except (DatabaseError, redis.RedisError, OSError) as error:
            yield Diagnosis(what, False, f"{type(error).__name__}: {str(error).strip()}")


Found = Iterator[tuple[bool, str]]


def _settings() -> Found:
    messages = checks.run_checks(include_deployment_checks=True, databases=["default"])
    ours = [one for one in messages if one.level >= checks.WARNING and not one.is_silenced()]
    for one in ours:
        yield False, f"{one.id}: {one.msg} {one.hint or ''}".strip()
    if not ours:
        yield True, "no check finds a fault"
    if settings.EMBEDDED and not settings.DEMO:
        yield (
            False,
            "a room for real money runs on the embedded PostgreSQL, which has no standby and no"
            " password. Name a server of yours in DATABASE_URL.",
        )


def _postgres() -> Found:
    [(version, standby, commits)] = sql.rows(
        "SELECT current_setting('server_version'), pg_is_in_recovery(),"
        " current_setting('synchronous_commit')"
    )
    yield (
        not standby,
        f"PostgreSQL {version}"
        + (" is a standby, which takes no writes. Name the primary." if standby else ""),
    )
    if commits == "off":
        yield False, "synchronous_commit is off: a crash loses hands that were told. Set it to on."
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    release = f"release {VERSION}"
    if waiting:
        yield False, f"{release}: {len(waiting)} migrations wait. Run `manage.py migrate`."
    else:
        yield True, f"{release}, and the tables are of this release"


def _redis() -> Found:
    told = cast("dict[str, object]", client().info("server"))
    memory = cast("dict[str, int]", client().info("memory"))
    yield True, f"Redis {told['redis_version']}"
    if memory.get("maxmemory") and memory["used_memory"] > 0.9 * memory["maxmemory"]:
        yield False, "Redis is nearly full (maxmemory): the room stands still once it is."


def _clocks() -> Found:
    before = time.time()
    [(postgres,)] = sql.rows("SELECT extract(epoch FROM clock_timestamp())")
    seconds, micros = client().time()
    here = (before + time.time()) / 2
    for name, there in (("PostgreSQL", float(postgres)), ("Redis", seconds + micros / 1e6)):
        apart = abs(there - here)
        yield (
            apart <= CLOCKS_SECONDS,
            f"{name}'s clock is {apart:.1f} s from this machine's"
            + ("" if apart <= CLOCKS_SECONDS else ". Start NTP on both."),
        )


def _disk() -> Found:
    settings.VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    disk = shutil.disk_usage(settings.VAR_DIR)
    percent = 100 * disk.free // disk.total
    yield (
        percent >= FREE_PERCENT,
        f"{percent} % of the disk of {settings.VAR_DIR} are free"
        + ("" if percent >= FREE_PERCENT else ". Make room, or PostgreSQL stops."),
    )
    [(size,)] = sql.rows("SELECT pg_size_pretty(pg_database_size(current_database()))")
    yield True, f"the database has {size}"


def _mail() -> Found:
    if not settings.MAIL_SENT_BY:
        yield settings.DEMO, "no mail server: mails stay at the desk. Set EMAIL_URL."
        return
    with mail.get_connection(settings.MAIL_SENT_BY):
        yield True, f"{getattr(settings, 'EMAIL_HOST', 'the mail server')} takes mails"
    [(late,)] = sql.rows(
        "SELECT count(*) FROM players_mail WHERE due_at < now() - interval '10 minutes'"
    )
    yield not late, f"{late} mails have waited for ten minutes"


def _processes() -> Found:
    for name in process_heartbeats.PROCESSES:
        alive = process_heartbeats.is_alive(name)
        yield alive, f"{name} {'works' if alive else 'is silent. Start it, and read its log.'}"
    [(late,)] = sql.rows(
        "SELECT count(*) FROM tables_deadline WHERE due_at < now() - interval '5 seconds'"
    )
    yield not late, f"{late} deadlines of tables are late"
    for (audited,) in sql.rows("SELECT sound FROM payouts_auditrun ORDER BY id DESC LIMIT 1"):
        yield (
            audited,
            "the last audit found books and guards "
            + ("in order" if audited else "in disorder. Run `manage.py audit`."),
        )


def _backups() -> Found:
    latest = Backup.objects.order_by("-made_at").first()
    if latest is None:
        yield settings.DEMO, "none was made yet. Run `manage.py backup` every night."
    else:
        age = room_clock.now() - latest.made_at
        late = age > Backup.EVERY
        yield (
            not late,
            f"the last one is {age.total_seconds() / 3600:.0f} hours old: {latest.place}"
            + (". Look why no other was made (`manage.py backup`)." if late else ""),
        )
    [(mode, archived, fails)] = sql.rows(
        "SELECT current_setting('archive_mode'), last_archived_wal,"
        " coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)"
        " FROM pg_stat_archiver"
    )
    if mode == "off":
        yield True, "no logs are archived: a backup restores to its own moment alone"
    elif fails:
        yield False, "the archive takes no logs. Read PostgreSQL's log: its disk fills up."
    else:
        yield True, f"logs are archived, the last is {archived or 'still to come'}"


def _proxy() -> Found:
    url = settings.PUBLIC_URL
    secure = url.startswith("https:")
    if urlsplit(url).hostname in LOCAL:
        yield settings.DEMO, f"PUBLIC_URL is {url}: nobody else reaches the room"
        return
    # Until a room is set up no other page opens.
    page = f"{url}/set-up/" if state.going_on() else f"{url}/about/"
    try:
        answer = httpx2.get(page, timeout=PATIENCE_SECONDS)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        yield False, f"{url} does not answer: {error}. Look at name, proxy and certificate."
        return
    well = answer.status_code == httpx2.codes.OK
    yield well, f"{page} answers {answer.status_code}" + ("" if well else f". {_remedy(answer)}")
    if secure and "Strict-Transport-Security" not in answer.headers:
        yield False, "the proxy sends no Strict-Transport-Security (deploy/caddy, deploy/nginx)."
    cookies = answer.headers.get_list("Set-Cookie")
    if secure and any("Secure" not in cookie for cookie in cookies):
        yield False, "cookies go over plain HTTP too. Set SECURE_COOKIES=true."
    socket = f"{url.replace('http', 'ws', 1)}/ws/me/"
    try:
        # pyright and mypy know the origin as a NewType of str.
        with connect(socket, origin=cast("None", url), open_timeout=PATIENCE_SECONDS):
            yield True, f"websockets open at {socket}"
    except (WebSocketException, OSError) as error:
        yield (
            False,
            f"no websocket opens at {socket} ({error}). The proxy must pass Upgrade, Host and"
            " X-Forwarded-Proto, and BEHIND_PROXY must be true.",
        )


def _remedy(answer: httpx2.Response) -> str:
    """Return what helps against an answer of the proxy's that is no page."""
    if answer.has_redirect_location:
        return f"It leads to {answer.headers['Location']}: PUBLIC_URL must lead nowhere else."
    if answer.status_code == httpx2.codes.BAD_REQUEST:
        return "Name the host in ALLOWED_HOSTS."
    if answer.is_client_error:
        return "Another server answers at this name, or the proxy keeps strangers out."
    if answer.status_code == httpx2.codes.INTERNAL_SERVER_ERROR:
        return "Read the log of web."
    return "The proxy reaches no web process, or that reaches no server: start them, and read logs."


LOOKS: dict[str, Callable[[], Found]] = {
    "settings": _settings,
    "PostgreSQL": _postgres,
    "Redis": _redis,
    "clocks": _clocks,
    "disk": _disk,
    "mail": _mail,
    "processes": _processes,
    "backups": _backups,
    "proxy": _proxy,
}
