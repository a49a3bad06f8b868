"""The pages of the staff's desk: who finds what, and what the watch page shows and does."""

import html
import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tables.live import record
from tables.models import Table
from tests.profiles import longer
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.forms import page_form
from tournaments import director
from tournaments.admin.changing import CHANGES
from tournaments.admin.dialogs import DIALOGS, OF_A_PLAYER, OF_A_TABLE
from tournaments.entry.registration import register
from tournaments.models import Act, Entry, JointOrder, Order, Tournament
from tournaments.refusals import Code
from tournaments.sentences import SENTENCES
from tournaments.staff import desk, orders
from tournaments.staff import watch as watching
from tournaments.staff_groups import GROUPS, ensure

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"
SOON = START + timedelta(seconds=settings.RESULT_SECONDS)


def member(group: str) -> Client:
    """Somebody at the desk: of a group, with every right ("boss"), or with none."""
    user = User.objects.create_user(f"{group}er", is_staff=True, is_superuser=group == "boss")
    if group in GROUPS:
        user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def boss() -> Client:
    return member("boss")


@pytest.fixture
def event() -> Tournament:
    return stages.started(entries=3)


def watch(event: Tournament) -> str:
    return reverse("admin:tournaments_tournament_watch", args=[event.pk])


def dialog(event: Tournament, verb: str, **about: object) -> str:
    address = reverse("admin:tournaments_tournament_act", args=[event.pk, verb])
    return f"{address}?" + "&".join(f"{name}={pk}" for name, pk in about.items())


def press(client: Client, address: str, **form: Any) -> int:
    """Submit a dialog; the status of the answer."""
    return client.post(address, {"_form_submitted": "on", **form}).status_code


ACTS: dict[str, Callable[[Client, Tournament], int]] = {
    "watch": lambda who, event: who.get(watch(event)).status_code,
    "publish": lambda who, event: press(
        who, f"/admin/tournaments/template/{event.template_id}/publish/"
    ),
    "clone": lambda who, event: press(
        who, f"/admin/tournaments/template/{event.template_id}/clone/"
    ),
    "approve a guarantee": lambda who, event: press(
        who, f"/admin/tournaments/template/{event.template_id}/approve/"
    ),
    "work the counter": lambda who, event: (
        who.get("/admin/payouts/counterorder/pay_in/").status_code
    ),
    "read the counter": lambda who, event: (
        who.get(reverse("admin:payouts_counterorder_changelist")).status_code
    ),
    "work out a cancellation": lambda who, event: press(
        who, f"/admin/tournaments/tournament/{event.pk}/call_off/"
    ),
    "let players in": lambda who, event: press(
        who, f"/admin/tournaments/tournament/{event.pk}/invite/", names="nobody"
    ),
    "end a cash table": lambda who, event: (
        who.get(f"/admin/tables/table/{Table.objects.latest('pk').pk}/break_off/").status_code
    ),
    "offer a cash table": lambda who, event: (
        who.get(reverse("admin:tables_cashgame_add")).status_code
    ),
    "write a template": lambda who, event: (
        who.get(reverse("admin:tournaments_template_add")).status_code
    ),
    "write a scheme": lambda who, event: (
        who.get(reverse("admin:payouts_prizescheme_add")).status_code
    ),
    "read wallets": lambda who, event: (
        who.get(reverse("admin:payouts_account_changelist")).status_code
    ),
    "read hands": lambda who, event: who.get(reverse("admin:tables_hand_changelist")).status_code,
    "read acts": lambda who, event: (
        who.get(reverse("admin:tournaments_act_changelist")).status_code
    ),
    "give rights": lambda who, event: who.get(reverse("admin:auth_group_changelist")).status_code,
    "edit users": lambda who, event: who.get(reverse("admin:auth_user_add")).status_code,
    **{
        verb: lambda who, event, verb=verb: who.get(dialog(event, verb)).status_code  # type: ignore[misc]
        for verb in {**DIALOGS, **CHANGES}
    },
}
READ = {"watch", "read acts"}
ADMIT = {"let players in"}
CANCEL = {"work out a cancellation"}
APPROVE = {"approve a guarantee"}
COUNTER = {"read the counter", "work the counter"}
ALLOWED = {
    "floor": READ
    | CANCEL
    | set(DIALOGS)
    | set(CHANGES)
    | {"publish", "clone", "write a template", "read hands"}
    | {"offer a cash table", "end a cash table"}
    | ADMIT
    | APPROVE,
    "cashier": READ | CANCEL | APPROVE | COUNTER | {"write a scheme", "read wallets"},
    "auditor": READ | {"read wallets", "read hands", "read the counter"},
    "nobody": set(),
    "boss": set(ACTS),
}


