"""The Markdown that the rulebook is written in, as HTML.

Paragraphs, lists and tables; within a line bold words, code, links, and cards as pictures.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tables.templatetags.cards import card

# The page of a link in the book; None for texts that players cannot read.
Resolve = Callable[[str], str | None]

# Two cards or more in a row are a hand or a board; a single "As" is a word.
INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|\[(?P<words>[^\]]+)\]\((?P<target>[^)]+)\)"
    r"|(?<!\w)(?P<cards>[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])+)(?!\w)",
    re.DOTALL,
)
ITEM = re.compile(r"(?:- |(?P<number>\d+)\. )")


def html(text: str, resolve: Resolve) -> SafeString:
    """Return the whole of ``text`` as HTML."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return mark_safe("\n".join(_block(block, resolve) for block in blocks if block))  # noqa: S308


def inline(text: str, resolve: Resolve) -> SafeString:
    """Return one line or paragraph as HTML."""
    parts: list[str] = []
    done = 0
    for found in INLINE.finditer(text):
        parts += [conditional_escape(text[done : found.start()]), _span(found, resolve)]
        done = found.end()
    return mark_safe("".join([*parts, conditional_escape(text[done:])]))  # noqa: S308


def rows(text: str) -> list[list[str]]:
    """Return the cells of each row of a table, without the line under its head."""
    found = [[cell.strip() for cell in row.strip("| ").split("|")] for row in text.split("\n")]
    return [found[0], *found[2:]]


def _span(found: re.Match[str], resolve: Resolve) -> SafeString:
    if found["code"]:
        return format_html("<code>{}</code>", found["code"])
    if found["bold"]:
        return format_html("<strong>{}</strong>", inline(found["bold"], resolve))
    if found["cards"]:
        cards = [(card(code),) for code in found["cards"].split()]
        return format_html('<span class="cards">{}</span>', format_html_join("", "{}", cards))
    address, words = resolve(found["target"]), inline(found["words"], resolve)
    return words if address is None else format_html('<a href="{}">{}</a>', address, words)


def _block(block: str, resolve: Resolve) -> SafeString:
    if block.startswith("|"):
        return _table(rows(block), resolve)
    if ITEM.match(block):
        return _list(block, resolve)
    # A list may follow its sentence without an empty line between.
    return format_html("<p>{}</p>", inline(block, resolve))


def _list(block: str, resolve: Resolve) -> SafeString:
    items = [(inline(item, resolve),) for item in _items(block)]
    numbered = ITEM.match(block)
    tag = "ol" if numbered and numbered["number"] else "ul"
    return format_html("<{0}>{1}</{0}>", tag, format_html_join("", "<li>{}</li>", items))


def _items(block: str) -> Iterator[str]:
    """Yield each item with its lines joined; continuation lines are indented."""
    number = 0
    numbered = []
    for line in block.split("\n"):
        number += bool(ITEM.match(line))
        numbered.append((number, ITEM.sub("", line, count=1) if ITEM.match(line) else line.strip()))
    for _number, lines in groupby(numbered, key=lambda pair: pair[0]):
        yield " ".join(line for _, line in lines)


def _table(cells: list[list[str]], resolve: Resolve) -> SafeString:
    head, *body = cells
    rows_html = [
        (
            inline(row[0], resolve),
            format_html_join("", "<td>{}</td>", [(inline(cell, resolve),) for cell in row[1:]]),
        )
        for row in body
    ]
    return format_html(
        '<div class="rule-table" tabindex="0" role="group">'
        '<table class="table"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>',
        format_html_join(
            "", '<th scope="col">{}</th>', [(inline(cell, resolve),) for cell in head]
        ),
        format_html_join("", '<tr><th scope="row">{}</th>{}</tr>', rows_html),
    )
