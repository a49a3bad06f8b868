"""Real names and membership numbers, for staff alone, where the room wants them (STAFF-7)."""

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players.models import RealName, User
from players.profile import real_names
from players.room_settings import REAL_NAMES
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.live_events import Floor, live
from tournaments.models import Act, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-7")]


def keep(user: User, name: str = "Anna  Bianchi ", number: str = "V-12") -> bool:
    return real_names.keep(user_id=UserId(user.pk), name=name, number=number)


@pytest.fixture
def wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REAL_NAMES, "value", lambda: True)


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna")


def refused(*said: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        keep(*said, **named)
    return str(refusal.value.code)


def test_a_room_that_wants_no_real_names_keeps_and_shows_none(anna: User) -> None:
    assert refused(anna) == "NO_REAL_NAMES"
    RealName.objects.create(user=anna, name="Anna Bianchi")
    assert real_names.of([anna.pk]) == {}
    assert not real_names.matching("Bianchi")
    assert real_names.only_one("Anna Bianchi") is None
    file = member("boss").get(reverse("admin:players_player_change", args=[anna.pk])).text
    assert "Anna Bianchi" not in file
    assert "real_name/" not in file


@pytest.mark.usefixtures("wanted")
def test_a_name_and_a_number_are_kept_found_and_deleted(anna: User) -> None:
    berta = User.objects.create_user("berta")
    assert keep(anna)
    assert not keep(anna)
    assert real_names.of([anna.pk, berta.pk]) == {anna.pk: "Anna Bianchi · V-12"}
    assert refused(berta, "Berta", "v-12") == "NUMBER_TAKEN"
    assert keep(berta, "Anna Bianchi", "")
    assert real_names.only_one("v-12") == anna
    # Two have this name: neither is meant.
    assert real_names.only_one("anna bianchi") is None
    assert set(real_names.matching("bianchi").values_list("user", flat=True)) == {anna.pk, berta.pk}
    assert keep(anna, "", " ")
    assert [row.user for row in RealName.objects.all()] == [berta]


@pytest.mark.usefixtures("wanted")
def test_staff_enter_them_in_the_file_and_the_act_does_not_name_them(anna: User) -> None:
    flora = member("floor")
    address = f"/admin/players/player/{anna.pk}/real_name/"
    assert press(flora, address, name="Anna Bianchi", number="V-12") == 200
    act = Act.objects.get(verb=Act.Verb.REAL_NAME)
    assert act.after == {"user": anna.pk, "name": True, "number": True}
    assert 'value="Anna Bianchi"' in flora.get(address).text
    page = reverse("admin:players_player_change", args=[anna.pk])
    assert "Anna Bianchi · V-12" in flora.get(page).text
    for typed in ("bianchi", "v-12"):
        assert flora.get(reverse("admin:find"), {"q": typed})["Location"] == page
    assert press(member("auditor"), address, name="X", number="") == 403


@pytest.mark.rule("STAFF-9", "STAFF-12")
@pytest.mark.usefixtures("wanted")
def test_they_go_over_to_the_account_that_is_kept(anna: User) -> None:
    keep(anna)
    other = User.objects.create_user("anna2")
    real_names.take_over(user_id=UserId(other.pk), other_id=UserId(anna.pk))
    assert real_names.of([anna.pk, other.pk]) == {other.pk: "Anna Bianchi · V-12"}


@pytest.mark.middling
@pytest.mark.rule("LIVE-6")
@pytest.mark.usefixtures("wanted")
def test_the_desk_of_a_live_event_registers_shows_and_prints_them_and_the_public_sees_none() -> (
    None
):
    floor = Floor(live(), players=3)
    boss, walk_in = member("boss"), dialog(floor.event, "walk_in")
    with time_machine.travel(floor.now, tick=False):
        new = {"name": "Mario Rossi", "number": "77", "new": "on", "cash": "on", "key": "1"}
        assert press(boss, walk_in, **new) == 200
        mario = User.objects.get(username="mario.rossi")
        assert str(RealName.objects.get(user=mario)) == "Mario Rossi · 77"
        wish = {**new, "name": "Ugo", "key": "2", "_form_submitted": "on"}
        refused = boss.post(walk_in, wish)
        assert "Another player has the membership number 77." in refused.text
        assert not User.objects.filter(username="ugo").exists()
        # A player of the room is known by the number.
        luca = User.objects.create_user("luca")
        keep(luca, "Luca Verdi", "78")
        assert press(boss, walk_in, name="78", cash="on", key="3") == 200
        entry = Entry.objects.get(user=mario, tournament=floor.pk)
        assert Entry.objects.filter(user=luca, tournament=floor.pk).exists()
        card = reverse("admin:tournaments_tournament_card", args=[floor.pk, entry.pk])
        assert "mario.rossi (Mario Rossi · 77)" in boss.get(card).text
        assert "Mario Rossi · 77" in boss.get(watch(floor.event)).text
        floor.step()
        page = boss.get(watch(floor.event), {"q": "rossi"}).text
        assert "Mario Rossi · 77" in page
        public = Client()
        for name in ("tournament", "seats", "wall", "moves"):
            answer = public.get(reverse(name, args=[floor.pk]))
            assert answer.status_code == 200
            assert "Mario Rossi" not in answer.text
