"""The measure of our prose finds what STYLE.md asks writers to avoid."""

from pathlib import Path

import pytest

from tests.conformance.prose import Text, faults, main, repeated_classes


def texts(*docstrings: str) -> list[Text]:
    return [Text("a.py:1", words, docstring=True) for words in docstrings]


def test_plain_sentences_pass() -> None:
    assert list(faults(texts("Return the seats in clockwise order.", "The cards of a hand."))) == []


def test_each_construction_is_named_with_the_text() -> None:
    said = "\n".join(faults(texts("Whoever is out.", "What nobody has won.")))
    for name in ("a clause as subject", "whoever", "nobody", "begin with a question word"):
        assert name in said
    assert "a.py:1: Whoever is out." in said


def test_one_docstring_that_begins_with_a_question_word_is_a_fault() -> None:
    plain = texts(*["Return the seats in clockwise order."] * 1000)
    assert list(faults([*plain, *texts("Whoever is out.")]))


def test_a_class_name_in_two_modules_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for package in ("core", "tables"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "rows.py").write_text("class Row: ...")
    fault = "class Row: core/rows.py, tables/rows.py"
    assert list(repeated_classes(tmp_path)) == [fault]
    assert main(tmp_path) == 1
    assert fault in capsys.readouterr().out
