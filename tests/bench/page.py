"""What it takes a player's browser to open a table, at first and once more.

``python -m tests.bench.page``: a real web process, a table in the middle of a hand, and Chromium on
a line of 150 ms and 1.6 Mbit/s. ``cold`` is a browser that has never been here, ``warm`` the same
one a moment later, each in the median of so many ``--rounds``. With ``--against TREE``, another
working tree with its own ``.venv``, both are measured in turns. With ``--tls`` over HTTP/2, as
behind a proxy, where hypercorn is installed: ``.venv/bin/uv pip install hypercorn trustme``.

``later`` is the last warm one once more after so many seconds (``--later``), when what is kept for
minutes is kept no more. The service worker is left out: what it fetches is not the page's.

``asked`` is what went over the line, ``files`` those of it that are static; ``levels`` are the
round trips that wait for one another, each for the file that names it; ``felt`` is when the
players' plates are there; ``web`` is processor time of the web process, page and socket together.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.push import Web, cookie, serve
from tests.bench.setting import servers

LATENCY_MS = 150
BYTES_A_SECOND = 1_600_000 // 8
ROUNDS = 5
STACK = 10**6
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
# Nothing more comes by then: the page's own files are there, and so are those of its worker.
SETTLE_MS = 4_000
SLOW = {
    "offline": False,
    "latency": LATENCY_MS,
    "downloadThroughput": BYTES_A_SECOND,
    "uploadThroughput": BYTES_A_SECOND,
}
FIGURES = {
    "asked": "requests",
    "files": "of them static",
    "kilobytes": "over the line",
    "levels": "round trips one after the other",
    "felt_ms": "to the first felt",
    "web_ms": "of the web process",
}

Figures = dict[str, float]


class Line:
    """What one page asks for, and who named it."""

    def __init__(self, page: Any) -> None:
        self._asked: dict[str, str] = {}
        self._namers: dict[str, str] = {}
        self._kept: set[str] = set()
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.requestServedFromCache", lambda it: self._kept.add(it["requestId"]))
        session.on("Network.responseReceived", self._answer)
        session.on("Network.loadingFinished", self._finish)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)

    def _ask(self, told: dict[str, Any]) -> None:
        url, by = told["request"]["url"], told["initiator"]
        frames = (by.get("stack") or {}).get("callFrames") or [{}]
        self._asked[told["requestId"]] = url
        self._namers[url] = by.get("url") or frames[0].get("url") or ""

    def _answer(self, told: dict[str, Any]) -> None:
        answer = told["response"]
        if answer.get("fromDiskCache"):
            self._kept.add(told["requestId"])

    def _finish(self, told: dict[str, Any]) -> None:
        if told["requestId"] not in self._kept:
            self.bytes += told["encodedDataLength"]

    @property
    def addresses(self) -> list[str]:
        return [url for pk, url in self._asked.items() if pk not in self._kept]

    @property
    def levels(self) -> int:
        return max(map(self._depth, self.addresses))

    def _depth(self, url: str) -> int:
        namer = self._namers.get(url, "")
        return 1 + (self._depth(namer) if namer and namer != url else 0)


def measure(*, rounds: int, later: float = 0, tls: bool = False) -> dict[str, Figures]:
    from playwright.sync_api import sync_playwright

    from tests.tables.rooms import open_room

    room = open_room(*[STACK] * 6)
    room.deal()
    name, _, value = cookie(room.users[1]).partition("=")
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    found: dict[str, list[Figures]] = {"cold": [], "warm": [], **({"later": []} if later else {})}
    with _served(tls=tls) as (web, flags), sync_playwright() as playwright:
        base = f"{'https' if tls else 'http'}://localhost:{web.port}"
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        for number in range(rounds + 1):
            context = browser.new_context(locale="en-GB", service_workers="block")
            context.add_cookies([{"name": name, "value": value, "url": base}])
            for temper in found:
                if temper == "later" and number < rounds:
                    continue
                if temper == "later":
                    time.sleep(later)
                figures = _open(context, web, f"{base}/tables/{room.table_id}/")
                # Of the first the web process has made ready what it had never been asked for.
                if number:
                    found[temper].append(figures)
            context.close()
        browser.close()
    return {
        temper: {figure: median(each[figure] for each in all_of) for figure in FIGURES}
        for temper, all_of in found.items()
    }


def _open(context: Any, web: Web, address: str) -> Figures:
    page = context.new_page()
    line = Line(page)
    cpu, began = web.cpu, time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(".live-table .plate").first.wait_for()
    felt = time.perf_counter() - began
    page.wait_for_timeout(SETTLE_MS)
    used = web.cpu - cpu
    page.close()
    files = [url for url in line.addresses if "/static/" in url]
    return {
        "asked": len(line.addresses),
        "files": len(files),
        "kilobytes": round(line.bytes / 1000, 1),
        "levels": line.levels,
        "felt_ms": round(felt * 1000),
        "web_ms": round(used * 1000),
    }


@contextmanager
def _served(*, tls: bool) -> Iterator[tuple[Web, list[str]]]:
    """The room, over TLS and HTTP/2 if asked for, and what a browser needs to trust it."""
    if not tls:
        with serve() as web:
            yield web, []
        return
    import trustme
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    from tests.room import free_port, wait_for

    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = Path(folder, "certificate"), Path(folder, "key")
        made = trustme.CA().issue_cert("localhost")
        made.private_key_pem.write_to_path(key)
        for part in made.cert_chain_pems:
            part.write_to_path(certificate, append=True)
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "hypercorn", "poker_site.asgi:application"),
                *("--bind", f"127.0.0.1:{port}", "--log-level", "ERROR"),
                *("--certfile", certificate, "--keyfile", key),
            ]
        )
        try:
            wait_for("hypercorn", lambda: _answers(port))
            # It forks: whoever serves is the child.
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            leaf = x509.load_pem_x509_certificate(certificate.read_bytes()).public_key()
            known = leaf.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            mark = b64encode(sha256(known).digest()).decode()
            # What comes under a certificate that it does not trust, a browser does not keep.
            trusted = [f"--ignore-certificate-errors-spki-list={mark}"]
            yield Web(int(children[-1]) if children else process.pid, port), trusted
        finally:
            process.terminate()
            process.wait(10)


def _answers(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def compare(tree: Path, *, rounds: int, options: list[str]) -> None:
    """Print the figures of that tree and of this one, each measured by this very file in turns."""
    here = Path(__file__).resolve().parents[2]
    found: dict[Path, list[dict[str, Figures]]] = {tree: [], here: []}
    for _ in range(rounds):
        for where, figures in found.items():
            done = subprocess.run(
                [where / ".venv/bin/python", __file__, "--rounds", "2", *options],
                cwd=where,
                env={**os.environ, "PYTHONPATH": str(where)},
                capture_output=True,
                text=True,
                check=True,
            )
            figures.append(json.loads(done.stdout.splitlines()[-1]))
            print(f"{where}: {figures[-1]}", flush=True)
    for temper in found[here][0]:
        for figure, words in FIGURES.items():
            before, after = (
                median(each[temper][figure] for each in found[where]) for where in (tree, here)
            )
            print(f"{temper} {figure:>10}: {before:g} there, {after:g} here ({words})")


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="python -m tests.bench.page", description=__doc__)
    parser.add_argument("--against", type=Path, metavar="TREE")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--later", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--tls", action="store_true", help="over HTTP/2, by hypercorn")
    options = parser.parse_args(arguments)
    if options.against:
        given = ["--later", str(options.later), *["--tls"] * options.tls]
        compare(options.against.resolve(), rounds=options.rounds, options=given)
        return
    with servers():
        print(json.dumps(measure(rounds=options.rounds, later=options.later, tls=options.tls)))


if __name__ == "__main__":
    main(sys.argv[1:])
