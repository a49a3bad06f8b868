"""Names of events: put together and taken apart in one place."""

import ast
from pathlib import Path

import pytest

from core.types import UserId
from payouts.bookkeeping import accounts
from payouts.events import EventRef

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
# The second knows which accounts are an event's.
OWNERS = {"payouts/events.py", "payouts/bookkeeping/accounts.py"}
BEGINNINGS = ("cash:", "tournament:", "table:", "pool:", "escrow:")


@pytest.mark.parametrize("name", ["tournament:12", "cash:3", "table:7"])
def test_a_name_tells_its_event_and_the_event_its_name(name: str) -> None:
    ref = EventRef.parse(name)
    assert ref is not None
    assert (f"{ref.kind}:{ref.id}", str(ref)) == (name, name)


@pytest.mark.parametrize(
    "name", ["", "cash", "cash:", ":3", "cash:x", "cash:-3", "cash:3:4", "cash:³"]
)
def test_what_is_no_name_of_an_event_is_none(name: str) -> None:
    assert EventRef.parse(name) is None
    assert EventRef.id_in(name, kind="cash") is None


def test_an_id_is_told_of_the_kind_that_was_asked_for_only() -> None:
    assert EventRef.id_in("cash:3", kind="cash") == 3
    assert EventRef.id_in("tournament:3", kind="cash") is None
    assert EventRef.id_in("cashier:3", kind="cash") is None


def test_the_account_of_an_event_tells_whose_it_is() -> None:
    assert accounts.event(accounts.pool("tournament:12")) == "tournament:12"
    assert accounts.event(accounts.escrow(7)) == "table:7"
    assert accounts.event(accounts.player(UserId(5))) is None
    assert accounts.event(accounts.FEES) is None


@pytest.mark.slow
def test_nobody_else_takes_such_a_name_apart() -> None:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" in path.parts or str(path.relative_to(ROOT)) in OWNERS:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert not (node.value.startswith(BEGINNINGS) and " " not in node.value), path
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    apart = node.func.attr == "partition" and ast.unparse(node.args[0]) == "':'"
                    assert not apart, path
