"""Which rules of docs/rulebook.md the tests prove. ``python -m tests.conformance.rules`` lists
the ids that no test names, and fails if there are any."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULEBOOK = ROOT / "docs" / "rulebook.md"
TESTS = ROOT / "tests"


class Unreadable(Exception):
    """A marker whose ids are computed: nobody could find them by reading."""


def ids() -> list[str]:
    """Every rule id of the rulebook, in its order; a rule is a heading of its own."""
    return re.findall(r"^#{3,4} ([A-Z]+-[A-Z0-9]+)$", RULEBOOK.read_text(), re.MULTILINE)


def named_in(source: str) -> Iterator[tuple[str, int]]:
    """(rule id, line) for every id in a ``mark.rule(...)`` of a test's source."""
    if "mark.rule" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not ast.unparse(node.func).endswith("mark.rule"):
            continue
        for argument in node.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise Unreadable(f"line {node.lineno}: write the rule ids out")
            yield argument.value, node.lineno


@cache
def proofs() -> Mapping[str, list[str]]:
    """Rule id -> the places ("tests/…/test_x.py:12") that claim to prove it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        try:
            for rule, line in named_in(path.read_text()):
                found[rule].append(f"{path.relative_to(ROOT)}:{line}")
        except Unreadable as reason:
            raise Unreadable(f"{path.relative_to(ROOT)}, {reason}") from None
    return found


def main() -> int:
    unproven = [rule for rule in ids() if rule not in proofs()]
    for rule in unproven:
        print(f"{rule}: no test names it")
    print(f"Rules: {len(ids())}, proven: {len(ids()) - len(unproven)}.")
    return 1 if unproven else 0


if __name__ == "__main__":
    sys.exit(main())
