"""The sentences of refusals, in the reader's language; each package registers its own."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.euro import euro, moment, number
from core.refusal import Refusal
from core.refusals import CoreCode

SENTENCES: dict[StrEnum, str | Promise] = {
    CoreCode.NO_REASON: _("Say why: whoever reads the record later needs to know."),
    CoreCode.ROOM_BUSY: _("A lot is going on here right now. Nothing has changed; try again."),
    CoreCode.SETTING_UNREADABLE: _("This setting cannot be that."),
    CoreCode.SETTING_OUT_OF_BOUNDS: _("This setting goes from %(least)s to %(most)s."),
    CoreCode.SETTING_NOT_OFFERED: _("Choose one of those that are offered."),
    CoreCode.SETTING_NO_COLOUR: _("A colour is written like #0b6e4f."),
    CoreCode.SETTING_LACKS_WORD: _("This text needs {%(word)s}: without it nobody could go on."),
    CoreCode.SETTING_NO_SUCH_WORD: _("Nothing is called {%(word)s} here; there is %(words)s."),
    CoreCode.SETTING_CONTRAST: _(
        "What stands on this colour cannot be read: %(ratio)s to 1, and it takes %(least)s to 1."
    ),
}

_sentences: dict[str, str | Promise] = {}
_rules: dict[str, str] = {}


def register(
    sentences: Mapping[StrEnum, str | Promise], rules: Mapping[StrEnum, str] | None = None
) -> None:
    """Add a package's sentences, and the rules that its codes follow; a code is registered once
    (called from ``AppConfig.ready``)."""
    for code, sentence in sentences.items():
        if _sentences.setdefault(code.value, sentence) is not sentence:
            raise ValueError(f"two sentences for {code.value}")
    _rules.update({code.value: rule for code, rule in (rules or {}).items()})


class _SentenceContext(dict[str, object]):
    """A refusal's context; ``%(limit_euro)s`` formats its ``limit`` cents as money, or as chips
    where the context has ``chips``, ``%(stack_chips)s`` its ``stack`` as chips, and
    ``%(until_when)s`` its ``until`` as a date with its hour."""

    def __missing__(self, word: str) -> str:
        name, _dash, form = word.rpartition("_")
        if form == "euro":
            amount = cast(int, self[name])
            return number(amount) if self.get("chips") else euro(amount)
        if form == "chips":
            return number(cast(int, self[name]))
        if form == "when":
            return moment(cast(datetime, self[name]))
        raise KeyError(word)


def say(refusal: Refusal) -> str:
    """Return the refusal's sentence, in the active language."""
    return say_again(refusal.code.value, refusal.context)


def say_again(code: str, context: Mapping[str, object]) -> str:
    """Return the sentence of a refusal that was stored; its context holds no dates."""
    return str(_sentences[code]) % _SentenceContext(context)


def rule_of(code: str) -> str | None:
    """Return the id of the rule that a refusal follows (INFO-1); None if it follows none."""
    return _rules.get(code)


def registered() -> Mapping[str, str | Promise]:
    """Return all sentences by code, for the test that none is missing."""
    return _sentences
