"""Text that players type for others: plain, visible and in one line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.plain_text import DROPPED, cleaned, has_link

pytestmark = pytest.mark.rule("CHAT-1")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  nice \t hand\n\n!", "nice hand !"),
        ("abc\u202edef\u2066", "abcdef"),
        ("a\u200bb\u200dc\ufeffd\u00ade", "abcde"),
        ("\x00\x07\x1bhi", "hi"),
        ("ｈｔｔｐ://x", "http://x"),
        ("z\u0300\u0301\u0302\u0303\u0304", unicodedata.normalize("NFC", "z\u0300\u0301")),
        ("perché no? 👏", "perché no? 👏"),
        ("\u3164\u2800", ""),
        ("\u2028\u2029\u3000", ""),
    ],
)
def test_a_line_is_shown_without_what_is_not_seen(typed: str, shown: str) -> None:
    assert cleaned(typed) == shown


@given(st.text())
def test_a_cleaned_line_has_nothing_invisible_and_stays_as_it_is(typed: str) -> None:
    line = cleaned(typed)
    assert cleaned(line) == line
    assert not {unicodedata.category(char) for char in line} & DROPPED
    assert "\n" not in line


@pytest.mark.parametrize(
    "text",
    ["https://x.y", "www.room", "see poker.com now", "t.me/abc", "me@mail.example", "HTTP://A"],
)
def test_addresses_are_known(text: str) -> None:
    assert has_link(text)


@pytest.mark.parametrize("text", ["1.50 each", "ok.bene, allora", "wait... what", "you/me"])
def test_plain_words_are_no_addresses(text: str) -> None:
    assert not has_link(text)
