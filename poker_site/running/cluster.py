"""The servers and processes of a room on several machines, and which of them lead: for
``manage.py cluster status``.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import psycopg
import redis
from celery import current_app
from django.db import DatabaseError, connection

from core import sql
from core.redis_client import client
from poker_site.running.lease import BEAT
from tables.wire import web_heartbeats

# A server that is asked answers within this time, s.
PATIENCE_SECONDS = 2
# A web process without a sign for this long is gone, s.
GONE_SECONDS = 2 * web_heartbeats.EVERY_SECONDS + 1

_STATE = """
    SELECT pg_is_in_recovery(),
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
             ELSE pg_current_wal_lsn() END::text,
        current_setting('synchronous_standby_names')"""
_BEATS = """
    SELECT application_name, EXISTS (
        SELECT FROM pg_locks
        WHERE pid = pg_stat_activity.pid AND locktype = 'advisory' AND objid = %s AND granted
    ) AS leads
    FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'beat %%'
    ORDER BY leads DESC, application_name"""


class Role(NamedTuple):
    """One server or kind of process: whether all is well with it, and its part in the room."""

    what: str
    well: bool
    said: str


def roles() -> Iterator[Role]:
    """Yield the part of each server and process. A silent one is a finding, and hides no other."""
    for what, look in LOOKS.items():
        try:
            yield from (Role(what, *found) for found in look())
        except (DatabaseError, redis.RedisError, OSError) as error:
            yield Role(what, False, f"{type(error).__name__}: {str(error).strip()}")


Found = Iterator[tuple[bool, str]]


class _Server(NamedTuple):
    follows: bool
    # The place in the log up to which it has all, as PostgreSQL writes it.
    place: str
    waits_for: str


def _postgres() -> Found:
    arguments = connection.get_connection_params()
    hosts = str(arguments.get("host") or "").split(",")
    ports = str(arguments.get("port") or "5432").split(",")
    # One port may stand for all hosts.
    ports = ports * len(hosts) if len(ports) == 1 else ports
    servers = {
        f"{host or 'local'}:{port}": _ask(arguments, host, port)
        for host, port in zip(hosts, ports, strict=True)
    }
    leading = [server for server in servers.values() if server and not server.follows]
    for name, server in servers.items():
        if server is None:
            yield False, f"{name} does not answer"
        elif not server.follows:
            waits = "a commit waits for a second server" if server.waits_for else "it stands alone"
            yield len(servers) == 1 or bool(server.waits_for), f"{name} leads; {waits}"
        elif leading:
            behind = _bytes(leading[0].place) - _bytes(server.place)
            yield True, f"{name} follows, {max(0, behind)} bytes behind"
        else:
            yield True, f"{name} follows"
    if len(leading) != 1:
        yield False, f"{len(leading)} servers take writes"


def _ask(arguments: Mapping[str, Any], host: str, port: str) -> _Server | None:
    """Return the state of one server by itself, whatever it takes; None for a silent one."""
    # Without the wish for a server that takes writes.
    own = {
        name: value
        for name, value in arguments.items()
        if name in ("user", "password", "dbname") or name.startswith("ssl")
    }
    try:
        with psycopg.connect(
            **own, host=host or None, port=port, connect_timeout=PATIENCE_SECONDS
        ) as session:
            row = session.execute(_STATE).fetchone()
            return _Server(*row) if row else None
    except psycopg.OperationalError:
        return None


def _bytes(place: str) -> int:
    high, low = place.split("/")
    return (int(high, 16) << 32) + int(low, 16)


def _beat() -> Found:
    beats = list(sql.rows(_BEATS, [BEAT]))
    for name, leads in beats:
        yield True, f"{name.removeprefix('beat ')} {'leads' if leads else 'waits'}"
    if not any(leads for _, leads in beats):
        yield False, "no beat leads: nothing is given to the workers"


def _web() -> Found:
    [(count,)] = sql.rows(
        "SELECT count(*) FROM tables_websign WHERE at > now() - make_interval(secs => %s)",
        [GONE_SECONDS],
    )
    # A process leaves signs from its first visit to a table on, so a quiet room may have none.
    [(plays,)] = sql.rows("SELECT EXISTS (SELECT FROM tables_deadline WHERE due_at IS NOT NULL)")
    yield count > 0 or not plays, f"{count} processes serve tables"


def _workers() -> Found:
    # Nodes of one name answer each by itself.
    count = len(current_app.control.ping(timeout=PATIENCE_SECONDS))
    yield count > 0, f"{count} processes answer"


def _valkey() -> Found:
    told = client().info("replication")
    if told["role"] == "master":
        yield True, f"the one that is used leads; {told['connected_slaves']} follow"
    else:
        yield False, "the one that is used follows: it takes no writes"


LOOKS = {
    "PostgreSQL": _postgres,
    "Valkey": _valkey,
    "web": _web,
    "worker": _workers,
    "beat": _beat,
}
