"""Players bring hands of other rooms and replay them; only they see them."""

import random
import zipfile
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.types import UserId
from players.own_data import registry
from players.staff import anonymising, player_file
from tables import room_settings
from tables.history import hand_import, import_files
from tables.history.formats import open_hand_history, phh, pokerstars
from tables.models import ImportedHand, PlayedHand
from tables.seated import personal_data
from tests.harness import worlds
from tests.tables.history.test_reading import some_hand
from tests.tables.history.test_stars_files import CASH, SIDE_POTS, WALK, WALK_AND_MUCK
from tests.tables.rooms import people
from tests.tables.test_secrets import cards_in

START = datetime(2026, 12, 1, 20, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.rule("IMPORT-1")]


def send(client: Client, content: bytes | str, name: str = "hands.txt") -> str:
    payload = content.encode() if isinstance(content, str) else content
    sent = {"file": SimpleUploadedFile(name, payload)}
    answer = client.post(reverse("imported_hands"), sent)
    assert answer.status_code == 200
    return answer.content.decode()


def packed(**files: str | bytes) -> bytes:
    sink = BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return sink.getvalue()


def signed_in(client: Client, name: str = "owner") -> UserId:
    [user] = people(1, name)
    client.force_login(user)
    return UserId(user.pk)


def test_a_file_is_read_once_and_bad_hands_are_named_with_their_line(client: Client) -> None:
    signed_in(client)
    bad = SIDE_POTS.replace("[As]", "[8d]", 1)
    text = "\n\n".join([CASH, bad, WALK])
    page = send(client, text)
    assert "2 hands are new." in page
    assert "1 hand was refused." in page
    assert "line 42 (#200000000002): A card is none, or occurs twice" in page
    again = send(client, text.encode("utf-16"))
    assert "0 hands are new." in again
    assert "2 hands were known already." in again
    assert ImportedHand.objects.count() == 2
    listed = client.get(reverse("imported_hands")).content.decode()
    assert "PokerStars 200000000001" in listed
    assert "+$4.03" in listed


def test_the_same_hand_is_the_same_in_each_format(client: Client) -> None:
    owner = signed_in(client)
    told = next(hand.told for hand in map(some_hand, range(0, 90, 4)) if hand.told["you"])
    for form in (pokerstars.FORMAT, open_hand_history.FORMAT, phh.FORMAT):
        content = form.section(form.write(told), 1).encode()
        result = hand_import.bring(user_id=owner, content=content, now=START)
        assert result.read + result.known == 1, form.name
    assert ImportedHand.objects.count() == 1


@pytest.mark.rule("IMPORT-2")
@pytest.mark.parametrize(
    ("text", "own"), [(CASH, "AhKd"), (SIDE_POTS, "8d8c"), (WALK_AND_MUCK, "")]
)
def test_the_replay_has_the_cards_of_the_file_and_no_others(
    client: Client, text: str, own: str
) -> None:
    owner = signed_in(client)
    send(client, text)
    row = ImportedHand.objects.get()
    answer = client.get(reverse("replay_imported_hand", args=[row.pk]))
    frames: list[Any] = answer.context["frames"]
    board = text.split("Board [")[1].split("]")[0].split()
    known = {*board, *(card for part in text.split("[")[1:] for card in part.split("]")[0].split())}
    known = {card for card in known if len(card) == 2 and card[1] in "cdhs"}
    assert cards_in(frames) == known
    first, *_ = frames
    mine = [seat for seat in first["table"]["seats"] if seat["user"] == owner]
    assert [seat["seat"] for seat in mine] == [first["you"]["seat"]]
    last = [frame for frame in frames if frame["type"] == "update"][-1]
    assert last["events"][-1]["e"] == "end"
    page = answer.content.decode()
    assert ('<meta name="currency" content="USD 2">' in page) == (text is CASH)


