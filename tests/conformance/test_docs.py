"""What README and docs mention exists: files, commands, addresses, names of the code, links."""

import importlib
import inspect
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from poker_site import celery
from tables.sockets.routing import websocket_urlpatterns

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = sorted((ROOT / "docs").glob("rulebook*.md"))
TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").rglob("*.md"))]
PACKAGES = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
SOURCES = ("*.py", "*.js", "*.html", "*.css", "*.toml", "Makefile", ".env.example")

# Made when the room runs or is released, not kept in the repository until then.
AT_RUN_TIME = (
    "tests/conformance/released_migrations.txt",
    "var",
    ".venv",
    ".env",
    "/var/lib",
    "/srv",
    "pg_hba.conf",
)
# Names from other people's programs that our code never spells.
OTHERS = {"FORWARDED_ALLOW_IPS", "archive_command", "pg_dump", "ada.bot", "poker.example"}
# Files that commands write.
WRITTEN = (".csv",)
SUFFIXES = (
    ".py",
    ".md",
    ".js",
    ".css",
    ".html",
    ".txt",
    ".toml",
    ".po",
    ".svg",
    ".png",
    ".yaml",
    ".sh",
    ".conf",
)


@cache
def code_spans(page: Path) -> list[str]:
    """Every `span` of a page, fenced blocks left out."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", re.sub(r"(?<=\S)\n(?=\S)", " ", text))


def spans(pattern: str, *, without: Sequence[Path] = ()) -> Iterator[str]:
    for page in PAGES:
        if page not in without:
            yield from (span for span in code_spans(page) if re.fullmatch(pattern, span))


def words_after(command: str) -> set[str]:
    """The word after ``command`` wherever a page's code has it, fenced blocks included."""
    return {
        word
        for page in PAGES
        for code in [*re.findall(r"```.*?```", page.read_text(), re.DOTALL), *code_spans(page)]
        for word in re.findall(rf"(?:^|[\s/]){re.escape(command)} ([a-z][a-z_]*)", code)
    }


@cache
def modules() -> dict[str, ModuleType]:
    """Every module of the product, by its dotted name."""
    found = {}
    for package in map(importlib.import_module, PACKAGES):
        found[package.__name__] = package
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.endswith("__main__"):
                found[info.name] = importlib.import_module(info.name)
    return found


@cache
def sources() -> str:
    files = [
        path
        for root in (*PACKAGES, "tests", "static/js", "static/css", "templates")
        for pattern in SOURCES
        for path in (ROOT / root).rglob(pattern)
    ]
    files += [path for path in (ROOT / "deploy").rglob("*") if path.is_file()]
    files += [
        ROOT / name for name in ("Makefile", ".env.example", "pyproject.toml", "compose.yaml")
    ]
    return "\n".join(path.read_text() for path in files if path.resolve() != Path(__file__))


def source(path: str) -> str:
    return (ROOT / path).read_text()


@cache
def classes() -> dict[str, list[type]]:
    """Name -> the classes of ours that a module of ours has under it."""
    found: defaultdict[str, list[type]] = defaultdict(list)
    for module in modules().values():
        for name, member in inspect.getmembers(module, inspect.isclass):
            if member.__module__.startswith(PACKAGES):
                found[name].append(member)
    return found


def owners(name: str) -> list[object]:
    """What ``name`` may stand for in prose: a module by the end of its path, or a class."""
    ends = [module for dotted, module in modules().items() if f".{dotted}".endswith(f".{name}")]
    return [*ends, *classes().get(name, [])]


def has(owner: object, path: list[str]) -> bool:
    """Whether ``owner.a.b`` exists; fields of dataclasses count as attributes."""
    if not path:
        return True
    first, *rest = path
    if first in getattr(owner, "__dataclass_fields__", {}):
        return not rest
    return hasattr(owner, first) and has(getattr(owner, first), rest)


def exists(dotted: str) -> bool:
    parts = dotted.split(".")
    return any(
        has(owner, parts[cut:])
        for cut in range(len(parts), 0, -1)
        for owner in owners(".".join(parts[:cut]))
    )


