"""The refusal, by which every layer says no: a code, a sentence for a person, and a rule.

Here the sentences are in English, without Django, since pure rules refuse too; ``sentences.py``
says them in the reader's language.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast


class RefusalCode(str):
    """A refusal's code as pages, API and frames have it, with its sentence and its rule."""

    sentence: str
    rule: str | None


class Refusal(Exception):
    """A request refused by name; nothing has changed.

    ``context`` holds the values that the sentence of the ``code`` mentions. Its text is the code.
    """

    def __init__(self, code: RefusalCode, **context: object) -> None:
        super().__init__(code)
        self.code = code
        self.context = context

    def __str__(self) -> str:
        return str(self.code)


class _Declaration(NamedTuple):
    """A refusal before its class has given it a name."""

    sentence: str
    rule: str | None

    def __set_name__(self, owner: type, name: str) -> None:
        code = RefusalCode(name)
        code.sentence, code.rule = self
        setattr(owner, name, code)


def refusal(sentence: str, *, rule: str | None) -> RefusalCode:
    """Declare a refusal: the name it is given in its class is its code.

    ``rule`` is the id of the rule behind it (INFO-1); None for what does not exist, cannot be read,
    or was overtaken by another's act: no rule of the game says so.

    In the sentence ``%(limit_money)s`` is cents as money, ``%(stack_chips)s`` chips as a number and
    ``%(until_when)s`` a moment as a date.
    """
    return cast(RefusalCode, _Declaration(sentence, rule))


class RefusalCodes:
    """The refusals of one package."""

    @classmethod
    def declared(cls) -> Sequence[RefusalCode]:
        return [code for code in vars(cls).values() if isinstance(code, RefusalCode)]