@pytest.mark.rule("IMPORT-3")
def test_only_their_owner_opens_and_deletes_them(client: Client) -> None:
    signed_in(client)
    send(client, CASH + "\n\n" + WALK)
    first, second = ImportedHand.objects.order_by("pk")
    stranger = Client()
    signed_in(stranger, "stranger")
    address = reverse("replay_imported_hand", args=[first.pk])
    assert stranger.get(address).status_code == 404
    assert "PokerStars 2000" not in stranger.get(reverse("imported_hands")).content.decode()
    for typed in (str(first.pk), "all", "x", ""):
        stranger.post(reverse("delete_imported_hands"), {"hand": typed})
    assert ImportedHand.objects.count() == 2
    client.post(reverse("delete_imported_hands"), {"hand": str(second.pk)})
    client.post(reverse("delete_imported_hands"), {"hand": str(second.pk)})
    assert ImportedHand.objects.get() == first
    client.post(reverse("delete_imported_hands"), {"hand": "all"})
    assert not ImportedHand.objects.exists()
    client.logout()
    assert client.get(address).status_code == 302


@pytest.mark.rule("IMPORT-3")
def test_nothing_counts_them_staff_see_a_number_and_they_go_with_the_account(
    client: Client,
) -> None:
    owner = signed_in(client)
    send(client, CASH)
    assert not PlayedHand.objects.exists()
    assert "200000000001" not in client.get(reverse("my_hands")).content.decode()
    facts = player_file.facts(owner, lambda right: True, now=START)
    assert ("Imported hands", "1") in [(str(fact.title), fact.value) for fact in facts]
    assert "200000000001" not in str(player_file.whole(owner, now=START))
    [part] = [part for part in registry.parts() if part.key == "imported_hands"]
    assert "200000000001" in str([*part.rows(owner)])
    [staff] = people(1, "staff")
    anonymising.forget(user_id=owner, by=UserId(staff.pk), why="asked for it", now=START)
    assert not ImportedHand.objects.exists()


def test_a_player_has_at_most_so_many(client: Client) -> None:
    signed_in(client)
    worlds.assume(room_settings.IMPORTED_HANDS, 2)
    page = send(client, "\n\n".join([CASH, SIDE_POTS, WALK]))
    assert "2 hands are new." in page
    assert "You have 2 imported hands, which is the maximum" in page
    worlds.assume(room_settings.IMPORTED_HANDS, 0)
    assert "This room imports no hands." in send(client, WALK)
    assert ImportedHand.objects.count() == 2


def test_a_file_with_more_hands_than_are_read_at_once_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in(client)
    monkeypatch.setattr(import_files, "MOST_HANDS", 2)
    page = send(client, "\n\n".join([CASH, SIDE_POTS, WALK]))
    assert "2 hands are new." in page
    assert "One file brings at most 2 hands" in page


def test_a_zip_is_unpacked_and_what_is_no_text_in_it_is_left_out(client: Client) -> None:
    signed_in(client)
    bad = SIDE_POTS.replace("[As]", "[8d]", 1)
    page = send(client, packed(one=CASH, two=bad + WALK, picture=b"\x89PNG\x00\x01"))
    assert "2 hands are new." in page
    assert "two, line 1 (#200000000002)" in page


BOMB = packed(bomb="PokerStars " + "0" * 2_000_000)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "There are no hands in this file"),
        (b"Dear Sir", "There are no hands in this file"),
        (b"\x00\x01\x02\x03" * 50, "This file is no text"),
        ("PokerStars Hand #1: \u0007".encode(), "This file is no text"),
        (b"PK\x03\x04" + b"x" * 80, "This file is no text"),
        (packed(a=CASH)[:-30], "no text"),
        (packed(a=CASH)[:60] + b"\xff" * 20 + packed(a=CASH)[80:], "cannot be unpacked"),
        (packed(**{f"f{no}": "x" for no in range(501)}), "A zip has at most 500 files."),
        (b"x" * (import_files.LARGEST + 1), "A file has at most 4,000 kB"),
        (BOMB, "A file has at most 4,000 kB, unpacked 1,000 kB"),
        ("a: folds\n".encode("utf-16-le"), "This file is no text"),
        ("Spieler Müller".encode("latin-1"), "There are no hands in this file"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_refused_with_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch, content: bytes, sentence: str
) -> None:
    signed_in(client)
    monkeypatch.setattr(import_files, "LARGEST_UNPACKED", 1_000_000)
    page = send(client, content)
    assert sentence in page
    assert not ImportedHand.objects.exists()


