"""Statements by hand are asked in one place."""

from pathlib import Path

HOUSE = Path(__file__).parents[2]
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
# The second hands its cursor to Django, the others ask another connection.
CURSORS = {
    "core/sql.py",
    "poker_site/launch/rights.py",
    "poker_site/management/commands/migrate.py",
    "tables/wire/web_heartbeats.py",
}


def test_nobody_else_opens_a_cursor() -> None:
    found = {
        str(path.relative_to(HOUSE))
        for package in PACKAGES
        for path in (HOUSE / package).rglob("*.py")
        if "migrations" not in path.parts and ".cursor()" in path.read_text()
    }
    assert found == CURSORS
