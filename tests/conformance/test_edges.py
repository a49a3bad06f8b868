"""Only edges speak to the outside, and only edges know edges (layers: ``.importlinter``)."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("core", "players", "payouts", "tables", "tournaments")
# What only an edge has to do with: neither a module that makes addresses (``reverse``), nor the
# widgets of a form's fields.
OUTSIDE = re.compile(
    r"(channels|rest_framework|drf_spectacular|django\.(http|shortcuts|views))(\..*)?"
    r"|unfold(?!\.widgets)(\..*)?|django\.contrib\.admin|django\.urls\.(path|include)"
)
# Where the world comes in: modules by their last name, rooms whole.
MODULES = {
    "api",
    "consumers",
    "forms",
    "player_sockets",
    "proof",
    "receivers",
    "requests",
    "routing",
    "serializers",
    "session_store",
    "urls",
    "views",
}
ROOMS = {"admin", "pages"}


def is_edge(module: str) -> bool:
    *within, leaf = module.split(".")
    return leaf in MODULES | ROOMS or not ROOMS.isdisjoint(within)


@cache
def modules(app: str) -> dict[str, set[str]]:
    """The modules of an app, each with all that it imports: modules, and names out of them."""
    return {
        ".".join(path.relative_to(ROOT / app).with_suffix("").parts).removesuffix(".__init__"): set(
            imports(path)
        )
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


@pytest.mark.middling
@pytest.mark.parametrize("app", APPS)
def test_every_module_that_speaks_to_the_outside_is_an_edge(app: str) -> None:
    speaking = {name for name, taken in modules(app).items() if any(map(OUTSIDE.fullmatch, taken))}
    assert speaking or app == "players"
    assert {name for name in speaking if not is_edge(name)} == set()


@pytest.mark.parametrize("app", APPS)
def test_only_edges_import_edges(app: str) -> None:
    edges = {f"{other}.{name}" for other in APPS for name in modules(other) if is_edge(name)}
    for name, taken in modules(app).items():
        # Wiring: an app registers its lobby where the pages below ask for names.
        if not is_edge(name) and name.rpartition(".")[2] != "apps":
            assert not taken & edges, name


def test_every_mail_goes_through_the_outbox() -> None:
    """A mail server must delay no transaction, and learn of none that is rolled back."""
    outbox = "players/notices/mail.py"
    direct = re.compile(r"smtplib|get_connection\([^)]|connection=|fail_silently")
    apps = (path for app in (*APPS, "poker_site") for path in (ROOT / app).rglob("*.py"))
    naming = {
        path.relative_to(ROOT).as_posix()
        for path in apps
        if "mail" in (text := path.read_text()) and direct.search(text)
    }
    assert naming == {outbox, "poker_site/opening/doctor.py"}
    settings = (ROOT / "poker_site/settings.py").read_text()
    assert 'EMAIL_BACKEND = "players.notices.mail.Outbox"' in settings
