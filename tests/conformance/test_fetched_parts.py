"""Parts of pages that are fetched every few seconds: their buttons have ids, by which a press on
the next copy is told from one on another control (static/js/settled.js)."""

import re
from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).resolve().parents[2] / "templates"


def test_each_button_of_a_part_that_is_fetched_again_has_an_id() -> None:
    texts = {path: path.read_text() for path in TEMPLATES.rglob("*.html")}
    fetched = {path: text for path, text in texts.items() if 'hx-trigger="every' in text}
    assert TEMPLATES / "tournaments" / "home" / "parts" / "now.html" in fetched
    nameless = {
        (path.name, button)
        for path, text in fetched.items()
        for button in re.findall(r"<button[^>]*>", text)
        if ' id="' not in button
    }
    assert nameless == set()
