"""The rulebook and the tests speak of the same rules."""

from collections import Counter

import pytest

from tests.conformance.rules import Unreadable, ids, named_in, proofs


def test_every_id_stands_in_the_rulebook_once() -> None:
    assert ids()
    assert [rule for rule, times in Counter(ids()).items() if times > 1] == []


@pytest.mark.slow
def test_every_rule_a_test_names_is_in_the_rulebook() -> None:
    assert {rule: places for rule, places in proofs().items() if rule not in ids()} == {}


@pytest.mark.middling
def test_every_rule_is_proven() -> None:
    assert [rule for rule in ids() if rule not in proofs()] == []


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('@pytest.mark.rule("A-1")\ndef test_a(): ...', [("A-1", 1)]),
        ('@pytest.mark.rule("A-1", "B-2")\nasync def test_a(): ...', [("A-1", 1), ("B-2", 1)]),
        ('import pytest\npytestmark = pytest.mark.rule("A-1")', [("A-1", 2)]),
        ('class TestA:\n    @mark.rule("A-1")\n    def test_a(self): ...', [("A-1", 2)]),
        ('CASES = [pytest.param(1, marks=pytest.mark.rule("A-1"))]', [("A-1", 1)]),
        ('"""A docstring on pytest.mark.rule("A-1")."""', []),
    ],
)
def test_ids_are_read_wherever_a_marker_stands(source: str, named: list[tuple[str, int]]) -> None:
    assert list(named_in(source)) == named


def test_computed_ids_are_refused() -> None:
    with pytest.raises(Unreadable, match="line 1"):
        list(named_in('pytest.mark.rule(f"A-{n}")'))
