"""Many hands, every frame, page and API answer: no card that its receiver may not see."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import httpx2
import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from players.models import User
from poker_site.bots.session import open_session
from tables.engine.cards import split
from tables.models import Hand, HandSecret
from tables.storage import packed_events
from tables.wire import difference
from tests.flows.conftest import EventMaker
from tests.flows.players import Frame, Recorder, playing, until
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom
from tournaments.models import Tournament

# A card drawn on a page.
DRAWN = re.compile(r'mini-card suit-([cdhs])"[^>]*>(10|[2-9JQKA])<')
# Cards as a page or an answer may write them, alone or several together.
CARDS_IN_TEXT = re.compile(r"(?<![0-9A-Za-z_-])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z_-])")


def texts(value: Any) -> Iterator[str]:
    """Every string inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def cards_in(value: Any) -> set[str]:
    runs = [run for text in texts(value) for run in CARDS_IN_TEXT.findall(text)]
    return {card for run in runs for card in split(run)}


class Peeped(NamedTuple):
    """An answer to a reader, with the time at which it was there; "" where they are turned away."""

    name: str
    path: str
    text: str
    at: datetime


class Truth:
    """What the database knows of one hand: everybody's cards, the board, what was shown."""

    def __init__(self, hand: Hand) -> None:
        self.place = hand.table_id, hand.number
        events = packed_events.of_hand(hand.pk)
        users = dict(hand.players.values_list("seat_no", "user__username"))
        dealt = next(event["cards"] for event in events if event["e"] == "hole")
        self.hole = {users[int(seat)]: set(cards) for seat, cards in dealt.items()}
        self.board = [card for event in events if event["e"] == "street" for card in event["cards"]]
        self.shown = {card for event in events if event["e"] == "show" for card in event["cards"]}
        self.shown_at = hand.shown_at
        self.deck = HandSecret.objects.get(hand=hand).deck

    def may_see(self, name: str | None, table: Frame) -> set[str]:
        """The cards that one player (None: a stranger) may know at this moment of the hand."""
        view = table["hand"]
        board = view["board"]
        assert board == self.board[: len(board)], "the board is dealt in its order"
        allowed = set(board) | self.hole.get(name or "", set())
        # Cards are laid open when nobody can act any more: by then no decision hangs on them.
        return allowed | self.shown if view["turn"] is None else allowed


@pytest.mark.long
async def test_nobody_is_told_a_card_that_is_not_theirs(
    room: RunningRoom, people: Callable[[int], list[User]], publish: EventMaker
) -> None:
    wanted = longer(200, short=12)
    users = await sync_to_async(people)(7)
    players, curious = users[:6], users[6]
    recorder = Recorder()
    pages: list[Peeped] = []
    async with playing(room, players, recorder=recorder) as bots:
        peeping = [asyncio.create_task(_peep(room, user, pages)) for user in (curious, players[0])]
        while await sync_to_async(_hands)() < wanted:
            event = await sync_to_async(publish)(
                # Blinds that never rise: many hands an event.
                levels=[(3600, 5, 10, 0)],
                shares=[10000],
                seats_per_table=6,
                min_entries=6,
                max_entries=6,
                starting_stack=5000,
                action_seconds=10,
            )
            assert all(await asyncio.gather(*(bot.register(event.pk) for bot in bots)))
            await until("the hands", partial(_enough, event, wanted), seconds=1800)
        for task in peeping:
            assert not task.done(), task.exception()
            task.cancel()
    by_id = await sync_to_async(lambda: {hand.pk: Truth(hand) for hand in Hand.objects.all()})()
    truths = {truth.place: truth for truth in by_id.values()}
    assert _check_frames(recorder, truths) > 5 * wanted
    assert len(pages) > wanted // 2
    assert _check_pages(pages, truths) > wanted // 20
    # A hand is over for a moment only before two others have followed it.
    assert _check_hands(pages, by_id) > wanted // 20


def _hands() -> int:
    return Hand.objects.count()


