"""Dialogs of the desk: each button says what it does."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.utils.translation import override

from payouts.models import PrizeScheme
from tournaments.admin.watch import ALL

# What says nothing of what happens, in either language.
MUTE = {"", "cancel", "submit", "ok", "yes", "no", "annulla", "invia", "sì"}


def dialogs() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every dialog that a page of the desk opens, by where it is registered."""
    for desk in admin.site._registry.values():
        for name in dir(type(desk)):
            dialog = getattr(getattr(type(desk), name, None), "dialog", None)
            if dialog is not None:
                yield f"{desk.opts.label}.{name}", dialog


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_dialog_s_button_is_named_by_what_it_does(language: str) -> None:
    found = dict(dialogs())
    assert len(found) > 40
    with override(language):
        mute = {
            name
            for name, dialog in found.items()
            if str(dialog.get("form_submit_text", "")).lower() in MUTE
        }
        titles = {str(dialog.title).lower() for dialog in ALL.values()}
    assert mute == set()
    assert titles & MUTE == set()


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "refuses"), [("en", "Not now"), ("it", "Non ora")])
def test_an_open_dialog_shows_neither_cancel_nor_submit(
    language: str, refuses: str, admin_client: Client
) -> None:
    scheme = PrizeScheme.objects.create(name="Ours", kind="standard")
    page = f"/admin/payouts/prizescheme/{scheme.pk}/see_prizes/"
    text = admin_client.get(page, headers={"Accept-Language": language}).text
    words = {line.strip().lower() for line in text.splitlines()}
    assert refuses in text
    assert words & MUTE - {""} == set()
