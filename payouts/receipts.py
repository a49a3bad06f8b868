"""Receipts: their numbers, and whether one that somebody holds is this room's (INFO-3).

Each package that sells something registers a finder for its letter. The code beside the number
follows from the room's secret, so that nobody can guess another's; who holds both may look.
"""

import base64
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from core.refusal import Refusal
from payouts.refusals import Code

# Letters and digits of a code: fifty bits.
CODE_LENGTH = 10
DIGITS = 7


class Receipt(NamedTuple):
    """What somebody is told who checks a receipt; cents. ``result`` is what came back less what
    was paid, by now."""

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
    """``finder`` knows the receipts of a letter by id (called from ``AppConfig.ready``)."""
    _finders[letter] = finder


def number(letter: str, pk: int) -> str:
    """The number of a receipt: ``E0000012``."""
    return f"{letter}{pk:0{DIGITS}}"


def code(number: str) -> str:
    """What stands beside the number, and proves that the room wrote both."""
    return _code(number, settings.SECRET_KEY)


def check(*, number: str, code: str) -> Receipt:
    """The receipt that has this number and code, however they were typed; NO_SUCH_RECEIPT."""
    number, code = number.strip().upper(), code.strip().upper()
    letter, digits = number[:1], number[1:]
    finder = _finders.get(letter)
    found = None
    if finder and _is_number(digits) and is_genuine(number, code):
        found = finder(int(digits))
    if found is None:
        raise Refusal(Code.NO_SUCH_RECEIPT)
    return found


def is_genuine(number: str, code: str) -> bool:
    """Whether the room wrote the code beside this number, under its secret or an earlier one."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return any(constant_time_compare(_code(number, secret), code) for secret in secrets)


def _code(number: str, secret: str) -> str:
    digest = salted_hmac("montepremi.receipt", number, secret, algorithm="sha256").digest()
    return base64.b32encode(digest)[:CODE_LENGTH].decode()


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdecimal()
