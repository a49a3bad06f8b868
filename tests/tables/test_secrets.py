"""No card reaches anybody who may not see it: not by a frame, a page, the API or a log."""

import json
import logging
import random
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from core.room_clock import now
from players.models import User
from players.own_data.packing import pack
from tables.engine import commitment
from tables.engine.cards import FRENCH, split
from tables.history.formats.registry import BY_SUFFIX
from tables.live import dealer, seating
from tables.models import Hand, HandEvent, HandSecret, Seat, SharedHand, Table
from tables.own_hands import counting
from tables.pages import exports, hand_picture, shared_hands
from tables.storage import packed_events
from tests.harness.long_forms import longer
from tests.tables.conftest import Tape
from tests.tables.rooms import Room, people, random_action

pytestmark = pytest.mark.django_db

CARD = re.compile(r"(?<![\w-])[2-9TJQKA][cdhs](?![\w-])")


def cards_in(value: Any) -> set[str]:
    """Every card in a JSON value, wherever it hides."""
    if isinstance(value, dict):
        return cards_in([*value.keys(), *value.values()])
    if isinstance(value, list):
        return set().union(*map(cards_in, value)) if value else set()
    return set(CARD.findall(value)) if isinstance(value, str) else set()


def keys_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) and value else set()


class Witness:
    """Reads what everybody hears, and knows from it alone which cards are open."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.open: set[str] = set()
        self.read_frames = 0

    def read(self, channel: str, frame: dict[str, Any]) -> None:
        self.read_frames += 1
        assert not {"deck", "seed", "salt", "hole"} & keys_in(frame)
        if channel == str(self.room.table_id):
            self.learn(frame)
            assert cards_in(frame) <= self.open
        else:
            owner = int(channel.split(":")[1])
            assert frame["type"] == "cards"
            assert cards_in(frame) == self.held_by(owner)

    def learn(self, frame: dict[str, Any]) -> None:
        for event in frame["events"]:
            if event["e"] == "start":
                self.open = set()
            if event["e"] in ("street", "show"):
                self.open |= set(event["cards"])

    def held_by(self, user_id: int) -> set[str]:
        """From the stored events, not through the code under test."""
        live = self.room.table.live
        seat = next(no for no, user in live.dealt.items() if user == user_id)
        [hole] = (row for row in packed_events.of_hand(live.hand_id or 0) if row["e"] == "hole")
        return set(hole["cards"][str(seat)])

    def ask_everybody(self) -> None:
        """The snapshots of all players and of a spectator, right now."""
        for seat, user in self.room.users.items():
            frame = self.room.snapshot(seat)
            mine = (
                self.held_by(user.pk) if user.pk in self.room.table.live.dealt.values() else set()
            )
            assert cards_in(frame["table"]) <= self.open
            assert cards_in(frame["you"]) <= mine
            assert cards_in(frame["so_far"]) <= self.open
            assert not {"deck", "reshuffle"} & keys_in(frame["so_far"])
        assert cards_in(self.room.snapshot()) <= self.open


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(longer(4, short=1)))
def test_no_frame_contains_a_card_that_its_receiver_may_not_see(
    room: Callable[..., Room], tape: Tape, seed: int
) -> None:
    opened = room(600, 1000, 1500, 400, 2000)
    tape.read()
    dice, witness = random.Random(seed), Witness(opened)
    while opened.deal() is not None:
        while (hand := opened.table.live.playing) is not None:
            for channel, frame in tape.read():
                witness.read(channel, frame)
            witness.ask_everybody()
            if dice.random() < 0.1:
                opened.later(200)
                assert dealer.time_out(table_id=opened.table_id, now=opened.now)
            else:
                action = random_action(hand, dice)
                opened.act(action.kind, action.to)
        for channel, frame in tape.read():
            witness.read(channel, frame)
        witness.ask_everybody()
        if opened.table.hand_no == 12:
            break
    assert witness.read_frames > 20


def test_who_takes_a_chair_does_not_get_the_cards_of_whoever_left_it(
    room: Callable[..., Room],
) -> None:
    opened = room(1000, 1000, 1000)
    (newcomer,) = people(1, "newcomer")
    opened.deal()
    opened.fold_out()
    seating.leave_seat(table_id=opened.table_id, user_id=opened.users[1].pk, now=opened.now)
    opened.sit(newcomer.pk, 1)
    frame = dealer.snapshot(table_id=opened.table_id, user_id=newcomer.pk)
    assert frame["you"] == {"seat": 1, "cards": [], "away": False}


# Seat 2 on the button of a heads-up hand; the aces of seat 1 win against the kings of seat 2.
FIRST_NINE = ["As", "Ks", "Ad", "Kd", "2c", "7h", "8s", "3c", "2d"]
DECK = [*FIRST_NINE, *(card for card in FRENCH if card not in FIRST_NINE)]


@pytest.fixture
def live_hand(room: Callable[..., Room]) -> Room:
    """Heads-up, dealt ``DECK``, seat 2 to act."""
    opened = room(1000, 1000)
    opened.deal()
    while opened.turn != 1:
        opened.fold_out()
        opened.deal()
    opened.fold_out()
    opened.deal(DECK)
    return opened


def check_down(room: Room) -> None:
    room.act("call")
    while room.turn is not None:
        room.act("check")


@pytest.fixture
def staff(client: Client) -> Client:
    """A superuser: whoever may see most."""
    users = User
    client.force_login(users.objects.create_superuser("chief", password="!"))
    return client


def text_of(page: Any) -> str:
    """What a reader of the page's source could find, but for addresses and tokens."""
    source = re.sub(r"(?s)<(script|style|svg).*?</\1>", " ", page.content.decode())
    return re.sub(r"<[^>]+>", " ", source)


