"""Only ``tables.live.seats`` writes who sits where; whoever else did would write half of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OWNER = ROOT / "tables" / "live" / "seats.py"
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
WRITES = r"\.a?(create|bulk_create|get_or_create|update_or_create|update|bulk_update|delete)\("


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Those that hold no other ones."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            yield node


def wrongs(source: str) -> Iterator[str]:
    """The statements that write who sits where."""
    tree = ast.parse(source)
    # Names that stand for rows of seats until the end of the module: enough to catch a habit.
    rows = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and "Seat.objects" in ast.unparse(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    from_rows = "|".join([r"Seat\.objects", r"table\.seats", *map(re.escape, sorted(rows))])
    patterns = (
        r"(?<![\w.])Seat\(",
        rf"\b({from_rows})\b.*{WRITES}",
        r"(?i)(UPDATE|INTO|DELETE FROM) tables_seat\b",
        r"live\.seats\.(pop|popitem|clear|update|setdefault)\(",
        r"live\.seats(\[[^=]*\])? [+-]?= ",
        r"^del .*live\.seats",
        r"(\bsitter|live\.seats\[[^=]*\])\.(stack|away|user) [+-]?= ",
    )
    for node in statements(tree):
        text = ast.unparse(node)
        if any(re.search(pattern, text) for pattern in patterns):
            yield text


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_nobody_else_writes_who_sits_where(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        if "migrations" not in path.parts and path != OWNER:
            assert list(wrongs(path.read_text())) == [], path


@pytest.mark.parametrize(
    "source",
    [
        "Seat.objects.filter(table=1).delete()",
        "found = Seat.objects.filter(no=1)\nfound.update(stack=1)",
        "Seat.objects.bulk_create([])",
        "Seat(no=1).save()",
        "table.seats.update(stack=1)",
        "table.live.seats[3] = sitter",
        "table.live.seats.pop(3)",
        "live.seats[no].stack += 5",
        "sitter.away = True",
        "del table.live.seats[3]",
        "SQL = 'UPDATE tables_seat SET stack = 0'",
    ],
)
def test_every_way_to_write_it_by_hand_is_seen(source: str) -> None:
    assert len(list(wrongs(source))) == 1
