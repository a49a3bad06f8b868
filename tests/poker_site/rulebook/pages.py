"""Pages of the rules as a reader's browser has them: their tables, by the rule they stand under."""

from collections import defaultdict
from collections.abc import Mapping
from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

Table = list[list[str]]


class Tables(HTMLParser):
    """The cells of every table; ``of`` the element with an id that it stands in."""

    def __init__(self) -> None:
        super().__init__()
        self.of: defaultdict[str, list[Table]] = defaultdict(list)
        self.ids: list[str] = []
        self.links: list[str] = []
        self._inside = ""
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if key := found.get("id"):
            self.ids.append(key)
            if tag in ("article", "section"):
                self._inside = key
        if tag == "a" and (address := found.get("href")):
            self.links.append(address)
        if tag == "table":
            self.of[self._inside].append([])
        elif tag == "tr":
            self.of[self._inside][-1].append([])
        elif tag in ("td", "th"):
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.of[self._inside][-1][-1].append(" ".join("".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)


def read(client: Client, address: str, language: str = "en") -> Tables:
    client.cookies["django_language"] = language
    answer = client.get(address)
    assert answer.status_code == 200, address
    found = Tables()
    found.feed(answer.content.decode())
    return found


def tables(client: Client, slug: str, language: str) -> Mapping[str, list[Table]]:
    """The tables of a page of the rules, without their heads."""
    page = read(client, reverse("rules_page", args=[slug]), language)
    return {key: [table[1:] for table in found] for key, found in page.of.items()}


def cents(written: str, language: str) -> int:
    """ "1,234.50" in English or "1.234,50" in Italian, with a euro sign or without."""
    plain = written.replace("€", "").replace("\N{NO-BREAK SPACE}", "").strip()
    if language == "it":
        plain = plain.replace(".", "").replace(",", ".")
    whole, _point, part = plain.replace(",", "").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


def whole(written: str) -> int:
    """A whole number with its thousands apart."""
    return int(written.replace(".", "").replace(",", ""))