def pages_about(hand: Hand) -> list[str]:
    return [
        "/admin/tables/table/",
        f"/admin/tables/table/{hand.table_id}/change/",
        "/admin/tables/hand/",
        f"/admin/tables/hand/{hand.pk}/change/",
        f"/admin/tables/hand/{hand.pk}/history/",
    ]


@pytest.mark.slow
def test_staff_see_no_card_of_a_hand_in_play(live_hand: Room, staff: Client) -> None:
    hand = Hand.objects.latest("pk")
    secret = HandSecret.objects.get(hand=hand)
    live_hand.act("call")
    live_hand.act("check")
    for address in pages_about(hand):
        page = staff.get(address)
        assert page.status_code == 200, address
        text = text_of(page)
        assert not CARD.findall(text), address
        assert secret.seed not in page.content.decode()
        assert secret.deck not in page.content.decode()
    assert hand.commitment in text_of(staff.get(pages_about(hand)[3]))


@pytest.mark.middling
def test_staff_see_of_a_finished_hand_what_everybody_saw(live_hand: Room, staff: Client) -> None:
    check_down(live_hand)
    hand = Hand.objects.latest("pk")
    seen = set(CARD.findall(text_of(staff.get(f"/admin/tables/hand/{hand.pk}/change/"))))
    assert {"As", "Ad"} <= seen
    assert not {"Ks", "Kd"} & seen
    for address in pages_about(hand)[:3]:
        assert not CARD.findall(text_of(staff.get(address)))


@pytest.mark.parametrize("lookup", ["live__hand__deck__startswith", "live__icontains"])
def test_staff_cannot_ask_whether_a_card_lies_where_they_guess(
    live_hand: Room, staff: Client, lookup: str
) -> None:
    assert live_hand.turn is not None
    for guess in ("As", "2c"):
        assert staff.get("/admin/tables/table/", {lookup: guess}).status_code == 400
    assert staff.get("/admin/tables/table/", {"status__exact": "open"}).status_code == 200


def test_staff_change_no_table_and_no_hand(live_hand: Room, staff: Client) -> None:
    hand = Hand.objects.latest("pk")
    for address in ("/admin/tables/table/add/", "/admin/tables/hand/add/"):
        assert staff.get(address).status_code == 403
    for address in pages_about(hand)[1::2]:
        assert staff.post(address, {"hand_no": 99}).status_code == 403
        assert staff.post(address.replace("change", "delete"), {"post": "yes"}).status_code == 403
    for secret in (HandSecret, HandEvent, Seat):
        assert not admin.site.is_registered(secret)
    assert Table.objects.get(pk=live_hand.table_id).hand_no == hand.number


