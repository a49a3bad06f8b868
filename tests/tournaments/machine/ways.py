"""The ways in which things are done: once, again, by many at once, and by a process that dies.

A process dies before it has committed, at any statement, or right after, with its first word: what
it did is done then, and nobody was told. Who had asked may ask again.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from unittest.mock import patch

from hypothesis import strategies as st

from core.refusal import Refusal
from tables.wire import push
from tests.payouts.crowd import DONE, at_once
from tests.tournaments.evening import Crash, dying_after

DIED = "died"

ways = st.sampled_from(["once", "once", "once", "again", "dying", "dying", "mute", "at once"])
# Most verbs speak to the database a few times, a step of the director up to some hundred.
statements = st.one_of(st.integers(0, 9), st.integers(0, 40), st.integers(0, 150))


def carry_out(verb: Callable[[], object], way: str, statement: int) -> list[str]:
    """Do something in one of the ways; what came of each attempt, a refusal by its code."""
    if way == "at once":
        return at_once([verb] * 3)
    deaths: dict[str, AbstractContextManager[object]] = {
        "dying": dying_after(statement),
        "mute": patch.object(push, "_publish", side_effect=Crash),
    }
    answers = [_attempt(verb, deaths.get(way, nullcontext()))]
    if way == "again" or (answers == [DIED] and statement % 2):
        answers.append(_attempt(verb, nullcontext()))
    return answers


def _attempt(verb: Callable[[], object], death: AbstractContextManager[object]) -> str:
    try:
        with death:
            verb()
    except Crash:
        return DIED
    except Refusal as refusal:
        return str(refusal)
    return DONE
