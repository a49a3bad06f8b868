"""What a service that means ill, or is ill, may do to whoever asks it: nothing but be silent."""

import contextlib
import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from core.outside.signed_json import LONGEST, Declined, ServiceLine, Silent, reading, whole

Answer = Callable[[socket.socket], None]
PATIENCE = 0.3


@pytest.fixture
def service() -> Iterator[Callable[[Answer], ServiceLine]]:
    """A server that takes one request at a time and answers it as it is told to."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def stand(answer: Answer) -> ServiceLine:
        def serve() -> None:
            while not over.is_set():
                try:
                    line, _ = listening.accept()
                except OSError:
                    return
                with line:
                    line.recv(65_536)
                    with contextlib.suppress(OSError):
                        answer(line)

        threading.Thread(target=serve, daemon=True).start()
        port = listening.getsockname()[1]
        return ServiceLine(url=f"http://127.0.0.1:{port}", secret="s", patience=PATIENCE)

    yield stand
    over.set()
    listening.close()


def saying(body: bytes, *, status: str = "200 OK", more: str = "") -> Answer:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode()
    return lambda line: line.sendall(head + body)


def drip(start: bytes) -> Answer:
    """A byte now and then, for ever: no wait is a long one."""

    def answer(line: socket.socket) -> None:
        line.sendall(start)
        while True:
            line.sendall(b"x")
            time.sleep(PATIENCE / 10)

    return answer


def test_an_answer_is_read(service: Callable[[Answer], ServiceLine]) -> None:
    assert service(saying(b'{"a": 1}')).ask("POST", "/", b=2) == {"a": 1}


@pytest.mark.parametrize(
    "answer",
    [
        drip(b"HTTP/1.1 200 OK\r\nX-Head: "),
        drip(b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n"),
        lambda line: time.sleep(PATIENCE * 3),
        saying(b" " * (LONGEST + 1)),
        saying(b"[" * LONGEST),
        saying(gzip.compress(b"{}"), more="Content-Encoding: gzip\r\n"),
        saying(b"", status="302 Found", more="Location: http://127.0.0.1:1/admin/\r\n"),
        saying(b"{}", status="500 Oh"),
        saying(b"no json"),
        saying(b"\xff\xfe"),
        lambda line: line.sendall(b"\x15\x03\x01 not HTTP\r\n\r\n"),
        lambda line: None,
    ],
    ids=[
        *("dripping head", "dripping body", "nothing", "too long", "nested", "packed"),
        *("led elsewhere", "error", "no json", "no text", "no HTTP", "hung up"),
    ],
)
def test_whatever_else_comes_is_silence(
    answer: Answer, service: Callable[[Answer], ServiceLine]
) -> None:
    with pytest.raises(Silent):
        service(answer).ask("POST", "/", a=1)


def test_who_says_no_is_heard_and_cut_short(service: Callable[[Answer], ServiceLine]) -> None:
    with pytest.raises(Declined) as no:
        service(saying(b"\xff" * 500, status="422 No")).ask("POST", "/", a=1)
    assert len(str(no.value)) <= 80


@pytest.mark.parametrize("told", ["1e999", "NaN", "null", "[]", "10.9", "true", '"10"'])
def test_an_amount_that_is_no_number_is_silence(
    told: str, service: Callable[[Answer], ServiceLine]
) -> None:
    answer = service(saying(b'{"amount": %b}' % told.encode())).ask("GET", "/")
    with pytest.raises(Silent), reading():
        whole(answer["amount"])