@pytest.mark.slow
@pytest.mark.parametrize("group", ALLOWED)
def test_each_group_may_do_exactly_what_is_its_work(event: Tournament, group: str) -> None:
    who = member(group)
    answers = {act: do(who, event) for act, do in ACTS.items()}
    assert {act for act, status in answers.items() if status == 200} == ALLOWED[group]
    assert {status for status in answers.values() if status != 200} <= {403}


def test_the_menu_leads_only_where_one_may_go() -> None:
    start = member("floor").get(reverse("admin:index")).content.decode()
    assert reverse("admin:tournaments_tournament_changelist") in start
    assert reverse("admin:payouts_transfer_changelist") not in start


def test_every_migration_gives_the_groups_back_what_they_have() -> None:
    floor = Group.objects.get(name="floor")
    floor.permissions.clear()
    Group.objects.filter(name="auditor").delete()
    ensure()
    for name, allowed in GROUPS.items():
        held = Group.objects.get(name=name).permissions.values_list(
            "content_type__app_label", "codename"
        )
        assert {".".join(permission) for permission in held} == set(allowed)


def openers(number: int, right: str) -> Sequence[str]:
    """Of the groups with this right those that open a page: all, or one of them by turns."""
    groups = [name for name, allowed in GROUPS.items() if right in allowed]
    return longer(groups, short=groups[number % len(groups) :][:1]) if groups else []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("group", ["boss", *GROUPS])
def test_every_list_and_page_of_the_desk_opens_for_who_may_see_it(
    event: Tournament, group: str
) -> None:
    """By turns: the boss opens all, and one of the groups what some of them may see."""
    who = member(group)
    user = User.objects.get(username=f"{group}er")
    desk.message(tournament_id=event.pk, by=user.pk, why="Hello.", now=START)
    opened = 0
    for number, model in enumerate(admin.site._registry):
        opts = model._meta
        right = f"{opts.app_label}.view_{opts.model_name}"
        if not user.has_perm(right) or group not in {"boss", *openers(number, right)}:
            continue
        name = f"admin:{opts.app_label}_{opts.model_name}"
        assert who.get(reverse(f"{name}_changelist")).status_code == 200, name
        row = model._default_manager.first()
        if row is not None:
            assert who.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, name
            opened += 1
    assert opened >= longer(5, short=2)


