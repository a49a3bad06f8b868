"""The rulebook's Markdown as HTML, by markdown-it-py: no raw HTML, no images, links within the
book alone, tables that scroll by themselves, and cards as pictures."""

import re
from collections.abc import Callable, Sequence

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from tables.templatetags.cards import card

# The page of a link in the book; None for texts that players cannot read.
Resolve = Callable[[str], str | None]

# Two cards or more in a row are a hand or a board; a single "As" is a word.
CARDS = re.compile(r"(?<!\w)([2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])+)(?!\w)")


def html(text: str, resolve: Resolve) -> SafeString:
    """Return ``text`` as HTML."""
    return mark_safe(str(PARSER.render(text, {"resolve": resolve})))  # noqa: S308


class BookRenderer(RendererHTML):
    """Write tokens as the pages of rules have them: a method for each kind that is special here."""

    def text(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        parts = CARDS.split(tokens[at].content)
        # Every second part is a hand.
        return "".join(
            _hand(part) if odd % 2 else conditional_escape(part) for odd, part in enumerate(parts)
        )

    def link_open(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        env["address"] = env["resolve"](tokens[at].attrs["href"])
        return "" if env["address"] is None else format_html('<a href="{}">', env["address"])

    def link_close(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "" if env["address"] is None else "</a>"

    def table_open(self, *_: object) -> str:
        return '<div class="rule-table" tabindex="0" role="group"><table class="table">'

    def table_close(self, *_: object) -> str:
        return "</table></div>"

    def th_open(self, *_: object) -> str:
        return '<th scope="col">'

    def td_open(self, tokens: Sequence[Token], at: int, *_: object) -> str:
        return '<th scope="row">' if tokens[at - 1].type == "tr_open" else "<td>"

    def td_close(self, tokens: Sequence[Token], at: int, *_: object) -> str:
        # The cell is three tokens: its begin, its text, its end.
        return "</th>" if tokens[at - 3].type == "tr_open" else "</td>"


PARSER = MarkdownIt("commonmark", {"html": False}, renderer_cls=BookRenderer)
PARSER.enable("table").disable("image")


def _hand(codes: str) -> SafeString:
    cards = [(card(code),) for code in codes.split()]
    return format_html('<span class="cards">{}</span>', format_html_join("", "{}", cards))
