"""Who is heard at the door of a sandbox."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from threading import Thread

import pytest

from core.outside import signing
from core.outside.sandbox_server import SandboxHandler


class Echo(SandboxHandler):
    secret = "ours"
    longest = 20

    def do_POST(self) -> None:
        body = self.body()
        if self.genuine(body):
            self.say(200, json.loads(body))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def ask(address: str, said: object, *, secret: str, longer: str = "") -> tuple[int, object]:
    body = json.dumps(said).encode()
    headers = signing.sign(body, secret=secret, id_="1", at=int(time.time()))
    question = urllib.request.Request(address, data=body + longer.encode(), headers=headers)
    try:
        with urllib.request.urlopen(question, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def test_whoever_shares_the_secret_is_answered(address: str) -> None:
    assert ask(address, {"a": 1}, secret="ours") == (200, {"a": 1})


@pytest.mark.parametrize(
    ("said", "secret", "longer"),
    [({"a": 1}, "another", ""), ({"a": 1}, "ours", " "), ({"a": "x" * 20}, "ours", "")],
)
def test_another_secret_other_words_and_too_many_are_refused(
    address: str, said: object, secret: str, longer: str
) -> None:
    assert ask(address, said, secret=secret, longer=longer) == (403, {"error": "not signed"})
