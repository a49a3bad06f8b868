"""Why the room decided as it did: a rule, what went into it, and a sentence (INFO-1)."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Why(NamedTuple):
    """One decision. ``inputs`` are JSON, amounts cents: with them and the rule anybody can reckon
    it again; ``sentence`` says it in the reader's language."""

    kind: str
    rule: str
    inputs: Mapping[str, Any]
    sentence: str

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "inputs": dict(self.inputs)}