def test_the_watch_page_shows_tables_seats_clock_and_whose_turn_it_is(
    boss: Client, event: Tournament
) -> None:
    table = Table.objects.get(event=event.event)
    page = boss.get(watch(event)).content.decode()
    playing = record.read(table.pk).live.playing
    assert playing is not None
    assert playing.turn is not None
    mover = table.seats.get(no=playing.turn).user.get_username()
    assert f"{mover} is to act" in page
    assert page.count('class="desk-no"') == 3
    assert "Level 1" in page
    assert "Hand 1" in page
    part = boss.get(watch(event), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="room"')
    assert "<html" not in part


def test_no_card_is_ever_on_the_watch_page(boss: Client, event: Tournament) -> None:
    table = Table.objects.get(event=event.event)
    hand = record.read(table.pk).live.playing
    assert hand is not None
    part = boss.get(watch(event), headers={"HX-Request": "true"}).content.decode()
    words = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", re.sub(r"<[^>]*>", " ", part)))
    assert not words


@pytest.mark.slow
def test_a_player_is_found_by_name(boss: Client) -> None:
    event = stages.started(entries=6, seats_per_table=3)
    wanted = Table.objects.filter(event=event.event).earliest("pk").seats.all()[0].user
    page = boss.get(watch(event), {"q": wanted.username}).content.decode()
    assert page.count("<article") == 1
    assert wanted.username in page
    assert "No table is open here" in boss.get(watch(event), {"q": "zzz"}).content.decode()


@pytest.mark.slow
def test_what_staff_order_waits_on_the_page_and_can_be_withdrawn(
    boss: Client, event: Tournament
) -> None:
    entry = event.entries.all()[0]
    assert press(boss, dialog(event, "disqualify", entry=entry.pk), why="Cheating.") == 200
    order = Order.objects.get()
    page = boss.get(watch(event)).content.decode()
    assert "waits for the end of the hand (bosser: Cheating.)" in page
    assert press(boss, dialog(event, "withdraw", order=order.pk), why="") == 200
    assert "waits for the end" not in boss.get(watch(event)).content.decode()
    assert press(boss, dialog(event, "withdraw", order=order.pk), why="") == 200
    assert "no longer waits" in boss.get(watch(event)).content.decode()


@pytest.mark.slow
def test_a_disqualification_is_undone_from_the_page(boss: Client, event: Tournament) -> None:
    entry = event.entries.all()[0]
    stages.fold_out(event)
    press(boss, dialog(event, "pause"), why="Wait.")
    press(boss, dialog(event, "disqualify", entry=entry.pk), why="Cheating.")
    director.step(tournament_id=event.pk, now=SOON)
    assert "Undo" in boss.get(watch(event)).content.decode()
    press(boss, dialog(event, "reinstate", entry=entry.pk), why="It was not them.")
    page = boss.get(watch(event)).content.decode()
    assert "The player is in again." in page
    assert Entry.objects.get(pk=entry.pk).status == Entry.Status.PLAYING


def test_the_dialog_of_a_move_offers_the_open_tables(boss: Client) -> None:
    event = stages.started(entries=5, seats_per_table=3)
    first, second = Table.objects.filter(event=event.event).order_by("pk")
    entry = event.entries.get(user=first.seats.all()[0].user_id)
    form = boss.get(dialog(event, "move", entry=entry.pk)).content.decode()
    assert second.name in form
    assert first.name not in form.partition("</h")[2]
    assert press(boss, dialog(event, "move", entry=entry.pk), to_table=second.pk, why="x") == 200
    assert Order.objects.get().table == second
    assert press(boss, dialog(event, "move", entry=entry.pk), to_table=10**9, why="x") == 200
    assert Order.objects.count() == 1


def test_a_stopped_clock_shows_what_is_left(event: Tournament) -> None:
    at = START + timedelta(seconds=7)
    desk.pause(tournament_id=event.pk, by=event.entries.all()[0].user_id, why="Wait.", now=at)
    event.refresh_from_db()
    shown = watching.picture(event, search="", page=None, now=at + timedelta(hours=1))
    length = timedelta(seconds=event.levels[0].seconds)
    assert shown.left_in_level == length - timedelta(seconds=7)
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    event.refresh_from_db()
    assert watching.picture(event, search="", page=None, now=at).left_in_level is None


@pytest.mark.middling
def test_the_page_of_an_event_says_in_words_when_its_clock_stopped(
    boss: Client, event: Tournament
) -> None:
    address = reverse("admin:tournaments_tournament_change", args=[event.pk])
    assert not re.search(r">\s*\[\]\s*<", boss.get(address).content.decode())
    by = event.entries.all()[0].user_id
    desk.pause(tournament_id=event.pk, by=by, why="Fire alarm.", now=START)
    event.refresh_from_db()
    at = START.isoformat()
    outage = {"start": at, "end": at, "cause": "outage", "reason": ""}
    Tournament.objects.update(pauses=[outage, *event.pauses])
    shown = boss.get(address).content.decode()
    assert re.search(r"<p>[^<]* – … · Fire alarm\.</p>", shown)
    assert re.search(r"<p>[^<]* · the room was down</p>", shown)
    # Nor is the scheme as the database keeps it.
    assert "Winners: 65%, 35%" in shown
    assert not re.search(r"[{]\s*(<[^>]*>|\s)*&quot;kind", shown)


def test_ending_a_level_twice_from_one_look_ends_one(boss: Client, event: Tournament) -> None:
    Tournament.objects.update(started_at=timezone.now())
    room = boss.get(watch(event)).content.decode()
    [address] = re.findall(r'hx-get="([^"]+end_level[^"]+)"', room)
    for _ in range(2):
        assert press(boss, html.unescape(address), why="Too slow.") == 200
    event.refresh_from_db()
    assert list(event.skips) == ["0"]


@pytest.mark.slow
def test_the_menus_lead_to_the_dialogs(boss: Client, event: Tournament) -> None:
    menu = reverse("admin:tournaments_tournament_menu", args=[event.pk])
    entry, table = event.entries.all()[0], Table.objects.get(event=event.event)
    of_a_table = [verb for verb in OF_A_TABLE if verb != Act.Verb.DEAL]  # Nobody holds it.
    for about, verbs in ((f"entry={entry.pk}", OF_A_PLAYER), (f"table={table.pk}", of_a_table)):
        page = boss.get(f"{menu}?{about}").content.decode()
        addresses = re.findall(r'hx-get="([^"]+)"', page)
        assert len(addresses) == len(verbs)
        for address in addresses:
            assert 'type="submit"' in boss.get(address).content.decode()
    assert boss.get(f"{menu}?entry=999999").status_code == 404
    assert boss.get(dialog(event, "nonsense")).status_code == 404
    assert boss.get(dialog(event, "warn", entry=event.pk + 10**6)).status_code == 404


@pytest.mark.slow
def test_what_a_dialog_is_about_belongs_to_the_event_in_its_address(
    boss: Client, event: Tournament
) -> None:
    other = stages.started(entries=3)
    entry, table = other.entries.all()[0], Table.objects.get(event=other.event)
    by = User.objects.get(username="bosser").pk
    order = orders.disqualify(entry_id=entry.pk, by=by, why="Cheating.", now=START)
    known = Act.objects.count()
    foreign: list[dict[str, Any]] = [
        {"entry": entry.pk},
        {"table": table.pk},
        {"order": order.pk},
        # What is asked first is of this event, what the verb takes is not.
        {"entry": event.entries.all()[0].pk, "table": table.pk, "order": order.pk},
        *({"table": name} for name in ("abc", "0", "-1", "", "9" * 30)),
    ]
    asked = [dialog(event, verb, **about) for verb, about in product(DIALOGS, foreign)]
    answers = {address: press(boss, address, why="x", to_table=table.pk) for address in asked}
    assert {address: status for address, status in answers.items() if status != 404} == {}
    assert Act.objects.count() == known
    assert Order.objects.get(closed_at=None) == order


@pytest.mark.parametrize(
    ("access", "status", "shown"),
    [
        ("open", "registering", {"call_off"}),
        ("password", "registering", {"call_off", "set_password"}),
        ("invited", "registering", {"call_off", "invite"}),
        ("invited", "finished", set()),
    ],
)
def test_an_event_s_page_offers_the_doors_that_it_has(
    boss: Client, access: str, status: str, shown: set[str]
) -> None:
    event = events.scheduled(access=access)
    Tournament.objects.filter(pk=event.pk).update(status=status)
    page = boss.get(reverse("admin:tournaments_tournament_change", args=[event.pk]))
    at = f"/admin/tournaments/tournament/{event.pk}"
    buttons = {"call_off", "set_password", "invite"}
    assert {button for button in buttons if f"{at}/{button}/" in page.text} == shown


@pytest.mark.slow
def test_floor_staff_name_the_invited_players_of_a_template() -> None:
    floor = member("floor")
    anna, bea = events.players(2)
    plan = events.template(access="invited")
    address = reverse("admin:tournaments_template_change", args=[plan.pk])
    form = page_form(floor, address)

    def save(names: str) -> str:
        answer = floor.post(address, {**form, "invited": names}, follow=True)
        return answer.content.decode()

    assert "Nobody is called nobody." in save(f"{anna}, nobody")
    assert not plan.invited.exists()
    save(f"{bea}\n {anna},")
    assert set(plan.invited.all()) == {anna, bea}
    assert f"{anna}\n{bea}</textarea>" in floor.get(address).content.decode()
    # Saved as it was shown, nothing has changed.
    save(f"{anna}\r\n{bea}")
    assert Act.objects.filter(verb=Act.Verb.CHANGE_PLAN).count() == 1
    save("")
    assert not plan.invited.exists()
    assert floor.get(reverse("admin:auth_user_add")).status_code == 403


@pytest.mark.slow
def test_names_reasons_and_messages_are_text_and_never_markup(client: Client, boss: Client) -> None:
    event = stages.started(entries=3, name=f"E{EVIL}")
    entry = event.entries.all()[0]
    User.objects.filter(pk=entry.user_id).update(username=f"x{EVIL}")
    by = User.objects.get(username="bosser").pk
    Table.objects.filter(event=event.event).update(name=f"T{EVIL}")
    desk.message(tournament_id=event.pk, by=by, why=EVIL, now=START)
    desk.warn(entry_id=entry.pk, by=by, why=EVIL, now=START)
    orders.disqualify(entry_id=entry.pk, by=by, why=EVIL, now=START)
    desk.pause(tournament_id=event.pk, by=by, why=EVIL, now=START)
    act = Act.objects.filter(verb=Act.Verb.WARN).get()
    menu = reverse("admin:tournaments_tournament_menu", args=[event.pk])
    for address in (
        watch(event),
        f"{menu}?entry={entry.pk}",
        dialog(event, "warn", entry=entry.pk),
        reverse("admin:tournaments_act_changelist"),
        reverse("admin:tournaments_act_change", args=[act.pk]),
        reverse("admin:tournaments_tournament_change", args=[event.pk]),
    ):
        page = boss.get(address).content.decode()
        assert EVIL not in page, address
        assert "&lt;script&gt;" in page or "\\u003Cscript" in page, address


@pytest.mark.slow
def test_players_read_what_staff_say_on_the_event_s_page(client: Client) -> None:
    event = stages.started(entries=3)
    entry, other = event.entries.all()[:2]
    by = User.objects.create_user("boss").pk
    now = timezone.now()
    desk.message(tournament_id=event.pk, by=by, why="Dinner is served.", now=now)
    desk.warn(entry_id=entry.pk, by=by, why="No phones, please.", now=now)
    page = reverse("tournament", args=[event.pk])
    for reader, warned in ((entry.user, True), (other.user, False)):
        client.force_login(reader)
        # Above the page it calls whoever reads it, as on every page.
        text = client.get(page).content.decode().partition("<main")[2]
        assert text.count("Dinner is served.") == 1
        assert text.count("No phones, please.") == warned


@pytest.mark.parametrize("model", ["template", "tournament"])
def test_lists_do_not_tell_the_hashes_of_passwords(boss: Client, model: str) -> None:
    address = reverse(f"admin:tournaments_{model}_changelist")
    assert boss.get(address, {"password__startswith": "pbkdf2"}).status_code == 400
    assert boss.get(address, {"name__startswith": "x"}).status_code == 200


def typed(page: Any) -> dict[str, Any]:
    """What a browser would send of a dialog if nothing were typed."""
    form = page.context["form"]
    return {name: form[name].value() or "" for name in form.fields}


@pytest.mark.slow
@pytest.mark.rule("AMEND-1")
def test_a_change_is_shown_before_it_is_done_and_is_done_once(boss: Client) -> None:
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1), guarantee=100_00)
    [user] = events.players(1)
    register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())
    offered = set(re.findall(r"/watch/(\w+)/", boss.get(watch(event)).content.decode()))
    offered &= set(CHANGES)
    terms = {"put_off", "extend_late", "raise", "open_seats", "new_levels"}
    assert offered == terms | {"enter", "take_out"}
    address = dialog(event, "raise")
    wish = {**typed(boss.get(address)), "amount": "250.50", "why": "A full house."}
    shown = boss.post(address, wish)
    page = html.unescape(shown.content.decode())
    assert "€100.00" in page
    assert "€250.50" in page
    assert "€91.00" in page
    assert not Act.objects.exists()
    sure = {**wish, "sure": typed(shown)["sure"]}
    # Other words than those that were shown are shown first.
    again = boss.post(address, {**sure, "amount": "300"})
    assert "€300.00" in html.unescape(again.content.decode())
    for _ in range(2):
        assert boss.post(address, sure).status_code == 200
    event.refresh_from_db()
    assert (event.guarantee, event.guaranteed) == (100_00, 250_50)
    assert event.acts.count() == event.amendments.count() == 1
    less = boss.post(address, {**wish, "key": "other", "amount": "200"}).content.decode()
    assert "a guarantee only rises" in less


