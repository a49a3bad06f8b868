"""The room as an app that is put on a home screen."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from players.pages import installable_app

pytestmark = pytest.mark.django_db

SIZES = {"192x192", "512x512"}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_browser_finds_all_that_it_needs_to_install_the_room(
    client: Client, language: str
) -> None:
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    assert f'rel="manifest" href="{reverse("manifest")}"' in page
    told = client.get(reverse("manifest"), headers={"Accept-Language": language}).json()
    assert (told["display"], told["start_url"], told["lang"]) == ("standalone", "/", language)
    assert {way["url"] for way in told["shortcuts"]} == {"/", "/wallet/", reverse("notices")}
    drawn = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    for icon in drawn:
        file = Path(settings.BASE_DIR, icon["src"].removeprefix("/"))
        with Image.open(file) as image:
            assert icon["sizes"] == "x".join(map(str, image.size))
    for purpose in (None, "maskable"):
        sizes = {icon["sizes"] for icon in drawn if icon.get("purpose") == purpose}
        assert sizes == SIZES


@pytest.mark.parametrize(
    ("language", "head"),
    [("en", "The room cannot be reached"), ("it", "La sala non è raggiungibile")],
)
def test_the_service_worker_stands_at_the_root_and_keeps_a_page_for_each_language(
    client: Client, language: str, head: str
) -> None:
    answer = client.get(reverse("service_worker"))
    # A worker serves what lies below it.
    assert reverse("service_worker").count("/") == 1
    assert answer["Content-Type"] == "text/javascript"
    assert 'const LANGUAGES = ["en", "it"];' in answer.content.decode()
    page = client.get(f"/offline/{language}/")
    assert head in page.content.decode()
    assert page["Content-Language"] == language


def test_the_service_worker_changes_with_any_file_and_keeps_it_under_its_own_name(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a browser would never ask again for what it keeps."""
    monkeypatch.setattr(installable_app, "static", lambda name: f"/static/0123456789ab/{name}")
    script = client.get(reverse("service_worker")).content.decode()
    assert script.count('"/static/0123456789ab/"') == 1
    assert 'const STATIC = "/static/0123456789ab/";' in script
