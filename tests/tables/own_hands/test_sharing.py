"""Shared hands: a link shows what its player knew, ends by every way, and leads to nothing else."""

import io
import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from core.refusal import Refusal
from core.types import UserId
from players.models import User
from players.protection import exclusions
from tables.models import Hand, SharedHand, Table
from tables.own_hands import erasing, sharing
from tables.pages import hand_picture, shared_hands
from tests.harness import worlds
from tests.tables.rooms import Room, open_room
from tests.tables.test_secrets import cards_in

pytestmark = [pytest.mark.django_db]

SHOWDOWN = ("call", "call", "check", *("check",) * 9)


@worlds.shared
def room() -> Room:
    """Two hands of three players: one checked down, one folded."""
    opened = open_room(10_000, 10_000, 10_000)
    for moves in (SHOWDOWN, ("raise 60",)):
        opened.deal()
        for move in moves:
            kind, *to = move.split()
            opened.act(kind, int(to[0]) if to else None)
        opened.fold_out()
        opened.later(30)
    return opened


@pytest.fixture(autouse=True)
def _now(room: Room, time_machine: Any) -> None:
    time_machine.move_to(room.now, tick=False)


def first(room: Room) -> Hand:
    return Hand.objects.filter(table=room.table_id).earliest("pk")


def share(room: Room, *, seat: int = 1, **chosen: Any) -> SharedHand:
    terms: dict[str, Any] = {"names_shown": False, "days": 7, "now": room.now, **chosen}
    return sharing.share(user_id=room.users[seat].pk, hand_id=first(room).pk, **terms)


def address(link: SharedHand, name: str = "shared_hand") -> str:
    return reverse(name, args=[link.token])


