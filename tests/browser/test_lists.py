"""Rows of lists that lead somewhere as a whole, and what else can be pressed in them."""

from playwright.sync_api import Page

from tests.browser.worktree import ORIGIN, work_tree

ROW = """
<table class="table"><tbody><tr>
  <th scope="row"><a class="title-link" id="event" href="/tournaments/1/">Sunday</a>
    <a class="faint small" id="receipt" href="/receipts/1/">Receipt</a></th>
  <td id="prize">€10.00</td>
</tr></tbody></table>"""
# What a finger meets in the middle of an element.
MET = """(id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).id;
}"""


def test_a_row_leads_where_its_title_does_and_its_other_links_where_they_say(page: Page) -> None:
    sheets = ("tokens", "base", "components", "lists")
    links = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in sheets)
    document = f'<!doctype html><html lang="en"><head>{links}</head><body>{ROW}</body>'
    work_tree().documents = {"/lists/": (document, "text/html")}
    page.goto(f"{ORIGIN}/lists/")
    met = {name: page.evaluate(MET, name) for name in ("event", "prize", "receipt")}
    assert met == {"event": "event", "prize": "event", "receipt": "receipt"}
