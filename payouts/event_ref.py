"""The name by which tables, hands and accounts know whoever runs them, such as ``tournament:12``.

Rows keep the name, and only here is it put together and taken apart; the package that runs a kind
of event says what its kind is called.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventRef:
    """An event of some ``kind``; ``str`` gives its name."""

    kind: str
    id: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, name: str) -> "EventRef | None":
        """The event that goes by this name; None for what is no such name."""
        kind, _, number = name.partition(":")
        return cls(kind, int(number)) if kind and _is_id(number) else None

    @classmethod
    def id_in(cls, name: str, *, kind: str) -> int | None:
        """The id of the event of this ``kind`` that goes by the name; None for what is none."""
        ref = cls.parse(name)
        return ref.id if ref is not None and ref.kind == kind else None


def _is_id(number: str) -> bool:
    return number.isascii() and number.isdecimal()