@pytest.mark.slow
@pytest.mark.rule("STAFF-3")
def test_a_guarantee_over_the_limit_waits_for_another(boss: Client, settings: Any) -> None:
    settings.FOUR_EYES_CENTS = 200_00
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1))
    address = dialog(event, "raise")
    wish = {**typed(boss.get(address)), "amount": "250.50", "why": "A full house."}
    shown = boss.post(address, wish)
    assert "has to agree" in shown.content.decode()
    for _ in range(2):
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    row = JointOrder.objects.get()
    page = reverse("admin:tournaments_jointorder_change", args=[row.pk])
    assert "/confirm/" not in boss.get(page).content.decode()
    other = member("floor")
    listed = other.get(reverse("admin:index")).content.decode()
    assert "Raise the guarantee" in listed
    assert page in listed
    assert "€250.50" in other.get(page).content.decode()
    press(other, reverse("admin:tournaments_jointorder_confirm", args=[row.pk]))
    event.refresh_from_db()
    assert event.guaranteed == 250_50


@pytest.mark.slow
@pytest.mark.rule("AMEND-5")
def test_a_stack_is_corrected_once_it_was_shown_and_another_agrees(
    boss: Client, event: Tournament
) -> None:
    entry = event.entries.order_by("pk")[0]
    address = dialog(event, "correct_stack", entry=entry.pk)
    wish = {**typed(boss.get(address)), "chips": "-250", "why": "Counted."}
    shown = boss.post(address, wish)
    assert "<ins>1,250</ins>" in shown.content.decode()
    assert "<ins>4,250</ins>" in shown.content.decode()
    for _ in range(2):
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    row = JointOrder.objects.get()
    other = member("floor")
    page = other.get(reverse("admin:tournaments_jointorder_change", args=[row.pk]))
    assert "250 chips fewer" in page.content.decode()
    down = reverse("admin:tournaments_jointorder_turn_down", args=[row.pk])
    assert press(other, down, reason="No.") in (200, 302)
    row.refresh_from_db()
    assert (row.status, row.why_not) == ("turned_down", "No.")


