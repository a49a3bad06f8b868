"""Many hands, every frame, page and API answer: no card that its receiver may not see."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx2
import pytest
from asgiref.sync import sync_to_async

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


class Truth:
    """What the database knows of one hand: everybody's cards, the board, what was shown."""

    def __init__(self, hand: Hand) -> None:
        events = packed_events.of_hand(hand.pk)
        users = dict(hand.players.values_list("seat_no", "user__username"))
        dealt = next(event["cards"] for event in events if event["e"] == "hole")
        self.hole = {users[int(seat)]: set(cards) for seat, cards in dealt.items()}
        self.board = [card for event in events if event["e"] == "street" for card in event["cards"]]
        self.shown = {card for event in events if event["e"] == "show" for card in event["cards"]}
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
    pages: list[tuple[str, str, str]] = []
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
    truths = await sync_to_async(
        lambda: {(hand.table_id, hand.number): Truth(hand) for hand in Hand.objects.all()}
    )()
    assert _check_frames(recorder, truths) > 5 * wanted
    assert len(pages) > wanted // 2
    assert _check_pages(pages, truths) > wanted // 20


def _hands() -> int:
    return Hand.objects.count()


def _enough(event: Tournament, wanted: int) -> bool:
    return _hands() >= wanted or Tournament.objects.get(pk=event.pk).status == "finished"


async def _peep(room: RunningRoom, user: User, pages: list[tuple[str, str, str]]) -> None:
    """Ask for every page and API answer about the hand in progress, over and over."""
    session = await sync_to_async(open_session)(user)
    cookies = {"sessionid": session}
    # A machine that is busy with something else answers late.
    async with httpx2.AsyncClient(base_url=room.url, cookies=cookies, timeout=60) as client:
        while True:
            hand = await sync_to_async(Hand.objects.order_by("-pk").first)()
            if hand is not None:
                event = f"/tournaments/{hand.event.partition(':')[2]}"
                for path in (
                    *(f"/tables/{hand.table_id}/", f"/api/tables/{hand.table_id}/"),
                    *("/my/hands/", f"/hands/{hand.pk}/", "/api/me/", "/"),
                    *(f"{event}/clock/", f"{event}/results/", f"{event}/my-hands.phhs"),
                ):
                    answer = await client.get(path)
                    assert answer.status_code in {200, 404}, path
                    pages.append((user.username, path, answer.text))
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


def _check_pages(pages: list[tuple[str, str, str]], truths: Truths) -> int:
    """Returns how many with a hand it has checked."""
    checked = 0
    for name, path, text in pages:
        for truth in truths.values():
            assert truth.deck[:20] not in text
        if path.startswith("/api/tables/"):
            answer = json.loads(text)
            if answer["table"]["hand"]:
                truth = truths[answer["table"]["id"], answer["table"]["hand_no"]]
                assert cards_in(answer) <= truth.may_see(name, answer["table"])
                checked += 1
    return checked
