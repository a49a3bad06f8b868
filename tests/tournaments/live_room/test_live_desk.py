"""The desk of a live event: its watch page, its dialogs, and what it prints."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.types import EntryId, UserId
from players.models import Notice, User
from poker_site.room_settings import changes
from tables.templatetags.table_names import table_label
from tests.players.identities import identity
from tests.tournaments import events
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.pages import own_seat
from tournaments.live_room.verbs import busts, calls, moves, slips, walk_ins
from tournaments.models import Act, Entry
from tournaments.refusals import EventCode
from tournaments.room_settings import LIVE_REBUY_TIME, SLIP_TEXT

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Client:
    return member("boss")


@pytest.mark.rule("LIVE-1", "LIVE-6")
def test_the_desk_registers_somebody_new_and_prints_card_and_receipt(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=0)
    form = {"name": "Mario Rossi", "cash": "on", "key": "tap", "_form_submitted": "on"}
    address = dialog(floor.event, "walk_in")
    assert "Is this a new player?" in boss.post(address, form).content.decode()
    answer = boss.post(address, {**form, "new": "on"})
    entry = floor.event.entries.get()
    assert answer["HX-Redirect"].endswith(f"/card/{entry.pk}/")
    page = boss.get(answer["HX-Redirect"]).content.decode()
    assert "mario.rossi" in page
    assert "<svg" in page
    assert f"<b>{entry.drawn_seat}</b>" in page
    assert boss.get(f"/admin/tournaments/tournament/{floor.pk}/slip/{entry.pk}/").status_code == 404


@pytest.mark.rule("LIVE-1")
def test_the_desk_shows_before_the_start_who_has_drawn_which_seat(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=7)
    page = boss.get(watch(floor.event)).content.decode()
    assert "<dt>Seated</dt><dd>6<small> / 7</small></dd>" in page
    assert "6 seated" in page
    assert "0 players" not in page
    assert page.count('class="desk-no"') == 6
    starts = timezone.localtime(floor.event.starts_at)
    assert f'<p class="desk-time">{starts:%H:%M}</p>' in page
    somebody = floor.event.entries.exclude(drawn_table=None)[0].user
    assert "<article" in boss.get(watch(floor.event), {"q": somebody.username}).content.decode()
    floor.step()
    page = boss.get(watch(floor.event)).content.decode()
    assert "Register a player" not in page
    assert "<dt>Still in</dt>" in page
    assert "6 players" in page


@pytest.mark.middling
@pytest.mark.rule("AMEND-2")
def test_the_floor_starts_a_live_event_before_its_time(boss: Client) -> None:
    floor = Floor(live(starts_at=START + timedelta(hours=1), check_in_minutes=90), players=1)
    address = dialog(floor.event, "start_now")
    form = {"why": "All players are here.", "key": "tap", "_form_submitted": "on"}

    def say() -> str:
        return boss.post(address, form).content.decode()

    with time_machine.travel(floor.now, tick=False):
        assert "Start now" in boss.get(watch(floor.event)).content.decode()
        assert "The event needs at least 2 players; registered: 1." in say()
        floor.enter(1)
        # The second of the two has registered before the check-in opened.
        floor.event.entries.filter(user=floor.users[1]).update(checked_in_at=None)
        assert "Not checked in yet: 1." in say()
        floor.event.entries.update(checked_in_at=floor.now)
        shown = boss.post(address, form)
        assert "<ins>ends now</ins>" in shown.content.decode()
        assert floor.step(seconds=0).registering
        press(boss, address, **form, sure=shown.context["form"]["sure"].value())
        assert floor.step(seconds=0).status == "running"
        assert "Start now" not in boss.get(watch(floor.event)).content.decode()
    assert {notice.user for notice in Notice.objects.filter(kind="amended")} == {*floor.users}
    assert floor.event.acts.get().why == "All players are here."


@pytest.mark.rule("AMEND-2")
def test_the_start_of_a_live_event_is_moved_earlier_too(boss: Client) -> None:
    floor = Floor(live(starts_at=START + timedelta(hours=2)), players=2)
    address = dialog(floor.event, "put_off")
    earlier = timezone.localtime(START + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    form = {"to": earlier, "why": "We are complete.", "key": "k", "_form_submitted": "on"}
    with time_machine.travel(START, tick=False):
        sure = boss.post(address, form).context["form"]["sure"].value()
        press(boss, address, **form, sure=sure)
    assert floor.event.begins_at == START + timedelta(hours=1)


@pytest.mark.middling
@pytest.mark.rule("LIVE-5")
def test_the_desk_takes_back_the_last_bust_out_and_the_event_goes_on(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=3)
    floor.step()
    a, b, _c = floor.stacks()
    floor.bust([a])
    floor.step()
    act = floor.bust([b])
    floor.step()
    with time_machine.travel(floor.now, tick=False):
        assert floor.event.over
        page = boss.get(watch(floor.event)).content.decode()
        assert page.count("/undo/?act=") == 1
        address = dialog(floor.event, "undo", act=act.pk)
        assert press(boss, address, why="It was the other one.") == 200
        assert "<dt>Still in</dt><dd>2" in boss.get(watch(floor.event)).content.decode()
    assert floor.event.status == floor.event.Status.RUNNING


@pytest.mark.middling
@pytest.mark.rule("TRN-2", "LIVE-2")
def test_the_desk_and_the_player_read_until_when_a_rebuy_is_sold(boss: Client) -> None:
    sold = {"rebuys": 1, "rebuy_levels": 1, "rebuy_chips": 1500, "rebuy_price": 900}
    floor = Floor(live(live_tables=1, **sold), players=3)
    floor.step()
    out = next(iter(floor.stacks()))
    entry = floor.event.entries.get(pk=out)
    phone = reverse("live_player", args=[out, own_seat.code_of(entry)])
    floor.bust([out])
    until = timezone.localtime(floor.now + LIVE_REBUY_TIME.value())
    floor.step(minutes=9)
    with time_machine.travel(floor.now, tick=False):
        page = boss.get(watch(floor.event)).content.decode()
        assert f"Can rebuy until {until:%H:%M}</b> {entry.user.username}" in page
        assert f"rebuy/?entry={out}" in page
        assert "<b>€9.00</b>" in boss.get(dialog(floor.event, "rebuy", entry=out)).text
        by_wallet = member("floor").get(dialog(floor.event, "walk_in")).text
        assert "The wallet pays: only a cashier can take cash." in by_wallet
        assert f"waive/?entry={out}" in page
        menu = boss.get(dialog(floor.event, "menu", entry=out)).content.decode()
        assert "No rebuy" in menu
        assert dialog(floor.event, "bust", entry=out) not in menu
        other = next(pk for pk, stack in floor.stacks().items() if stack)
        assert "No rebuy" not in boss.get(dialog(floor.event, "menu", entry=other)).text
        assert f"buy more at the desk until {until:%H:%M}" in Client().get(phone).content.decode()
    floor.step(minutes=2)
    with time_machine.travel(floor.now, tick=False):
        assert "Can rebuy" not in boss.get(watch(floor.event)).content.decode()
        assert "You are out." in Client().get(phone).content.decode()


@pytest.mark.middling
@pytest.mark.rule("LIVE-6")
def test_a_seat_card_calls_nobody_to_a_seat_who_is_out(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=7)
    floor.step()
    waits = floor.event.entries.get(drawn_table=None)
    out = next(iter(floor.seated(floor.tables()[0])))

    def card(entry: int) -> str:
        return boss.get(f"/admin/tournaments/tournament/{floor.pk}/card/{entry}/").content.decode()

    assert "You are called as soon as a seat is free." in card(waits.pk)
    assert "<b>Alternate</b>" not in card(out)
    floor.bust([out])
    floor.step()
    assert "<b>Alternate</b>" not in card(out)


@pytest.mark.middling
@pytest.mark.rule("LIVE-6")
def test_a_card_is_found_by_its_number_and_by_what_its_codes_say(boss: Client) -> None:
    floor, other = Floor(live(), players=8), Floor(live(), players=2, named="other")
    floor.step()
    entry = floor.entry_of(floor.users[5])
    table = floor.table_of(EntryId(entry.pk))
    seat = floor.seated(table)[EntryId(entry.pk)].no
    code = own_seat.code_of(entry)
    phone = f"/seat/{entry.pk}/{code}/"
    typed = f"e{entry.pk:07}", f"http://room{phone}", f"http://room/receipts/?number=E{entry.pk:07}"
    for said in typed:
        page = boss.get(watch(floor.event), {"q": said}).content.decode()
        assert f"seat {seat}</span>" in page
        assert f'id="table-{table.pk}"' in page
        assert page.count("<article") == 1
    assert "another event" in boss.get(watch(other.event), {"q": typed[0]}).content.decode()
    assert f"?q=E{entry.pk:07}" in boss.get(phone).content.decode()
    assert "?q=E" not in Client().get(phone).content.decode()
    for nobody in ("E9999999", "/seat/0/", f"E{'9' * 30}"):
        page = boss.get(watch(floor.event), {"q": nobody}).content.decode()
        assert "No table is open here" in page
    floor.bust([EntryId(entry.pk)])
    floor.step()
    assert "finished 8th" in boss.get(watch(floor.event), {"q": typed[0]}).content.decode()


@pytest.mark.middling
@pytest.mark.rule("LIVE-2", "LIVE-3", "LIVE-5")
def test_the_floor_enters_and_undoes_by_the_page(boss: Client) -> None:
    floor = Floor(live(), players=8)
    floor.step()
    table = floor.tables()[0]
    a, b, *others = floor.seated(table)
    menu = boss.get(dialog(floor.event, "menu", table=table.pk)).content.decode()
    assert "Count the chips" in menu
    assert "Watch the felt" not in menu
    several = dialog(floor.event, "bust", table=table.pk)
    assert (
        "Name the seat"
        in boss.post(several, {"out": [a, b], "_form_submitted": "on"}).content.decode()
    )
    seats = {pk: seat.no for pk, seat in floor.seated(table).items()}
    press(boss, several, out=[a, b], order=f"{seats[b]}, {seats[a]}")
    floor.step()
    assert "Undo" in boss.get(watch(floor.event)).content.decode()
    act = Act.objects.get(verb=Act.Verb.BUST)
    press(boss, dialog(floor.event, "undo", act=act.pk), why="another table")
    assert Entry.objects.filter(status=Entry.Status.OUT).count() == 0
    for table in floor.tables():
        chips = {f"chips_{pk}": 1500 for pk in floor.seated(table)}
        press(boss, dialog(floor.event, "count", table=table.pk), **chips)
    page = boss.get(watch(floor.event)).content.decode()
    assert "All 12,000 chips were counted" in page
    assert len(others) == 2


@pytest.mark.rule("LIVE-2")
def test_two_taps_put_a_player_out_unless_a_bounty_asks_who_took_the_head(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=3)
    floor.step()
    out = next(iter(floor.stacks()))
    bust = f'<form method="post" hx-post="{dialog(floor.event, "bust", entry=out)}"'
    assert bust in boss.get(dialog(floor.event, "menu", entry=out)).content.decode()
    answer = boss.post(
        dialog(floor.event, "bust", entry=out), {"_form_submitted": "on", "out": out}
    )
    assert answer["HX-Redirect"] == watch(floor.event)
    assert Act.objects.get(verb=Act.Verb.BUST).bust_outs.get().entry_id == out
    heads = Floor(live(live_tables=1, bounty=500), players=0, named="heads")
    heads.enter(2, cents=events.BUY_IN + events.FEE + 500)
    heads.step()
    one = next(iter(heads.stacks()))
    assert "<form" not in boss.get(dialog(heads.event, "menu", entry=one)).content.decode()


@pytest.mark.middling
@pytest.mark.rule("STAFF-5")
def test_the_page_of_one_event_neither_undoes_nor_answers_in_another(boss: Client) -> None:
    floor, other = Floor(live(), players=8), Floor(live(), players=2, named="other")
    floor.step()
    table = floor.tables()[0]
    floor.bust([next(iter(floor.seated(table)))])
    act = Act.objects.get(verb=Act.Verb.BUST)
    calls.call_from_table(table_id=table.pk, by=floor.by, now=floor.now)
    call = floor.event.calls.get()
    for verb, about in (("undo", {"act": act.pk}), ("answer_call", {"call": call.pk})):
        address = dialog(other.event, verb, **about)
        said = {"why": "by mistake", "_form_submitted": "on"}
        assert boss.post(address, said).status_code == 404, verb
    assert not Act.objects.filter(verb__in=("undo", "answer_call")).exists()


@pytest.mark.middling
@pytest.mark.rule("LIVE-4")
def test_what_is_due_is_a_button_and_a_balance_asks_for_the_buttons(boss: Client) -> None:
    floor = Floor(live(), players=10)
    floor.step()
    first = floor.tables()[0]
    for _ in range(2):
        floor.bust([next(iter(floor.seated(first)))])
        floor.step()
    due = moves.due_now(floor.event, now=floor.now)
    assert due is not None
    address = dialog(floor.event, "rearrange", due=due.key)
    assert f"rearrange/?due={due.key}" in boss.get(watch(floor.event)).content.decode()
    page = boss.get(address).content.decode()
    for words in ("seat of the button", "seat of the small blind", "seat of the big blind"):
        assert page.count(words) == 2
    said = {
        f"{name}_{table}": seat
        for table, last in floor.last_hands(*due.tables).items()
        for name, seat in last.to_json().items()
    }
    with time_machine.travel(floor.now, tick=False):
        shown = boss.post(address, {**said, "_form_submitted": "on"})
        assert "→" in shown.content.decode()
        assert not floor.event.acts.filter(verb=Act.Verb.REARRANGE).exists()
        press(boss, address, shown=shown.context["form"]["shown"].value(), **said)
    assert [len(floor.seated(table)) for table in floor.tables()] == [4, 4]


@pytest.mark.middling
@pytest.mark.rule("LIVE-4", "TRN-3")
def test_a_break_shows_who_goes_where_does_just_that_and_prints_new_cards(boss: Client) -> None:
    floor = Floor(live(live_tables=3), players=14)
    floor.step()
    while (due := moves.due_now(floor.event, now=floor.now)) is None:
        table = max(floor.tables(), key=lambda table: len(floor.seated(table)))
        floor.bust([next(iter(floor.seated(table)))])
        floor.step()
    address = dialog(floor.event, "rearrange", due=due.key)
    broken = due.tables[0]
    leaving = {pk: seat.user for pk, seat in busts.at_table(floor.event, broken).items()}
    with time_machine.travel(floor.now, tick=False):
        seen, again = (boss.get(address) for _ in range(2))
        lines = seen.context["form"].lines
        assert {line.what for line in lines} == {user.username for user in leaving.values()}
        assert again.context["form"].lines == lines
        assert all(f"<ins>{line.after}</ins>" in seen.content.decode() for line in lines)
        # Somebody goes out meanwhile: nothing is done, and the moves are shown anew.
        stale = seen.context["form"]["shown"].value()
        floor.bust([next(iter(leaving))])
        floor.step()
        shown = boss.post(address, {"shown": stale, "_form_submitted": "on"})
        assert "The event has changed" in shown.content.decode()
        assert not floor.event.acts.filter(verb=Act.Verb.REARRANGE).exists()
        form = shown.context["form"]
        answer = boss.post(address, {"shown": form["shown"].value(), "_form_submitted": "on"})
        cards = boss.get(answer["HX-Redirect"]).content.decode()
    for line in form.lines:
        entry = floor.event.entries.get(user__username=line.what)
        table = floor.table_of(EntryId(entry.pk))
        seat = floor.seated(table)[EntryId(entry.pk)].no
        assert line.after == f"{table_label(table.name)}, seat {seat}"
        assert line.what in cards
    assert cards.count('class="paper-seat"') == len(form.lines)
    act = floor.event.acts.get(verb=Act.Verb.REARRANGE)
    page = f"/admin/tournaments/tournament/{floor.pk}/cards/{act.pk}/"
    assert answer["HX-Redirect"] == page
    assert member("cashier").get(page).status_code == 403


@pytest.mark.middling
@pytest.mark.rule("LIVE-6")
def test_a_prize_is_paid_out_with_a_slip(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=3)
    floor.step()
    a, b, c = floor.stacks()
    for out in (a, b):
        floor.bust([out])
        floor.step()
    page = boss.get(watch(floor.event)).content.decode()
    assert "To pay" in page
    assert '<p class="desk-label">finished</p>' in page
    assert "Register a player" not in page
    assert "<b>€17.55</b>" in boss.get(dialog(floor.event, "pay_out", entry=c)).text
    answer = boss.post(dialog(floor.event, "pay_out", entry=c), {"_form_submitted": "on"})
    slip = boss.get(answer["HX-Redirect"]).content.decode()
    assert "€17.55" in slip
    press(boss, dialog(floor.event, "countersign", entry=c))
    assert not floor.event.acts.filter(verb=Act.Verb.COUNTERSIGN).exists()
    page = boss.get(watch(floor.event)).content.decode()
    assert "The countersignature must come from a person" in page
    assert "To countersign" in page
    winner = floor.event.entries.get(pk=c).user_id
    with pytest.raises(Refusal, match="SIGNED_BY_ANOTHER"):
        walk_ins.countersign(entry_id=c, by=UserId(winner), now=floor.now)
    second = Client()
    second.force_login(User.objects.create_superuser("second"))
    for _ in range(2):
        press(second, dialog(floor.event, "countersign", entry=c))
    assert floor.event.acts.get(verb=Act.Verb.COUNTERSIGN).by.username == "second"
    assert "Countersigned: second" in boss.get(answer["HX-Redirect"]).content.decode()
    assert "To countersign" not in boss.get(watch(floor.event)).content.decode()
    with pytest.raises(Refusal) as refused:
        walk_ins.countersign(entry_id=a, by=UserId(floor.by), now=floor.now)
    assert refused.value.code == EventCode.NO_PRIZE
    User.objects.create_user("guest")
    assert (
        member("floor").get(f"/admin/tournaments/tournament/{floor.pk}/card/0/").status_code == 404
    )


@pytest.mark.rule("LIVE-1")
@pytest.mark.parametrize(
    "terms",
    [
        {"live_tables": 0},
        {"venue": "online"},
        {"kind": "sng"},
        {"format": "shootout"},
        {"session_levels": 1},
    ],
)
def test_what_needs_hands_of_ours_is_not_published_live(terms: dict[str, Any]) -> None:
    plain: dict[str, Any] = {"kind": "scheduled", "venue": "live", "live_tables": 2, **terms}
    with pytest.raises(Refusal) as refused:
        events.template(**plain).check_terms()
    assert refused.value.code == EventCode.LIVE_TERMS


@pytest.mark.rule("LIVE-3", "RANK-1")
def test_the_desk_says_at_once_that_a_disqualified_stack_must_be_counted(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=3)
    with time_machine.travel(floor.now, tick=False):
        floor.step()
        out = next(iter(floor.stacks()))
        press(boss, dialog(floor.event, "disqualify", entry=out), why="Shouting.")
        assert "Count all chips first." in boss.get(watch(floor.event)).text
        assert not floor.event.orders.exists()
        floor.count()
        press(boss, dialog(floor.event, "disqualify", entry=out), why="Shouting.")
    floor.step()
    assert Entry.objects.get(pk=out).status == Entry.Status.OUT


@pytest.mark.rule("LIVE-3", "LIVE-7")
def test_a_refused_count_keeps_the_typed_stacks(boss: Client) -> None:
    floor = Floor(live(live_tables=1, rows=[(3600, 100, 200, 0)]), players=2)
    press(boss, dialog(floor.event, "stock_chips"), stock="100: 400")
    with time_machine.travel(floor.now, tick=False):
        floor.step()
        one, other = floor.stacks()
        typed = {f"chips_{one}": "1950", f"chips_{other}": "1000"}
        address = dialog(floor.event, "count", table=floor.tables()[0].pk)
        answer = boss.post(address, {"_form_submitted": "on", **typed})
    page = answer.content.decode()
    assert "they cannot make 1950." in page
    assert 'value="1000"' in page
    assert not Act.objects.filter(verb=Act.Verb.COUNT).exists()


@pytest.mark.middling
@pytest.mark.rule("LIVE-7", "LIVE-8")
def test_the_desk_enters_chips_and_races_them_off_for_all_to_see(boss: Client) -> None:
    rows = [(3600, 25, 50, 0), (900, 0, 0, 0), (3600, 100, 200, 0)]
    floor = Floor(live(rows=rows), players=8)
    address = dialog(floor.event, "stock_chips")
    assert "is not a kind of chip" in (
        boss.post(address, {"stock": "25: many", "_form_submitted": "on"}).content.decode()
    )
    press(boss, address, stock="25: 400\n100 x 400\n500: 100")
    assert "25: 400\n100: 400" in boss.get(address).content.decode()
    with time_machine.travel(floor.now, tick=False):
        floor.step()
        page = boss.get(watch(floor.event)).content.decode()
        assert "8 × 25, 8 × 100, 1 × 500" in page
        assert "chips for 42 more" in page
        entry = floor.event.entries.earliest("pk")
        card = boss.get(f"/admin/tournaments/tournament/{floor.pk}/card/{entry.pk}/")
        assert "8 × 25, 8 × 100, 1 × 500" in card.content.decode()
        assert "Colour-up: 25 to 100" in page
        press(boss, dialog(floor.event, "announce_race"))
    floor.step(minutes=61)
    first = Client().get(f"/tournaments/{floor.pk}/chip-races/").content.decode()
    assert floor.event.races.get().commitment in first
    assert "Announced." in first
    with time_machine.travel(floor.now, tick=False):
        stacks = floor.stacks()
        rich, poor, *_ = stacks
        floor.count({**stacks, rich: stacks[rich] + 50, poor: stacks[poor] - 50})
        floor.now += timedelta(seconds=5)
    with time_machine.travel(floor.now, tick=False):
        assert "Everything is counted" in boss.get(watch(floor.event)).content.decode()
        answer = boss.post(dialog(floor.event, "race"), {"_form_submitted": "on"})
        assert answer["HX-Redirect"] == f"/tournaments/{floor.pk}/chip-races/"
        assert f'href="{watch(floor.event)}"' in boss.get(answer["HX-Redirect"]).text
    page = Client().get(answer["HX-Redirect"]).content.decode()
    assert "the result is the same" in page
    (told,) = Client().get(f"/api/tournaments/{floor.pk}/chip-races/").json()
    assert told["server_seed"] in page
    assert len(told["tables"]) == 2
    player = Client()
    player.force_login(floor.users[0])
    own = player.get(f"/tournaments/{floor.pk}/").content.decode()
    assert "Chips of 25 leave play for 100" in own


@pytest.mark.middling
@pytest.mark.rule("LIVE-6")
def test_the_slip_says_the_operators_words_and_who_it_is_to_whom_may_know(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=3)
    floor.step()
    winner, second, third = floor.stacks()
    for out in (third, second):
        floor.bust([out])
        floor.step()
    entry = Entry.objects.get(pk=winner)
    page = f"/admin/tournaments/tournament/{floor.pk}/slip/{winner}/"
    assert "paper-words" not in boss.get(page).content.decode()
    text = "{name}, {document}, {place} of {event}: <b>{total}</b> {player}"
    chief = User.objects.get(username="bosser")
    new = {"en": text, "it": "Ricevuto da {name}"}
    changes.change(key=SLIP_TEXT.key, new=new, by=chief.pk, why="Taxes", now=floor.now)
    assert f"{slips.LINE}, {slips.LINE}, 1 of " in boss.get(page).content.decode()
    identity(
        user_id=entry.user_id, state="verified", since=floor.now, name="Anna Rossi", number="RSSN"
    )
    printed = boss.get(page).content.decode()
    assert f"Anna Rossi, RSSN, 1 of {floor.event.name}: &lt;b&gt;€" in printed
    flora = User.objects.create_user("flora", is_staff=True)
    flora.user_permissions.add(Permission.objects.get(codename="run_tournament"))
    flora.user_permissions.add(Permission.objects.get(codename="view_tournament"))
    client = Client()
    client.force_login(flora)
    unnamed = client.get(page).content.decode()
    assert "Anna Rossi" not in unnamed
    assert slips.LINE in unnamed


@pytest.mark.rule("LIVE-6")
def test_a_slip_s_text_is_shown_as_printed_and_words_that_nobody_knows_are_refused(
    boss: Client,
) -> None:
    chief = User.objects.get(username="bosser")
    wrong = {"en": "{nmae}", "it": ""}
    with pytest.raises(Refusal) as refused:
        changes.change(key=SLIP_TEXT.key, new=wrong, by=chief.pk, why="Taxes", now=START)
    assert refused.value.context["word"] == "nmae"
    new = {"en": "Paid to {name}: {total}", "it": "Pagato a {name}: {total}"}
    changes.change(key=SLIP_TEXT.key, new=new, by=chief.pk, why="Taxes", now=START)
    page = boss.get(reverse("admin:house_setting", args=[SLIP_TEXT.key])).content.decode()
    assert "Paid to Maria Bianchi: €160" in page
    assert "Pagato a Maria Bianchi: 160" in page


@pytest.mark.rule("LIVE-2", "LIVE-3")
def test_stacks_nobody_has_counted_are_marked_as_estimates(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=4)
    floor.step()
    out, *left = floor.stacks()
    floor.bust([out])
    floor.step()
    table = floor.tables()[0]
    pages = {
        "desk": watch(floor.event),
        "count": dialog(floor.event, "count", table=table.pk),
        "seats": reverse("seats", args=[floor.pk]),
        "event": reverse("tournament", args=[floor.pk]),
        "deal": reverse("deal", args=[floor.pk]),
    }

    def marked(page: str) -> bool:
        return "≈\N{NO-BREAK SPACE}2,000" in boss.get(pages[page]).content.decode()

    assert {page: marked(page) for page in pages} == dict.fromkeys(pages, True)
    assert floor.count(dict.fromkeys(left, 2_000)).agrees
    assert {page: marked(page) for page in pages} == dict.fromkeys(pages, False)
