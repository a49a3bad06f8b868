"""The commands of the room's processes: ``python -m poker_site.launch.start web --port 8000``.

Service managers and containers call this module, ``manage.py room`` its functions.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from core.secret_addresses import BEFORE_KEYS

CELERY = (sys.executable, "-m", "celery", "-A", "poker_site")
# For OpenTelemetry; the operator's own variables come before.
TRACING = {
    "OTEL_SERVICE_NAME": "montepremi",
    "OTEL_METRICS_EXPORTER": "none",
    "OTEL_LOGS_EXPORTER": "none",
    "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
    # Those with a key in them.
    "OTEL_PYTHON_EXCLUDED_URLS": BEFORE_KEYS,
}


def web(*, host: str = "127.0.0.1", port: int = 8000) -> list[str]:
    """Return the command of a web process: pages, API and websockets."""
    return [
        *(sys.executable, "-m", "uvicorn", "poker_site.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--http", "poker_site.server.http_protocol:HttpProtocol"),
        *("--ws", "poker_site.server.websocket_protocol:WebSocketProtocol"),
        *("--ws-max-size", "4096", "--ws-per-message-deflate", "false"),
        *("--no-access-log", "--log-level", "warning"),
        # Sockets are drained by then; a peer that reads nothing holds up no restart.
        *("--timeout-graceful-shutdown", "8"),
    ]


def worker() -> list[str]:
    """Return the command of a worker, without the messages between workers that nothing reads."""
    return [
        *(*CELERY, "worker", "-P", "threads", "-c", "8", "-l", "WARNING"),
        *("--without-gossip", "--without-mingle", "--heartbeat-interval", "4"),
    ]


def beat(var: Path) -> list[str]:
    """Return the command of beat, which stores its schedule in ``var``."""
    return [*CELERY, "beat", "-l", "WARNING", "--pidfile", "", "-s", str(var / "beat")]


def traced(command: list[str]) -> list[str]:
    """Return the command as OpenTelemetry traces it where an endpoint is set.

    Addresses that are keys are not traced. Raises ImproperlyConfigured without its packages.
    """
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return command
    launcher = Path(sys.executable).with_name("opentelemetry-instrument")
    if not launcher.exists():
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, and opentelemetry-distro is not installed"
        )
    for name, value in TRACING.items():
        os.environ.setdefault(name, value)
    return [str(launcher), *command]


def main(arguments: Sequence[str]) -> None:
    """Become the process that the arguments name."""
    parser = argparse.ArgumentParser(prog="python -m poker_site.launch.start")
    processes = parser.add_subparsers(dest="process", required=True)
    pages = processes.add_parser("web", help="pages, API and websockets")
    # A unit of systemd gets it by a drop-in, without a command line of its own.
    pages.add_argument("--host", default=os.environ.get("ROOM_LISTEN", "127.0.0.1"))
    pages.add_argument("--port", type=int, default=8000)
    processes.add_parser("worker", help="time-outs, starts, deals, prizes, audit")
    processes.add_parser("beat", help="the ticks of the workers")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    try:
        var = Path(settings.VAR_DIR)
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
    except ImproperlyConfigured as reason:
        sys.exit(f"montepremi: {reason}; .env.example says what it is for.")
    except OSError as error:
        sys.exit(f"montepremi: {error}; VAR_DIR must name a folder that can be written.")
    match options.process:
        case "web":
            command = web(host=options.host, port=options.port)
        case "worker":
            command = worker()
        case _:
            command = beat(var)
    try:
        command = traced(command)
    except ImproperlyConfigured as reason:
        sys.exit(f"montepremi: {reason} (docs/operations.md, Failures and traces).")
    os.execv(command[0], command)  # noqa: S606 (no shell is wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
