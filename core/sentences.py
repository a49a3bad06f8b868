"""The sentences of refusals in the reader's language; each package registers its refusals."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import cast

from django.utils.translation import gettext

from core.formats import moment, number
from core.money import money_text
from core.refusal import Refusal, RefusalCode, RefusalCodes

_declared: dict[str, RefusalCode] = {}


def register(codes: type[RefusalCodes]) -> None:
    """Add the refusals of a package, each of them once (called from ``AppConfig.ready``)."""
    for code in codes.declared():
        if _declared.setdefault(code, code) is not code:
            raise ValueError(f"two sentences for {code}")


class _SentenceContext(dict[str, object]):
    """A refusal's context; ``%(limit_money)s`` formats its ``limit`` cents as money, or as chips
    where the context has ``chips``, ``%(stack_chips)s`` its ``stack`` as chips, and
    ``%(until_when)s`` its ``until`` as a date with its hour."""

    def __missing__(self, word: str) -> str:
        name, _dash, form = word.rpartition("_")
        if form == "money":
            amount = cast(int, self[name])
            return number(amount) if self.get("chips") else money_text(amount)
        if form == "chips":
            return number(cast(int, self[name]))
        if form == "when":
            return moment(cast(datetime, self[name]))
        raise KeyError(word)


def say(refusal: Refusal) -> str:
    """Return the refusal's sentence, in the active language."""
    return say_again(refusal.code, refusal.context)


def say_again(code: str, context: Mapping[str, object]) -> str:
    """Return the sentence of a refusal that was stored; its context holds no dates."""
    return gettext(_declared[code].sentence) % _SentenceContext(context)


def rule_of(code: str) -> str | None:
    """Return the id of the rule that a refusal follows (INFO-1); None if it follows none."""
    return _declared[code].rule if code in _declared else None


def registered() -> Collection[str]:
    """Return the codes of all packages."""
    return _declared.keys()
