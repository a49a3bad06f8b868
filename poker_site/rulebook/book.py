"""``docs/rulebook.md`` and its translations, chapter by chapter."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.text import slugify

DOCS = settings.BASE_DIR / "docs"
RULE = re.compile(r"[A-Z]+-[A-Z0-9]+")
HEADING = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)


class Chapter(NamedTuple):
    """A heading and its text. ``key`` is the same in every language.

    A rule's id, or the English heading in small letters.
    """

    key: str
    level: int
    title: str
    text: str

    @property
    def is_rule(self) -> bool:
        return RULE.fullmatch(self.key) is not None


@cache
def languages() -> Mapping[str, Path]:
    """Return the file of the book in each language that it is written in, the original first."""
    files = {settings.LANGUAGE_CODE: DOCS / "rulebook.md"}
    for code, _name in settings.LANGUAGES:
        if (path := DOCS / f"rulebook.{code}.md").exists():
            files[code] = path
    return files


@cache
def chapters(language: str) -> Mapping[str, Chapter]:
    """Return the book in a language, in its order; translations have the keys of the original."""
    translated = _read(language)
    keys = [_key(title) for _level, title, _text in _read(settings.LANGUAGE_CODE)]
    return {
        key: Chapter(key, level, title, text)
        for key, (level, title, text) in zip(keys, translated, strict=True)
    }


def anchors(language: str) -> Mapping[str, str]:
    """Return the chapter of each link within the book, by the text after the ``#``."""
    return {_anchor(chapter.title): key for key, chapter in chapters(language).items()}


@cache
def _read(language: str) -> list[tuple[int, str, str]]:
    """Return (level, title, text) for every heading."""
    text = languages()[language].read_text(encoding="utf-8")
    _before, *parts = HEADING.split(text)
    return [
        (len(sharps), title, body.strip())
        for sharps, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def _key(title: str) -> str:
    return title if RULE.fullmatch(title) else slugify(title)


def _anchor(title: str) -> str:
    """Return the anchor of a heading, as forges make it."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
