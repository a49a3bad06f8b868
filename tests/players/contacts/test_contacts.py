"""Private notes, colours, muted and blocked players."""

import pytest
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players.contacts import erasing, keeping
from players.contacts.models import Contact
from players.models import User
from players.staff import anonymising, player_file
from tests.tables.rooms import people
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CHAT-4")]


def note(owner: User, other: User, text: str = "", colour: str = "") -> None:
    keeping.write_note(
        owner_id=UserId(owner.pk), other_id=UserId(other.pk), note=text, colour=colour
    )


def notes(owner: User) -> list[tuple[str, str, str]]:
    return [
        (row.other.get_username(), row.note, row.colour) for row in keeping.of(UserId(owner.pk))
    ]


def test_a_note_is_its_writers_alone_and_an_empty_one_is_gone() -> None:
    anna, bea = people(2)
    note(anna, bea, "folds\u202e too much\n", "red")
    assert notes(anna) == [("player2", "folds too much", "red")]
    assert notes(bea) == []
    note(anna, bea)
    assert not Contact.objects.exists()


def test_a_note_is_refused_that_is_too_long_or_about_oneself() -> None:
    anna, bea = people(2)
    for code, other, text, colour in (
        ("NOTE_TOO_LONG", bea, "x" * 501, ""),
        ("NO_SUCH_COLOUR", bea, "", "pink"),
        ("NOT_ONESELF", anna, "me", ""),
    ):
        with pytest.raises(Refusal, match=code):
            note(anna, other, text, colour)
    with pytest.raises(Refusal, match="NO_SUCH_PLAYER"):
        keeping.mute(owner_id=UserId(anna.pk), other_id=UserId(0), muted=True)


def test_a_player_keeps_notes_on_so_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bea, carl = people(3)
    monkeypatch.setattr(keeping, "MOST", 1)
    note(anna, bea, "one")
    note(anna, bea, "two")
    with pytest.raises(Refusal, match="TOO_MANY_CONTACTS"):
        note(anna, carl, "one more")


def test_notes_are_in_the_file_and_go_with_either_account() -> None:
    anna, bea, carl = people(3)
    for owner, other in ((anna, bea), (bea, carl), (carl, bea), (anna, carl)):
        note(owner, other, "x")
    parts = {part.key: rows for part, rows in player_file.whole(UserId(anna.pk), now=START).parts}
    assert [row.cells[0] for row in parts["contacts"]] == ["player3", "player2"]
    # No page of the desk shows it, whatever the rights of its reader.
    assert "contacts" not in {part.key for part in player_file.parts(lambda right: True)}
    staff = User.objects.create(username="boss", is_superuser=True)
    anonymising.forget(user_id=UserId(bea.pk), by=UserId(staff.pk), why="asked", now=START)
    assert [(row.owner, row.other) for row in Contact.objects.all()] == [(anna, carl)]


def test_notes_of_a_merged_account_go_to_the_one_that_stays() -> None:
    anna, other, bea, carl = people(4)
    note(anna, bea, "anna's")
    note(other, bea, "other's")
    note(other, carl, "other's")
    note(carl, other, "carl's")
    note(other, anna, "myself")
    erasing.take_over(None, user_id=UserId(anna.pk), other_id=UserId(other.pk))
    assert notes(anna) == [("player3", "anna's", ""), ("player4", "other's", "")]
    assert notes(carl) == [("player1", "carl's", "")]
    assert Contact.objects.count() == 3


def test_the_page_changes_what_a_player_keeps() -> None:
    anna, bea = people(2)
    note(anna, bea, "calls")
    client = Client()
    client.force_login(anna)
    assert 'value="calls"' in client.get(reverse("contacts")).content.decode()
    change = {"note": "raises", "colour": "blue", "blocked": "on"}
    client.post(reverse("keep_contact", args=[bea.pk]), change)
    row = Contact.objects.get()
    assert (row.note, row.colour, row.is_muted) == ("raises", "blue", False)
    assert row.blocked_at is not None
    client.post(reverse("contacts_mute_all"), {"mutes_all": "yes"})
    assert keeping.mutes_all(UserId(anna.pk))