def refused(room: Room, **chosen: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        share(room, **chosen)
    return str(refusal.value)


@pytest.mark.rule("SHARE-1")
@pytest.mark.parametrize("name", ["shared_hand", "shared_hand_embed"])
def test_a_link_shows_what_its_player_saw_and_leads_to_nothing_else(
    client: Client, room: Room, name: str
) -> None:
    hand, link = first(room), share(room)
    own = client
    own.force_login(room.users[1])
    replay = own.get(reverse("replay_hand", args=[hand.pk])).context["frames"]
    own.logout()
    answer = own.get(address(link, name))
    frames = answer.context["frames"]
    assert cards_in(frames) == cards_in(replay)
    assert frames[0]["you"]["seat"] == 1
    text = answer.content.decode()
    names = {seat["seat"]: seat["name"] for seat in frames[0]["table"]["seats"]}
    assert names == {1: "Hero", 2: "Seat 2", 3: "Seat 3"}
    table = Table.objects.get(pk=room.table_id)
    for secret in (hand.pk, hand.commitment, table.name, table.event, *room.users.values()):
        assert str(secret) not in text
    assert f"{hand.started_at:%H:%M}" not in json.dumps(frames)
    # Nothing of whoever else reads it, and nothing for search engines and other sites.
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex", "no-referrer")
    assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.rule("SHARE-1")
def test_names_are_shown_by_choice_and_numbers_never(client: Client, room: Room) -> None:
    link = share(room, names_shown=True)
    frames = client.get(address(link)).context["frames"]
    seats = frames[0]["table"]["seats"]
    assert {seat["name"] for seat in seats} == {user.username for user in room.users.values()}
    assert {seat["user"] for seat in seats} == {1, 2, 3}
    assert frames[0]["table"]["id"] == 0
    # Two links to one hand, with names and without, and each of them once.
    assert share(room).pk != link.pk == share(room, names_shown=True).pk


@pytest.mark.rule("SHARE-2")
def test_only_the_embedded_replay_stands_in_other_sites_and_it_knows_no_reader(
    client: Client, room: Room
) -> None:
    link = share(room)
    client.force_login(room.users[2])
    page, embedded = client.get(address(link)), client.get(address(link, "shared_hand_embed"))
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    policy = embedded["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert room.users[2].username not in embedded.content.decode()
    assert not Client().get(address(link, "shared_hand_embed")).cookies


@pytest.mark.rule("SHARE-2")
def test_a_link_shows_nothing_before_everybody_has_seen_the_last_card(
    client: Client, room: Room
) -> None:
    link, hand = share(room), first(room)
    Hand.objects.filter(pk=hand.pk).update(shown_at=room.now + timedelta(seconds=5))
    assert client.get(address(link)).status_code == 404
    assert refused(room, seat=2) == "HAND_NOT_SHOWN_YET"
    running = room.deal()
    assert running is not None
    with pytest.raises(Refusal, match="NOT_YOUR_HAND"):
        sharing.share(
            user_id=room.users[1].pk,
            hand_id=running.pk,
            names_shown=False,
            days=1,
            now=room.now,
        )


@pytest.mark.rule("SHARE-2")
def test_a_link_rests_while_its_player_is_barred(client: Client, room: Room) -> None:
    link, player = share(room, days=None), room.users[1]
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert client.get(address(link)).status_code == 404
    assert refused(room) == "SUSPENDED"
    User.objects.filter(pk=player.pk).update(is_active=True)
    assert client.get(address(link)).status_code == 200
    until = exclusions.exclude(user_id=player.pk, days=180, now=room.now)
    assert client.get(address(link)).status_code == 404
    assert sharing.opened(link.token, now=until) is not None


@pytest.mark.rule("SHARE-3")
def test_a_link_ends_by_time_by_its_player_and_by_staff(client: Client, room: Room) -> None:
    link, one = share(room, days=1), room.users[1].pk

    def shows(at: datetime = room.now) -> bool:
        return sharing.opened(link.token, now=at) is not None

    assert shows()
    assert not shows(room.now + timedelta(days=1))
    assert share(room, days=None).pk == link.pk
    assert shows(room.now + timedelta(days=400))
    # An expired link stays so: another takes its place.
    share(room, days=1)
    later = room.now + timedelta(days=2)
    fresh = share(room, days=1, now=later)
    assert fresh.token != link.token
    assert not shows(later)
    with pytest.raises(Refusal, match="NO_SUCH_SHARE"):
        sharing.withdraw(user_id=room.users[2].pk, link_id=fresh.pk, now=later)
    for _twice in range(2):
        sharing.withdraw(user_id=one, link_id=fresh.pk, now=later)
    assert sharing.opened(fresh.token, now=later) is None
    link = share(room, now=later)
    boss = User.objects.create_superuser("boss", password="!")
    sharing.end(link_id=link.pk, by=boss.pk, why="threats in the chat", now=later)
    assert not shows(later)
    assert refused(room, now=later, names_shown=True) == "SHARE_ENDED_BY_STAFF"
    with pytest.raises(Refusal, match="SHARE_ENDED"):
        sharing.end(link_id=link.pk, by=boss.pk, why="again", now=later)
    client.force_login(room.users[1])
    page = client.get(reverse("my_shared_hands")).content.decode()
    assert "threats in the chat" in page
    assert link.token not in page


@pytest.mark.rule("SHARE-3")
def test_links_are_bounded_and_refused_by_name(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(room, days=3) == "SHARE_DAYS"
    monkeypatch.setattr(sharing, "MOST", 1)
    share(room)
    assert refused(room, names_shown=True) == "TOO_MANY_SHARED"
    monkeypatch.setattr(sharing, "MOST", 9)
    monkeypatch.setattr(sharing, "MOST_A_DAY", 1)
    assert refused(room, names_shown=True) == "TOO_MANY_SHARED_TODAY"
    # Old ones make room: they are gone for good.
    later = room.now + timedelta(days=98)
    share(room, names_shown=True, now=later)
    assert SharedHand.objects.count() == 1


@pytest.mark.rule("SHARE-3")
def test_players_make_list_and_withdraw_links_by_page_and_api(client: Client, room: Room) -> None:
    hand = first(room)
    client.force_login(room.users[1])
    made = client.post(reverse("share_hand", args=[hand.pk]), {"days": "30", "names": "on"})
    link = SharedHand.objects.get()
    assert made.status_code == 302
    assert link.names_shown
    assert link.expires_at == room.now + timedelta(days=30)
    page = client.get(reverse("hand", args=[hand.pk])).content.decode()
    assert address(link) in page
    assert "&lt;iframe" in page
    listed = client.get(reverse("api_shared_hands")).json()
    assert [row["url"].endswith(address(link)) for row in listed] == [True]
    sent = client.post(
        reverse("api_share_hand", args=[hand.pk]), {"days": 5}, content_type="application/json"
    )
    assert (sent.status_code, sent.json()["code"]) == (409, "SHARE_DAYS")
    assert client.delete(reverse("api_withdraw_shared_hand", args=[link.pk])).status_code == 204
    assert client.get(reverse("api_shared_hands")).json() == []
    client.force_login(room.users[2])
    client.post(reverse("withdraw_shared_hand", args=[link.pk]))
    stranger = User.objects.create(username="stranger", password="!")
    client.force_login(stranger)
    sent = client.post(
        reverse("api_share_hand", args=[hand.pk]), {}, content_type="application/json"
    )
    assert (sent.status_code, sent.json()["code"]) == (409, "NOT_YOUR_HAND")


@pytest.mark.rule("SHARE-2")
def test_no_link_survives_its_account(client: Client, room: Room) -> None:
    link = share(room)
    erasing.erase_player(None, user_id=UserId(room.users[1].pk))
    assert client.get(address(link)).status_code == 404
    assert not SharedHand.objects.exists()


@pytest.mark.rule("SHARE-1")
def test_pictures_hold_the_cards_of_the_replay_and_end_with_the_link(
    client: Client, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    real = hand_picture._card

    def card(code: str, width: int, faint: bool) -> Image.Image:
        drawn.append(code)
        return real(code, width, faint)

    monkeypatch.setattr(hand_picture, "_card", card)
    monkeypatch.setattr(hand_picture, "PICTURES", hand_picture.PictureCache(1_000_000))
    link = share(room)
    answer = client.get(address(link))
    page = answer.content.decode()
    known = cards_in(answer.context["frames"])
    for name, form, size in (
        ("shared_hand_picture", "PNG", (1200, 630)),
        ("shared_hand_film", "GIF", (600, 315)),
    ):
        drawn.clear()
        sent = client.get(address(link, name))
        with Image.open(io.BytesIO(sent.content)) as picture:
            assert (picture.format, picture.size) == (form, size)
            assert getattr(picture, "n_frames", 1) <= hand_picture.MOST_FRAMES
        assert len(sent.content) < 200_000
        assert set(drawn) - {"??"} == known
        drawn.clear()
        assert client.get(address(link, name)).content == sent.content
        assert not drawn
    assert f'<meta property="og:image" content="{settings.PUBLIC_URL}' in page
    assert address(link, "shared_hand_picture") in page
    sharing.withdraw(user_id=room.users[1].pk, link_id=link.pk, now=room.now)
    for name in ("shared_hand", "shared_hand_embed", "shared_hand_picture", "shared_hand_film"):
        assert client.get(address(link, name)).status_code == 404


@pytest.mark.rule("SHARE-1")
def test_a_picture_of_a_folded_hand_shows_its_player_s_cards_alone(
    client: Client, room: Room
) -> None:
    folded = Hand.objects.filter(table=room.table_id).latest("pk")
    for no, user in room.users.items():
        link = sharing.share(
            user_id=user.pk, hand_id=folded.pk, names_shown=False, days=1, now=room.now
        )
        frames = client.get(address(link)).context["frames"]
        seen = {card for pose in hand_picture.poses(frames) for card in pose.own}
        assert seen == cards_in(frames)
        assert len(seen) == 2, no


@pytest.mark.rule("SHARE-3")
def test_openings_of_links_are_limited_by_address(
    client: Client, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_hands, "RATE", "1/m/ip")
    link, caller = share(room), {"REMOTE_ADDR": "203.0.113.77"}
    assert client.get(address(link), **caller).status_code == 200  # type: ignore[arg-type]
    answer = client.get(address(link, "shared_hand_picture"), **caller)  # type: ignore[arg-type]
    assert answer.status_code == 429


@pytest.mark.rule("SHARE-3")
def test_staff_end_a_link_at_the_desk(client: Client, room: Room) -> None:
    link = share(room)
    client.force_login(User.objects.create_superuser("boss", password="!"))
    page = client.get(reverse("admin:tables_sharedhand_change", args=[link.pk])).content.decode()
    assert link.token not in page
    done = client.post(
        reverse("admin:tables_sharedhand_end", args=[link.pk]),
        {"_form_submitted": "on", "reason": "asked by another player"},
        headers={"HX-Request": "true"},
    )
    assert done.status_code == 200
    link.refresh_from_db()
    assert (link.why, link.ended_by and link.ended_by.username) == (
        "asked by another player",
        "boss",
    )