def _enough(event: Tournament, wanted: int) -> bool:
    return _hands() >= wanted or Tournament.objects.get(pk=event.pk).status == "finished"


async def _peep(room: RunningRoom, user: User, pages: list[Peeped]) -> None:
    """Ask for every page and API answer about the hand in progress, over and over."""
    session = await sync_to_async(open_session)(user)
    cookies = {"sessionid": session}
    # A machine that is busy with something else answers late.
    async with httpx2.AsyncClient(base_url=room.url, cookies=cookies, timeout=60) as client:
        while True:
            latest = await sync_to_async(lambda: list(Hand.objects.order_by("-pk")[:2]))()
            for hand in latest:
                event = f"/tournaments/{hand.event.partition(':')[2]}"
                for path in (
                    *(f"/tables/{hand.table_id}/", f"/api/tables/{hand.table_id}/"),
                    *("/my/hands/", "/api/hands/", "/api/me/", "/", "/accounts/statistics/"),
                    *(f"{event}/clock/", f"{event}/results/", f"{event}/my-hands.phhs"),
                    *(f"{event}/mine/", f"/api{event}/mine/", f"/players/{user.username}/"),
                    *(f"/hands/{hand.pk}/{part}" for part in ("", "replay/", "history.phh")),
                    *(f"/api/hands/{hand.pk}/", "/challenges/", "/my/hands/imported/"),
                ):
                    answer = await client.get(path)
                    assert answer.status_code in {200, 404}, path
                    told = answer.text if answer.status_code == 200 else ""
                    pages.append(Peeped(user.username, path, told, timezone.now()))
            await asyncio.sleep(0.3)


Truths = dict[tuple[int, int], Truth]


def _check_frames(recorder: Recorder, truths: Truths) -> int:
    """Returns how many with cards it has checked."""
    checked = 0
    tables: dict[str, Frame] = {}
    for name, frame in recorder.frames:
        if frame["type"] == "snapshot":
            tables[name] = frame["table"]
        table = tables.get(name)
        if table is not None and frame["type"] == "update" and _follows(frame, table):
            table = tables[name] = difference.apply(table, frame["change"])
        if table is None or not table["hand"]:
            continue
        truth = truths[table["id"], table["hand_no"]]
        assert truth.deck not in json.dumps(frame)
        # An update goes to everybody alike: not even one's own cards may be in it.
        allowed = truth.may_see(None if frame["type"] == "update" else name, table)
        seen = cards_in(frame)
        assert seen <= allowed, (name, frame["type"], seen - allowed)
        checked += bool(seen)
    return checked


def _follows(update: Frame, table: Frame) -> bool:
    return (update["table_id"], update["version"]) == (table["id"], table["version"] + 1)


def _check_pages(pages: list[Peeped], truths: Truths) -> int:
    """Returns how many with a hand it has checked."""
    checked = 0
    for name, path, text, _at in pages:
        for truth in truths.values():
            assert truth.deck[:20] not in text
        if path.startswith("/api/tables/") and text:
            answer = json.loads(text)
            if answer["table"]["hand"]:
                truth = truths[answer["table"]["id"], answer["table"]["hand_no"]]
                assert cards_in(answer) <= truth.may_see(name, answer["table"])
                checked += 1
    return checked


def _check_hands(pages: list[Peeped], truths: dict[int, Truth]) -> int:
    """Check what was told of single hands; returns how many answers."""
    checked = 0
    for name, path, text, at in pages:
        named = re.search(r"/hands/(\d+)/", path)
        if named is None or not text:
            continue
        truth = truths[int(named[1])]
        assert truth.shown_at is not None
        assert truth.shown_at <= at, "nothing is told before the last card is seen"
        drawn = {rank.replace("10", "T") + suit for suit, rank in DRAWN.findall(text)}
        seen = drawn | cards_in(text)
        assert seen <= {*truth.board, *truth.shown, *truth.hole[name]}, (name, path)
        checked += bool(seen)
    return checked
