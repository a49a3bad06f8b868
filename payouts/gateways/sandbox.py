"""A payment service to try the room with: a real HTTP service that moves no real money.

``python -m payouts.gateways.sandbox --help``. It speaks as ``over_http`` expects, stores its state
in a file, so that ``kill -9`` loses nothing, and repeats signed notices until they are accepted.
With ``--trouble`` it is the worst service that still pays correctly: notices late, repeated, in any
order, lost, contradicting each other; answers lost after the payment was made.
"""

import argparse
import html
import json
import random
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from core.outside import signing
from core.outside.sandbox_server import SandboxHandler, SandboxRefusal

SCHEMA = """
    CREATE TABLE IF NOT EXISTS payment (
        token TEXT PRIMARY KEY, kind TEXT NOT NULL, amount INTEGER NOT NULL, state TEXT NOT NULL,
        back_to TEXT NOT NULL, reference TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS notice (
        id TEXT PRIMARY KEY, body TEXT NOT NULL, due REAL NOT NULL, copies INTEGER NOT NULL,
        taken INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX IF NOT EXISTS notice_due ON notice (due) WHERE copies > 0;
"""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox</title>
<meta name="viewport" content="width=device-width"><body style="font:1rem sans-serif;margin:2rem">
<h1>Sandbox payment service</h1><p>{what}</p><form method="post">
<button name="outcome" value="settled">Pay</button>
<button name="outcome" value="failed">Decline</button></form></body></html>"""
# The later outcomes of a payment, by direction and state: ``/control`` sets them.
AFTERWARDS = {
    ("deposit", "pending"): ("settled", "failed"),
    ("deposit", "settled"): ("charged_back",),
    ("withdrawal", "pending"): ("settled", "failed"),
    ("withdrawal", "settled"): ("returned",),
}


@dataclass(frozen=True)
class Trouble:
    """The probability of each trouble, 0 to 1, and the longest delay of a notice, seconds."""

    repeated: float = 0.0
    lost: float = 0.0
    contradicted: float = 0.0
    unanswered: float = 0.0
    late: float = 0.0


class Sandbox:
    """The payments of the service, and its notices still to be sent."""

    def __init__(self, keep: Path, *, trouble: Trouble, seed: int) -> None:
        self._keep, self.trouble, self.dice = keep, trouble, random.Random(seed)  # noqa: S311
        with self._kept() as database:
            database.executescript(SCHEMA)

    @contextmanager
    def _kept(self) -> Iterator[sqlite3.Connection]:
        """Open the file in one transaction."""
        database = sqlite3.connect(self._keep, timeout=30)
        # The kernel has all writes of a killed process: only a crash of the machine could lose
        # them.
        database.execute("PRAGMA synchronous = OFF")
        try:
            with database:
                yield database
        finally:
            database.close()

    def take(self, kind: str, body: dict[str, Any]) -> dict[str, str]:
        """Begin a deposit or a payout, once a token; another amount under it is refused."""
        token, amount = str(body["token"]), int(body["amount"])
        with self._kept() as database:
            row = (token, kind, amount, "pending", str(body.get("back_to", "")), f"SB-{token[:13]}")
            database.execute("INSERT OR IGNORE INTO payment VALUES (?, ?, ?, ?, ?, ?)", row)
            payment = database.execute(
                "SELECT kind, amount, reference FROM payment WHERE token = ?", (token,)
            ).fetchone()
            if payment[:2] != (kind, amount):
                raise SandboxRefusal("another payment has this token")
            self._tell(database, token, "pending", amount, lost=self.trouble.lost)
        return {"reference": str(payment[2])}

    def refund(self, body: dict[str, Any]) -> dict[str, str]:
        """Send a settled deposit back, once."""
        token = str(body["token"])
        with self._kept() as database:
            row = database.execute(
                "SELECT state, amount FROM payment WHERE token = ? AND kind = 'deposit'", (token,)
            ).fetchone()
            if row is None or row[0] not in ("settled", "sent_back"):
                raise SandboxRefusal("nothing to send back")
            self._go(database, token, "sent_back", row[1])
        return {}

    def become(self, token: str, state: str) -> None:
        """Apply an outside event: the player pays, or a bank takes the money back."""
        with self._kept() as database:
            kind, now, amount = database.execute(
                "SELECT kind, state, amount FROM payment WHERE token = ?", (token,)
            ).fetchone() or ("", "", 0)
            if now == state:
                return
            if state not in AFTERWARDS.get((kind, now), ()):
                raise SandboxRefusal(f"{now or 'unknown'} does not become {state}")
            self._go(database, token, state, amount)

    def status(self, token: str) -> dict[str, Any] | None:
        with self._kept() as database:
            row = database.execute(
                "SELECT state, amount, reference, back_to FROM payment WHERE token = ?", (token,)
            ).fetchone()
        return (
            dict(zip(("state", "amount", "reference", "back_to"), row, strict=True))
            if row
            else None
        )

    def all(self) -> list[dict[str, Any]]:
        """Return every payment with its state; last, the counts of unsent and accepted notices."""
        with self._kept() as database:
            rows = database.execute("SELECT token, kind, amount, state FROM payment").fetchall()
            left, taken = database.execute(
                "SELECT count(*) FILTER (WHERE copies > 0), coalesce(sum(taken), 0) FROM notice"
            ).fetchone()
        return [
            dict(zip(("token", "kind", "amount", "state"), row, strict=True)) for row in rows
        ] + [{"left": left, "taken": taken}]

    def _go(self, database: sqlite3.Connection, token: str, state: str, amount: int) -> None:
        database.execute("UPDATE payment SET state = ? WHERE token = ?", (state, token))
        contradicted = self.dice.random() < self.trouble.contradicted
        self._tell(database, token, state, amount, lost=self.trouble.lost * (not contradicted))
        if contradicted:
            other = {"settled": "failed", "failed": "settled"}.get(state, "pending")
            wrong = amount if self.dice.random() < 0.5 else amount + 1
            self._tell(database, token, other, wrong, mark=":x")

    def _tell(
        self,
        database: sqlite3.Connection,
        token: str,
        state: str,
        amount: int,
        *,
        mark: str = "",
        lost: float = 0.0,
    ) -> None:
        """Queue a notice: repeated and delayed as trouble has it, and skipped where it is lost.

        Only a notice of a state that the room polls for by itself may be lost.
        """
        copies = 1 + sum(self.dice.random() < self.trouble.repeated for _ in range(3))
        if state in ("pending", "settled", "failed") and self.dice.random() < lost:
            copies = 0
        notice = {"id": f"{token}:{state}{mark}", "token": token, "state": state, "amount": amount}
        due = time.time() + self.dice.random() * self.trouble.late
        database.execute(
            "INSERT OR IGNORE INTO notice (id, body, due, copies) VALUES (?, ?, ?, ?)",
            (notice["id"], json.dumps(notice), due, copies),
        )

    def send_due(self, *, to: str, secret: str) -> int:
        """Send due notices, each copy until it is accepted; returns how many were."""
        with self._kept() as database:
            due = database.execute(
                "SELECT id, body FROM notice WHERE copies > 0 AND due <= ? LIMIT 50",
                (time.time(),),
            ).fetchall()
        self.dice.shuffle(due)
        taken = 0
        for number, body in due:
            sent = _post(to, body.encode(), id_=f"notice-{number}", secret=secret)
            taken += sent
            later = time.time() + (self.dice.random() * self.trouble.late if sent else 0.5)
            with self._kept() as database:
                database.execute(
                    "UPDATE notice SET copies = copies - ?, taken = taken + ?, due = ?"
                    " WHERE id = ?",
                    (sent, sent, later, number),
                )
        return taken


def _post(to: str, body: bytes, *, id_: str, secret: str) -> bool:
    """Send a notice; each time with the same id."""
    signed = signing.sign(body, secret=secret, id_=id_, at=int(time.time()))
    headers = {**signed, "Content-Type": "application/json"}
    try:
        with urllib.request.urlopen(
            urllib.request.Request(to, data=body, headers=headers), timeout=5
        ) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


class GatewayHandler(SandboxHandler):
    """The service's pages and verbs."""

    def __init__(self, sandbox: Sandbox, secret: str, here: str, *args: Any) -> None:
        self.sandbox, self.secret, self.here = sandbox, secret, here
        super().__init__(*args)

    def do_GET(self) -> None:
        if self.path.startswith("/pay/"):
            payment = self.sandbox.status(self.path.removeprefix("/pay/"))
            what = (
                f"{payment['amount']} of the smallest unit, {payment['state']}"
                if payment
                else "Unknown."
            )
            self._page(html.escape(what))
        elif not self.genuine(self.path.encode()):
            return
        elif self.path == "/control":
            self.say(200, self.sandbox.all())
        else:
            payment = self.sandbox.status(self.path.removeprefix("/payments/"))
            self.say(200 if payment else 404, payment or {})

    def do_POST(self) -> None:
        body = self.body()
        try:
            if self.path.startswith("/pay/"):
                token = self.path.removeprefix("/pay/")
                self.sandbox.become(token, parse_qs(body.decode()).get("outcome", [""])[0])
                self.send_response(303)
                self.send_header("Location", (self.sandbox.status(token) or {})["back_to"])
                self.end_headers()
                return
            if not self.genuine(body):
                return
            answer = self._do(json.loads(body))
        except (SandboxRefusal, KeyError, ValueError, TypeError) as why:
            self.say(422, {"error": str(why)})
            return
        if self.path != "/control" and self.sandbox.dice.random() < self.sandbox.trouble.unanswered:
            # The deed is done, and the answer is lost.
            self.close_connection = True
            return
        self.say(200, answer)

    def _do(self, body: dict[str, Any]) -> dict[str, str]:
        if self.path == "/deposits":
            reply = self.sandbox.take("deposit", body)
            return {**reply, "pay_at": f"{self.here}/pay/{body['token']}"}
        if self.path == "/payouts":
            return self.sandbox.take("withdrawal", body)
        if self.path == "/refunds":
            return self.sandbox.refund(body)
        if self.path == "/control":
            self.sandbox.become(str(body["token"]), str(body["state"]))
            return {}
        raise SandboxRefusal("no such verb")

    def _page(self, what: str) -> None:
        self.send(200, PAGE.format(what=what).encode(), "text/html; charset=utf-8")


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="A payment service that pays nobody.")
    parser.add_argument("--port", type=int, default=8090)
    parser.add_argument("--secret", required=True, help="as in PAYMENT_GATEWAY_SECRETS")
    parser.add_argument("--notify", required=True, help="the room's /payments/notify/<name>/")
    parser.add_argument("--keep", type=Path, default=Path("sandbox.sqlite"))
    parser.add_argument("--trouble", action="store_true", help="be the worst of all services")
    parser.add_argument("--repeated", type=float, default=0.3, help="how likely, with trouble")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    worst = Trouble(options.repeated, lost=0.1, contradicted=0.05, unanswered=0.1, late=1.0)
    trouble = worst if options.trouble else Trouble()
    sandbox = Sandbox(options.keep, trouble=trouble, seed=options.seed)

    def send() -> None:
        while True:
            if not sandbox.send_due(to=options.notify, secret=options.secret):
                time.sleep(0.05)

    threading.Thread(target=send, daemon=True).start()
    here = f"http://127.0.0.1:{options.port}"
    door = partial(GatewayHandler, sandbox, options.secret, here)
    ThreadingHTTPServer(("127.0.0.1", options.port), door).serve_forever()


if __name__ == "__main__":
    main()