def test_the_api_tells_spectators_what_the_felt_shows(live_hand: Room, client: Client) -> None:
    live_hand.act("call")
    live_hand.act("check")
    answer = client.get(f"/api/tables/{live_hand.table_id}/")
    assert answer.status_code == 200
    told = answer.json()
    assert told["you"] is None
    assert cards_in(told) == {"7h", "8s", "3c"}
    client.force_login(live_hand.users[1])
    assert cards_in(client.get(f"/api/tables/{live_hand.table_id}/").json()) == cards_in(told)
    assert client.get(f"/api/tables/{live_hand.table_id + 1}/").status_code == 404


def test_a_hand_is_told_to_its_players_once_it_is_over(live_hand: Room, client: Client) -> None:
    hand = Hand.objects.latest("pk")
    address = f"/api/hands/{hand.pk}/"
    assert client.get(address).status_code == 403
    client.force_login(live_hand.users[2])
    assert client.get(address).status_code == 404
    check_down(live_hand)
    told = client.get(address).json()
    assert (told["you"], told["commitment"]) == (2, hand.commitment)
    board = {"7h", "8s", "3c", *told["events"][-1].get("cards", [])}
    assert {"As", "Ad", "Ks", "Kd"} | board <= cards_in(told["events"])
    (stranger,) = people(1, "stranger")
    client.force_login(stranger)
    assert client.get(address).status_code == 404


def test_every_card_that_a_player_saw_can_be_proved_and_no_other(
    live_hand: Room, client: Client
) -> None:
    check_down(live_hand)
    hand = Hand.objects.latest("pk")
    client.force_login(live_hand.users[1])
    told = client.get(f"/api/hands/{hand.pk}/").json()
    proved = set()
    for proof in told["proofs"]:
        opening = commitment.CardOpening(**{**proof, "path": tuple(proof["path"])})
        assert commitment.verify(told["commitment"], opening)
        assert DECK[opening.index] == opening.card
        proved.add(opening.card)
    assert proved == cards_in(told["events"])
    assert not {"Ks", "Kd"} & proved


