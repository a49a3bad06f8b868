"""All about a player as a file: JSON for programs, XLSX for people (STAFF-9)."""

import json
import re
from io import BytesIO

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from core.admin.spreadsheets import cell, workbook
from players.staff.file import Whole

# What a spreadsheet's sheet may not be called, and how long its name may be.
UNNAMEABLE = re.compile(r"[\[\]:*?/\\]")
LONGEST_SHEET = 31


def as_json(found: Whole) -> bytes:
    """The file as one object: the head, then each part by its key."""
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
    """The file as a workbook: a sheet for the head, and one for each part."""
    book = workbook()
    head = book.create_sheet(_("Player"))
    for fact in found.facts:
        head.append([cell(str(fact.title)), cell(fact.value)])
    for part, lines in found.parts:
        sheet = book.create_sheet(UNNAMEABLE.sub(" ", str(part.title))[:LONGEST_SHEET])
        sheet.append([str(column) for column in part.columns])
        for line in lines:
            sheet.append([cell(text) for text in line.cells])
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()