def slug(heading: str) -> str:
    """The anchor that forges give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert words_after("make") - targets == set()


def test_every_management_command_exists() -> None:
    # Django answers this one itself, and so does our `manage.py`.
    assert words_after("manage.py") - {*get_commands(), "version"} == set()


def test_every_variable_of_the_environment_is_told_where_people_look_for_it() -> None:
    read = set(re.findall(r'env(?:\.\w+)?\(\s*"(\w+)"', source("poker_site/settings.py")))
    assert len(read) >= 35
    # Read before Django's settings; a variable with a default there is an option of the command.
    read |= set(re.findall(r'environ\.get\("(\w+)"\)', source("poker_site/launch/start.py")))
    table = source("docs/operations.md").split("\n## Settings\n")[1].split("\n## ")[0]
    rows = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", rows)) == read
    assert set(re.findall(r"^#(\w+)=", source(".env.example"), re.MULTILINE)) == read


def test_the_page_starts_each_process() -> None:
    assert words_after("poker_site.launch.start") == {"web", "worker", "beat"}


def test_the_script_makes_the_roles_that_the_page_describes() -> None:
    described = source("docs/operations.md").split("```sql\n")[1].split("```")[0]
    script = source("deploy/postgres/roles.sh")
    for statement in re.findall(r"^(?:ALTER|REVOKE) .*;$", described, re.MULTILINE):
        assert statement in script


@pytest.mark.middling
def test_every_file_exists() -> None:
    paths = {
        span
        for span in spans(r"[\w.*][\w.*/-]*")
        if ("/" in span or span.endswith(SUFFIXES)) and not span.startswith(AT_RUN_TIME)
    }
    # A bare name stands for any file of that name.
    gone = [path for path in paths if not any(ROOT.glob(path if "/" in path else f"**/{path}"))]
    assert sorted(gone) == []


def test_every_address_leads_somewhere() -> None:
    for address in set(spans(r"/[\w/<>-]*/")):
        path = re.sub(r"<\w+>", "1", address)
        if not any(pattern.resolve(path[1:]) for pattern in websocket_urlpatterns):
            try:
                resolve(path)
            except Resolver404:
                pytest.fail(f"no page at {address}")


@pytest.mark.slow
def test_every_dotted_name_exists() -> None:
    names = {
        span.removesuffix("()")
        for span in spans(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(\(\))?")
        if not span.endswith((*SUFFIXES, *WRITTEN)) and not span.startswith(AT_RUN_TIME)
    }
    assert sorted(name for name in names - OTHERS if not exists(name)) == []


@pytest.mark.middling
def test_every_other_name_is_spelled_in_the_code() -> None:
    # The rulebooks name settings of rules that are not built yet.
    names = set(spans(r"[A-Za-z]+(_[A-Za-z]+)+|[A-Z][a-z]+\w*", without=RULEBOOKS))
    words = set(re.findall(r"\w+", sources()))
    assert sorted(names - words - OTHERS) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", page.read_text())
    for link in (first or second for first, second in links):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(), re.MULTILINE)
            assert anchor in map(slug, headings), link


def test_decisions_are_numbered_without_gaps_and_each_says_what_it_decided() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = sorted(folder.glob("0*.md"))
    listed = re.findall(
        r"^(\d+)\. \[(.+)\]\((.+)\): .+\.$", (folder / "README.md").read_text(), re.M
    )
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    assert [(int(number), name) for number, _title, name in listed] == [
        (int(page.name[:4]), page.name) for page in pages
    ]
    for (number, title, _name), page in zip(listed, pages, strict=True):
        assert page.read_text().startswith(f"# {number}. {title}\n")


def test_every_scheduled_task_stands_in_the_page_of_operations() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    named = set(re.findall(r"^\| `([\w.]+\.tasks\.\w+)` \|", page, re.MULTILINE))
    # Those of a room that is connected to every service.
    code = (ROOT / "poker_site/celery.py").read_text()
    assert named == set(re.findall(r'"task": "([\w.]+)"', code))
    assert named >= {entry["task"] for entry in celery.app.conf.beat_schedule.values()}
