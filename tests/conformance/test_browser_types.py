"""The browser's types are the server's, and each kind of type has one word."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import ModuleType
from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from tests.conformance import browser_types
from tests.conformance.browser_types import Browser, Untranslatable, main, written

Chips = NewType("Chips", int)


class Suit(StrEnum):
    CLUBS = "c"
    HEARTS = "h"


class Bet(TypedDict):
    """What ``somebody`` puts in.

    More than the browser need know.
    """

    kind: Literal["bet"]
    chips: Chips
    by: NotRequired[str | None]


class Fold(TypedDict):
    kind: Literal["fold"]


class Show(Struct, tag="show"):
    """What somebody shows."""

    of: Annotated[Any, Fold]
    most: Annotated[int, Meta(ge=0)] = 5
    suit: Suit | UnsetType | None = UNSET


def module(**named: object) -> ModuleType:
    made = ModuleType(__name__)
    vars(made).update(named)
    return made


def test_the_types_in_the_browser_are_those_of_the_server() -> None:
    assert main(["--check"]) == 0


def test_types_that_are_out_of_date_are_told(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "frames.d.ts"
    stale.write_text(browser_types.WRITTEN.read_text().replace("hand_no", "hand_number"))
    monkeypatch.setattr(browser_types, "WRITTEN", stale)
    monkeypatch.setattr(browser_types, "ROOT", tmp_path)
    assert main(["--check"]) == 1
    assert "make types" in capsys.readouterr().out
    assert main([]) == 0
    assert main(["--check"]) == 0


def test_a_module_is_written_in_its_order() -> None:
    made = written([module(Chips=Chips, Bet=Bet, Fold=Fold, Action=Bet | Fold, _Hidden=Bet | None)])
    assert (
        made.split("\n", 1)[1]
        == """
export type Chips = number;

/** What `somebody` puts in. */
export interface Bet {
  kind: "bet";
  chips: Chips;
  by?: string | null;
}

export interface Fold {
  kind: "fold";
}

export type Action =
  | Bet
  | Fold;
"""
    )


def test_a_tagged_struct_is_an_object_with_its_tag() -> None:
    assert (
        written([module(Show=Show)]).split("\n", 1)[1]
        == """
/** What somebody shows. */
export interface Show {
  type: "show";
  of: Fold;
  most?: number;
  suit?: "c" | "h" | null;
}
"""
    )


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (bool, "boolean"),
        (float, "number"),
        (object, "unknown"),
        (str | None, "string | null"),
        (Suit, '"c" | "h"'),
        (Literal["a", 1], '"a" | 1'),
        (tuple[int, str], "[number, string]"),
        (tuple[int, ...], "Array<number>"),
        (Sequence[str], "Array<string>"),
        (Mapping[int, list[Fold]], "Record<string, Array<Fold>>"),
        (Bet | Fold, "Action"),
        (Fold | Bet | None, "Action | null"),
    ],
)
def test_each_type_has_its_word(kind: Any, word: str) -> None:
    assert Browser({frozenset({Bet, Fold}): "Action"}).type(kind) == word


@pytest.mark.parametrize("kind", [bytes, set[int], complex])
def test_what_json_cannot_carry_is_refused(kind: Any) -> None:
    with pytest.raises(Untranslatable):
        Browser({}).type(kind)


def test_one_name_for_two_types_is_refused() -> None:
    with pytest.raises(Untranslatable, match="Action"):
        written([module(Action=Bet | Fold), module(Action=Bet | None)])
