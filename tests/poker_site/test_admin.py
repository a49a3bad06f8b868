"""What the staff's desk shows, and what it hides even from a superuser."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import unfold
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client

from core.admin.staff import CountedPaginator
from players.models import User
from poker_site.desk.menu import UNFOLD_WORDS
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments.admin.events import TemplateAdmin, TournamentAdmin
from tournaments.models import Terms
from tournaments.staff import desk

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"


def test_staff_take_a_lost_second_factor_away_and_never_read_it(client: Client) -> None:
    chief = User.objects.create_superuser("chief", password="!")
    factor = Authenticator.objects.create(user=chief, type="totp", data={"secret": SECRET})
    client.force_login(chief)
    lists = "/admin/mfa/authenticator/"
    for address in (lists, f"{lists}{factor.pk}/change/"):
        page = client.get(address)
        assert page.status_code == 200
        assert SECRET not in page.content.decode()
    assert client.get(lists, {"data__secret__startswith": "J"}).status_code == 400
    assert client.post(f"{lists}{factor.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists()


def test_the_desk_s_first_page_shows_what_is_played_what_comes_and_what_was_done(
    client: Client,
) -> None:
    event = stages.started(entries=2, name="Now")
    events.scheduled(name="Soon", starts_at=START + timedelta(hours=1))
    floor = User.objects.create_user("flora", is_staff=True)
    floor.groups.add(Group.objects.get(name="floor"))
    desk.pause(tournament_id=event.pk, by=floor.pk, why="Fire drill", now=START)

    client.force_login(floor)
    page = client.get("/admin/")
    assert [found for found, _reading in page.context["running"]] == [event]
    assert [found.name for found in page.context["coming"]] == ["Soon"]
    said = page.content.decode()
    assert f"/tournament/{event.pk}/watch/" in said
    assert "Fire drill" in said

    client.force_login(User.objects.create_user("nobody", is_staff=True))
    assert "Now" not in client.get("/admin/").content.decode()


@pytest.mark.parametrize(
    ("page", "left_out"),
    [
        # The password is a hash; the page of a plan asks for a new one. A plan's re-entries bring
        # the starting stack, those of an earlier event perhaps another.
        (TemplateAdmin, {"password", "re_entry_chips"}),
        (TournamentAdmin, {"password"}),
    ],
)
def test_no_term_of_an_event_is_left_out_of_its_page(page: Any, left_out: set[str]) -> None:
    shown = set()
    for _head, part in page.fieldsets:
        for row in part["fields"]:
            shown |= {row} if isinstance(row, str) else set(row)
    assert set(Terms.term_names()) - shown == left_out


def test_a_long_list_is_counted_no_further_than_somebody_turns_its_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CountedPaginator, "MOST", 3)
    client.force_login(User.objects.create_superuser("chief"))
    players = "/admin/players/player/"
    assert "3+" not in client.get(players).content.decode()
    for name in ("anna", "bice", "carla"):
        User.objects.create_user(name)
    page = client.get(players).content.decode()
    assert "3+" in page
    assert "carla" in page


def test_what_the_room_says_for_unfold_is_said_there() -> None:
    files = Path(unfold.__file__).parent.rglob("*.*")
    said = "".join(file.read_text() for file in files if file.suffix in (".html", ".py"))
    assert [word for word in UNFOLD_WORDS if word not in said] == []


def test_an_empty_list_says_so_and_offers_only_what_can_be_done(client: Client) -> None:
    client.force_login(User.objects.create_superuser("chief"))
    closings = client.get("/admin/payouts/dayclosing/").content.decode()
    assert "There is nothing yet." in closings
    assert "Create a new item" not in closings
    assert "/dayclosing/add/" not in closings
    groups = client.get("/admin/auth/group/", {"q": "nobody"}).content.decode()
    assert "No matches." in groups
    assert "/admin/auth/group/add/" in groups
