"""Receipts: their numbers, and the check that a shown receipt is this room's (INFO-3).

Each package that sells something registers a finder for its letter. The code beside the number is
derived from the room's secret, so that it cannot be guessed; a client that has both may read the
receipt.
"""

import base64
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from core.refusal import Refusal
from payouts.refusals import MoneyCode

# Letters and digits of a code: fifty bits.
CODE_LENGTH = 10
DIGITS = 7


class Receipt(NamedTuple):
    """The record that a receipt proves; cents. ``result`` is ``back`` so far less ``paid``."""

    number: str
    name: str
    player: str
    at: datetime
    paid: int
    back: int

    @property
    def result(self) -> int:
        return self.back - self.paid


Finder = Callable[[int], Receipt | None]

_finders: dict[str, Finder] = {}


def register(letter: str, finder: Finder) -> None:
    """Register the ``finder`` of a letter's receipts by id (called from ``AppConfig.ready``)."""
    _finders[letter] = finder


def number(letter: str, pk: int) -> str:
    """Return the number of a receipt: ``E0000012``."""
    return f"{letter}{pk:0{DIGITS}}"


def code(number: str) -> str:
    """Return the code beside the number; it proves that the room wrote both."""
    return _code(number, settings.SECRET_KEY)


def check(*, number: str, code: str) -> Receipt:
    """Return the receipt of this number and code, however typed. Refuses NO_SUCH_RECEIPT."""
    number, code = number.strip().upper(), code.strip().upper()
    letter, digits = number[:1], number[1:]
    finder = _finders.get(letter)
    receipt = None
    if finder and _is_number(digits) and is_genuine(number, code):
        receipt = finder(int(digits))
    if receipt is None:
        raise Refusal(MoneyCode.NO_SUCH_RECEIPT)
    return receipt


def is_genuine(number: str, code: str) -> bool:
    """Return whether the code of a number is the room's, under its secret or an earlier one."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(constant_time_compare(_code(number, secret), code) for secret in secrets)


def _code(number: str, secret: str) -> str:
    digest = salted_hmac("montepremi.receipt", number, secret, algorithm="sha256").digest()
    return base64.b32encode(digest)[:CODE_LENGTH].decode()


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdecimal()
