"""All about a player as a file, players made nameless, and games that staff keep players from."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from core.refusal import Refusal
from core.types import UserId
from payouts.refusals import MoneyCode
from payouts.wallets import wallet
from players.models import FormerName, Identity, Login, Mail, Notice, RealName, Restriction, User
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import logins
from players.staff import restrictions
from tables.cash import cashier
from tables.refusals import TableCode
from tests.tables.cash import setting
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry.registration import register, unregister
from tournaments.models import Act, CalendarAddress, Favourite, SavedSearch
from tournaments.refusals import EventCode
from tournaments.saved import calendars, favourites, searches
from tournaments.staff import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return events.players(1, cents=10_00, prefix="anna")[0]


def boss() -> UserId:
    user, _new = User.objects.get_or_create(username="carla", is_staff=True, is_superuser=True)
    return UserId(user.pk)


def refused(verb: Callable[..., object], **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(**named)
    return str(refusal.value)


def forget(anna: User, **other: Any) -> None:
    people.forget(
        **{"user_id": anna.pk, "by": boss(), "why": "Asked for it", "now": START, **other}
    )


def traces(anna: User) -> None:
    """What says who somebody is, in each place that has it."""
    EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True, primary=True)
    User.objects.filter(pk=anna.pk).update(email="anna@example.com", first_name="Anna")
    FormerName.objects.create(user=anna, name="annetta", until=START)
    # Not of a date: the database lets sign-ins go that are older than a year.
    now = timezone.now()
    logins.note(name=anna.username, outcome="done", address="203.0.113.9", user_agent="", now=now)
    Identity.objects.create(user=anna, since=START, name="Anna Rossi", number="RSSNNA")
    RealName.objects.create(user=anna, name="Anna Bianchi", number="V-12")
    Mail.objects.create(to="anna@example.com", subject="x", body="x", written_at=START)
    people.tell(user_id=UserId(anna.pk), text="Hello", by=boss(), now=START)
    mine: Any = {"user_id": UserId(anna.pk)}
    searches.save(name="Anna's evenings", place="lobby", query="", **mine)
    favourites.star(template_id=events.template().pk, wanted=True, **mine)
    calendars.renew(**mine)


@pytest.mark.rule("STAFF-9")
def test_a_nameless_player_leaves_the_books_and_nothing_that_says_who_they_were(
    anna: User,
) -> None:
    traces(anna)
    name = anna.username
    wallet.withdraw(user_id=UserId(anna.pk), amount=10_00, key="all", now=START)
    forget(anna)
    forget(anna)
    anna.refresh_from_db()
    assert (anna.username, anna.email, anna.first_name) == (f"~{anna.pk}", "", "")
    assert not anna.is_active
    assert not anna.has_usable_password()
    for rows in (
        *(EmailAddress, FormerName, Login, Notice, RealName),
        *(SavedSearch, Favourite, CalendarAddress),
    ):
        assert not rows.objects.filter(user=anna).exists(), rows
    assert not Mail.objects.filter(to="anna@example.com").exists()
    assert not Identity.objects.exclude(name="", number="").exists()
    assert list(Act.objects.filter(verb="forget").values_list("about", "why")) == [
        (f"~{anna.pk}", "Asked for it")
    ]
    told = json.dumps(_exported(anna, "json"))
    for gone in (f'"{name}"', "anna@example.com", "203.0.113.9", "Anna Rossi", "annetta"):
        assert gone not in told.replace("deposit", ""), gone
    assert "withdrawal" in told


@pytest.mark.rule("STAFF-9")
def test_neither_an_address_from_the_desk_nor_one_of_before_stays_in_the_mails(
    anna: User, client: Client
) -> None:
    for address in ("old@example.com", "shared@example.com"):
        EmailAddress.objects.create(user=anna, email=address, verified=True)
    other = User.objects.create_user("other")
    EmailAddress.objects.create(user=other, email="shared@example.com")
    for address in ("desk@example.com", "old@example.com", "shared@example.com"):
        Mail.objects.create(to=address, subject="x", body="x", written_at=START)
    client.force_login(anna)
    for address in ("old@example.com", "shared@example.com"):
        client.post(reverse("account_email"), {"email": address, "action_remove": ""})
    assert not EmailAddress.objects.filter(user=anna).exists()
    User.objects.filter(pk=anna.pk).update(email="desk@example.com")
    wallet.withdraw(user_id=UserId(anna.pk), amount=10_00, key="all", now=START)
    forget(anna)
    assert list(Mail.objects.values_list("to", flat=True)) == ["shared@example.com"]


@pytest.mark.rule("STAFF-9")
@pytest.mark.parametrize(
    "why_not", ["money", "entry", "excluded", "is_staff", "is_superuser", "self"]
)
def test_nobody_is_made_nameless_while_the_room_has_something_of_theirs(
    anna: User, why_not: str
) -> None:
    code: str = MoneyCode.MONEY_HELD
    other: dict[str, Any] = {}
    if why_not == "entry":
        register(tournament_id=events.sit_and_go().pk, user_id=anna.pk, now=START)
        code = EventCode.STILL_ENTERED
    elif why_not == "excluded":
        exclusions.exclude(user_id=UserId(anna.pk), days=7, now=START)
        code = PlayerCode.STILL_EXCLUDED
    elif why_not in ("is_staff", "is_superuser"):
        User.objects.filter(pk=anna.pk).update(**{why_not: True})
        code = PlayerCode.MEMBER_OF_STAFF
    elif why_not == "self":
        other, code = {"by": anna.pk}, PlayerCode.OWN_ACCOUNT
    assert refused(forget, anna=anna, **other) == code
    anna.refresh_from_db()
    assert anna.username == "anna1"


@pytest.mark.rule("STAFF-9")
def test_nobody_deletes_names_or_sign_ins_of_who_is_not_nameless(anna: User) -> None:
    traces(anna)
    for rows in (FormerName, Login):
        with transaction.atomic(), pytest.raises(DatabaseError):
            rows.objects.all().delete()


def _exported(anna: User, kind: str) -> Any:
    client = Client()
    client.force_login(User.objects.get(pk=boss()))
    address = f"/admin/players/player/{anna.pk}/export/"
    assert client.get(address).status_code == 405
    assert client.post(address, {"as": "txt"}).status_code == 404
    answer = client.post(address, {"as": kind})
    assert answer.status_code == 200
    assert f"player-{anna.pk}.{kind}" in answer.headers["Content-Disposition"]
    return json.loads(answer.content) if kind == "json" else load_workbook(BytesIO(answer.content))


@pytest.mark.rule("STAFF-9")
@pytest.mark.parametrize("group", ["floor", "cashier", "auditor"])
def test_only_who_was_given_the_right_exports_and_makes_nameless(anna: User, group: str) -> None:
    user = User.objects.create_user("eva", is_staff=True)
    user.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(user)
    form = {"_form_submitted": "on", "reason": "x"}
    for verb, said in (("forget", form), ("export", {"as": "json"})):
        assert client.post(f"/admin/players/player/{anna.pk}/{verb}/", said).status_code == 403
    assert not Act.objects.exists()


@pytest.mark.middling
@pytest.mark.rule("STAFF-9")
def test_all_about_a_player_is_a_file_that_no_spreadsheet_reckons_with(anna: User) -> None:
    traces(anna)
    people.write_note(user_id=UserId(anna.pk), text="=1+1", pinned=False, by=boss(), now=START)
    told = _exported(anna, "json")["parts"]
    assert told["notes"]["lines"][0][-1] == "=1+1" or "=1+1" in str(told["notes"]["lines"])
    assert len(told["statement"]["lines"]) == 1
    book = _exported(anna, "xlsx")
    cells = [str(cell) for row in book["Notes"].values for cell in row]
    assert "'=1+1" in cells
    assert Act.objects.filter(verb="export", player=anna).count() == 2


@pytest.mark.rule("STAFF-10")
def test_a_player_kept_from_events_enters_none_until_it_is_lifted(anna: User) -> None:
    event = events.sit_and_go()
    said: dict[str, Any] = {
        "user_id": UserId(anna.pk),
        "by": boss(),
        "why": "Two accounts",
        "now": START,
    }
    register(tournament_id=event.pk, user_id=anna.pk, now=START)
    people.restrict(game="events", lifted=False, **said)
    people.restrict(game="events", lifted=False, **said)
    unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    enter: dict[str, Any] = {"tournament_id": event.pk, "user_id": anna.pk, "now": START}
    assert refused(register, **enter) == PlayerCode.EVENTS_RESTRICTED
    people.restrict(game="events", lifted=True, **said)
    register(**enter)
    assert list(Act.objects.order_by("pk").values_list("verb", flat=True)) == [
        "restrict",
        "unrestrict",
    ]
    assert restrictions.standing(UserId(anna.pk)) == set()
    assert Restriction.objects.count() == 2
    own: dict[str, Any] = {**said, "by": UserId(anna.pk), "game": "cash", "lifted": False}
    assert refused(people.restrict, **own) == PlayerCode.OWN_ACCOUNT


@pytest.mark.rule("STAFF-9", "STAFF-10")
def test_a_player_kept_from_cash_games_plays_on_and_brings_no_more() -> None:
    room = setting.cash_room()
    stay = room.sit(1)
    player = UserId(room.people[1].pk)
    said: dict[str, Any] = {"user_id": player, "by": boss(), "why": "Softplay", "now": room.now}
    people.restrict(game="cash", lifted=False, **said)
    more: dict[str, Any] = {
        "table_id": room.table_id,
        "user_id": player,
        "amount": 100,
        "key": "more",
    }
    assert refused(cashier.top_up, **more, now=room.now) == PlayerCode.CASH_RESTRICTED
    assert stay.closed_at is None
    assert refused(people.forget, **said) in (TableCode.STILL_AT_TABLE, MoneyCode.MONEY_HELD)
