"""What the rulebook's Markdown becomes on a page."""

import pytest

from poker_site.rulebook import markdown

pytestmark = pytest.mark.rule("INFO-1")


def html(text: str) -> str:
    return markdown.html(text, lambda target: "/rules/a/" if target == "#a" else None)


def test_a_table_scrolls_by_itself_and_keeps_its_empty_cells() -> None:
    told = html("| seats | pays |\n|---|--:|\n| 2 | |\n| **3** | `x` |")
    assert told.startswith(
        '<div class="rule-table" tabindex="0" role="group"><table class="table">'
    )
    assert '<th scope="col">seats</th>' in told
    assert '<th scope="row">2</th><td></td>' in told
    assert '<th scope="row"><strong>3</strong></th><td><code>x</code></td>' in told
    assert "style" not in told


def test_a_list_may_follow_its_sentence() -> None:
    assert html("One of:\n- a\n  b\n- c") == (
        "<p>One of:</p>\n<ul>\n<li>a\nb</li>\n<li>c</li>\n</ul>\n"
    )


def test_two_cards_in_a_row_are_pictures_and_one_is_a_word() -> None:
    told = html("**As Kd** beat 7c 7d; As the rule says, `As Kd`.")
    assert told.count('class="mini-card') == 4
    assert '<strong><span class="cards">' in told
    assert "; As the rule says, <code>As Kd</code>." in told


def test_links_lead_into_the_book_alone() -> None:
    assert html("[one](#a) [two](other.md) [no](javascript:alert(1)) <https://x.example>") == (
        '<p><a href="/rules/a/">one</a> two [no](javascript:alert(1)) https://x.example</p>\n'
    )


def test_html_is_text_and_pictures_are_not_loaded() -> None:
    told = html('<script>alert("a")</script> & <b>b</b> ![c](https://x.example/c.png)\n\n<p>d</p>')
    assert "<script" not in told
    assert "<b>" not in told
    assert "<img" not in told
    assert "&lt;p&gt;d&lt;/p&gt;" in told
    assert " &amp; " in told
