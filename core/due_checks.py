"""Yes-or-no queries that are so frequent that their cost counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from core import sql


class ExistsQuery(NamedTuple):
    """A condition in SQL, and its parameters besides ``%(now)s``, with unique names."""

    condition: str
    known: Mapping[str, Any] = {}


def exists(question: ExistsQuery, *, now: datetime) -> bool:
    """Return the answer to one question; the ORM would take several times as long."""
    (answer,) = which_exist([question], now=now)
    return answer


def which_exist(questions: Sequence[ExistsQuery], *, now: datetime) -> Sequence[bool]:
    """Return the answers to several questions, by one statement."""
    known: dict[str, Any] = {"now": now}
    for question in questions:
        known |= question.known
    statement = "SELECT " + ", ".join(question.condition for question in questions)
    [answers] = sql.rows(statement, known)
    return answers
