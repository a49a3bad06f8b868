"""The proof of a hand, checked by the browser as ``tables.engine.verification`` checks it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, ViewportSize, expect

from tables import engine
from tables.engine.verification import examine
from tests.browser.felt import listen
from tests.browser.worktree import ORIGIN, work_tree
from tests.harness.chromium import DESKTOP, PHONE
from tests.tables.engine.proofs import FORGERIES, forged, told

HERE = "/hands/77/verify/"


def serve(page: Page, proof: Any, *, language: str = "en") -> list[str]:
    """The page of a hand's proof; returns what goes wrong in it."""
    request = RequestFactory().get(HERE)
    request.user = AnonymousUser()
    with translation.override(language):
        document = render_to_string("tables/verify.html", {"told": proof}, request=request)
    file = (json.dumps(proof), "application/json")
    work_tree().documents = {HERE: (document, "text/html"), "/hands/77/proof.json": file}
    return listen(page)


def test_the_browser_finds_what_the_command_finds(page: Page) -> None:
    serve(page, told(5))
    page.goto(ORIGIN + HERE)
    proofs = [told(seed, game=game, viewer=seed % 2) for game in engine.GAMES for seed in range(4)]
    proofs += [forged(name, told(5, viewer=0))[0] for name in FORGERIES]
    found = page.evaluate(
        """async (proofs) => {
          const { examine } = await import('/static/js/verify/proof.js');
          return Promise.all(proofs.map(examine));
        }""",
        proofs,
    )
    for proof, findings in zip(proofs, found, strict=True):
        expected = [
            {**place._asdict(), "at": at, "fault": fault} for place, at, fault in examine(proof)
        ]
        for row in expected:
            del row["among"]
        assert findings == json.loads(json.dumps(expected))


@pytest.mark.parametrize("broken", [None, {}, {"events": []}, {"commitment": 5}, {"proofs": [1]}])
def test_the_browser_refuses_what_is_no_proof(page: Page, broken: Any) -> None:
    serve(page, told(5))
    page.goto(ORIGIN + HERE)
    name = page.evaluate(
        """async (told) => {
          const { examine } = await import('/static/js/verify/proof.js');
          return examine(told).catch((error) => error.constructor.name);
        }""",
        {**told(5), **broken} if broken else broken,
    )
    assert name == "Unreadable"


@pytest.mark.parametrize(
    ("viewport", "language", "text", "proved"),
    [
        (DESKTOP, "en", "each was where the fingerprint says", "proved"),
        (PHONE, "it", "ognuna era dove dice l’impronta", "provata"),
    ],
)
def test_a_kept_promise_is_said_plainly(
    page: Page,
    viewport: ViewportSize,
    language: str,
    text: str,
    proved: str,
) -> None:
    page.set_viewport_size(viewport)
    proof = told(5, viewer=0)
    faults = serve(page, proof, language=language)
    page.goto(ORIGIN + HERE)
    expect(page.locator("#verdict")).to_have_attribute("data-state", "kept")
    expect(page.locator("#verdict")).to_contain_text(text)
    expect(page.get_by_role("cell", name=proved)).to_have_count(len(proof["proofs"]))
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == page.evaluate("innerWidth")
    assert faults == []


@pytest.mark.parametrize("name", FORGERIES)
def test_what_is_planted_is_shown(page: Page, name: str) -> None:
    proof, fault = forged(name, told(5, viewer=0))
    serve(page, proof)
    page.goto(ORIGIN + HERE)
    expect(page.locator("#verdict")).to_have_attribute("data-state", "broken")
    expect(page.locator("#verdict")).to_contain_text("does not match its fingerprint")
    words = {"not_opened": "not opened", "elsewhere": "was elsewhere", "twice": "twice"}
    row = page.locator(".opened .failed").first
    expect(row).to_contain_text(words.get(fault, "not in the fingerprint"))


def test_a_kept_file_is_checked_without_asking_the_room(page: Page, tmp_path: Path) -> None:
    serve(page, told(5))
    page.goto(ORIGIN + HERE)
    page.context.set_offline(True)
    for name, content, state in [
        ("good.json", json.dumps(told(6)), "kept"),
        ("bad.json", json.dumps(forged("another salt", told(6))[0]), "broken"),
        ("good.json", json.dumps(told(6)), "kept"),
        ("cut.json", json.dumps(told(6))[:-9], "broken"),
    ]:
        file = tmp_path / name
        file.write_text(content)
        page.locator("#file").set_input_files(file)
        expect(page.locator("#verdict")).to_have_attribute("data-state", state)
    expect(page.locator("#verdict")).to_contain_text("not a proof of a hand")


@pytest.mark.parametrize(("seen", "state"), [("same", "kept"), ("00" * 32, "broken")])
def test_the_fingerprint_seen_at_the_table_counts(page: Page, seen: str, state: str) -> None:
    proof = told(5)
    serve(page, proof)
    page.goto(ORIGIN + HERE)
    fingerprint = proof["commitment"] if seen == "same" else seen
    page.evaluate(
        """async ([table, number, seen]) => {
          const { remember } = await import('/static/js/fingerprints.js');
          remember(table, number, seen);
          remember(table, number, 'a later one does not count');
        }""",
        [proof["table_id"], proof["number"], fingerprint],
    )
    page.reload()
    expect(page.locator("#verdict")).to_have_attribute("data-state", state)
    expect(page.locator("#verdict")).to_contain_text(
        "shown at the table" if seen == "same" else fingerprint
    )
