"""A language made of our own texts: every letter has a mark, so a text without one was not
translated. Esperanto's code stands for it, which Django, Babel and browsers know."""

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

from babel.messages import Catalog, Message, mofile
from django.conf import settings

from poker_site.management.commands import messages

CODE = "eo"
_PLAIN = "abcdeghijklmnorstuwyzABCDEGHIJKLMNORSTUWYZ"
_MARKED = "áƀćďéĝĥíĵķĺḿńóŕśťúŵýźÁɃĆĎÉĜĤÍĴĶĹḾŃÓŔŚŤÚŴÝŹ"
MARKED = frozenset(_MARKED)
_MARKS = str.maketrans(_PLAIN, _MARKED)
# Placeholders, tags and entities stay as they are.
_KEPT = re.compile(r"(%\(\w+\)[#.\d]*\w|%[sd%]|\{\w*\}|<[^>]+>|&\w+;|\n)")
_WORD = re.compile(r"\b[A-Za-z]{4,}\b")
_RULE = re.compile(r"[A-Z]+-[A-Z0-9]+")
# Whose texts come translated with them, into some languages; here into this one as well.
_FRAMEWORKS = ("allauth", "django", "django_filters", "rest_framework", "unfold")
_READ_ALOUD = ("alt", "aria-label", "placeholder", "title")


def pseudo(text: str) -> str:
    """Return a text as this language has it: "[!! Ŕéĝíśťéŕ !!]"."""
    parts = _KEPT.split(text)
    marked = [part if no % 2 else part.translate(_MARKS) for no, part in enumerate(parts)]
    return f"[!! {''.join(marked)} !!]"


def write(folder: Path) -> set[str]:
    """Write the compiled catalogue below a folder of LOCALE_PATHS; return the plain words of our
    texts, which no page in this language may have."""
    catalog = Catalog(locale=CODE)
    words: set[str] = set()
    ours = messages.collect(settings.BASE_DIR)
    for message in (*_theirs(), *ours):
        if message.id:
            forms: Sequence[str] = [message.id] if isinstance(message.id, str) else message.id
            marked = tuple(map(pseudo, forms))
            string = marked if len(marked) > 1 else marked[0]
            catalog.add(message.id, string, context=message.context)
            for form in forms:
                words.update(word.lower() for word in _WORD.findall(_KEPT.sub(" ", form)))
    compiled = folder / CODE / "LC_MESSAGES" / "django.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as out:
        mofile.write_mo(out, catalog)
    return words


def _theirs() -> Iterator[Message]:
    """Return the texts of the frameworks that their Italian catalogues translate."""
    for name in _FRAMEWORKS:
        (home,) = import_module(name).__path__
        for compiled in sorted(Path(home).rglob("locale/it/LC_MESSAGES/django.mo")):
            with compiled.open("rb") as source:
                for message in mofile.read_mo(source):
                    if isinstance(message.context, bytes):  # Babel leaves it as it was read.
                        message.context = message.context.decode()
                    yield message


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A symbol is drawn by its name.
        drawn = any(
            name == "class" and "material-symbols" in (value or "") for name, value in attrs
        )
        if tag in ("script", "style") or drawn:
            self._silent.append(tag)
        self.texts += [value for name, value in attrs if name in _READ_ALOUD and value]

    def handle_endtag(self, tag: str) -> None:
        if self._silent[-1:] == [tag]:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.texts.append(" ".join(data.split()))


def has(text: str, words: set[str]) -> bool:
    """Return whether a text has one of these words unmarked, and no marked one."""
    told = _RULE.sub(" ", _KEPT.sub(" ", text))
    return not MARKED & set(told) and any(word.lower() in words for word in _WORD.findall(told))


def leaks(text: str, words: set[str], *, names: re.Pattern[str] | None = None) -> list[str]:
    """Return the words of a text in sentences, such as a mail, that are unmarked: also where one
    is filled into a marked sentence. ``names`` are no words."""
    told = _KEPT.sub(" ", names.sub(" ", text) if names else text)
    return [word for word in _WORD.findall(told) if word.lower() in words]


def plain(document: str, words: set[str]) -> list[str]:
    """Return the texts of a page, read or read aloud, that have one of these words unmarked."""
    parser = _Texts()
    parser.feed(document)
    return [text for text in parser.texts if has(text, words)]
