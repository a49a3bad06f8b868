"""A list of the lobby that is refreshed by difference: only changed rows are sent.

The page sends the versions of its rows (``X-Known``); the answer holds the rows whose version has
changed and the number of new ones, and is empty (304) while nothing has changed. Rows are never
moved or inserted: the reader reloads the list for that.
"""

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from core.pages import fragment_cache
from tournaments.pages.lobby.listed import Listing

# The most rows that a page may ask about: more than it ever shows.
MOST_KNOWN = 150


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A part of the page that may change on its own: its id, a version and its template. ``shown``
    is the cache key of its content, if it is the same for many readers."""

    id: str
    version: str
    template: str
    context: Mapping[str, Any]
    request: HttpRequest
    shown: Hashable = None

    @property
    def in_table(self) -> bool:
        return self.template.endswith("_row.html")

    @property
    def html(self) -> SafeString:
        """The rendered row."""
        if self.shown is None:
            return self._written()
        signed_in = self.request.user.is_authenticated
        return fragment_cache.get_or_render(
            (self.template, signed_in, self.id, self.shown), self._written
        )

    def _written(self) -> SafeString:
        # Without the request: no row holds a token, or anything else of its reader's own.
        return render_to_string(self.template, {"user": self.request.user, **self.context})


def known(request: HttpRequest) -> dict[str, str] | None:
    """Return the versions of the reader's rows by id; None when a whole page is asked for."""
    if "X-Known" not in request.headers:
        return None
    pairs = (pair.rpartition(".") for pair in request.headers["X-Known"].split()[:MOST_KNOWN])
    return {name: version for name, _dot, version in pairs if name}


def row_of(request: HttpRequest, listing: Listing, *, card: bool = False) -> BoardRow:
    """Return a listing as a row of a table, or as a card."""
    template = "tournaments/parts/sit_and_go.html" if card else "tournaments/parts/event_row.html"
    context = {"listing": listing}
    return BoardRow(listing.key, listing.version, template, context, request, listing.shown)


def numbers(names: Iterable[str]) -> list[int]:
    """Return the ids of the events among the names of rows."""
    typed = (name.removeprefix("row-") for name in names if name.startswith("row-"))
    return [int(text) for text in typed if text.isascii() and text.isdecimal() and len(text) < 19]


def difference(
    request: HttpRequest,
    had: Mapping[str, str],
    *,
    listed: Sequence[BoardRow],
    left: Sequence[BoardRow],
    beside: Sequence[BoardRow],
) -> HttpResponse:
    """Return the rows that have changed. ``listed`` are the current rows, ``left`` those of the
    reader's that are now elsewhere, ``beside`` the other parts of the page."""
    here = {row.id for row in (*listed, *left, *beside)}
    fresh = [row.id for row in listed if row.id not in had]
    gone = sorted(name for name in had if name not in here)
    states = [(row.id, row.version) for row in (*listed, *left, *beside)]
    state = repr((get_language(), request.user.pk, sorted(states), sorted(had)))
    etag = f'"{hashlib.blake2s(state.encode(), digest_size=12).hexdigest()}"'
    answer: HttpResponse
    if request.headers.get("If-None-Match") == etag:
        answer = HttpResponseNotModified()
    else:
        changed = [
            row for row in (*listed, *left, *beside) if row.id in had and had[row.id] != row.version
        ]
        context = {
            "rows": [row for row in changed if row.in_table],
            "others": [row for row in changed if not row.in_table],
            "fresh": len(fresh),
            "gone": " ".join(gone),
        }
        answer = render(request, "tournaments/parts/difference.html", context)
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer
