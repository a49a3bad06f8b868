"""The sentence for each refusal, in the reader's language; each package registers its own."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.euro import euro, moment
from core.refusal import Refusal
from core.refusals import Code

SENTENCES: dict[StrEnum, str | Promise] = {
    Code.NO_REASON: _("Say why: whoever reads the record later needs to know."),
    Code.ROOM_BUSY: _("A lot is going on here right now. Nothing has changed; try again."),
}

_sentences: dict[str, str | Promise] = {}


def register(sentences: Mapping[StrEnum, str | Promise]) -> None:
    """Add an app's sentences; a code is registered once (called from ``AppConfig.ready``)."""
    for code, sentence in sentences.items():
        if _sentences.setdefault(code.value, sentence) is not sentence:
            raise ValueError(f"two sentences for {code.value}")


class _Words(dict[str, object]):
    """A refusal's context; ``%(limit_euro)s`` reads its ``limit`` cents as money, and
    ``%(until_when)s`` its ``until`` as a date with its hour."""

    def __missing__(self, word: str) -> str:
        name, _dash, form = word.rpartition("_")
        if form == "euro":
            return euro(cast(int, self[name]))
        if form == "when":
            return moment(cast(datetime, self[name]))
        raise KeyError(word)


def say(refusal: Refusal) -> str:
    """The refusal's sentence for a person, in the active language."""
    return say_again(refusal.code.value, refusal.context)


def say_again(code: str, context: Mapping[str, object]) -> str:
    """The sentence of a refusal that was written down; its context holds no dates."""
    return str(_sentences[code]) % _Words(context)


def registered() -> Mapping[str, str | Promise]:
    """Every sentence by code, for the test that none is missing."""
    return _sentences
