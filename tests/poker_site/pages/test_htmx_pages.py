"""Pages that refresh a part of themselves load htmx: without it nothing asks or complains."""

import re
from functools import cache
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"


@cache
def whole(name: str) -> str:
    """A template with all that it includes by name."""
    text = (TEMPLATES / name).read_text()
    parts = re.findall(r'{% include "([^"]+)"', text)
    return text + "".join(whole(part) for part in parts if (TEMPLATES / part).exists())


def test_every_page_with_a_part_that_asks_loads_htmx() -> None:
    paths = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")]
    # The desk's pages extend Unfold's, which load it.
    pages = [name for name in paths if re.search(r'{% extends "(?!admin/|unfold/)', whole(name))]
    asking = {name for name in pages if re.search(r"\bhx-(get|post)=", whole(name))}
    assert len(asking) > 10
    assert {name for name in asking if "vendor/htmx.min.js" not in whole(name)} == set()
