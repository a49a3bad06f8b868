"""Every text of the room can be read on every ground of it, in the light and in the dark (AA)."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
TEXTS = ("ivory", "ivory-soft", "ivory-faint", "gold-bright", "good", "bad", "info")
GROUNDS = ("room-900", "room-800", "room-700", "room-600", "room-500")
LEAST = 4.5
# Cards are white in both; pages for paper or for when nobody answers have one look, and the desk
# has colours of its own.
ON_PAPER = {".mistake-picture :is(.suit-h, .suit-d)"}
ONE_LOOK = {"tokens.css", "print.css", "offline.css", "desk.css"}


def colours(theme: int) -> dict[str, str]:
    """Each token that is a plain colour: 0 in the light, 1 in the dark."""
    css = TOKENS.read_text()
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", css)
    return {name: (light, dark)[theme] for name, light, dark in pairs}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_texts_can_be_read_on_every_ground(theme: int) -> None:
    told = colours(theme)
    poor = [
        (text, ground, round(ratio, 2))
        for text in TEXTS
        for ground in GROUNDS
        if (ratio := contrast(told[text], told[ground])) < LEAST
    ]
    assert poor == []


def test_a_text_of_one_colour_brings_a_ground_of_its_own() -> None:
    """Otherwise it lies on one that is light for some readers and dark for others."""
    fixed = re.compile(r"(?<![-\w])color: #")
    ground = re.compile(r"background: (#|var\()")
    poor = [
        (path.name, rule.strip())
        for path in sorted(TOKENS.parent.glob("*.css"))
        if path.name not in ONE_LOOK
        for rule, body in re.findall(r"([^{}]+){([^{}]+)}", path.read_text())
        if fixed.search(body) and not ground.search(body) and rule.strip() not in ON_PAPER
    ]
    assert poor == []
