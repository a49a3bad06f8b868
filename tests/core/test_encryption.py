"""What is sealed for one player is read by nobody else on the way."""

import base64

import pytest
from pytest_django import Settings

from core import encryption

TEXT = b'{"type": "cards", "cards": ["As", "Kd"]}'


def test_what_was_sealed_for_an_address_is_read_there() -> None:
    sealed = encryption.seal(TEXT, address="room:table:1:7").decode()
    assert encryption.unseal(sealed, address="room:table:1:7").encode() == TEXT


def test_nothing_of_it_can_be_seen_and_the_same_never_looks_the_same() -> None:
    first, second = (encryption.seal(TEXT, address="room:table:1:7") for _ in range(2))
    assert first != second
    assert b"cards" not in first
    assert b"As" not in base64.b64decode(first)


@pytest.mark.parametrize("wrong", ["address", "changed", "plain", "cut"])
def test_whatever_was_not_sealed_for_this_address_is_refused(wrong: str) -> None:
    sealed = encryption.seal(TEXT, address="room:table:1:7").decode()
    text = {
        "address": sealed,
        "changed": sealed[:-8] + "AAAAAAA=",
        "plain": TEXT.decode(),
        "cut": sealed[:8],
    }[wrong]
    with pytest.raises(encryption.Broken):
        encryption.unseal(text, address=f"room:table:1:{8 if wrong == 'address' else 7}")


def test_another_secret_key_opens_nothing_unless_the_old_one_is_kept(settings: Settings) -> None:
    old = settings.SECRET_KEY
    sealed = encryption.seal(TEXT, address="a").decode()
    locked = encryption.lock_away(TEXT, address="a")
    settings.SECRET_KEY = "another" * 10
    with pytest.raises(encryption.Broken):
        encryption.unseal(sealed, address="a")
    with pytest.raises(encryption.Broken):
        encryption.take_out(locked, address="a")
    settings.SECRET_KEY_FALLBACKS = ["third" * 10, old]
    assert encryption.unseal(sealed, address="a").encode() == TEXT
    assert encryption.take_out(locked, address="a") == TEXT
