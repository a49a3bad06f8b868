import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import pofile
from django.core.management import CommandError, call_command
from pytest_django import Settings

from poker_site.management.commands import messages

ROOT = Path(__file__).parents[2]
# One is a chip, two are chip. Placeholders have names of their own.
OTHER_CHIPS = re.compile(r"(?<![%({])\b(chips|fiches?)\b", re.IGNORECASE)


@pytest.fixture
def product(tmp_path: Path, settings: object) -> Path:
    """A product of one file, with an empty Italian catalogue."""
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "locale"]  # type: ignore[attr-defined]
    (tmp_path / "locale/it/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "payouts").mkdir()
    (tmp_path / "payouts/a.py").write_text('_("Prize of %(place)s")\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/b.html").write_text("{% load i18n %}{% translate 'Lobby' %}")
    return tmp_path


def translate(product: Path, **texts: str) -> None:
    source = product / "locale/it/LC_MESSAGES/django.po"
    catalog = pofile.read_po(BytesIO(source.read_bytes()), locale="it")
    for message in catalog:
        if message.id:
            message.string = texts.get(str(message.id).split()[0], "")
    messages.write(catalog, source)


def test_texts_of_python_and_templates_are_collected(product: Path) -> None:
    call_command("messages")
    collected = {message.id for message in messages.collect(product)}
    assert {"Prize of %(place)s", "Lobby"} <= collected


def test_an_untranslated_text_fails_the_check_by_name(product: Path) -> None:
    call_command("messages")
    translate(product, Prize="Premio del %(place)s")
    with pytest.raises(CommandError, match=r"it: 1 .*\n  'Lobby'"):
        call_command("messages", check=True)


def test_a_translation_that_lost_its_placeholder_fails_the_check(product: Path) -> None:
    call_command("messages")
    translate(product, Prize="Premio", Lobby="Sala")
    with pytest.raises(CommandError, match="Prize of"):
        call_command("messages", check=True)


def test_a_complete_catalogue_passes_and_is_compiled(product: Path) -> None:
    call_command("messages")
    translate(product, Prize="Premio del %(place)s", Lobby="Sala")
    call_command("messages", check=True)
    assert (product / "locale/it/LC_MESSAGES/django.mo").exists()


def test_collecting_keeps_what_is_translated(product: Path) -> None:
    call_command("messages")
    translate(product, Lobby="Sala")
    call_command("messages")
    catalog = messages.read(product / "locale/it/LC_MESSAGES/django.po")
    assert [message.string for message in catalog if message.id == "Lobby"] == ["Sala"]


def test_a_catalogue_that_is_compiled_already_is_not_written_again(product: Path) -> None:
    call_command("messages")
    compiled = product / "locale/it/LC_MESSAGES/django.mo"
    compiled.write_bytes(b"as it was")
    call_command("messages", compile_only=True)
    assert compiled.read_bytes() == b"as it was"
    compiled.unlink()
    call_command("messages", compile_only=True)
    assert compiled.exists()


def test_a_language_of_the_settings_gets_a_catalogue(product: Path, settings: Settings) -> None:
    settings.LANGUAGES = [*settings.LANGUAGES, ("eo", "Esperanto")]
    call_command("messages")
    translate(product, Prize="Premio del %(place)s", Lobby="Lobby")
    texts = messages.read(product / "locale/eo/LC_MESSAGES/django.po")
    assert "Lobby" in texts
    with pytest.raises(CommandError, match="eo: 2 texts without translation"):
        call_command("messages", check=True)


def test_chips_have_one_word_in_italian() -> None:
    catalog = messages.read(ROOT / "locale/it/LC_MESSAGES/django.po")
    strings = [message.string or "" for message in catalog if message.id]
    said = [
        form for string in strings for form in ([string] if isinstance(string, str) else string)
    ]
    said += (ROOT / "docs/rulebook.it.md").read_text().splitlines()
    assert len(said) > 3000
    assert [text for text in said if OTHER_CHIPS.search(text)] == []