def test_names_of_players_are_shown_as_plain_text(client: Client) -> None:
    signed_in(client)
    text = CASH.replace("anna", "a\u202en\u200bna <b>")
    send(client, text.encode())
    facts = hand_import.facts_of(ImportedHand.objects.get())
    assert "anna <b>" in [player["name"] for player in facts["players"]]
    latin = CASH.replace("anna", "J\xf6rg").replace("00001:", "00009:").encode("latin-1")
    send(client, latin)
    facts = hand_import.facts_of(ImportedHand.objects.latest("pk"))
    assert "Jörg" in [player["name"] for player in facts["players"]]


def test_files_are_counted_by_the_hour(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from tables.pages import imported_hands

    monkeypatch.setattr(imported_hands, "RATE", "1/h/user")
    signed_in(client)
    send(client, WALK)
    assert "You have imported files often" in send(client, CASH)


def test_a_long_list_goes_on_from_a_hand(client: Client) -> None:
    owner = signed_in(client)
    dice = random.Random(1)
    numbers = dice.sample(range(10**6), 30)
    text = "\n\n".join(WALK.replace("200000000004", str(number)) for number in numbers)
    hand_import.bring(user_id=owner, content=text.encode(), now=START)
    page = client.get(reverse("imported_hands"))
    assert len(page.context["hands"]) == 25
    rest = client.get(reverse("imported_hands"), {"before": page.context["older"]})
    assert (len(rest.context["hands"]), rest.context["older"]) == (5, None)


@pytest.mark.rule("IMPORT-3", "DATA-1")
def test_the_archive_has_the_whole_hands_which_can_be_imported_again(client: Client) -> None:
    owner = signed_in(client)
    send(client, "\n\n".join([CASH, SIDE_POTS, WALK]))
    before = set(ImportedHand.objects.values_list("digest", flat=True).iterator())
    [source] = [source for source in personal_data.FILES if source.read is personal_data.imported]
    assert source.count(owner) == 1
    [file] = source.read(owner)
    assert file.path == "hands/imported-001.phhs"
    hand_import.remove(user_id=owner)
    result = hand_import.bring(user_id=owner, content=file.content, now=START)
    assert (result.read, result.unread) == (3, 0)
    assert {bytes(row) for row in before} == {
        bytes(row.digest) for row in ImportedHand.objects.all()
    }


def test_a_program_brings_lists_and_deletes_them(client: Client) -> None:
    address = "/api/hands/imported/"
    assert client.get(address).status_code == 403
    owner = signed_in(client)
    bad = SIDE_POTS.replace("[As]", "[8d]", 1)
    sent = {"file": SimpleUploadedFile("hands.txt", "\n\n".join([CASH, bad, WALK]).encode())}
    result = client.post(address, sent).json()
    assert (result["read"], result["known"], result["unread"]) == (2, 0, 1)
    [refused] = result["refused"]
    assert (refused["number"], refused["line"]) == ("200000000002", 42)
    page = client.get(address).json()
    assert page["older"] is None
    assert [hand["change"] for hand in page["hands"] if hand["currency"] == "USD"][-1] == 403
    empty = client.post(address, {"file": SimpleUploadedFile("x.txt", b"no hands here")})
    assert (empty.status_code, empty.json()["code"]) == (409, "IMPORT_NO_HANDS")
    mine = f"{address}{page['hands'][0]['id']}/"
    [other] = people(1, "other")
    stranger = Client()
    stranger.force_login(other)
    assert stranger.get(address).json()["hands"] == []
    stranger.delete(mine)
    assert hand_import.count(owner) == 2
    assert [client.delete(mine).status_code for _ in range(2)] == [204, 204]
    assert hand_import.count(owner) == 1
