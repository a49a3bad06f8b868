"""A shared hand inside a page of another site; no other page of the room stands there."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tables.models import Hand
from tables.own_hands import sharing
from tests.browser.felt import listen
from tests.harness.chromium import DESKTOP, PHONE
from tests.tables.rooms import open_room


@contextmanager
def foreign_site(*frames: str) -> Iterator[str]:
    """A page that knows nothing of the room but these addresses, at an origin of its own."""
    tags = "".join(
        f'<iframe title="{no}" src="{src}" width="640" height="560" style="max-width:100%">'
        "</iframe>"
        for no, src in enumerate(frames)
    )
    document = f"<!doctype html><title>A blog</title><body style='margin:8px'>{tags}".encode()

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(document)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.slow
@pytest.mark.rule("SHARE-2")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_only_the_embedded_replay_plays_inside_another_site_and_leaves_no_cookie(
    live_server: LiveServer, new_context: Callable[..., BrowserContext], viewport: ViewportSize
) -> None:
    opened = open_room(1000, 1000)
    opened.deal()
    opened.act("all_in")
    opened.act("call")
    hand = Hand.objects.get()
    link = sharing.share(
        user_id=opened.users[1].pk, hand_id=hand.pk, names_shown=False, days=7, now=opened.later(9)
    )
    embedded, page_itself = (
        live_server.url + reverse(name, args=[link.token])
        for name in ("shared_hand_embed", "shared_hand")
    )
    lobby = live_server.url + reverse("lobby")
    context = new_context(viewport=viewport)
    page: Page = context.new_page()
    faults = listen(page)
    with foreign_site(embedded, page_itself, lobby) as blog:
        page.goto(blog)
        replay = page.frame_locator("iframe[title='0']")
        now = replay.get_by_role("region", name="Replay").get_by_role("status")
        expect(now).to_contain_text("Pot 30")
        expect(replay.locator(".seat.mine .card.face")).to_have_count(2)
        replay.get_by_role("button", name="One action on").click()
        expect(now).to_contain_text("Pot 1,020")
        replay.get_by_role("slider").press("End")
        expect(replay.locator(".board .card")).to_have_count(5)
        expect(replay.get_by_text("Hero").first).to_be_visible()
        inside = page.frames[1].evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert inside
        # The browser shows nothing of the others.
        for title in ("1", "2"):
            expect(page.frame_locator(f"iframe[title='{title}']").locator("main")).to_have_count(0)
    assert context.cookies() == []
    refused = [fault for fault in faults if "frame-ancestors" in fault or "X-Frame" in fault]
    assert len(refused) == len(faults) == 2
