"""Questions to the database that are asked so often that what they cost counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from core import sql


class Question(NamedTuple):
    """A condition in SQL, and what it knows besides ``%(now)s``; the names are its own."""

    condition: str
    known: Mapping[str, Any] = {}


def found(question: Question, *, now: datetime) -> bool:
    """Whether it is so; the ORM would take several times as long to ask."""
    (answer,) = ask([question], now=now)
    return answer


def ask(questions: Sequence[Question], *, now: datetime) -> Sequence[bool]:
    """Which of these are so, by one statement."""
    known: dict[str, Any] = {"now": now}
    for question in questions:
        known |= question.known
    statement = "SELECT " + ", ".join(question.condition for question in questions)
    [answers] = sql.rows(statement, known)
    return answers
