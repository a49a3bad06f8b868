"""Frames written straight along a line, in their order, and never past a reader who is slow."""

import asyncio

from tables.wire.mailbox import MAILBOX, Mailbox
from tables.wire.prepared_frame import PreparedFrame


class Wire:
    """A line whose reader keeps up while ``free``."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.gone = False
        self.up = asyncio.Event()
        self.up.set()

    @property
    def free(self) -> bool:
        return self.up.is_set() and not self.gone

    async def freed(self) -> None:
        await self.up.wait()

    def write(self, framed: bytes) -> None:
        assert self.free
        self.written.append(framed)


def mailbox_on(wire: Wire, overflows: list[str]) -> Mailbox:
    async def send(text: bytes) -> None:
        raise AssertionError(text)

    return Mailbox(send, lambda: overflows.append("full"), lambda: None, wire)


def letters(count: int) -> list[PreparedFrame]:
    return [PreparedFrame(b"%d" % number) for number in range(count)]


async def a_while() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_frame_is_what_a_server_sends_of_it() -> None:
    assert PreparedFrame(b"abc").framed == b"\x81\x03abc"
    assert PreparedFrame(b"a" * 300).framed == b"\x81\x7e\x01\x2c" + b"a" * 300


async def test_what_is_put_is_written_at_once_and_what_waited_before_it() -> None:
    wire, overflows, told = Wire(), list[str](), letters(9)
    mailbox = mailbox_on(wire, overflows)
    mailbox.put(told[0])
    assert wire.written == []
    mailbox.open()
    mailbox.put(told[1])
    await a_while()
    mailbox.put(told[2])
    assert wire.written == [letter.framed for letter in told[:3]]
    wire.up.clear()
    for letter in told[3:6]:
        mailbox.put(letter)
    wire.up.set()
    for letter in told[6:]:
        mailbox.put(letter)
    await a_while()
    assert wire.written == [letter.framed for letter in told]
    assert overflows == []


async def test_a_line_that_one_mailbox_fills_up_again_is_waited_for_by_the_others() -> None:
    """The tables of a page share a line."""

    class Narrow(Wire):
        def write(self, framed: bytes) -> None:
            super().write(framed)
            self.up.clear()

    wire, told = Narrow(), letters(3)
    mailboxes = [mailbox_on(wire, []) for _ in told]
    wire.up.clear()
    for mailbox, letter in zip(mailboxes, told, strict=True):
        mailbox.open()
        mailbox.put(letter)
    await a_while()
    for _ in told:
        wire.up.set()
        await a_while()
    assert sorted(wire.written) == [letter.framed for letter in told]


async def test_who_reads_nothing_is_told_nothing_more_once_the_mailbox_is_full() -> None:
    wire, overflows = Wire(), list[str]()
    mailbox = mailbox_on(wire, overflows)
    mailbox.open()
    wire.up.clear()
    for letter in letters(MAILBOX):
        mailbox.put(letter)
    assert overflows == []
    for letter in letters(3):
        mailbox.put(letter)
    wire.up.set()
    await a_while()
    assert (overflows, wire.written) == (["full"], [])


async def test_a_line_that_is_gone_is_left_alone() -> None:
    wire, overflows = Wire(), list[str]()
    mailbox = mailbox_on(wire, overflows)
    mailbox.open()
    wire.gone = True
    for letter in letters(3):
        mailbox.put(letter)
    await a_while()
    assert (overflows, wire.written) == ([], [])
