"""The room's side of a storm, as a process that may be killed: it takes notices, and sees to
payments without a pause. ``python -m tests.payouts.payments.room_side PORT``."""

import sys
import threading
import time
from datetime import timedelta
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


def main() -> None:
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()

    from django.utils import timezone

    from core import due_checks
    from payouts.payments import gateway_events, sending

    # As the room does, only faster.
    sending.AGAIN, sending.LONGEST_PAUSE = timedelta(seconds=0.3), timedelta(seconds=6)
    port = int(sys.argv[1])
    server = make_server("127.0.0.1", port, application, Server, Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    while True:
        due = any(due_checks.which_exist([sending.DUE, gateway_events.WAITS], now=timezone.now()))
        if not due or not sending.sweep(now=timezone.now()):
            time.sleep(0.02)


if __name__ == "__main__":
    main()