class Shop:
    """All that a reader can ask for about a finished hand; a picture is the cards drawn on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._drawn: set[str] = set()
        real = hand_picture._card

        def card(code: str, width: int, faint: bool) -> Any:
            self._drawn.add(code)
            return real(code, width, faint)

        monkeypatch.setattr(hand_picture, "_card", card)
        monkeypatch.setattr(hand_picture, "PICTURES", hand_picture.PictureCache(0))
        monkeypatch.setattr(shared_hands, "RATE", "9999/m/ip")
        monkeypatch.setattr(exports, "RATE", "9999/h/user")

    def cards(self, client: Client, address: str) -> set[str]:
        """Every card in the answer to a reader; none where they are turned away."""
        self._drawn.clear()
        answer = client.get(address)
        if answer.status_code != 200:
            assert answer.status_code in (302, 403, 404, 409)
            return set()
        if answer["Content-Type"].startswith("image/"):
            return self._drawn - {"??"}
        if answer.streaming:
            return cards_of(unzipped(BytesIO(b"".join(answer))))
        return cards_of(answer.content.decode())


LISTS = ("/my/hands/", "/api/hands/", "/api/hands/export.zip")


def cards_of(text: str) -> set[str]:
    drawn = {rank.replace("10", "T") + suit for suit, rank in DRAWN.findall(text)}
    return drawn | {card for run in RUNS.findall(text) for card in split(run)}


def unzipped(archive: BytesIO) -> str:
    with zipfile.ZipFile(archive) as files:
        return "\n".join(files.read(name).decode() for name in files.namelist())


def dealt_before(hand: Hand) -> dict[int, set[str]]:
    """The hands before one were folded: of each a player knows their own cards alone."""
    dealt: dict[int, set[str]] = {}
    for before in Hand.objects.filter(table=hand.table_id).exclude(pk=hand.pk):
        [hole] = (event for event in packed_events.of_hand(before.pk) if event["e"] == "hole")
        for seat, cards in hole["cards"].items():
            dealt.setdefault(int(seat), set()).update(cards)
    return dealt


# A card of a page, and cards alone or several together in files and in frames.
DRAWN = re.compile(r'mini-card suit-([cdhs])"[^>]*>(10|[2-9JQKA])<')
RUNS = re.compile(r"(?<![0-9A-Za-z_/=+-])((?:[2-9TJQKA][cdhs])+)(?![0-9A-Za-z_/=+-])")


@pytest.mark.rule("SHARE-1", "SHARE-2", "SHOW-2")
@pytest.mark.slow
def test_no_replay_link_picture_file_or_statistic_tells_a_card_its_reader_could_not_know(
    live_hand: Room, client: Client, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    shop, hand = Shop(monkeypatch), Hand.objects.latest("pk")
    links = {
        (seat, names): SharedHand.objects.create(
            user=user, hand=hand, names_shown=names, created_at=live_hand.now
        ).token
        for seat, user in live_hand.users.items()
        for names in (False, True)
    }
    shared = {
        f"/shared/{token}/{part}": seat
        for (seat, _names), token in links.items()
        for part in ("", "embed/", "hand.png", "hand.gif")
    }
    own = [
        *(f"/hands/{hand.pk}/{part}" for part in ("", "replay/", "proof.json", "verify/")),
        *(f"/hands/{hand.pk}/history.{suffix}" for suffix in BY_SUFFIX),
        *(f"/api/hands/{hand.pk}/", *LISTS[:2], "/my/hands/shared/"),
        *("/accounts/statistics/", "/api/statistics/", "/challenges/", "/api/challenges/"),
        *("/my/hands/imported/", "/accounts/data/", "/accounts/profile/"),
        *(f"/players/{user.username}/" for user in live_hand.users.values()),
        *(f"/api/hands/export.zip?type={suffix}&range=event:{hand.event}" for suffix in BY_SUFFIX),
    ]
    earlier = dealt_before(hand)
    readers = {1: live_hand.users[1], 2: live_hand.users[2], 0: people(1, "stranger")[0]}

    def walk(known: Callable[[int], set[str]], *, open_links: bool) -> int:
        """Everybody asks for everything; returns how many answers had cards."""
        told = 0
        for reader, user in readers.items():
            client.force_login(user)
            for address in (*own, *shared):
                if reader and address.endswith((".png", ".gif")):
                    # Pictures are drawn without a look at who asks.
                    continue
                seen = shop.cards(client, address)
                # A link's player has decided what its readers know.
                allowed = known(shared.get(address, reader))
                if address.partition("?")[0] in LISTS:
                    allowed = allowed | earlier.get(reader, set())
                assert seen <= allowed, (reader, address, seen - allowed)
                if address in shared:
                    assert bool(seen) == open_links, address
                told += bool(seen) and address.partition("?")[0] not in LISTS
            archive = BytesIO(b"".join(part for part, _ in pack(user.pk, language="en", now=now())))
            seen = cards_of(unzipped(archive))
            assert seen <= known(reader) | earlier.get(reader, set()), reader
            assert not open_links or (known(reader) <= seen) == (reader > 0), reader
        return told

    time_machine.move_to(live_hand.now, tick=False)
    assert walk(lambda _seat: set(), open_links=False) == 0
    check_down(live_hand)
    events = packed_events.of_hand(hand.pk)
    board = {card for event in events if event["e"] == "street" for card in event["cards"]}
    shown = {card for event in events if event["e"] == "show" for card in event["cards"]}
    hole = {1: {"As", "Ad"}, 2: {"Ks", "Kd"}, 0: set[str]()}

    def known(seat: int) -> set[str]:
        return board | shown | hole[seat]

    # Nothing of it is shown before everybody has seen the last card, and then what each knew.
    Hand.objects.filter(pk=hand.pk).update(shown_at=live_hand.now + timedelta(seconds=9))
    counting.count_waiting(now=live_hand.now)
    assert walk(lambda _seat: set(), open_links=False) == 0
    time_machine.move_to(live_hand.later(10), tick=False)
    counting.count_waiting(now=live_hand.now)
    assert walk(known, open_links=True) > 40


def test_nothing_secret_is_logged(
    room: Callable[..., Room], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    opened = room(1000, 1000, 1000)
    dice = random.Random(5)
    while opened.table.hand_no < 5 and opened.deal() is not None:
        opened.play_on(dice)
    secrets = HandSecret.objects.all()
    assert secrets
    for secret in secrets:
        assert secret.seed not in caplog.text
        assert secret.deck not in caplog.text
        assert json.dumps(split(secret.deck)) not in caplog.text
    assert not CARD.findall(caplog.text)
