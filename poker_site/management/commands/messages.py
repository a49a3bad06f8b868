"""``manage.py messages``: the texts of the product and their translations.

Babel reads Python and Django's templates, so no system gettext is needed.
"""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message, extract, mofile, pofile
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

SOURCES = (
    "poker_site",
    "tournaments",
    "tables",
    "payouts",
    "players",
    "core",
    "templates",
)
KEYWORDS = {
    **extract.DEFAULT_KEYWORDS,
    "_": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "refusal": None,
}
COMMENT = "Translators:"
PLACEHOLDER = re.compile(r"%\(\w+\)")


class Command(BaseCommand):
    help = "Collect the texts to translate, or check and compile what is translated."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="fail on a text without translation"
        )
        parser.add_argument("--compile-only", action="store_true", help="only compile")

    def handle(self, *, check: bool, compile_only: bool, **options: Any) -> None:
        base = Path(settings.BASE_DIR)
        wanted = None if compile_only else collect(base)
        for folder in folders(made=wanted is not None and not check):
            source, compiled = folder / "django.po", folder / "django.mo"
            # Without changes the file is not written: the room may run from a read-only folder.
            if compile_only and _newer(compiled, source):
                continue
            catalog = read(source)
            # In English our own texts are their own translation: its catalogue has the room's
            # wording of words of the frameworks alone.
            if wanted is not None and folder.parent.name != settings.LANGUAGE_CODE:
                if check:
                    self._refuse_gaps(catalog, wanted)
                else:
                    created = catalog.creation_date
                    catalog.update(wanted, no_fuzzy_matching=True)
                    catalog.creation_date = created
                    write(catalog, source)
                    self._name_gaps(catalog, source)
            with compiled.open("wb") as out:
                mofile.write_mo(out, catalog)

    def _name_gaps(self, catalog: Catalog, source: Path) -> None:
        gaps = [message.id for message in catalog if message.id and not _translated(message)]
        if gaps:
            listed = "\n".join(f"  {gap!r}" for gap in gaps)
            path = source.relative_to(settings.BASE_DIR)
            self.stdout.write(f"{path} waits for {len(gaps)} translations:\n{listed}")

    def _refuse_gaps(self, catalog: Catalog, wanted: Catalog) -> None:
        gaps = [
            message.id
            for message in wanted
            if message.id and not _translated(catalog.get(message.id, message.context))
        ]
        if gaps:
            listed = "\n".join(f"  {gap!r}" for gap in gaps)
            raise CommandError(
                f"{catalog.locale}: {len(gaps)} texts without translation:\n{listed}"
            )


def folders(*, made: bool) -> list[Path]:
    """Return the folder of each language's catalogue that there is; ``made`` for a translation that
    has none yet."""
    base = Path(settings.LOCALE_PATHS[0])
    found = [base / to_locale(code) / "LC_MESSAGES" for code, _name in settings.LANGUAGES]
    for folder in found if made else ():
        if folder.parent.name != settings.LANGUAGE_CODE:
            folder.mkdir(parents=True, exist_ok=True)
    return [folder for folder in found if folder.exists()]


def _translated(message: Message | None) -> bool:
    """Return whether the message has a checked translation with all of its placeholders."""
    if message is None or message.fuzzy or not message.string:
        return False
    ours, theirs = (
        {name for text in _forms(forms) for name in PLACEHOLDER.findall(text)}
        for forms in (message.id, message.string)
    )
    return ours == theirs and all(_forms(message.string))


def _forms(text: str | Sequence[str]) -> Sequence[str]:
    return [text] if isinstance(text, str) else text


def _newer(compiled: Path, source: Path) -> bool:
    return compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime


def read(source: Path) -> Catalog:
    if not source.exists():
        return Catalog(locale=source.parent.parent.name)
    with source.open("rb") as text:
        return pofile.read_po(text, locale=source.parent.parent.name)


def write(catalog: Catalog, source: Path) -> None:
    with source.open("wb") as out:
        # No line numbers and no dates: a moved line is not a change of the catalogue.
        pofile.write_po(
            out, catalog, width=100, include_lineno=False, ignore_obsolete=True, sort_output=True
        )


def collect(base: Path) -> Catalog:
    """Return every text of the product, with the files that use it."""
    catalog = Catalog(project="Montepremi")
    for path in files(base):
        text = path.read_text()
        python = text if path.suffix == ".py" else _template_as_python(text, path)
        for line, ids, comments, context in extract.extract(
            "python", io.BytesIO(python.encode()), KEYWORDS, [COMMENT]
        ):
            catalog.add(
                ids,
                locations=[(str(path.relative_to(base)), line)],
                auto_comments=comments,
                context=context,
                flags={"python-format"} if "%(" in str(ids) else (),
            )
    return catalog


def _template_as_python(text: str, path: Path) -> str:
    """Return the template's calls of gettext, without indentation: that is markup."""
    lines = templatize(text, origin=str(path)).splitlines()
    return "\n".join(line.lstrip() for line in lines)


def files(base: Path) -> Iterator[Path]:
    for source in SOURCES:
        for path in sorted((base / source).rglob("*")):
            if path.suffix in {".py", ".html", ".txt"} and "migrations" not in path.parts:
                yield path
