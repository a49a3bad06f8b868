"""What Redis says, in whatever pieces it comes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.wire.replies import Complaint, Replies

SAID = (
    b"+OK\r\n"
    b"*3\r\n$9\r\nsubscribe\r\n$3\r\na:1\r\n:1\r\n"
    b"*3\r\n$7\r\nmessage\r\n$3\r\na:1\r\n$6\r\nx\r\n*1\r\r\n"
    b"*3\r\n$7\r\nmessage\r\n$3\r\na:1\r\n$0\r\n\r\n"
)
MEANT = [
    b"OK",
    [b"subscribe", b"a:1", 1],
    [b"message", b"a:1", b"x\r\n*1\r"],
    [b"message", b"a:1", b""],
]


@given(st.lists(st.integers(0, len(SAID)), max_size=6))
def test_a_reply_is_read_once_it_is_whole(cuts: list[int]) -> None:
    replies, heard = Replies(), list[object]()
    places = [0, *sorted(cuts), len(SAID)]
    for begin, end in pairwise(places):
        heard += replies.feed(SAID[begin:end])
    assert heard == MEANT


def test_a_refused_command_is_no_reply() -> None:
    with pytest.raises(Complaint, match="NOPERM"):
        list(Replies().feed(b"-NOPERM no such right\r\n"))
