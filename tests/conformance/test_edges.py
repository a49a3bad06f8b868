"""Every edge has its place in the import contract, and only edges know edges."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("payouts", "tables", "tournaments")
# What only an edge has to do with. Whoever but makes addresses (``reverse``) is none.
OUTSIDE = re.compile(
    r"(channels|rest_framework|drf_spectacular|unfold|django\.(http|shortcuts|views))(\..*)?"
    r"|django\.contrib\.admin|django\.urls\.(path|include)"
)
# The contract's last layers: work by the clock, news, rows.
WITHIN = {"tasks", "receivers", "models"}


@cache
def edges() -> set[str]:
    """The edges that the contract names."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = (found for found in tool["contracts"] if found.get("containers"))
    named = set(re.findall(r"\w+", " ".join(contract["layers"])))
    assert named > WITHIN
    return named - WITHIN


@cache
def modules(app: str) -> dict[str, set[str]]:
    """The modules of an app, each with all that it imports: modules, and names out of them."""
    return {
        ".".join(path.relative_to(ROOT / app).with_suffix("").parts): set(imports(path))
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts
    }


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("app", APPS)
def test_every_module_that_speaks_to_the_outside_is_an_edge_of_the_contract(app: str) -> None:
    speaking = {name for name, taken in modules(app).items() if any(map(OUTSIDE.fullmatch, taken))}
    assert {"admin", "views", "urls"} <= speaking
    assert speaking <= edges(), speaking - edges()


@pytest.mark.parametrize("app", APPS)
def test_only_edges_import_edges(app: str) -> None:
    all_edges = {f"{app}.{edge}" for app in APPS for edge in edges()}
    for name, taken in modules(app).items():
        if name not in edges():
            assert not taken & all_edges, name


def test_the_contract_names_no_edge_that_is_gone() -> None:
    assert edges() <= set().union(*map(modules, APPS))
