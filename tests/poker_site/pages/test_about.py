"""The release stands where people and programs look for it."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client

from poker_site.version import VERSION
from tests.poker_site.members import member


@pytest.mark.django_db
def test_pages_and_the_api_name_the_release(client: Client) -> None:
    assert f"Montepremi {VERSION}" in client.get("/about/").content.decode()
    assert client.get("/api/schema/?format=json").json()["info"]["version"] == VERSION
    assert f"Montepremi {VERSION}</a></footer>" in member("floor").get("/admin/").content.decode()


@pytest.mark.parametrize("word", ["version", "--version"])
def test_the_command_line_names_the_release(word: str) -> None:
    command = [sys.executable, "manage.py", word]
    said = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert (said.returncode, said.stdout, said.stderr) == (0, f"{VERSION}\n", "")


def test_the_newest_release_of_the_changelog_is_this_one() -> None:
    text = (settings.BASE_DIR / "CHANGELOG.md").read_text()
    releases = [line for line in text.splitlines() if line.startswith("## [")]
    assert next(line for line in releases if line != "## [Unreleased]").startswith(
        f"## [{VERSION}]"
    )
