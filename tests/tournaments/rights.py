"""Walks of rights: tables of answers by reader, and the outcome of an act in a browser."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.messages import get_messages
from django.db import transaction


def rows(text: str, roles: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what stands in a table: the name of its line, a role, and the answer to it."""
    for line in text.strip().splitlines():
        name, *answers = line.split()
        for role, answer in zip(roles, answers, strict=True):
            yield name, role, answer


@contextmanager
def undone() -> Iterator[None]:
    """Roll back what is done within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def outcome(answer: Any) -> str:
    """Return + where an act is done, "login" where it asks for an account, "form" where it is asked
    for again, the sentence of its refusal, or the status."""
    if answer.status_code in (403, 404) or "json" in answer.get("Content-Type", ""):
        return str(answer.status_code)
    errors = [str(each) for each in get_messages(answer.wsgi_request) if "error" in each.tags]
    if errors:
        return errors[0]
    doors = ("/accounts/login", "/accounts/signup")
    if answer.status_code == 302 and answer["Location"].startswith(doors):
        return "login"
    return "form" if answer.status_code == 200 else "+"
