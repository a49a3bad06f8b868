"""All data of a player as a file: JSON for programs, XLSX for people (STAFF-9)."""

import json
import re
from collections.abc import Iterator

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from core.admin.spreadsheets import cell, workbook
from players.staff.file import Whole

# The characters that a sheet's name may not have, and its greatest length.
UNNAMEABLE = re.compile(r"[\[\]:*?/\\]")
LONGEST_SHEET = 31


def as_json(found: Whole) -> bytes:
    """Return the file as one object: the head, then each part by its key."""
    whole = {
        "player": {str(fact.title): fact.value for fact in found.facts},
        "parts": {
            part.key: {
                "title": str(part.title),
                "columns": [str(column) for column in part.columns],
                "lines": [list(line.cells) for line in lines],
            }
            for part, lines in found.parts
        },
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder).encode()


def as_xlsx(found: Whole) -> bytes:
    """Return the file as a workbook: a sheet for the head, and one for each part."""
    return workbook(_sheets(found))


def _sheets(found: Whole) -> Iterator[tuple[str, list[list[str]]]]:
    facts = [[cell(str(fact.title)), cell(fact.value)] for fact in found.facts]
    yield _("Player"), [[_("What"), _("Value")], *facts]
    for part, lines in found.parts:
        heads = [str(column) for column in part.columns]
        rows = [[cell(text) for text in line.cells] for line in lines]
        yield UNNAMEABLE.sub(" ", str(part.title))[:LONGEST_SHEET], [heads, *rows]