@pytest.mark.slow
@pytest.mark.rule("AMEND-6")
def test_a_table_is_held_and_dealt_on_from_its_menu(boss: Client, event: Tournament) -> None:
    table = Table.objects.get(event=event.event)
    menu = reverse("admin:tournaments_tournament_menu", args=[event.pk])
    for verb, other in (("hold_table", "deal"), ("deal", "hold_table")):
        shown = boss.get(menu, {"table": table.pk}).content.decode()
        assert f"/watch/{verb}/" in shown
        assert f"/watch/{other}/" not in shown
        press(boss, dialog(event, verb, table=table.pk), why="A look.")
    assert [act.verb for act in event.acts.order_by("pk")] == ["hold_table", "deal"]


@pytest.mark.slow
@pytest.mark.rule("AMEND-4")
def test_a_player_is_registered_and_taken_out_once_it_was_shown(boss: Client) -> None:
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1))
    [user] = events.players(1)
    for verb, wallet, entries in (("enter", "€0.00", 1), ("take_out", "€10.00", 0)):
        address = dialog(event, verb)
        nobody = {**typed(boss.get(address)), "name": "x", "why": "At the counter."}
        assert "Nobody is called x." in boss.post(address, nobody).content.decode()
        wish = {**nobody, "name": user.username}
        shown = boss.post(address, wish)
        assert f"<ins>{wallet}</ins>" in html.unescape(shown.content.decode())
        event.refresh_from_db()
        assert event.entry_count != entries
        for _ in range(2):
            boss.post(address, {**wish, "sure": typed(shown)["sure"]})
        event.refresh_from_db()
        assert event.entry_count == entries
    assert [act.verb for act in event.acts.order_by("pk")] == ["enter", "take_out"]


