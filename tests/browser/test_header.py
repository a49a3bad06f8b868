"""The header of every page, for whoever is signed in, is no wider than the page."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page

from players.models import User
from tables.seated.attention_bar import AttentionBar
from tests.browser.felt import ME
from tests.browser.worktree import ORIGIN, work_tree

SHEETS = ("tokens", "base", "layout", "components")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_header_fits_at_every_width(page: Page, language: str) -> None:
    request = RequestFactory().get("/header/")
    request.user = User(pk=ME, username="un_nome_lungo")
    with translation.override(language):
        header = render_to_string(
            "parts/header.html",
            {"balance": 1_000_00, "strip": AttentionBar(unread=12)},
            request=request,
        )
    links = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in SHEETS)
    document = f'<!doctype html><html lang="{language}"><head>{links}</head><body>{header}</body>'
    work_tree().documents = {"/header/": (document, "text/html")}
    page.goto(f"{ORIGIN}/header/")
    wide = {}
    for width in (320, 360, 767, 768, 800, 960, 1119, 1120, 1280):
        page.set_viewport_size({"width": width, "height": 400})
        wide[width] = page.evaluate("document.documentElement.scrollWidth")
    assert {width: shown for width, shown in wide.items() if shown > width} == {}


def test_a_long_name_of_the_room_does_not_widen_the_header(page: Page) -> None:
    request = RequestFactory().get("/header/")
    request.user = AnonymousUser()
    header = render_to_string("parts/header.html", {"house": {"name": "W" * 30}}, request=request)
    links = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in SHEETS)
    document = f'<!doctype html><html lang="en"><head>{links}</head><body>{header}</body>'
    work_tree().documents = {"/header/": (document, "text/html")}
    page.goto(f"{ORIGIN}/header/")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 400})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
