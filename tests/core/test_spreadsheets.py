"""Files for people open in their own spreadsheet, files for programs are the same for everybody."""

from decimal import Decimal

import pytest
from django.utils import translation

from core.csv_text import Csv, plain

ROWS: list[list[object]] = [["Nome", "è"], ["a;b", Decimal("-1234.50")], ["c,d", 7]]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["\ufeffNome,è", "a;b,-1234.50", '"c,d",7']),
        ("it", ["\ufeffNome;è", '"a;b";-1234,50', "c,d;7"]),
    ],
)
def test_a_file_for_a_person_has_the_signs_of_their_language(
    language: str, lines: list[str]
) -> None:
    with translation.override(language):
        assert Csv.for_reader().file(ROWS) == "".join(f"{line}\r\n" for line in lines)


def test_a_file_for_programs_is_the_same_in_every_language() -> None:
    with translation.override("it"):
        assert Csv().file(ROWS) == 'Nome,è\r\na;b,-1234.50\r\n"c,d",7\r\n'


@pytest.mark.parametrize(
    "first", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹢", "﹦"]
)
def test_no_cell_begins_with_a_sign_of_a_formula(first: str) -> None:
    assert plain(f"{first}1") == f"'{first}1"


def test_other_signs_stay_as_they_are() -> None:
    for text in ("", "anna", "１", "é=1"):
        assert plain(text) == text
