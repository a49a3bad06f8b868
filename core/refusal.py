"""The refusal, by which every layer says no: a code, and a sentence for a person."""

from enum import StrEnum


class Refusal(Exception):
    """A request refused by name; nothing has changed.

    ``code`` is a member of the refusing package's ``StrEnum``; ``context`` holds the
    values that the code's sentence mentions (see ``sentences.py`` of each app).
    """

    def __init__(self, code: StrEnum, **context: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.context = context

    def __str__(self) -> str:
        return self.code.value
