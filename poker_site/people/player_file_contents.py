"""The content of a player's file: facts, and the parts of the room's data (STAFF-7)."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from core import room_clock
from core.admin.spreadsheets import cell, workbook
from core.pages.requests import number
from core.types import UserId
from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, Whole

# Lines of each part on the whole page, and on a page of one part; pages of a part that are shown.
AT_A_GLANCE, A_PAGE, MOST_PAGES = 5, 50, 200
# The characters that a sheet's name may not have, and its greatest length.
UNNAMEABLE = re.compile(r"[\[\]:*?/\\]")
LONGEST_SHEET = 31


@dataclass(frozen=True)
class ShownSection:
    """A part as the page shows it."""

    part: FileSection
    lines: Sequence[FileRow]
    more: bool

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The link of each line, and its cells with their column names: a phone shows no head."""
        columns = [str(column) for column in self.part.columns]
        return [(line.url, [*zip(columns, line.cells, strict=True)]) for line in self.lines]


def shown(request: HttpRequest, user_id: UserId) -> dict[str, Any]:
    """Return a glance at each part, or the chosen one at length, for the page's template."""
    parts = player_file.parts(request.user.has_perm)
    key = request.GET.get("part")
    one = next((part for part in parts if part.key == key), None)
    page = min(number(request.GET.get("page", "1")) or 1, MOST_PAGES)
    own = reverse("admin:players_player_change", args=[user_id])
    context: dict[str, Any] = {"own": own, "one": one, "page": page}
    if one is not None:
        context["parts"] = [_read(one, user_id, first=(page - 1) * A_PAGE, count=A_PAGE)]
        context["next"] = page + 1 if context["parts"][0].more and page < MOST_PAGES else None
        return context
    context["facts"] = player_file.facts(user_id, request.user.has_perm, now=room_clock.now())
    context["parts"] = [_read(part, user_id, first=0, count=AT_A_GLANCE) for part in parts]
    context["empty"] = [part for part in context["parts"] if not part.lines]
    return context


def _read(part: FileSection, user_id: UserId, *, first: int, count: int) -> ShownSection:
    lines = part.read(user_id, first, count + 1)
    return ShownSection(part, lines[:count], len(lines) > count)


def as_json(record: Whole) -> bytes:
    """Return the file as one object: the head, then each part by its key."""
    whole = {
        "player": {str(fact.title): fact.value for fact in record.facts},
        "parts": {
            part.key: {
                "title": str(part.title),
                "columns": [str(column) for column in part.columns],
                "lines": [list(line.cells) for line in lines],
            }
            for part, lines in record.parts
        },
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder).encode()


def as_xlsx(record: Whole) -> bytes:
    """Return the file as a workbook: a sheet for the head, and one for each part."""
    return workbook(_sheets(record))


def _sheets(record: Whole) -> Iterator[tuple[str, list[list[str]]]]:
    facts = [[cell(str(fact.title)), cell(fact.value)] for fact in record.facts]
    yield _("Player"), [[_("What"), _("Value")], *facts]
    for part, lines in record.parts:
        heads = [str(column) for column in part.columns]
        rows = [[cell(text) for text in line.cells] for line in lines]
        yield UNNAMEABLE.sub(" ", str(part.title))[:LONGEST_SHEET], [heads, *rows]
