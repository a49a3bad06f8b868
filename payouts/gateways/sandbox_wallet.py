"""An operator's account system to try the room with: a real HTTP service that holds no money.

``python -m payouts.gateways.sandbox_wallet --help``. It speaks as ``operators_wallet`` expects and
stores its state in a file, so that ``kill -9`` loses nothing. With ``--trouble`` it loses requests
before the deed and answers after it.
"""

import argparse
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from core.outside.sandbox_server import SandboxHandler, SandboxRefusal

SCHEMA = (
    "CREATE TABLE IF NOT EXISTS account (user INTEGER PRIMARY KEY, cents INTEGER NOT NULL)",
    """CREATE TABLE IF NOT EXISTS call (
        key TEXT PRIMARY KEY, kind TEXT NOT NULL, user INTEGER NOT NULL, amount INTEGER NOT NULL,
        state TEXT NOT NULL)""",
)
# The probability that a request is lost, and the same of an answer.
LOST = 0.1


class Accounts:
    """Balances by user and every call by its key; a new user begins with ``beginning`` cents."""

    def __init__(self, keep: Path, *, beginning: int) -> None:
        self._keep, self._beginning = keep, beginning
        with self._kept() as database:
            for table in SCHEMA:
                database.execute(table)

    @contextmanager
    def _kept(self) -> Iterator[sqlite3.Connection]:
        """Open the file in one exclusive transaction."""
        database = sqlite3.connect(self._keep, timeout=30, isolation_level=None)
        # As in ``sandbox``: a kill loses nothing that was written.
        database.execute("PRAGMA synchronous = OFF")
        try:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
        finally:
            database.close()

    def move(self, kind: str, body: dict[str, Any]) -> None:
        """Book a debit or a credit, once per key.

        A debit is refused without enough money, or if it was rolled back before it came.
        """
        key, user, amount = str(body["key"]), int(body["user"]), int(body["amount"])
        with self._kept() as database:
            row = "SELECT kind, user, amount, state FROM call WHERE key = ?"
            if call := database.execute(row, (key,)).fetchone():
                if call != (kind, user, amount, "done"):
                    raise SandboxRefusal("not this call")
                return
            signed = amount if kind == "credit" else -amount
            held = self._held(database, user)
            if held + signed < 0:
                raise SandboxRefusal("not enough money")
            database.execute("UPDATE account SET cents = cents + ? WHERE user = ?", (signed, user))
            database.execute(
                "INSERT INTO call VALUES (?, ?, ?, ?, 'done')", (key, kind, user, amount)
            )

    def rollback(self, key: str) -> None:
        """Undo a debit, or make sure that it never happens."""
        with self._kept() as database:
            row = "SELECT kind, user, amount, state FROM call WHERE key = ?"
            call = database.execute(row, (key,)).fetchone()
            if call is None:
                database.execute("INSERT INTO call VALUES (?, 'debit', 0, 0, 'undone')", (key,))
            elif call[0] != "debit":
                raise SandboxRefusal("only debits are undone")
            elif call[3] == "done":
                back = (call[2], call[1])
                database.execute("UPDATE account SET cents = cents + ? WHERE user = ?", back)
                database.execute("UPDATE call SET state = 'undone' WHERE key = ?", (key,))

    def status(self, key: str) -> dict[str, Any] | None:
        with self._kept() as database:
            row = "SELECT state, amount FROM call WHERE key = ?"
            call = database.execute(row, (key,)).fetchone()
        return {"state": call[0], "amount": call[1]} if call else None

    def balance(self, user: int) -> int:
        with self._kept() as database:
            return self._held(database, user)

    def _held(self, database: sqlite3.Connection, user: int) -> int:
        database.execute("INSERT OR IGNORE INTO account VALUES (?, ?)", (user, self._beginning))
        row = database.execute("SELECT cents FROM account WHERE user = ?", (user,)).fetchone()
        return int(row[0])


class WalletHandler(SandboxHandler):
    """The service's verbs."""

    def __init__(self, held: Accounts, secret: str, dice: random.Random | None, *args: Any) -> None:
        self.held, self.secret, self.dice = held, secret, dice
        super().__init__(*args)

    def do_GET(self) -> None:
        if not self.genuine(self.path.encode()):
            return
        if self.path.startswith("/balances/"):
            cents = self.held.balance(int(self.path.removeprefix("/balances/")))
            self.say(200, {"cents": cents})
        else:
            status = self.held.status(self.path.removeprefix("/calls/"))
            self.say(200 if status else 404, status or {})

    def do_POST(self) -> None:
        body = self.body()
        if not self.genuine(body) or self._lost():
            return
        try:
            self._do(json.loads(body))
        except (SandboxRefusal, KeyError, ValueError, TypeError) as why:
            self.say(422, {"error": str(why)})
            return
        if not self._lost():
            self.say(200, {})

    def _do(self, body: dict[str, Any]) -> None:
        if self.path == "/rollbacks":
            self.held.rollback(str(body["key"]))
        elif self.path in ("/debits", "/credits"):
            self.held.move(self.path[1:-1], body)
        else:
            raise SandboxRefusal("no such verb")

    def _lost(self) -> bool:
        """Return whether the connection breaks here."""
        self.close_connection = self.dice is not None and self.dice.random() < LOST
        return self.close_connection


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="An account system that holds no money.")
    parser.add_argument("--port", type=int, default=8091)
    parser.add_argument("--secret", required=True, help="as in WALLET_SECRETS")
    parser.add_argument("--keep", type=Path, default=Path("wallet.sqlite"))
    parser.add_argument("--beginning", type=int, default=100_00, help="cents of a new player")
    parser.add_argument("--trouble", action="store_true", help="break lines")
    options = parser.parse_args()
    held = Accounts(options.keep, beginning=options.beginning)
    dice = random.Random(1) if options.trouble else None  # noqa: S311
    door = partial(WalletHandler, held, options.secret, dice)
    ThreadingHTTPServer(("127.0.0.1", options.port), door).serve_forever()


if __name__ == "__main__":
    main()
