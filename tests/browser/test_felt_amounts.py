"""Amounts typed at the live table, and folding what costs nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.felt import MY_TURN, Felt, Json, hand, settle, snapshot, table, to_act, update

CALLED = {"e": "act", "seat": 2, "kind": "call", "to": 100, "added": 100, "all_in": False}
FREE: Json = to_act(check=True, bet=[20, 1500], all_in=1500)


def on_turn(page: Page, turn: Json = MY_TURN, *, language: str = "en") -> Felt:
    felt = Felt(page, language=language)
    felt.push(snapshot(table(hand=hand(turn=turn)), cards=["As", "Kd"]))
    # A key that is pressed before the table is drawn does nothing.
    page.locator(".buttons").wait_for()
    return felt


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", {"20.5bb": 410, "1k": 1000}), ("it", {"20,5bb": 410, "1.200": 1200})],
    ids=["en", "it"],
)
def test_multiples_and_thousands_are_raised_to(
    page: Page, language: str, typed: dict[str, int]
) -> None:
    felt = on_turn(page, language=language)
    for version, text in enumerate(typed, start=12):
        felt.push(snapshot(table(version=version, hand=hand(turn=MY_TURN)), cards=["As", "Kd"]))
        expect(page.locator(".buttons .fold")).to_be_enabled()
        page.locator("[name=amount]").fill(text)
        settle(page)
        page.locator("[name=amount]").press("Enter")
        expect(page.locator(".buttons .fold")).to_be_disabled()
    raised = [{"kind": "raise", "to": to} for to in typed.values()]
    assert [wish["action"] for wish in felt.sent()] == raised


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        (
            "en",
            {
                "2,5": "Write an amount such as 220 or 2.5bb",
                "lots": "Write an amount such as",
            },
        ),
        ("it", {"2,5": "Scrivi un importo come 220 o 2,5bb"}),
    ],
    ids=["en", "it"],
)
def test_what_is_no_amount_of_this_turn_is_refused_in_words_and_never_acted_on(
    page: Page, language: str, typed: dict[str, str]
) -> None:
    felt = on_turn(page, language=language)
    field = page.locator("[name=amount]")
    for text, words in typed.items():
        field.fill(text)
        expect(page.locator(".fault")).to_contain_text(words)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(page.locator(".raise")).to_be_disabled()
        field.press("Enter")
        page.locator(".fold").focus()
        page.keyboard.press("r")
        assert felt.sent() == []
        expect(field).to_have_value(text)
        page.locator(".presets button").first.click()
        expect(page.locator(".fault")).to_be_empty()
        expect(page.locator(".raise")).to_be_enabled()


def test_letters_typed_as_an_amount_do_not_act(page: Page) -> None:
    felt = on_turn(page)
    page.locator("[name=amount]").press_sequentially("five c r")
    assert felt.sent() == []
    expect(page.locator("[name=amount]")).to_have_value(re.compile("five c r"))


def test_an_amount_is_shown_as_the_reader_writes_it(page: Page) -> None:
    turn = to_act(call=1000, **{"raise": [2000, 15200]}, all_in=15200)
    on_turn(page, turn, language="it")
    field = page.locator("[name=amount]")
    expect(field).to_have_value("2.000")
    field.fill("150bb")
    field.blur()
    expect(field).to_have_value("3.000")


@pytest.mark.parametrize("again", ["f", "click"])
def test_a_fold_that_could_check_is_asked_about_once(page: Page, again: str) -> None:
    felt = on_turn(page, FREE)
    expect(page.locator(".buttons .fold")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("alert").filter(has_text="You can check")).to_be_visible()
    assert felt.sent() == []
    settle(page)
    if again == "f":
        page.keyboard.press("f")
    else:
        page.get_by_role("button", name="Fold anyway").click()
    assert [frame["action"] for frame in felt.sent()] == [{"kind": "fold"}]


def test_a_double_click_on_fold_is_asked_about_where_checking_is_free(page: Page) -> None:
    felt = on_turn(page, FREE)
    page.get_by_role("button", name="Fold").dblclick()
    expect(page.get_by_role("button", name="Fold anyway")).to_be_visible()
    assert felt.sent() == []


def test_the_question_passes_with_the_turn(page: Page) -> None:
    felt = on_turn(page, FREE)
    page.get_by_role("button", name="Fold").click()
    expect(page.locator(".asks")).not_to_be_empty()
    felt.push(snapshot(table(version=14, hand=hand(turn=FREE)), cards=["As", "Kd"]))
    expect(page.locator(".asks")).to_be_empty()


@pytest.mark.parametrize(
    ("typed", "shown", "action"),
    [
        ("99999", "All-in 1,520", {"kind": "all_in"}),
        ("5", "Raise to 220", {"kind": "raise", "to": 220}),
    ],
    ids=["too much", "too little"],
)
def test_too_much_is_all_in_and_too_little_the_least(
    page: Page, typed: str, shown: str, action: Json
) -> None:
    felt = on_turn(page)
    page.locator("[name=amount]").fill(typed)
    expect(page.locator(".raise")).to_contain_text(shown)
    expect(page.locator(".fault")).to_be_empty()
    page.locator("[name=amount]").press("Enter")
    assert felt.sent()[0]["action"] == action


def test_wheel_arrows_and_buttons_step_by_a_big_blind_and_with_shift_by_one(page: Page) -> None:
    felt = on_turn(page)
    field = page.locator("[name=amount]")
    page.locator(".sizing").hover()
    page.mouse.wheel(0, -100)
    expect(field).to_have_value("240")
    page.get_by_role("button", name="More", exact=True).click()
    expect(field).to_have_value("260")
    page.get_by_role("button", name="Less", exact=True).click(modifiers=["Shift"])
    expect(field).to_have_value("259")
    field.press("ArrowUp")
    expect(field).to_have_value("279")
    field.press("Shift+ArrowDown")
    expect(field).to_have_value("278")
    assert felt.faults == []


def test_what_is_wrong_with_an_amount_covers_no_button(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    on_turn(page, language="it")
    page.locator("[name=amount]").fill("tanto")
    expect(page.locator(".fault")).not_to_be_empty()
    lower = page.locator(".fault").bounding_box()
    upper = page.locator(".presets").bounding_box()
    assert lower is not None
    assert upper is not None
    assert lower["y"] + lower["height"] <= upper["y"] + 1


def test_in_big_blinds_all_amounts_of_a_hand_are(page: Page) -> None:
    felt = on_turn(page)
    page.keyboard.press("b")
    expect(page.locator(".pot")).to_contain_text("BB")
    expect(page.locator(".seat .purse").first).to_have_text("75 BB")
    expect(page.locator(".chips.bet").first).to_contain_text("BB")
    expect(page.locator(".passive")).to_contain_text("Call 5 BB")
    expect(page.locator(".raise")).to_contain_text("Raise to 11 BB")
    expect(page.locator("[name=amount]")).to_have_value("11")
    page.locator("[name=amount]").fill("12.5")
    page.locator("[name=amount]").press("Enter")
    assert felt.sent()[0]["action"] == {"kind": "raise", "to": 250}
    felt.push(update(table(version=13, hand=hand()), CALLED))
    expect(page.locator(".log")).to_contain_text("calls 5 BB")
    # What is played for stays what it is called.
    expect(page.locator(".stakes")).to_contain_text("10/20")