@pytest.mark.slow
@pytest.mark.rule("AMEND-3")
@pytest.mark.parametrize(
    ("verb", "words", "kept"),
    [
        ("level_time", {"minutes": "1.5"}, {"kind": "time", "row": 0, "seconds": 90, "level": 1}),
        ("extend_late", {"levels": "2"}, {"kind": "late", "levels": 2}),
        ("open_seats", {"entries": "70"}, {"kind": "seats", "entries": 70}),
        ("new_levels", {"levels": "10: 50/100"}, None),
        ("put_off", {"to": "2030-01-01T20:00"}, "HAS_BEGUN"),
        ("level_again", {}, "FIRST_LEVEL"),
        ("together", {}, "ENTRY_STILL_OPEN"),
    ],
)
def test_each_change_is_asked_for_in_its_own_dialog(
    boss: Client, verb: str, words: dict[str, str], kept: object
) -> None:
    event = stages.started(entries=3, late_registration_levels=1)
    with time_machine.travel(START + timedelta(seconds=10), tick=False):
        address = dialog(event, verb, row=1)
        # Of that day.
        boss.force_login(User.objects.get(username="bosser"))
        wish = {**typed(boss.get(address)), **words, "why": "It must be."}
        shown = boss.post(address, wish)
        if isinstance(kept, str):
            with translation.override("en"):
                said = str(SENTENCES[Code(kept)])
            assert said[:30] in html.unescape(shown.content.decode())
            assert not event.amendments.exists()
            return
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    amendment = event.amendments.get()
    assert amendment.why == "It must be."
    if kept is not None:
        assert amendment.change == kept


@pytest.mark.rule("AMEND-3")
def test_levels_are_added_in_their_dialog_long_after_the_last_one_began(boss: Client) -> None:
    event = stages.started(entries=3)
    with time_machine.travel(START + timedelta(hours=1), tick=True):
        address = dialog(event, "new_levels", row=5)
        boss.force_login(User.objects.get(username="bosser"))
        wish = {**typed(boss.get(address)), "levels": "10: 800/1600", "why": "It lasts."}
        shown = boss.post(address, wish)
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
        event.refresh_from_db()
        reading = event.clock_at(timezone.now())
    assert event.amendments.get().change["at_once"]
    assert reading is not None
    assert reading.level.big_blind == 1600


@pytest.mark.rule("AMEND-3")
def test_the_level_before_begins_once_more_from_its_dialog(boss: Client) -> None:
    event = stages.started(entries=3)
    with time_machine.travel(START + timedelta(seconds=150), tick=True):
        address = dialog(event, "level_again", row=1)
        boss.force_login(User.objects.get(username="bosser"))
        wish = {**typed(boss.get(address)), "why": "It was cut short."}
        shown = boss.post(address, wish)
        assert "The level begins once more" in shown.content.decode()
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    assert event.amendments.get().change["row"] == 0
