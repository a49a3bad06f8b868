"""The pages of a club, from its founding to a game, and at the desk."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from core.types import UserId
from players.models import User
from players.sign_in import guests
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import FORM, begun, founded, invited, planned, role
from tests.tournaments.clubs.test_membership import me
from tests.tournaments.events import START
from tests.tournaments.home.setting import played
from tournaments import room_settings
from tournaments.clubs import moderation
from tournaments.clubs.access import Role
from tournaments.clubs.models import Club, ClubGame, ClubInvitation, ClubPicture, ClubTemplate
from tournaments.home.models import HomeGame
from tournaments.models import Act

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CLUB-1")]


def client(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def read(browser: Client, page: str) -> str:
    answer = browser.get(page)
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_from_founding_to_a_game_by_the_pages() -> None:
    anna, bea = people(2)
    owner, friend = client(anna), client(bea)
    assert "No club yet" in read(owner, reverse("clubs"))
    answer = owner.post(reverse("club_new"), {**FORM, "name": "Aces High", "key": "k"})
    club = Club.objects.get()
    assert answer["Location"] == reverse("club_members", args=["aces-high"])
    act = reverse("club_act", args=[club.slug])
    owner.post(act, {"act": "invite", "days": "7", "most_uses": "3"})
    link = reverse("club_join", args=[ClubInvitation.objects.get().token])
    assert link in owner.get(answer["Location"]).content.decode()
    assert "Join the club" in read(friend, link)
    assert friend.post(link)["Location"] == reverse("club", args=[club.slug])
    assert role(club, bea) == Role.MEMBER
    new = reverse("club_new_game", args=[club.slug])
    opened = owner.post(new, {**FORM, "key": "g"}, follow=True)
    home = HomeGame.objects.get()
    assert opened.redirect_chain[-1][0] == reverse("home_game", args=[home.token])
    assert f'class="way-back" href="{reverse("club", args=[club.slug])}"' in (
        opened.content.decode()
    )
    assert "Take a seat" in read(friend, reverse("club", args=[club.slug]))
    friend.post(reverse("home_join", args=[home.token]))
    assert home.players.count() == 2
    assert "Take a seat" not in read(friend, reverse("club", args=[club.slug]))


def test_a_form_says_what_is_wrong() -> None:
    anna, bea = people(2)
    founded(anna)
    browser = client(bea)
    for name, told in (("Aces H1gh", "of one like it"), ("Admin Club", "belonged to the room")):
        said = browser.post(reverse("club_new"), {**FORM, "name": name, "key": "k"})
        assert told in words(said.content.decode())
    faint = {**FORM, "ground": "#777777", "text_colour": "#888888", "key": "k"}
    said = browser.post(reverse("club_new"), faint)
    assert "too close to read: contrast 1.2 to 1" in words(said.content.decode())


def test_visitors_and_guests_are_offered_an_account_that_keeps_the_link() -> None:
    [anna] = people(1)
    club = founded(anna)
    invited(club)
    link = reverse("club_join", args=[ClubInvitation.objects.get().token])
    guest = guests.make(of_age=True, known_as=(), called="Zoe", now=START)
    for browser in (Client(), client(guest)):
        page = browser.get(link).content.decode()
        assert f"{reverse('account_signup')}?next={link}" in page
        assert "it takes an account" in words(page)
        assert "it takes an account" in read(browser, reverse("clubs"))
        browser.post(link)
    assert role(club, guest) is None
    gone = Client().get(reverse("club_join", args=["gone"]))
    assert gone.status_code == 404
    assert "no longer valid" in words(gone.content.decode())


def test_a_picture_is_redrawn_and_replaced() -> None:
    [anna] = people(1)
    club = founded(anna, description="All of us")
    out = BytesIO()
    Image.new("RGB", (40, 60), "red").save(out, "PNG")
    browser, address = client(anna), reverse("club_picture", args=[club.slug])
    browser.post(address, {"picture": SimpleUploadedFile("a.png", out.getvalue())})
    club.refresh_from_db()
    image = reverse("club_image", args=[club.picture.key])
    assert Image.open(BytesIO(Client().get(image).content)).size == (256, 256)
    assert image in Client().get(reverse("club", args=[club.slug])).content.decode()
    # A picture may be why the staff suspend a club.
    officer = UserId(User.objects.create_superuser("staff").pk)
    moderation.suspend(club_id=club.pk, by=officer, why="indecent", now=START)
    assert Client().get(image).status_code == 404
    for page in (reverse("club", args=[club.slug]), reverse("clubs")):
        assert image not in browser.get(page).content.decode()
    assert "All of us" not in read(Client(), reverse("club", args=[club.slug]))
    moderation.reopen(club_id=club.pk, by=officer, why="another picture", now=START)
    assert "All of us" in read(Client(), reverse("club", args=[club.slug]))
    browser.post(address, {"remove": "yes"})
    assert Client().get(image).status_code == 404
    browser.post(address, {"picture": SimpleUploadedFile("a.png", b"no picture")})
    assert not ClubPicture.objects.exists()


def test_the_colours_are_a_file_of_their_own() -> None:
    [anna] = people(1)
    club = founded(anna, ground="#112233", text_colour="#FFEEDD")
    page = Client().get(reverse("club", args=[club.slug])).content.decode()
    [address] = re.findall(r'href="(/clubs/[^"]*/colours/\?[^"]+)"', page)
    style = Client().get(address)
    assert style["Content-Type"] == "text/css"
    assert style.content.decode() == (
        ".club-head {\n  background: #112233;\n  color: #ffeedd;\n}\n"
    )


@pytest.mark.rule("CLUB-5")
def test_saved_choices_fill_the_form_in_and_repeat() -> None:
    [anna] = people(1)
    club = founded(anna)
    browser, new = client(anna), reverse("club_new_game", args=[club.slug])
    # An hour without a day saves the choices, and plans the game too.
    choices = {**FORM, "name": "Deep", "stack": "9000", "saves": "on", "key": "a"}
    browser.post(new, {**choices, "starts_at": "2026-12-01T20:30"})
    template = ClubTemplate.objects.get()
    assert ClubGame.objects.get().template == template
    page = browser.get(f"{new}?template={template.pk}").content.decode()
    assert 'value="9000"' in page
    browser.post(new, {**FORM, "name": "Weekly", "weekdays": ["4"], "at": "21:00", "key": "b"})
    assert "Friday 21:00" in read(browser, new)
    assert HomeGame.objects.count() == 0
    wrong = browser.post(new, {**FORM, "name": "W", "weekdays": ["4"], "at": "", "key": "c"})
    assert "Choose a time." in words(wrong.content.decode())


@pytest.mark.rule("CLUB-4")
def test_a_finished_game_names_its_winner_and_leads_its_players_to_the_results() -> None:
    anna, bea, carl = people(3)
    club = founded(anna, bea, carl)
    _home, evening = begun(club, anna, bea)
    winner = played(evening).entries.get(place=1).user.username
    page = reverse("club", args=[club.slug])
    assert f"{winner} won" in read(client(carl), page)
    room = reverse("home_game", args=[HomeGame.objects.get().token])
    assert room in client(anna).get(page).content.decode()
    assert room not in client(carl).get(page).content.decode()
    # The notes are deleted after a time; the results stay.
    HomeGame.objects.all().delete()
    results = reverse("results", args=[evening.event.pk])
    assert results in client(anna).get(page).content.decode()


@pytest.mark.rule("CLUB-6")
def test_members_read_why_a_club_is_suspended_and_strangers_only_that_it_is() -> None:
    anna, stranger = people(2)
    club = founded(anna)
    planned(club, anna)
    officer = User.objects.create_superuser("staff")
    act: dict[str, Any] = {
        "club_id": club.pk,
        "by": UserId(officer.pk),
        "why": "Fake prizes",
        "now": START,
    }
    moderation.suspend(**act)
    page = reverse("club", args=[club.slug])
    told = read(client(anna), page)
    assert "Reason: Fake prizes" in told
    assert reverse("club_new_game", args=[club.slug]) not in (
        client(anna).get(page).content.decode()
    )
    assert "Fake prizes" not in read(client(stranger), page)
    room = read(client(anna), reverse("home_game", args=[HomeGame.objects.get().token]))
    assert "The staff have suspended this club." in room


@pytest.mark.rule("CLUB-6")
def test_staff_read_reports_and_suspend_and_reopen() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    moderation.report(club_id=club.pk, by=me(bea), why="Fake prizes", now=START)
    desk = client(User.objects.create_superuser("staff"))
    assert "Fake prizes" in read(desk, reverse("admin:tournaments_clubreport_changelist"))
    assert "Aces High" in read(desk, reverse("admin:tournaments_club_changelist"))
    page = reverse("admin:tournaments_club_change", args=[club.pk])
    assert "Dismiss the reports" in read(desk, page)
    for verb in ("suspend", "reopen"):
        desk.post(
            reverse(f"admin:tournaments_club_{verb}", args=[club.pk]),
            {"_form_submitted": "on", "reason": "a reason"},
        )
    assert list(Act.objects.order_by("pk").values_list("verb", flat=True)) == [
        "suspend_club",
        "reopen_club",
    ]
    assert "Dismiss the reports" not in read(desk, page)


def test_a_room_without_clubs_has_no_pages_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    [anna] = people(1)
    monkeypatch.setattr(room_settings.CLUBS, "value", lambda: False)
    for page in ("clubs", "club_new"):
        assert client(anna).get(reverse(page)).status_code == 404
    assert reverse("clubs") not in client(anna).get(reverse("lobby")).content.decode()


def test_the_api_says_who_is_in_and_what_comes() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    planned(club, anna)
    told = client(bea).get(reverse("api_club", args=[club.slug])).json()
    assert [row["role"] for row in told["members"]] == ["owner", "member"]
    [game] = told["games"]
    assert game["url"] == reverse("home_game", args=[HomeGame.objects.get().token])
    with CaptureQueriesContext(connection) as of_one:
        client(bea).get(reverse("api_club", args=[club.slug]))
    planned(club, anna)
    with CaptureQueriesContext(connection) as of_two:
        client(bea).get(reverse("api_club", args=[club.slug]))
    assert len(of_two) == len(of_one)
    [one] = client(bea).get(reverse("api_clubs")).json()
    assert (one["slug"], one["role"], one["suspended"]) == ("aces-high", "member", "")
