"""The file of a player at the desk: who sees what of it, what is done there, and what is found."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from payouts.models import Transfer
from players.chat.models import ChatSanction
from players.models import Demand, Login, Notice, PlayerNote, User
from players.sign_in import logins
from players.staff import demands, player_file
from tests.poker_site.members import member
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry.registration import register
from tournaments.models import Act, Entry
from tournaments.staff import people

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-7")]

PASSWORD = "quietly plays 72"


@pytest.fixture
def anna() -> User:
    [user] = events.players(1, prefix="anna")
    user.set_password(PASSWORD)
    user.save()
    return user


def page_of(user: User) -> str:
    return reverse("admin:players_player_change", args=[user.pk])


def press(client: Client, user: User, verb: str, **form: Any) -> int:
    address = f"/admin/players/player/{user.pk}/{verb}/"
    return client.post(address, {"_form_submitted": "on", **form}).status_code


EVERYBODY = {
    "suspensions",
    "restrictions",
    "exclusions",
    "register",
    "names",
    "cash",
    "pools",
    "entries",
    "acts",
    "notes",
    "challenges",
}
CHAT = {"chat", "chat_measures"}
FLOOR = EVERYBODY | CHAT | {"logins", "sessions", "messages", "hands", "clubs"}
CASHIER = EVERYBODY | {
    *("statement", "counter", "payments", "corrections", "bonuses", "limits", "tickets"),
    "merges",
}
AUDITOR = (FLOOR - CHAT) | CASHIER
GIFTS = {"give_ticket", "promise", "correct"}
HERS = {"note", "tell", "restrict", "suspend", "end_sessions", "demand"}
ALL = {*HERS, "ask_identity", *GIFTS}
# Who sees the page, which parts of it, and which buttons; nobody: staff of no group.
MATRIX = [
    ("floor", 200, FLOOR, HERS),
    ("cashier", 200, CASHIER, {"note", "ask_identity", *GIFTS}),
    ("auditor", 200, AUDITOR, set()),
    ("boss", 200, AUDITOR | CHAT, ALL),
    ("nobody", 403, set(), set()),
]
KEY = "0b1e3d2c5f6a4b7c8d9e0f1a2b3c4d5e"
VERBS = {
    "give_ticket": {"reason": "x", "amount": "1", "key": KEY},
    "promise": {"reason": "x", "amount": "1", "wager": "1", "days": "9", "key": KEY},
    "correct": {"reason": "x", "amount": "1", "kind": "give", "key": KEY},
    "note": {"text": "x"},
    "tell": {"text": "x"},
    "restrict": {"reason": "x", "game": "cash"},
    "suspend": {"reason": "x"},
    "end_sessions": {"reason": "x"},
    "demand": {"reason": "x", "kind": "factor"},
    "ask_identity": {"reason": "x"},
}


@pytest.mark.middling
@pytest.mark.parametrize(("group", "status", "parts", "verbs"), MATRIX)
def test_each_group_sees_and_does_what_it_may(
    anna: User, group: str, status: int, parts: set[str], verbs: set[str]
) -> None:
    client = member(group)
    answer = client.get(page_of(anna))
    page = answer.content.decode()
    assert answer.status_code == status
    assert client.get(reverse("admin:find"), {"q": "anna"}).status_code in (200, 302)
    shown = {
        part.key for part in player_file.parts(lambda right: True) if f'id="{part.key}"' in page
    }
    assert shown == parts
    for verb in VERBS:
        assert (f"/player/{anna.pk}/{verb}/" in page) == (verb in verbs), verb
    done = set()
    for verb, form in VERBS.items():
        before = Act.objects.count()
        if press(client, anna, verb, **form) == 200:
            assert Act.objects.count() == before + 1, verb
            done.add(verb)
    assert done == verbs
    assert Act.objects.filter(player=anna).count() == len(verbs)


@pytest.mark.middling
@pytest.mark.rule("CHAT-6")
def test_the_floor_bans_a_player_from_chat_and_lifts_the_ban_and_no_others_do(anna: User) -> None:
    form = {"reason": "Rude.", "kind": "ban", "days": "3"}
    for group in ("cashier", "auditor"):
        press(member(group), anna, "chat_measure", **form)
    assert not ChatSanction.objects.exists()
    floor = member("floor")
    assert f"/player/{anna.pk}/lift_chat_ban/" not in floor.get(page_of(anna)).content.decode()
    assert press(floor, anna, "chat_measure", **form) == 200
    row = ChatSanction.objects.get(user=anna)
    assert (row.kind, row.why, row.about) == ("ban", "Rude.", "")
    assert row.until == row.at + timedelta(days=3)
    assert f"/player/{anna.pk}/lift_chat_ban/" in floor.get(page_of(anna)).content.decode()
    press(floor, anna, "lift_chat_ban", reason="Enough.")
    assert ChatSanction.objects.latest("pk").kind == "lifted"


@pytest.mark.middling
def test_each_part_reads_its_rows_and_leads_to_more(anna: User) -> None:
    event = events.sit_and_go()
    register(tournament_id=event.pk, user_id=anna.pk, now=START)
    boss = member("boss")
    for number in range(7):
        press(boss, anna, "note", text=f"note {number}", pinned="on" if number == 2 else "")
    press(boss, anna, "tell", text="Please come to the counter")
    page = boss.get(page_of(anna)).content.decode()
    assert event.name in page
    assert "buy-in" in page
    assert "Please come to the counter" in page
    assert page.index("note 2") < page.index("note 6")
    assert "note 0" not in page
    one = boss.get(page_of(anna), {"part": "notes"}).content.decode()
    assert "note 0" in one
    assert event.name not in one
    assert boss.get(page_of(anna), {"part": "notes", "page": "9999"}).status_code == 200
    assert boss.get(page_of(anna), {"part": "nothing", "page": "x"}).status_code == 200


@pytest.mark.middling
def test_the_page_costs_as_many_statements_whatever_a_player_has_done(anna: User) -> None:
    boss = member("boss")

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            boss.get(page_of(anna))
        return len(asked)

    boss.get(page_of(anna))
    empty = cost()
    events.fund(anna, cents=100_000_00)
    for _ in range(8):
        register(tournament_id=events.sit_and_go().pk, user_id=anna.pk, now=START)
        press(boss, anna, "note", text="x")
    assert cost() <= empty + 2
    assert empty <= 60


def test_a_note_is_kept_as_it_was_written(anna: User) -> None:
    boss = member("boss")
    press(boss, anna, "note", text="two accounts?")
    press(boss, anna, "note", text="  ")
    note = PlayerNote.objects.get()
    for change in (
        lambda: PlayerNote.objects.update(text="nothing"),
        lambda: PlayerNote.objects.all().delete(),
    ):
        with transaction.atomic(), pytest.raises(DatabaseError):
            change()
    page = f"/admin/players/playernote/{note.pk}"
    for verb in ("pin", "pin", "let_go", "pin"):
        boss.post(f"{page}/{verb}/", {"_form_submitted": "on", "reason": "two tickets"})
    note.refresh_from_db()
    assert note.pinned
    assert f"{page}/let_go/" in boss.get(f"{page}/change/").content.decode()
    assert member("auditor").post(f"{page}/pin/", {"_form_submitted": "on"}).status_code == 403
    assert list(Act.objects.order_by("pk").values_list("verb", flat=True)) == [
        "note",
        *["pin_note"] * 3,
    ]


def test_a_message_reaches_its_player_alone(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    name = SimpleNamespace(value=lambda: "Sala Verde")
    monkeypatch.setattr(people, "room_settings", SimpleNamespace(NAME=name))
    press(member("floor"), anna, "tell", text="Please come to the counter")
    assert list(Notice.objects.values_list("user", "kind", "data")) == [
        (anna.pk, "message", {"name": "Sala Verde", "text": "Please come to the counter"})
    ]
    assert Act.objects.get().why == "Please come to the counter"


def sign_in(client: Client, password: str = PASSWORD, **more: Any) -> int:
    said = {"login": "anna1", "password": password}
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    return client.post(reverse("account_login"), said, headers={"user-agent": agent}).status_code


@pytest.mark.middling
@pytest.mark.rule("ACCOUNT-4")
def test_every_sign_in_is_kept_with_address_device_and_outcome(anna: User, client: Client) -> None:
    sign_in(client, "wrong")
    sign_in(client)
    anna.is_active = False
    anna.save()
    sign_in(Client())
    found = Login.objects.order_by("pk")
    assert list(found.values_list("user", "outcome", "address", "browser", "system")) == [
        (anna.pk, "wrong", "127.0.0.1", "Firefox", "Linux"),
        (anna.pk, "done", "127.0.0.1", "Firefox", "Linux"),
        (anna.pk, "suspended", "127.0.0.1", "Firefox", "Linux"),
    ]
    assert PASSWORD not in str(list(found.values()))
    anna.is_active = True
    anna.save()
    page = Client()
    page.force_login(anna)
    assert "wrong password" in page.get(reverse("sessions")).content.decode()
    floor = member("floor")
    assert "Firefox · Linux" in floor.get(page_of(anna)).content.decode()
    found_by = [("127.0.0.1", True), ("ANNA1", True), ("127.0.0.9", False), ("' or", False)]
    for typed, shown in found_by:
        said = floor.get(reverse("admin:players_login_changelist"), {"q": typed}).content.decode()
        assert ("Firefox" in said) == shown, typed


@pytest.mark.rule("ACCOUNT-4")
def test_a_password_that_is_typed_into_the_wrong_box_is_not_kept(anna: User) -> None:
    said = {"login": PASSWORD, "password": "anna1"}
    assert Client().post(reverse("account_login"), said).status_code == 200
    kept = Login.objects.get()
    assert kept.user is None
    assert (kept.name, kept.outcome, kept.address) == ("", "wrong", "127.0.0.1")


@pytest.mark.rule("ACCOUNT-4")
def test_a_sign_in_is_deleted_after_its_year_and_not_before(anna: User) -> None:
    now = timezone.now()
    note = {"name": "anna1", "outcome": "done", "address": "unix:", "user_agent": ""}
    for days in (1, 364, 366, 800):
        logins.note(**note, now=now - timedelta(days=days))
    assert [logins.forget_old(now=now) for _ in range(2)] == [2, 0]
    for change in (
        lambda: Login.objects.all().delete(),
        lambda: Login.objects.update(outcome="wrong"),
    ):
        with transaction.atomic(), pytest.raises(DatabaseError):
            change()


def test_who_is_asked_for_a_new_password_does_nothing_before(anna: User, client: Client) -> None:
    assert sign_in(client) == 302
    assert client.get(reverse("wallet")).status_code == 200
    floor = member("floor")
    press(floor, anna, "demand", reason="Seen in a leak", kind="password")
    press(floor, anna, "demand", reason="Seen in a leak", kind="password")
    assert client.get(reverse("wallet")).status_code == 302
    assert Demand.objects.count() == Act.objects.count() == 1
    assert sign_in(client) == 302
    answer = client.get(reverse("wallet"))
    assert answer.headers["Location"] == reverse("account_change_password")
    api = client.post("/api/tournaments/1/register/")
    assert (api.status_code, api.json()["code"], api.json()["rule"]) == (403, "DEMANDED", "STAFF-7")
    new = {"oldpassword": PASSWORD, **dict.fromkeys(("password1", "password2"), "9 rivers deep")}
    assert client.post(reverse("account_change_password"), new).status_code == 302
    assert demands.waiting(user_id=anna.pk) == []
    assert client.get(reverse("wallet")).status_code == 200


def test_floor_staff_do_none_of_it_to_a_colleague() -> None:
    colleague = User.objects.create_user("carla", is_staff=True)
    floor = member("floor")
    press(floor, colleague, "demand", reason="x", kind="password")
    press(floor, colleague, "end_sessions", reason="x")
    assert not Demand.objects.exists()
    assert not Act.objects.exists()
    with pytest.raises(Refusal, match="NO_REASON"):
        people.end_sessions(user_id=UserId(colleague.pk), by=UserId(1), why=" ", now=START)


Found = Callable[[User, Entry], tuple[str, str]]
# What is typed, and where it leads, or what the page says.
SEARCHES: Sequence[Found] = [
    lambda user, entry: ("ANNA", f"/admin/players/player/{user.pk}/change/"),
    lambda user, entry: ("anna1", f"/admin/players/player/{user.pk}/change/"),
    lambda user, entry: ("Anna@example.com", f"/admin/players/player/{user.pk}/change/"),
    lambda user, entry: (f" {user.pk} ", f"/admin/players/player/{user.pk}/change/"),
    lambda user, entry: (
        entry.tournament.name[1:].upper(),
        f"/admin/tournaments/tournament/{entry.tournament_id}/change/",
    ),
    lambda user, entry: (
        f"e{entry.pk:07}",
        f"/admin/tournaments/tournament/{entry.tournament_id}/change/",
    ),
    lambda user, entry: (
        Transfer.objects.latest("pk").key,
        f"/admin/payouts/transfer/{Transfer.objects.latest('pk').pk}/change/",
    ),
]


@pytest.mark.parametrize("search", SEARCHES)
def test_one_box_finds_each_kind(anna: User, search: Found) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True, primary=True)
    event = events.sit_and_go()
    register(tournament_id=event.pk, user_id=anna.pk, now=START)
    typed, leads_to = search(anna, Entry.objects.select_related("tournament").get())
    answer = member("boss").get(reverse("admin:find"), {"q": typed})
    said = answer.headers.get("Location", "") + answer.content.decode()
    assert leads_to in said


@pytest.mark.parametrize("typed", ["", " ", "%", "E", "C99999999999", "9" * 40, "_", "<b>"])
def test_whatever_is_typed_is_no_trouble(anna: User, typed: str) -> None:
    answer = member("boss").get(reverse("admin:find"), {"q": typed}, follow=True)
    assert answer.status_code == 200
    assert "<b>" not in answer.content.decode().split("desk-file")[1]


def test_nobody_finds_what_they_may_not_see(anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True, primary=True)
    floor = member("floor")
    for typed in ("anna@example.com", Transfer.objects.latest("pk").key):
        answer = floor.get(reverse("admin:find"), {"q": typed})
        assert "Nothing that you can see" in answer.content.decode()


def test_a_notice_in_the_file_leads_to_no_page_of_the_reader_s_own(anna: User) -> None:
    for kind, url in ((Notice.Kind.MESSAGE, "/wallet/"), (Notice.Kind.START, "/tournaments/5/")):
        data = {"text": "x", "name": "Turbo", "table": "#1", "seat": 2}
        Notice.objects.create(user=anna, kind=kind, key=url, data=data, url=url, at=START)
    page = member("floor").get(page_of(anna)).text
    assert 'href="/tournaments/5/"' in page
    assert 'href="/wallet/"' not in page
