"""Static files as browsers get them: for good under the name of now, and past Django."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest

from core.files import static_tree
from poker_site.server.files import StaticFiles

NAME = "js/table/table.js"
ELSEWHERE = 599
DECODE: dict[str | None, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    None: bytes,
}


async def ask(
    path: str, room: StaticFiles | None = None, /, *, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body; ELSEWHERE where the application is left to answer."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": ELSEWHERE, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> dict[str, Any]:
        raise AssertionError("a file needs no body")

    said = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": said}
    await (room or StaticFiles(application))(scope, receive, send)
    start, end = sent
    answered = {name.decode(): text.decode() for name, text in start["headers"]}
    return start["status"], answered, end["body"]


def of_now(name: str = NAME) -> str:
    return f"/static/{static_tree.tree().digest}/{name}"


async def test_a_file_under_the_name_of_now_is_kept_for_good() -> None:
    status, headers, body = await ask(of_now())
    assert (status, body) == (200, static_tree.tree().files[NAME].read_bytes())
    assert headers["cache-control"].endswith("immutable")
    assert headers["content-type"].startswith("text/javascript")
    assert int(headers["content-length"]) == len(body)


@pytest.mark.parametrize(
    ("name", "accepted", "encoding"),
    [
        (NAME, "gzip, deflate", "gzip"),
        (NAME, "gzip, deflate, br, zstd", "br"),
        ("img/logo.svg", "deflate, gzip;q=0.5", "gzip"),
        ("img/logo.svg", "br ; q=0.001, gzip", "br"),
        (NAME, "gzip;q=0, br;q=1", "br"),
        (NAME, "br;q=0, gzip", "gzip"),
        (NAME, "br; q=0.0,gzip ; q=0", None),
        (NAME, "zstd, abr, x-gzip, gzipped", None),
        ("img/app-192.png", "gzip, br", None),
    ],
)
async def test_texts_are_compressed_for_browsers_that_say_so(
    name: str, accepted: str, encoding: str | None
) -> None:
    _, headers, body = await ask(of_now(name), accept_encoding=accepted)
    whole = static_tree.tree().files[name].read_bytes()
    assert headers.get("content-encoding") == encoding
    assert DECODE[encoding](body) == whole
    assert int(headers["content-length"]) == len(body)
    assert headers.get("vary") == (None if name.endswith("png") else "Accept-Encoding")


async def test_a_part_of_a_file_and_a_file_that_is_known_are_not_compressed() -> None:
    status, headers, body = await ask(of_now(), accept_encoding="gzip", range="bytes=0-9")
    assert (status, body) == (206, static_tree.tree().files[NAME].read_bytes()[:10])
    assert "content-encoding" not in headers
    known = await ask(of_now(), accept_encoding="gzip", if_none_match=headers["etag"])
    assert (known[0], known[2]) == (304, b"")


@pytest.mark.parametrize("version", ["", "0123456789ab/"])
async def test_a_page_of_another_release_gets_the_file_of_now_and_does_not_keep_it(
    version: str,
) -> None:
    path = f"/static/{version}{NAME}"
    status, headers, body = await ask(path)
    assert (status, body) == (200, static_tree.tree().files[NAME].read_bytes())
    assert headers["cache-control"] == "max-age=0, public"
    status, _, body = await ask(path, if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


async def test_a_file_that_has_changed_under_a_running_room_comes_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    monkeypatch.setitem(static_tree.tree().files, "a.js", file)
    room = StaticFiles(None)
    file.write_text("one and more")
    _, headers, body = await ask(of_now("a.js"), room)
    assert (body, headers["content-length"]) == (b"one and more", "12")
    _, _, body = await ask(of_now("a.js"), room, accept_encoding="gzip")
    file.write_text("two")
    _, _, body = await ask(of_now("a.js"), room, accept_encoding="gzip")
    assert gzip.decompress(body) == b"two"


@pytest.mark.parametrize(
    ("wanted", "status", "length"),
    [
        ({"range": "bytes=2-5"}, 206, 4),
        ({"range": "bytes=-3"}, 206, 3),
        ({"range": "bytes=99999999-"}, 416, 0),
        ({"range": "lines=1"}, 200, None),
        ({"if_modified_since": "yesterday"}, 200, None),
        ({"accept_encoding": "\xe9"}, 200, None),
    ],
)
async def test_whatever_is_asked_of_a_file_is_answered(
    wanted: dict[str, str], status: int, length: int | None
) -> None:
    answered, headers, body = await ask(of_now(), **wanted)
    whole = static_tree.tree().files[NAME].stat().st_size
    assert (answered, len(body)) == (status, whole if length is None else length)
    assert int(headers.get("content-length", 0)) == len(body)


async def test_a_head_says_the_same_without_the_file() -> None:
    _, told, _ = await ask(of_now())
    assert await ask(of_now(), method="HEAD") == (200, told, b"")


async def test_a_file_opened_by_itself_and_a_worker_have_the_strict_policy() -> None:
    for name in ("img/logo.svg", "js/table/state/equity_worker.js"):
        _, headers, _ = await ask(of_now(name))
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/tables/1/",
        "/static/",
        "/static/js/",
        "/static/js/nothing.js",
        "/static/0123456789ab",
        "/static/../poker_site/settings.py",
        "/static/js/../js/table/table.js",
        "/elsewhere/static/js/table/table.js",
        "//static/js/table/table.js",
    ],
)
async def test_what_is_no_file_is_left_to_the_application(path: str) -> None:
    assert (await ask(path))[0] == ELSEWHERE


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", {}),
        ("OPTIONS", {}),
        ("GET", {"content_length": "5"}),
        ("GET", {"transfer_encoding": "chunked"}),
    ],
)
async def test_whoever_sends_something_is_left_to_the_application_which_bounds_it(
    method: str, headers: dict[str, str]
) -> None:
    assert (await ask(of_now(), method=method, **headers))[0] == ELSEWHERE
