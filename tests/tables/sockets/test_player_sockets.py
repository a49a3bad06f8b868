"""A player's pages are told what calls them, as it is, and nobody else's are."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import timezone

from core.formats import moment
from core.settings import registry, room_time
from core.types import UserId
from payouts import events
from payouts.wallets import wallet
from players.models import Notice, NoticeWish, User
from players.notices import news, preferences
from players.notices.news import News
from players.profile import presence
from players.protection import exclusions
from players.sign_in import sessions
from players.sign_in.session_store import SessionStore
from players.staff import suspensions
from poker_site.bots.session import open_session
from tables.live import seating
from tables.live.own_tables import Call
from tables.models import Table
from tables.seated import attention_bar
from tables.seated.attention_bar import AttentionBar
from tables.sockets.routing import websocket_urlpatterns
from tables.wire import frame_types, push, rate_limits
from tables.wire.table_presence import presence_tracker
from tests.tables.conversations import Loop, Watch, untyped
from tests.tables.rooms import Room, people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("ACCOUNT-1")]

NOW = timezone.now


class PlayerPage:
    """A page whose socket is open."""

    def __init__(self, loop: Loop, user: User | None, *, here: str = "", language: str = "en"):
        self.loop = loop
        self.session = SessionStore(open_session(user) if user else None)
        self._socket: Any = untyped(
            URLRouter(websocket_urlpatterns),
            {
                "type": "websocket",
                "path": "/ws/me/",
                "query_string": f"here={here}".encode(),
                "headers": [(b"accept-language", language.encode())],
                "user": user or AnonymousUser(),
                "session": self.session,
            },
        )
        self._send({"type": "websocket.connect"})
        assert self.message() == {"type": "websocket.accept"}

    def message(self) -> dict[str, Any]:
        told: dict[str, Any] = self.loop.run(self._socket.receive_output(timeout=30))
        return told

    def until(self, kind: str, holds: Callable[[Any], bool] = lambda frame: True) -> dict[str, Any]:
        """The next frame of a kind of which something holds."""
        while True:
            frame: dict[str, Any] = json.loads(self.message()["text"])
            if frame["type"] == kind and holds(frame):
                return frame

    def strip_with(self, words: str) -> dict[str, Any]:
        return self.until("strip", lambda frame: words in frame["html"])

    def strip_without(self, words: str) -> dict[str, Any]:
        return self.until("strip", lambda frame: words not in frame["html"])

    def is_silent(self) -> bool:
        silent: bool = self.loop.run(self._socket.receive_nothing(timeout=0.8))
        return silent

    def say(self, **frame: Any) -> None:
        self._send({"type": "websocket.receive", "text": json.dumps(frame)})

    def say_text(self, text: str) -> None:
        self._send({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        self._send({"type": "websocket.disconnect", "code": 1001})
        self.loop.run(self._socket.wait(timeout=30))

    def _send(self, message: dict[str, Any]) -> None:
        self.loop.run(self._socket.send_input(message))


Open = Callable[..., PlayerPage]


@pytest.fixture
def visit(transactional_db: None, loop: Loop) -> Iterator[Open]:
    pages: list[PlayerPage] = []

    def open_page(user: User | None, **more: Any) -> PlayerPage:
        pages.append(PlayerPage(loop, user, **more))
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


def tell(user: User, key: str = "moved:1", name: str = "Evening") -> None:
    data = {"name": name, "seat": 3}
    news.tell([News(user.pk, Notice.Kind.MOVED, key, data, "/tables/5/")], now=NOW())


@pytest.mark.middling
def test_a_page_says_whose_turn_it_is_but_not_for_the_table_that_it_shows(
    room: Callable[..., Room], visit: Open
) -> None:
    opened = room(1000, 1000)
    mine, other = opened.users[1], opened.users[2]
    elsewhere, here = visit(mine), visit(mine, here=str(opened.table_id))
    assert elsewhere.until("strip")["turns"] == 0
    assert "seat-call" not in here.until("strip")["html"]
    opened.deal()
    if opened.mover == 2:
        opened.act("call")
    assert elsewhere.until("strip", lambda frame: frame["turns"] == 1)
    opened.act("fold")
    assert elsewhere.until("strip", lambda frame: frame["turns"] == 0)
    assert here.is_silent()
    stranger = visit(other, language="it")
    assert "Hai un posto" in stranger.strip_with("seat-call")["html"]


def test_who_is_called_from_one_table_to_another_may_have_both_on_one_page(
    room: Callable[..., Room], visit: Open
) -> None:
    first, second = room(1000, 1000), room(1000, 1000)
    anna = first.users[1]
    here = visit(anna, here=str(first.table_id))
    assert "call-all" not in here.until("strip")["html"]
    second.sit(anna.pk, 5)
    push.tell_people([anna.pk])
    assert 'id="call-all"' in here.strip_with(f'id="call-{second.table_id}"')["html"]


@pytest.mark.middling
@pytest.mark.parametrize("shown", ["table", "event"])
def test_what_a_page_shows_itself_is_not_looked_at_again(
    room: Callable[..., Room], visit: Open, monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    opened = room(1000, 1000)
    event = Table.objects.get(pk=opened.table_id).event
    opened.deal()
    mover = opened.users[opened.mover]
    looks: list[int] = []
    read = attention_bar.read

    def counted(user_id: UserId, **more: Any) -> attention_bar.AttentionBar:
        looks.append(user_id)
        return read(user_id, **more)

    monkeypatch.setattr(attention_bar, "read", counted)
    elsewhere = visit(mover)
    here = visit(mover, here=str(opened.table_id) if shown == "table" else event)
    elsewhere.strip_with("seat-call")
    here.until("strip")
    opened.act("fold")
    elsewhere.until("strip", lambda frame: frame["turns"] == 0)
    assert here.is_silent()
    assert looks == [mover.pk] * 3


@pytest.mark.middling
def test_a_page_of_many_tables_says_which_it_shows_as_they_come(
    room: Callable[..., Room], visit: Open
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    page = visit(opened.users[opened.mover], here="0")
    page.strip_with("seat-call")
    page.say(type="here", shown=f"{opened.table_id},pool:5")
    page.strip_without("seat-call")
    page.say(type="here", shown="0")
    page.strip_with("seat-call")


@pytest.mark.middling
def test_news_come_to_every_page_of_their_player_and_go_when_they_are_seen(visit: Open) -> None:
    anna, ben = people(2)
    mine, also_mine, other = visit(anna), visit(anna), visit(ben)
    for page in (mine, also_mine, other):
        page.until("strip")
    tell(anna)
    for page in (mine, also_mine):
        frame = page.until("strip", lambda frame: frame["unread"] == 1)
        assert frame["latest"] == "You have been moved"
        assert "Evening" not in frame["html"], "a notice lies behind the bell"
    assert other.is_silent()
    [row] = news.unseen(anna.pk, now=NOW())
    other.say(type="seen", ids=[row.pk])
    mine.say(type="seen", ids=[row.pk, -1, (1 << 63) - 1])
    for page in (mine, also_mine):
        page.until("strip", lambda frame: frame["unread"] == 0)
    # What was missed while no page was open is told by the next.
    tell(anna, "moved:2", name="Night")
    mine.close()
    visit(anna).until("strip", lambda frame: frame["unread"] == 1)


@pytest.mark.middling
def test_a_page_counts_no_notice_that_leads_to_it_or_that_its_table_says(
    room: Callable[..., Room], visit: Open
) -> None:
    opened = room(1000, 1000)
    anna = opened.users[1]
    url, table = f"/tables/{opened.table_id}/", Table.objects.get(pk=opened.table_id)
    told = {"name": "Evening", "place": 2, "cents": 100}
    event = events.find({table.event}).get(table.event)
    kinds = [(Notice.Kind.MOVED, {"name": "Evening", "seat": 3}, url)]
    if event:
        kinds.append((Notice.Kind.PRIZE, told, event.url))
    news.tell([News(anna.pk, kind, kind, data, at) for kind, data, at in kinds], now=NOW())
    elsewhere, here = visit(anna), visit(anna, here=str(opened.table_id))
    here.until("strip", lambda frame: frame["unread"] == 0)
    elsewhere.until("strip", lambda frame: frame["unread"] == 0)
    assert news.unseen(anna.pk, now=NOW()) == [], "it was seen there"


def test_one_bar_says_what_needs_an_answer_most() -> None:
    turn = Call(1, "Duel", "cash:1", turn=True, version=4)
    seat = Call(2, "Other", "cash:2", turn=False, version=1)
    both = render_to_string(
        "tables/parts/strip.html", {"strip": AttentionBar(calls=[seat, turn, turn])}
    )
    assert both.count('class="way-in seat-call') == 1
    assert "It is your turn at 2 tables." in both
    quiet = render_to_string("tables/parts/strip.html", {"strip": AttentionBar(calls=[seat, seat])})
    assert "You have seats at 2 tables" in quiet


@pytest.mark.middling
@pytest.mark.rule("DEAL-MAKE")
def test_a_proposed_deal_calls_each_player_until_they_answer(
    room: Callable[..., Room], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(1000, 1000)
    evening = events.Event("Evening", "/evening/", deal_url="/evening/deal/")
    monkeypatch.setattr(events, "find", lambda names: dict.fromkeys(names, evening))
    page = visit(opened.users[1])
    page.strip_without("call-deal")

    def wait_for(*seats: int) -> None:
        notice: frame_types.Notice = {"kind": "deal", "seats": [*seats]}
        seating.set_notice(table_id=opened.table_id, notice=notice, now=NOW())

    wait_for(1, 2)
    frame = page.strip_with("A deal waits for your answer.")
    assert 'href="/evening/deal/"' in frame["html"]
    assert (frame["turns"], len(frame["loud"])) == (1, 1)
    wait_for(2)
    page.strip_without("call-deal")


def test_a_drawn_table_opens_though_the_bar_calls_to_a_turn_elsewhere(
    room: Callable[..., Room], visit: Open
) -> None:
    opened = room(1000, 1000)
    opened.deal()
    anna = opened.users[opened.mover]
    data = {"name": "Evening", "seat": 3, "opens": True}
    news.tell([News(anna.pk, Notice.Kind.START, "start", data, "/tables/5/")], now=NOW())
    preferences.choose(user_id=anna.pk, chosen={}, opens_tables=True, quiet=None, language="en")
    frame = visit(anna).strip_with(f'id="call-{opened.table_id}"')
    assert frame["opens"]["url"] == "/tables/5/"


@pytest.mark.middling
def test_a_storm_of_notices_is_one_number(visit: Open) -> None:
    (anna,) = people(1)
    page = visit(anna)
    page.until("strip")
    for number in range(40):
        tell(anna, f"moved:{number}", name=f"Event {number}")
    frames = 0
    while True:
        frames += 1
        if page.until("strip")["unread"] == 40:
            break
    assert frames < 40


def test_mails_speak_the_language_of_the_page_that_was_open_last(visit: Open) -> None:
    (anna,) = people(1)
    visit(anna).until("hello")
    assert not NoticeWish.objects.exists(), "the usual one needs no note"
    for language in ("it", "en"):
        visit(anna, language=language).until("hello")
        assert preferences.of(anna.pk).language == language


def test_a_balance_is_true_on_every_page_at_once(visit: Open) -> None:
    (anna,) = people(1)
    page = visit(anna, language="it")
    assert page.until("strip")["balance"].startswith("0,00")
    wallet.deposit(user_id=anna.pk, amount=12_50, key="first-one", now=NOW())
    assert page.until("strip")["balance"].startswith("12,50")


@pytest.mark.middling
def test_whoever_acts_does_not_wait_behind_all_pages_that_look(
    visit: Open, room: Callable[..., Room], watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, may_go_on, looking = room(1000, 1000), threading.Event(), threading.Semaphore(0)

    def look(*args: Any, **kwargs: Any) -> AttentionBar:
        looking.release()
        may_go_on.wait(60)
        return AttentionBar()

    monkeypatch.setattr(attention_bar, "read", look)
    for user in people(12, "page"):
        visit(user)
    assert looking.acquire(timeout=60)
    # As many as ever look at once.
    while looking.acquire(timeout=0.5):
        pass
    try:
        assert watch(opened.table_id, opened.users[1]).first["type"] == "snapshot"
    finally:
        may_go_on.set()


def test_redis_is_told_that_there_is_news_and_not_which(
    visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna,) = people(1)
    sent: list[tuple[str, bytes]] = []
    monkeypatch.setattr(push, "_send", sent.extend)
    tell(anna)
    assert sent == [(push.person_channel(anna.pk), b"0 ")]


@pytest.mark.parametrize(
    ("way", "code"), [("out", "SIGNED_OUT"), ("shut", "SUSPENDED"), ("self", "SELF_EXCLUDED")]
)
def test_whoever_may_be_here_no_more_is_off_within_two_seconds(
    visit: Open, way: str, code: str
) -> None:
    anna, staff = people(2)
    page = visit(anna)
    page.until("strip")
    began = time.monotonic()
    if way == "out":
        sessions.end_all(user_id=anna.pk)
        page.session.delete()
    elif way == "shut":
        suspensions.suspend(user_id=anna.pk, by=staff.pk, why="Collusion", now=NOW())
    else:
        exclusions.exclude(user_id=anna.pk, days=7, now=NOW())
    assert page.until("refused")["code"] == code
    assert page.message()["type"] == "websocket.close"
    assert time.monotonic() - began < 10


@pytest.mark.rule("HOUSE-4")
def test_times_on_a_strip_and_in_a_refusal_are_by_the_rooms_clock(
    visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {room_time.TIME_ZONE.key: "America/New_York"}
    monkeypatch.setattr(registry, "_known", registry._Known(kept, None, float("inf")))
    (anna,) = people(1)
    data = {"name": "Evening", "seat": 3, "until": "2026-11-20T20:00:00+00:00", "opens": True}
    news.tell([News(anna.pk, Notice.Kind.SEAT, "seat:1", data, "/tables/5/")], now=NOW())
    page = visit(anna)
    assert "20 November 2026, 15:00" in page.strip_with("Evening")["html"]
    until = exclusions.exclude(user_id=anna.pk, days=7, now=NOW())
    with timezone.override(ZoneInfo("America/New_York")):
        assert moment(until) in page.until("refused")["message"]


def test_whoever_is_not_signed_in_is_told_so(visit: Open) -> None:
    page = visit(None)
    assert page.until("refused")["code"] == "SIGNED_OUT"
    assert page.message() == {"type": "websocket.close", "code": 4401}


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", '{"type": 1}', '{"type": "act"}', '{"type": "seen"}', "x" * 5000),
        *(
            '{"type": "seen", "ids": ["1"]}',
            '{"type": "seen", "ids": [18446744073709551616]}',
            '{"type": "visible", "visible": 1}',
            '{"type": "here"}',
        ),
    ],
)
def test_whatever_a_page_says_is_answered_by_name(visit: Open, text: str) -> None:
    (anna,) = people(1)
    page = visit(anna, here="ü,-1,99999999999999999999,0x5")
    page.say_text(text)
    assert page.until("refused")["code"] == "MALFORMED_MESSAGE"
    page.say(type="ping")
    page.until("pong")


def test_whoever_floods_is_cut_off(visit: Open) -> None:
    (anna,) = people(1)
    page = visit(anna)
    for _ in range(int(rate_limits.STRANGER.burst) + rate_limits.MOST_BEYOND + 200):
        page.say(type="ping")
    assert page.until("refused", lambda frame: frame["code"] == "TOO_MANY_MESSAGES")
    assert page.message() == {"type": "websocket.close", "code": 4429}
    with pytest.raises(AssertionError):
        visit(anna)


def test_whoever_sees_a_page_counts_as_here_until_it_is_hidden(visit: Open, loop: Loop) -> None:
    (anna,) = people(1)
    page = visit(anna)
    page.until("strip")

    def here() -> bool:
        async def say() -> None:
            import redis.asyncio
            from django.conf import settings

            async with redis.asyncio.Redis.from_url(settings.REDIS_URL) as client:
                await presence_tracker().say(client, presence_tracker().tables, now=NOW())

        loop.run(say())
        return anna.pk in presence.here({anna.pk}, now=NOW())

    assert not here()
    page.say(type="visible", visible=True)
    page.say(type="ping")
    page.until("pong")
    assert here()
    page.say(type="visible", visible=False)
    page.say(type="ping")
    page.until("pong")
    later = NOW() + presence.GONE_AFTER + timedelta(seconds=1)
    assert anna.pk not in presence.here({anna.pk}, now=later)
