"""How plainly the code speaks: rates of constructions that STYLE.md asks writers to avoid, and
names of classes that two modules share.

``python -m tests.conformance.prose`` prints the rates and the worst lines, and fails above a limit.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("core", "players", "payouts", "tables", "tournaments", "poker_site")
LONGEST_SUBJECT: Final = 72
SHOWN: Final = 15

# Constructions, and how many of them a thousand words of docstrings and comments may have.
LIMITS: Final = {
    "a clause as subject": (
        r"(?:^|(?<=[.;:] )|(?<=, ))(?:Who|Whom|What|Whoever|Whatever|Where|Whether) (?![^.]*\?)",
        1.0,
    ),
    "whoever, whom, whatever": (r"\b[Ww](?:hoever|hom|hatever|hichever)\b", 0.3),
    "nobody, somebody, everybody": (r"\b(?:[Nn]o|[Ss]ome|[Aa]ny|[Ee]very)body\b", 1.0),
}
QUESTION: Final = re.compile(
    r"(What|Who|Whom|Whose|Whoever|Whatever|Which|Where|Whether|How|Why|When)\b"
)
DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Django finds commands by this name.
REPEATED: Final = {"Command"}


class Text(NamedTuple):
    """A docstring or a comment, and where it stands."""

    place: str
    words: str
    docstring: bool


def texts(root: Path) -> Iterator[Text]:
    """The docstrings and comments of the product."""
    for path, tree, source in _modules(root):
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and (words := ast.get_docstring(node)):
                line = getattr(node, "lineno", 1)
                yield Text(f"{path}:{line}", " ".join(words.split()), docstring=True)
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                words = token.string.lstrip("# ")
                yield Text(f"{path}:{token.start[0]}", words, docstring=False)


def faults(found: list[Text]) -> Iterator[str]:
    """One line for each limit that is passed, followed by the worst texts."""
    words = sum(len(text.words.split()) for text in found) or 1
    for name, (pattern, most) in LIMITS.items():
        hits = [text for text in found if re.search(pattern, text.words)]
        count = sum(len(re.findall(pattern, text.words)) for text in hits)
        rate = 1000 * count / words
        if rate > most:
            yield f"{name}: {rate:.2f} of a thousand words, at most {most}"
            yield from (f"    {text.place}: {text.words[:90]}" for text in hits[:SHOWN])
    asking = [text for text in found if text.docstring and QUESTION.match(text.words)]
    if asking:
        yield f"docstrings that begin with a question word: {len(asking)}, none may"
        yield from (f"    {text.place}: {text.words[:90]}" for text in asking[:SHOWN])


def repeated_classes(root: Path) -> Iterator[str]:
    """Names that two modules give to a class; a reader who searches for one finds the other."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree, _ in _modules(root):
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path))
    for name, modules in sorted(places.items()):
        if len(modules) > 1 and name not in REPEATED:
            yield f"class {name}: {', '.join(modules)}"


def long_subjects() -> Iterator[str]:
    """Subjects of the commits on this branch that are too long; none where git is not there."""
    log = subprocess.run(
        ["git", "log", "--format=%s", "origin/main..HEAD"], capture_output=True, text=True
    )
    for subject in log.stdout.splitlines():
        if len(subject) > LONGEST_SUBJECT:
            yield f"commit subject of {len(subject)} characters: {subject}"


def _modules(root: Path) -> Iterator[tuple[Path, ast.Module, str]]:
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if "migrations" not in path.parts:
                source = path.read_text(encoding="utf-8")
                yield path.relative_to(root), ast.parse(source), source


def main(root: Path = ROOT) -> int:
    said = [*faults(list(texts(root))), *repeated_classes(root), *long_subjects()]
    print("\n".join(said) or "Prose: plain.")
    return int(bool(said))


if __name__ == "__main__":
    sys.exit(main())
