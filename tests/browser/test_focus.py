"""Whoever goes by keyboard sees where they are, in the colours of their own device as well."""

from playwright.sync_api import Page

from tests.browser.worktree import ORIGIN, work_tree

SHEETS = ("tokens", "base", "components", "forms")
# How wide the line is around what has the focus, and whether it is seen.
LINE = """() => {
  const style = getComputedStyle(document.activeElement);
  return [style.outlineStyle, style.outlineWidth, style.outlineColor];
}"""


def test_the_focus_is_seen_where_high_contrast_takes_shadows_away(page: Page) -> None:
    links = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in SHEETS)
    parts = '<a href="/">Lobby</a><button class="button">Play</button>'
    field = '<div class="field"><input name="amount"></div>'
    document = f'<!doctype html><html lang="en"><head>{links}</head><body>{parts}{field}</body>'
    work_tree().documents = {"/focus/": (document, "text/html")}
    page.emulate_media(forced_colors="active")
    page.goto(f"{ORIGIN}/focus/")
    seen = []
    for _ in range(3):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(LINE))
    assert [style for style, _width, _colour in seen] == ["solid"] * 3
    assert "0px" not in [width for _style, width, _colour in seen]
