"""How the verbs of staff are done in a scene, where that takes more than to call them."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace as replaced
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from core.refusal import Refusal
from core.types import Chips, EntryId, UserId
from payouts.models import Drawer, DrawerMove
from payouts.payments import gateway_events, review
from payouts.payments.gateway_events import GatewayEvent
from payouts.reports import closing
from payouts.wallets import corrections, counter, drawers
from players.chat import moderation as chat_moderation
from players.chat.models import ChatLine, ChatReport, ChatSanction
from players.chat.moderation import Verdict
from players.models import Merge, User
from players.staff import notes
from poker_site.models import SettingChange
from poker_site.room_settings import changes as house_changes
from tables.cash import cashier, tariffs
from tables.dealers import recording
from tables.engine import rake
from tables.models import Seat, SharedHand, Table
from tables.own_hands import sharing
from tests.poker_site.verbs.scene import NOW, Scene
from tests.tournaments import stages
from tests.tournaments.staff import test_void_hands as void_hands
from tournaments import director
from tournaments.clubs import founding, moderation
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.models import Club
from tournaments.entry import admission, approvals, velox_tables
from tournaments.entry.acts import Entered
from tournaments.home import games as home_games
from tournaments.home import hosting
from tournaments.home.kinds import HomeTerms
from tournaments.live_room.verbs import (
    busts,
    calls,
    counts,
    features,
    final_deals,
    moves,
    offline_entries,
    penalties,
    races,
    walk_ins,
)
from tournaments.live_room.verbs import undoing as live_undoing
from tournaments.models import Act, DealProposal, Entry, JointOrder, Ticket, Tournament
from tournaments.rules import changes
from tournaments.rules.level_clock import BlindLevel
from tournaments.seasons import prizes as season_prizes
from tournaments.seasons.models import Season
from tournaments.staff import (
    amending,
    desk,
    gifts,
    merges,
    orders,
    people,
    two_person_orders,
    undoing,
)

DAILY = "FREQ=DAILY;BYHOUR=20;BYMINUTE=0;BYSECOND=0"
ROME = ZoneInfo("Europe/Rome")


def amend(change: Callable[[Scene], changes.Change], event: str = "event_id") -> Any:
    def do(s: Scene) -> object:
        return amending.amend(
            tournament_id=getattr(s, event), change=change(s), key=uuid4().hex, **s.did
        )

    return do


def ordered(s: Scene) -> None:
    order = orders.disqualify(entry_id=s.entry.pk, **s.theirs)
    orders.withdraw(order_id=order.pk, **s.did)


def runs(s: Scene) -> bool:
    return s.event.status == Tournament.Status.RUNNING


def put_out(s: Scene, entry: Entry) -> None:
    """The colleague disqualifies somebody, and has the clock stopped: no other hand is dealt."""
    orders.disqualify(entry_id=entry.pk, **s.theirs)
    desk.pause(tournament_id=s.event_id, **s.theirs)
    stages.fold_out(s.event)
    director.step(tournament_id=s.event_id, now=NOW)


def reinstate(s: Scene) -> object:
    if runs(s):
        put_out(s, s.entry)
    return undoing.reinstate(entry_id=s.entry.pk, **s.did)


def break_up(s: Scene) -> object:
    """The smaller table, once a seat is free at the other."""
    table_id = s.table_id
    if runs(s):
        tables = Table.objects.filter(event=s.event.event, status=Table.Status.OPEN)
        small, full = sorted(tables, key=lambda table: table.seats.count())
        user = full.seats.all()[0].user_id
        put_out(s, s.event.entries.get(user=user))
        table_id = small.pk
    return orders.break_table(table_id=table_id, **s.did)


def void(s: Scene) -> object:
    if runs(s):
        seat = Seat.objects.filter(table=s.table_id).exclude(user=s.anna)[0]
        winner = s.event.entries.get(user=seat.user_id)
        void_hands.bust(s.event, s.entry, winner)
    return undoing.void_hand(table_id=s.table_id, **s.did)


def levels_later(s: Scene, event_id: int, levels: int) -> None:
    for _ in range(levels):
        with suppress(Refusal):
            desk.end_level(tournament_id=event_id, **s.theirs)


def again(s: Scene) -> changes.Change:
    levels_later(s, s.event_id, 1)
    return changes.LevelAgain(0)


def together(s: Scene) -> changes.Change:
    """Once nobody can enter any more."""
    levels_later(s, s.event_id, 2)
    return changes.Together(True)


def add_on(s: Scene) -> object:
    levels_later(s, s.live_id, 1)
    return sale(s, walk_ins.add_on)


def winner(s: Scene) -> Entry:
    """Whose prize it is, once the live event is played out."""
    while s.live.status == Tournament.Status.RUNNING and s.live.pause is None:
        due = moves.due_now(s.live, now=NOW)
        if due is not None:
            moves.rearrange(tournament_id=s.live_id, key=due.key, by=s.colleague, now=NOW)
        else:
            table = max(s.floor.tables(), key=lambda one: len(s.floor.seated(one)))
            _first, *others = s.floor.seated(table)
            busts.bust(table_id=table.pk, groups=[[others[-1]]], by=s.colleague, now=NOW)
        s.floor.step(minutes=5)
    return s.live.entries.filter(place=1).first() or s.live_entry


def pay_out(s: Scene) -> object:
    return walk_ins.pay_out(entry_id=winner(s).pk, **s.done)


def countersign(s: Scene) -> object:
    won = winner(s)
    walk_ins.pay_out(entry_id=won.pk, by=s.colleague, now=NOW)
    return walk_ins.countersign(entry_id=won.pk, **s.done)


def race(s: Scene) -> object:
    """In a break, on a count since the promise."""
    begun = s.raced.now
    races.announce(tournament_id=s.raced.pk, by=s.colleague, now=begun)
    try:
        s.raced.step(minutes=61)
        s.raced.count()
        return races.draw(tournament_id=s.raced.pk, by=s.boss, now=s.raced.now)
    finally:
        s.raced.now = begun


def keep_hand(s: Scene) -> object:
    features.feature(table_id=s.live_table, minutes=30, by=s.colleague, now=NOW)
    seat = busts.at_table(s.live, s.live_table)[EntryId(s.live_entry.pk)]
    cards = f"{seat.no} AsKd"
    return features.keep_hand(table_id=s.live_table, cards=cards, key=uuid4(), **s.done)


def answer(s: Scene) -> object:
    call = calls.call_from_table(table_id=s.live_table, by=s.colleague, now=NOW)
    return calls.answer(call_id=call.pk, **s.done)


def penalize(s: Scene, **who: Any) -> object:
    entry = EntryId(s.live_entry.pk)
    return penalties.penalize(entry_id=entry, kind="rounds", count=1, key="k", **who)


def back_in(s: Scene) -> object:
    penalize(s, **s.theirs)
    return penalties.back_in(entry_id=EntryId(s.live_entry.pk), **s.done)


def deal_on(s: Scene) -> None:
    orders.hold_table(table_id=s.table_id, **s.theirs)
    orders.deal(table_id=s.table_id, **s.did)


def ask_stack(s: Scene, **who: Any) -> JointOrder:
    return two_person_orders.ask_stack(entry_id=EntryId(s.entry.pk), chips=-100, key="s", **who)


def merge(s: Scene, **who: Any) -> Merge:
    return merges.order(user_id=s.bruno, other_id=s.poor, **who)


def approve(s: Scene) -> None:
    plan = s.plan(guarantee=5_000_00)
    approvals.sign(template_id=plan.pk, by=s.colleague, now=NOW)
    signature = approvals.under(plan.pk)
    assert signature is not None
    approvals.approve(template_id=plan.pk, seen=signature.pk, **s.done)


def set_password(s: Scene) -> None:
    admission.set_password(tournament_id=s.secret_id, password="secret words", **s.done)


def publish_span(s: Scene) -> object:
    plan = s.plan(recurrence=DAILY)
    first = datetime(2027, 1, 4, tzinfo=ROME)
    return desk.publish_span(
        template_id=plan.pk, first=first, last=first + timedelta(days=2), **s.done
    )


def publish(s: Scene) -> object:
    return desk.publish(template_id=s.plan().pk, starts_at=NOW + timedelta(days=3), **s.done)


def end_home_game(s: Scene) -> None:
    host = UserId(User.objects.create_user("host").pk)
    game = home_games.create(host_id=host, terms=HomeTerms(), key="a home game", now=NOW)
    hosting.end_by_staff(game_id=game.pk, **s.did)


def decide_report(s: Scene) -> None:
    author, reader = (User.objects.create_user(name) for name in ("author", "reader"))
    line = ChatLine.objects.create(channel="table/1", user=author, text="x", key="k", at=NOW)
    report = ChatReport.objects.create(line=line, by=reader, at=NOW)
    chat_moderation.decide(report_id=report.pk, verdict=Verdict.REMOVE, **s.did)


def end_shared_hand(s: Scene) -> object:
    link = SharedHand.objects.create(user_id=s.anna, hand_id=2611 * 10**9 + 1, created_at=NOW)
    return sharing.end(link_id=link.pk, **s.did)


def warn_about_chat(s: Scene) -> None:
    author = UserId(User.objects.create_user("author").pk)
    chat_moderation.measure(user_id=author, kind=ChatSanction.Kind.WARNING, **s.did)


def lift_chat_ban(s: Scene) -> None:
    banned = User.objects.create_user("banned")
    until = NOW + timedelta(days=1)
    row = {"user": banned, "kind": "ban", "by_id": s.boss, "why": "x", "at": NOW, "until": until}
    ChatSanction.objects.create(**row)
    chat_moderation.lift(user_id=UserId(banned.pk), **s.did)


def _club() -> Club:
    owner = UserId(User.objects.create_user("owner").pk)
    club = founding.found(by=owner, choices=ClubChoices("Aces High"), key="a club", now=NOW)
    moderation.report(club_id=club.pk, by=owner, why="to see what happens", now=NOW)
    return club


def suspend_club(s: Scene) -> None:
    moderation.suspend(club_id=_club().pk, **s.did)


def reopen_club(s: Scene) -> None:
    club = _club()
    moderation.suspend(club_id=club.pk, **s.theirs)
    moderation.reopen(club_id=club.pk, **s.did)


def dismiss_reports(s: Scene) -> None:
    moderation.dismiss(club_id=_club().pk, **s.did)


def give_season_prizes(s: Scene) -> object:
    day = NOW.date()
    season = Season.objects.create(
        name="League", span="dates", begins_on=day, ends_on=day, written_by_id=s.colleague
    )
    season.standings.create(user_id=s.bruno, place=1, points=1, results=[1], events=1)
    season.prizes.create(place=1, value=10_00)
    season.closed_at = NOW
    season.save()
    return season_prizes.give(season_id=season.pk, **s.done)


def cancel(s: Scene) -> object:
    stop = s.event.status == Tournament.Status.RUNNING
    plan = desk.plan_cancellation(tournament_id=s.event_id, stop=stop, by=s.colleague, now=NOW)
    return desk.cancel(plan_id=plan.pk, **s.did)


def lift(s: Scene) -> None:
    desk.suspend(user_id=s.anna, **s.theirs)
    desk.lift(user_id=s.anna, **s.did)


def refuse(s: Scene) -> None:
    s.document()
    people.refuse_identity(user_id=s.anna, **s.did)


def expire(s: Scene) -> None:
    people.verify_identity(user_id=s.anna, **s.theirs)
    people.expire_identity(user_id=s.anna, **s.did)


def pin(s: Scene) -> None:
    note = notes.write(user_id=s.anna, text="Kind.", pinned=False, by=s.colleague, now=NOW)
    people.pin_note(note_id=note.pk, pinned=True, **s.did)


def keep_name(s: Scene) -> None:
    house_changes.change(key="players.real_names", new=True, by=s.colleague, why="Ours.", now=NOW)
    people.keep_name(user_id=s.anna, name="Anna Bianchi", number="12", **s.done)


def unrestrict(s: Scene) -> None:
    people.restrict(user_id=s.anna, game="cash", lifted=False, **s.theirs)
    people.restrict(user_id=s.anna, game="cash", lifted=True, **s.did)


def ticket(s: Scene, **who: Any) -> Ticket:
    return gifts.give_ticket(user_id=s.anna, value=10_00, template_id=None, key="t", **who)


def bonus(s: Scene, **who: Any) -> Any:
    return gifts.give_bonus(user_id=s.bruno, amount=5_00, wager=10_00, days=9, key="b", **who)


def correction(s: Scene, **who: Any) -> Any:
    kind = corrections.Kind.values[0]
    return gifts.order_correction(kind=kind, user_id=s.anna, amount=5_00, key="c", **who)


def cash(s: Scene, kind: str, amount: int, **who: Any) -> Any:
    return counter.give(kind=kind, user_id=s.anna, amount=amount, key=f"{kind}", **who)


def drawer(s: Scene, by: Any) -> Drawer:
    return drawers.open_drawer(name="Till", amount=50_00, by=by, key="d", now=NOW)


def from_safe(s: Scene, row: Drawer, amount: int = 5_00) -> DrawerMove:
    said: dict[str, Any] = {"kind": "in", "why": "x", "key": "m", "now": NOW}
    return drawers.move(drawer_id=row.pk, amount=amount, by=UserId(row.holder_id), **said)


def much(s: Scene) -> DrawerMove:
    return from_safe(s, drawer(s, s.colleague), 1_500_00)


def take_over(s: Scene) -> Drawer:
    row = drawer(s, s.colleague)
    said: dict[str, Any] = {"pieces": {10_00: 5}, "why": "", "now": NOW}
    drawers.offer(drawer_id=row.pk, to=s.boss, by=s.colleague, **said)
    return drawers.take_over(drawer_id=row.pk, by=s.boss, now=NOW)


def approved(s: Scene) -> int:
    payment = s.payment()
    review.approve(payment_id=payment, **s.theirs)
    return payment


def came_back(s: Scene) -> object:
    payment = approved(s)
    review.mark_sent(payment_id=payment, reference="B", **s.theirs)
    return review.came_back(payment_id=payment, **s.did)


def decide(s: Scene) -> object:
    word = GatewayEvent("n", str(uuid4()), "settled", 5_00)
    gateway_events.keep(word, gateway="told", body=word._asdict(), now=NOW)
    gateway_events.apply_waiting(now=NOW, most=1)
    [kept] = gateway_events.contradictions()
    return gateway_events.decide(notice_id=kept.pk, decision="leave", **s.did)


def close(s: Scene) -> object:
    day = closing.next_day()
    assert day is not None
    at = NOW + timedelta(days=9)
    closing.sign(day=day, by=s.colleague, now=at)
    return closing.close(day=day, by=s.boss, now=at)


def sign(s: Scene) -> object:
    day = closing.next_day()
    assert day is not None
    return closing.sign(day=day, by=s.boss, now=NOW + timedelta(days=9))


def set_phone(s: Scene, **who: Any) -> Any:
    return house_changes.change(key="room.phone", new="06 1", **who)


def limit(s: Scene, **who: Any) -> Any:
    return house_changes.change(key="money.four_eyes", new=900_00, **who)


def undo_setting(s: Scene) -> object:
    set_phone(s, **s.theirs)
    return house_changes.undo(change_id=SettingChange.objects.latest("pk").pk, **s.did)


def tariff(s: Scene, **who: Any) -> Any:
    free = rake.named(rake.TODAY)._replace(heads_up_free=True)
    return tariffs.order(name="Club", terms=free, **who)


def retire(s: Scene) -> object:
    version = tariff(s, **s.theirs)
    tariffs.confirm(version_id=version.pk, **s.done)
    return tariffs.retire(tariff_id=version.tariff_id, **s.did)


def velox_table(s: Scene, **who: Any) -> Any:
    rows = [(100, 5_000), (2, 995_000)]
    return velox_tables.order(name="Club", seats=3, rows=rows, **who)


def retire_velox_table(s: Scene) -> object:
    version = velox_table(s, **s.theirs)
    velox_tables.confirm(version_id=version.pk, **s.done)
    return velox_tables.retire(table_id=version.table_id, **s.did)


def break_cash(s: Scene) -> None:
    cashier.break_off(table_id=s.cash_table(), **s.did)


def error(s: Scene) -> object:
    return recording.record(
        kind="exposed", facts={"count": 1, "very_first": False, "street": "flop"}, table="1",
        hand_no=None, dealer="Rosa", stacks={}, note="", key=uuid4(), **s.done,
    )  # fmt: skip


def bust(s: Scene, **who: Any) -> Act:
    return busts.bust(table_id=s.live_table, groups=[[s.live_entry.pk]], **who)


def waive(s: Scene) -> object:
    bust(s, by=s.colleague, now=NOW)
    return busts.waive(entry_id=EntryId(s.live_entry.pk), **s.done)


def count(s: Scene) -> object:
    return counts.count(table_id=s.live_table, stacks=_stacks(s), **s.done)


def bust_on_a_sheet(s: Scene) -> object:
    who: dict[str, Any] = {"groups": [[s.live_entry.pk]], "takers": ()}
    return offline_entries.bust(
        table_id=s.live_table, entered=Entered(uuid4(), NOW), **who, **s.done
    )


def penalize_on_a_sheet(s: Scene) -> object:
    return offline_entries.penalize(
        table_id=s.live_table,
        entry_id=EntryId(s.live_entry.pk),
        given="rounds-1",
        entered=Entered(uuid4(), NOW),
        **s.did,
    )


def count_on_a_sheet(s: Scene) -> object:
    entered = Entered(uuid4(), NOW)
    return offline_entries.count(
        table_id=s.live_table, stacks=_stacks(s), entered=entered, **s.done
    )


def _stacks(s: Scene) -> dict[EntryId, Chips]:
    return {pk: seat.stack for pk, seat in busts.at_table(s.live, s.live_table).items()}


def rearrange(s: Scene) -> object:
    """One table holds all who are left."""
    for table in s.floor.tables():
        out = next(iter(s.floor.seated(table)))
        busts.bust(table_id=table.pk, groups=[[out]], by=s.colleague, now=NOW)
    # Who may buy chips has had the time to.
    s.floor.step(minutes=11)
    due = moves.due_now(s.live, now=NOW)
    key = "" if due is None else due.key
    return moves.rearrange(tournament_id=s.live_id, key=key, **s.done)


def paper_deal(s: Scene, *, by: int) -> DealProposal:
    """The three of the event with chips to race off meet at one table, and have a slip."""
    due = moves.due_now(s.raced.event, now=NOW)
    if due is not None:
        moves.rearrange(tournament_id=s.raced.pk, key=due.key, by=s.colleague, now=NOW)
    stacks = {pk: Chips(chips) for pk, chips in s.raced.stacks().items()}
    return final_deals.offer(
        tournament_id=s.raced.pk, method="chips", stacks=stacks, key="d", by=by, now=NOW
    )


def hand_over(s: Scene) -> None:
    Tournament.objects.filter(pk=s.live_id, status="running").update(in_round=True)
    moves.hand_over(table_id=s.live_table, **s.done)


def undo_bust(s: Scene) -> object:
    act = bust(s, by=s.colleague, now=NOW)
    return live_undoing.undo(act_id=act.pk, **s.did)


def sale(s: Scene, verb: Callable[..., object]) -> object:
    user_id = s.live_entry.user_id
    return verb(tournament_id=s.live_id, user_id=user_id, cash=False, key="k", **s.done)


def walk_in(s: Scene) -> object:
    return walk_ins.enter(tournament_id=s.doors_id, user_id=s.bruno, cash=False, key="w", **s.done)


def longer(s: Scene) -> tuple[BlindLevel, ...]:
    """The levels after the first, each twice as long."""
    return tuple(replaced(level, seconds=2 * level.seconds) for level in s.event.levels[1:])


def replace(s: Scene) -> None:
    desk.replace_levels(structure_id=s.plan().structure_id, levels=s.event.levels, **s.done)


def free_seat(s: Scene) -> object:
    return orders.move(entry_id=s.entry.pk, table_id=s.other_table, seat_no=None, **s.did)
