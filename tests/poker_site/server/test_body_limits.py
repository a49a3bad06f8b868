"""Bodies of requests: refused while they are still on the wire."""

import asyncio
import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.conf import settings

from poker_site.server import body_limits

PART = {"type": "http.request", "body": b"x" * 600_000, "more_body": True}
END = {"type": "http.request", "body": b"x", "more_body": False}


async def ask(parts: Iterable[dict[str, Any]], *, length: str = "") -> tuple[int, int]:
    """The status, and how many bytes the application read."""
    sent, read = await answered(parts, length=length)
    return sent[0]["status"], read


async def answered(
    parts: Iterable[dict[str, Any]], *, length: str = "", path: str = "/", language: str = "en"
) -> tuple[list[dict[str, Any]], int]:
    """The answer, and how many bytes the application read."""
    read = 0
    sent: list[dict[str, Any]] = []
    waiting = iter(parts)

    async def receive() -> dict[str, Any]:
        try:
            return next(waiting)
        except StopIteration:
            await asyncio.sleep(60)
            raise

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        nonlocal read
        more = True
        while more:
            message = await receive()
            read += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    headers = [(b"content-length", length.encode())] if length else []
    headers.append((b"accept-language", language.encode()))
    scope = {"type": "http", "headers": headers, "path": path}
    await body_limits.SmallBodies(application)(scope, receive, send)
    return sent, read


async def test_a_form_is_read() -> None:
    assert await ask([END]) == (200, 1)


async def test_what_is_announced_as_too_large_is_not_read_at_all() -> None:
    assert await ask([PART, END], length="300000000") == (413, 0)


async def test_what_turns_out_too_large_is_not_read_to_its_end() -> None:
    assert await ask([PART] * 500) == (413, 600_000)


async def test_who_sent_too_much_reads_why_once_all_of_it_is_taken() -> None:
    parts = iter([PART] * 10 + [END])
    sent, read = await answered(parts, length="6000001")
    assert (sent[0]["status"], read) == (413, 0)
    assert list(parts) == [], "who is still sending reads no answer"
    assert "too large" in sent[1]["body"].decode()


async def test_what_has_no_end_is_not_taken_to_its_end() -> None:
    parts = iter([PART] * 500)
    assert await ask(parts) == (413, 600_000)
    assert len(list(parts)) == 500 - 27, "sixteen megabytes of it"


def test_the_nginx_of_deploy_lets_documents_through() -> None:
    server = (settings.BASE_DIR / "deploy" / "nginx" / "montepremi.conf").read_text()
    [megabytes] = re.findall(r"client_max_body_size (\d+)m;", server)
    assert int(megabytes) << 20 >= body_limits.DROPPED


async def test_a_body_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limits, "PATIENCE", 0.05)
    assert await ask([{**PART, "body": b"x"}]) == (408, 1)


async def test_a_body_that_trickles_in_for_ever_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(body_limits, "LONGEST", -1.0)
    assert await ask([{**PART, "body": b"x"}] * 100) == (408, 0)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Your request is too large, so nothing has been done."),
        ("it", "La richiesta è troppo grande, quindi non è stato fatto nulla."),
    ],
)
async def test_people_and_programs_read_why_a_body_was_not_taken(language: str, says: str) -> None:
    for path, kind in (("/api/limits/", b"application/json"), ("/wallet/", b"text/plain")):
        sent, _ = await answered([PART, END], length="2000000", path=path, language=language)
        head, body = sent
        assert dict(head["headers"])[b"content-type"].startswith(kind)
        assert dict(head["headers"])[b"content-length"] == b"%d" % len(body["body"])
        if path == "/wallet/":
            assert body["body"].decode() == says
        else:
            refusal = {"code": "BODY_TOO_LARGE", "message": says, "rule": None}
            assert json.loads(body["body"]) == refusal
