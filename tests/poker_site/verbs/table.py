"""Every verb of staff: how it is done, and what it leaves on record.

A new verb gets a line here; ``test_verbs`` fails without. ``leaves`` is the kind of its act, or
the row that is its record where that is none. What becomes of it where is in ``outcomes``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from payouts.payments import review
from payouts.wallets import counter, drawers
from poker_site.room_settings import changes as house_changes
from tables.cash import tariffs
from tables.pools import cashier as pool_cashier
from tests.poker_site.verbs import deeds
from tests.poker_site.verbs.scene import CHIPS, NOW, Scene
from tournaments.entry import admission, velox_tables
from tournaments.live_room.verbs import (
    calls,
    chips,
    dealers,
    features,
    final_deals,
    races,
    walk_ins,
)
from tournaments.rules import changes
from tournaments.staff import desk, entrance, gifts, merges, orders, people, two_person_orders

MORE_CHIPS: Final = {kind: 2 * count for kind, count in CHIPS.items()}


@dataclass(frozen=True)
class Case:
    """One verb: the function that does it in a scene, and its record."""

    do: Callable[[Scene], object]
    leaves: str


OF_EVENTS: Final[dict[str, Case]] = {
    "tournaments.entry.admission.set_password": Case(deeds.set_password, "admit"),
    "tournaments.entry.admission.invite": Case(
        lambda s: admission.invite(tournament_id=s.listed_id, users=[s.bruno], **s.done), "admit"
    ),
    "tournaments.entry.approvals.approve": Case(deeds.approve, "approve"),
    "tournaments.staff.amending.amend start": Case(
        deeds.amend(lambda s: changes.PutOff(NOW + timedelta(days=2)), "coming_id"), "put_off"
    ),
    "tournaments.staff.amending.amend time": Case(
        deeds.amend(lambda s: changes.LevelTime(0, 60)), "level_time"
    ),
    "tournaments.staff.amending.amend again": Case(deeds.amend(deeds.again), "level_again"),
    "tournaments.staff.amending.amend levels": Case(
        deeds.amend(lambda s: changes.NewLevels(1, deeds.longer(s))), "new_levels"
    ),
    "tournaments.staff.amending.amend late": Case(
        deeds.amend(lambda s: changes.LateLevels(3)), "extend_late"
    ),
    "tournaments.staff.amending.amend guarantee": Case(
        deeds.amend(lambda s: changes.Guarantee(200_00)), "raise"
    ),
    "tournaments.staff.amending.amend seats": Case(
        deeds.amend(lambda s: changes.MoreSeats(30)), "open_seats"
    ),
    "tournaments.staff.amending.amend together": Case(deeds.amend(deeds.together), "together"),
    "tournaments.staff.desk.publish": Case(deeds.publish, "publish"),
    "tournaments.staff.desk.publish_span": Case(deeds.publish_span, "publish"),
    "tournaments.staff.desk.clone": Case(
        lambda s: desk.clone(template_id=s.plan().pk, **s.done), "clone"
    ),
    "tournaments.staff.desk.set_dates": Case(
        lambda s: desk.set_dates(
            template_id=s.plan().pk,
            rule=deeds.DAILY,
            exceptions=[],
            **s.done,
        ),
        "change_plan",
    ),
    "tournaments.staff.desk.replace_levels": Case(deeds.replace, "change_plan"),
    "tournaments.staff.desk.plan_cancellation": Case(
        lambda s: desk.plan_cancellation(tournament_id=s.event_id, stop=True, **s.done),
        "plan_cancellation",
    ),
    "tournaments.staff.desk.cancel": Case(deeds.cancel, "cancel"),
    "tournaments.home.hosting.end_by_staff": Case(deeds.end_home_game, "cancel"),
    "tournaments.clubs.moderation.suspend": Case(deeds.suspend_club, "suspend_club"),
    "tournaments.clubs.moderation.reopen": Case(deeds.reopen_club, "reopen_club"),
    "tournaments.clubs.moderation.dismiss": Case(deeds.dismiss_reports, "dismiss_reports"),
    "tournaments.staff.desk.pause": Case(
        lambda s: desk.pause(tournament_id=s.event_id, **s.did), "pause"
    ),
    "tournaments.staff.desk.resume": Case(
        lambda s: desk.resume(tournament_id=s.event_id, **s.did), "resume"
    ),
    "tournaments.staff.desk.end_level": Case(
        lambda s: desk.end_level(tournament_id=s.event_id, **s.did), "end_level"
    ),
    "tournaments.staff.desk.sit_out": Case(
        lambda s: desk.sit_out(entry_id=s.entry.pk, **s.did), "sit_out"
    ),
    "tournaments.staff.desk.warn": Case(lambda s: desk.warn(entry_id=s.entry.pk, **s.did), "warn"),
    "tournaments.staff.desk.message": Case(
        lambda s: desk.message(tournament_id=s.event_id, **s.did), "message"
    ),
    "tournaments.staff.entrance.enter": Case(
        lambda s: entrance.enter(tournament_id=s.event_id, user_id=s.bruno, **s.did), "enter"
    ),
    "tournaments.staff.entrance.take_out": Case(
        lambda s: entrance.take_out(tournament_id=s.coming_id, user_id=s.anna, **s.did),
        "take_out",
    ),
    "tournaments.staff.orders.move": Case(deeds.free_seat, "move"),
    "tournaments.staff.orders.disqualify": Case(
        lambda s: orders.disqualify(entry_id=s.entry.pk, **s.did), "disqualify"
    ),
    "tournaments.staff.orders.break_table": Case(deeds.break_up, "break_table"),
    "tournaments.staff.orders.withdraw": Case(deeds.ordered, "withdraw"),
    "tournaments.staff.orders.hold_table": Case(
        lambda s: orders.hold_table(table_id=s.table_id, **s.did), "hold_table"
    ),
    "tournaments.staff.orders.deal": Case(deeds.deal_on, "deal"),
    "tournaments.staff.two_person_orders.ask_stack": Case(
        lambda s: deeds.ask_stack(s, **s.did), "ask_second"
    ),
    "tournaments.staff.two_person_orders.ask_guarantee": Case(
        lambda s: two_person_orders.ask_guarantee(
            tournament_id=s.event_id, cents=200_00, key="g", **s.did
        ),
        "ask_second",
    ),
    "tournaments.staff.two_person_orders.confirm": Case(
        lambda s: two_person_orders.confirm(order_id=deeds.ask_stack(s, **s.theirs).pk, **s.done),
        "agree",
    ),
    "tournaments.staff.two_person_orders.turn_down": Case(
        lambda s: two_person_orders.turn_down(order_id=deeds.ask_stack(s, **s.theirs).pk, **s.did),
        "disagree",
    ),
    "tournaments.staff.undoing.reinstate": Case(deeds.reinstate, "reinstate"),
    "tournaments.staff.undoing.void_hand": Case(deeds.void, "void_hand"),
    "tournaments.live_room.verbs.busts.bust": Case(lambda s: deeds.bust(s, **s.done), "bust"),
    "tournaments.live_room.verbs.busts.waive": Case(deeds.waive, "waive"),
    "tournaments.live_room.verbs.counts.count": Case(deeds.count, "count"),
    "tournaments.live_room.verbs.offline_entries.bust": Case(deeds.bust_on_a_sheet, "bust"),
    "tournaments.live_room.verbs.offline_entries.count": Case(deeds.count_on_a_sheet, "count"),
    "tournaments.live_room.verbs.offline_entries.penalize": Case(
        deeds.penalize_on_a_sheet, "penalize"
    ),
    "tournaments.live_room.verbs.moves.rearrange": Case(deeds.rearrange, "rearrange"),
    "tournaments.live_room.verbs.final_deals.offer": Case(
        lambda s: deeds.paper_deal(s, by=s.boss), "offer_deal"
    ),
    "tournaments.live_room.verbs.final_deals.sign": Case(
        lambda s: final_deals.sign(deal_id=deeds.paper_deal(s, by=s.colleague).pk, **s.done),
        "sign_deal",
    ),
    "tournaments.live_room.verbs.final_deals.drop": Case(
        lambda s: final_deals.drop(deal_id=deeds.paper_deal(s, by=s.colleague).pk, **s.done),
        "drop_deal",
    ),
    "tournaments.live_room.verbs.moves.hand_over": Case(deeds.hand_over, "hand_over"),
    "tournaments.live_room.verbs.undoing.undo": Case(deeds.undo_bust, "undo"),
    "tournaments.live_room.verbs.walk_ins.enter": Case(deeds.walk_in, "enter"),
    "tournaments.live_room.verbs.walk_ins.rebuy": Case(
        lambda s: deeds.sale(s, walk_ins.rebuy), "sell"
    ),
    "tournaments.live_room.verbs.walk_ins.add_on": Case(deeds.add_on, "sell"),
    "tournaments.live_room.verbs.walk_ins.pay_out": Case(deeds.pay_out, "payouts.CounterOrder"),
    "tournaments.live_room.verbs.walk_ins.countersign": Case(deeds.countersign, "countersign"),
    "tournaments.live_room.verbs.chips.take_stock": Case(
        lambda s: chips.take_stock(tournament_id=s.raced.pk, stock=MORE_CHIPS, **s.done),
        "stock_chips",
    ),
    "tournaments.live_room.verbs.races.announce": Case(
        lambda s: races.announce(tournament_id=s.raced.pk, **s.done), "announce_race"
    ),
    "tournaments.live_room.verbs.races.draw": Case(deeds.race, "race"),
    "tournaments.live_room.verbs.calls.call_from_table": Case(
        lambda s: calls.call_from_table(table_id=s.live_table, **s.done), "call_floor"
    ),
    "tournaments.live_room.verbs.calls.answer": Case(deeds.answer, "answer_call"),
    "tournaments.live_room.verbs.penalties.penalize": Case(
        lambda s: deeds.penalize(s, **s.did), "penalize"
    ),
    "tournaments.live_room.verbs.penalties.back_in": Case(deeds.back_in, "back_in"),
    "tournaments.live_room.verbs.dealers.set_rota": Case(
        lambda s: dealers.set_rota(
            tournament_id=s.live_id, dealers=["Rosa", "Ugo", "Pia"], minutes=30, **s.done
        ),
        "set_rota",
    ),
    "tournaments.live_room.verbs.features.feature": Case(
        lambda s: features.feature(table_id=s.live_table, minutes=45, **s.done), "feature"
    ),
    "tournaments.live_room.verbs.features.keep_hand": Case(deeds.keep_hand, "keep_hand"),
}
OF_PLAYERS: Final[dict[str, Case]] = {
    "tournaments.staff.desk.change_rights": Case(
        lambda s: desk.change_rights(
            user=s.event.entries.all()[0].user,
            before={},
            after={"staff": True},
            grants=True,
            **s.done,
        ),
        "rights",
    ),
    "tournaments.staff.desk.give_password": Case(
        lambda s: desk.give_password(user=s.event.entries.all()[0].user, **s.done), "password"
    ),
    "tournaments.staff.desk.open_way": Case(
        lambda s: desk.open_way(
            user=s.event.entries.all()[0].user, what="address", became="changed", **s.done
        ),
        "rights",
    ),
    "tournaments.staff.desk.rename": Case(
        lambda s: desk.rename(user=s.event.entries.all()[0].user, before="other", **s.done),
        "rename",
    ),
    "tournaments.staff.desk.suspend": Case(
        lambda s: desk.suspend(user_id=s.anna, **s.did), "suspend"
    ),
    "tournaments.staff.desk.lift": Case(deeds.lift, "lift"),
    "tournaments.staff.desk.take_down": Case(
        lambda s: desk.take_down(user_id=s.with_picture(), **s.did), "take_down"
    ),
    "tournaments.staff.people.ask_identity": Case(
        lambda s: people.ask_identity(user_id=s.anna, **s.did), "ask_identity"
    ),
    "tournaments.staff.people.verify_identity": Case(
        lambda s: people.verify_identity(user_id=s.anna, **s.did), "verify_identity"
    ),
    "tournaments.staff.people.refuse_identity": Case(
        deeds.refuse,
        "refuse_identity",
    ),
    "tournaments.staff.people.expire_identity": Case(deeds.expire, "expire_identity"),
    "tournaments.staff.people.look_at_document": Case(
        lambda s: people.look_at_document(document_id=s.document(), **s.done), "see_document"
    ),
    "tournaments.staff.people.write_note": Case(
        lambda s: people.write_note(user_id=s.anna, text="Kind.", pinned=False, **s.done), "note"
    ),
    "tournaments.staff.people.keep_name": Case(deeds.keep_name, "real_name"),
    "tournaments.staff.people.pin_note": Case(deeds.pin, "pin_note"),
    "tournaments.staff.people.tell": Case(
        lambda s: people.tell(user_id=s.anna, text="Hello.", **s.done), "tell"
    ),
    "tournaments.staff.people.end_sessions": Case(
        lambda s: people.end_sessions(user_id=s.anna, **s.did), "end_sessions"
    ),
    "tournaments.staff.people.restrict": Case(
        lambda s: people.restrict(user_id=s.anna, game="cash", lifted=False, **s.did), "restrict"
    ),
    "tournaments.staff.people.restrict lifted": Case(deeds.unrestrict, "unrestrict"),
    "tournaments.staff.people.export": Case(
        lambda s: people.export(user_id=s.anna, **s.done), "export"
    ),
    "tournaments.staff.people.forget": Case(
        lambda s: people.forget(user_id=s.poor, **s.did), "forget"
    ),
    "tournaments.staff.people.demand": Case(
        lambda s: people.demand(user_id=s.anna, kind="password", **s.did), "demand"
    ),
    "tournaments.staff.merges.order": Case(lambda s: deeds.merge(s, **s.did), "order_merge"),
    "tournaments.staff.merges.confirm": Case(
        lambda s: merges.confirm(merge_id=deeds.merge(s, **s.theirs).pk, **s.done), "merge"
    ),
    "tournaments.staff.merges.turn_down": Case(
        lambda s: merges.turn_down(merge_id=deeds.merge(s, **s.theirs).pk, **s.did), "drop_merge"
    ),
}
OF_MONEY: Final[dict[str, Case]] = {
    "tournaments.staff.gifts.give_ticket": Case(lambda s: deeds.ticket(s, **s.did), "give_ticket"),
    "tournaments.seasons.prizes.give": Case(deeds.give_season_prizes, "give_ticket"),
    "tournaments.staff.gifts.take_ticket": Case(
        lambda s: gifts.take_ticket(ticket_id=s.ticket_id, **s.did), "take_ticket"
    ),
    "tournaments.staff.gifts.give_bonus": Case(lambda s: deeds.bonus(s, **s.did), "give_bonus"),
    "tournaments.staff.gifts.take_bonus": Case(
        lambda s: gifts.take_bonus(bonus_id=s.bonus_id, **s.did), "take_bonus"
    ),
    "tournaments.staff.gifts.order_correction": Case(
        lambda s: deeds.correction(s, **s.did), "order_correction"
    ),
    "tournaments.staff.gifts.confirm_correction": Case(
        lambda s: gifts.confirm_correction(
            correction_id=deeds.correction(s, **s.theirs).pk, **s.done
        ),
        "correct",
    ),
    "tournaments.staff.gifts.drop_correction": Case(
        lambda s: gifts.drop_correction(correction_id=deeds.correction(s, **s.theirs).pk, **s.did),
        "drop_correction",
    ),
    "payouts.reports.closing.sign": Case(deeds.sign, "payouts.DayClosing"),
    "payouts.reports.closing.close": Case(deeds.close, "payouts.DayClosing"),
    "payouts.wallets.counter.give": Case(
        lambda s: deeds.cash(s, "in", 5_00, **s.did), "payouts.CounterOrder"
    ),
    "payouts.wallets.counter.give out": Case(
        lambda s: deeds.cash(s, "out", 5_00, **s.did), "payouts.CounterOrder"
    ),
    "payouts.wallets.counter.confirm": Case(
        lambda s: counter.confirm(order_id=deeds.cash(s, "out", 1_500_00, **s.theirs).pk, **s.done),
        "payouts.CounterOrder",
    ),
    "payouts.wallets.counter.turn_down": Case(
        lambda s: counter.turn_down(
            order_id=deeds.cash(s, "out", 1_500_00, **s.theirs).pk, **s.did
        ),
        "payouts.CounterOrder",
    ),
    "players.chat.moderation.decide": Case(deeds.decide_report, "players.ChatReport"),
    "players.chat.moderation.measure": Case(deeds.warn_about_chat, "players.ChatSanction"),
    "players.chat.moderation.lift": Case(deeds.lift_chat_ban, "players.ChatSanction"),
    "payouts.wallets.drawers.open_drawer": Case(
        lambda s: deeds.drawer(s, s.boss), "payouts.DrawerMove"
    ),
    "payouts.wallets.drawers.move": Case(
        lambda s: deeds.from_safe(s, deeds.drawer(s, s.boss)), "payouts.DrawerMove"
    ),
    "payouts.wallets.drawers.confirm_move": Case(
        lambda s: drawers.confirm_move(move_id=deeds.much(s).pk, **s.done), "payouts.DrawerMove"
    ),
    "payouts.wallets.drawers.turn_down_move": Case(
        lambda s: drawers.turn_down_move(move_id=deeds.much(s).pk, **s.did), "payouts.DrawerMove"
    ),
    "payouts.wallets.drawers.take_over": Case(deeds.take_over, "payouts.Drawer"),
    "payouts.wallets.drawers.close": Case(
        lambda s: drawers.close(drawer_id=deeds.drawer(s, s.boss).pk, pieces={10_00: 5}, **s.did),
        "payouts.Drawer",
    ),
    "payouts.payments.review.approve": Case(
        lambda s: review.approve(payment_id=s.payment(), **s.did), "payouts.PaymentStep"
    ),
    "payouts.payments.review.refuse": Case(
        lambda s: review.refuse(payment_id=s.payment(), **s.did), "payouts.PaymentStep"
    ),
    "payouts.payments.review.mark_sent": Case(
        lambda s: review.mark_sent(payment_id=deeds.approved(s), reference="B", **s.did),
        "payouts.PaymentStep",
    ),
    "payouts.payments.review.came_back": Case(deeds.came_back, "payouts.PaymentStep"),
    "payouts.payments.gateway_events.decide": Case(deeds.decide, "payouts.PaymentNotice"),
}
OF_THE_ROOM: Final[dict[str, Case]] = {
    "tables.cash.cashier.break_off": Case(deeds.break_cash, "admin.LogEntry"),
    "tables.pools.cashier.break_off": Case(
        lambda s: pool_cashier.break_off(pool_id=s.pool(), **s.did), "admin.LogEntry"
    ),
    "tournaments.entry.velox_tables.order": Case(
        lambda s: deeds.velox_table(s, **s.did), "tournaments.VeloxTableVersion"
    ),
    "tournaments.entry.velox_tables.confirm": Case(
        lambda s: velox_tables.confirm(version_id=deeds.velox_table(s, **s.theirs).pk, **s.done),
        "tournaments.VeloxTableVersion",
    ),
    "tournaments.entry.velox_tables.turn_down": Case(
        lambda s: velox_tables.turn_down(version_id=deeds.velox_table(s, **s.theirs).pk, **s.did),
        "tournaments.VeloxTableVersion",
    ),
    "tournaments.entry.velox_tables.retire": Case(
        deeds.retire_velox_table, "tournaments.VeloxTable"
    ),
    "tables.cash.tariffs.order": Case(lambda s: deeds.tariff(s, **s.did), "tables.TariffVersion"),
    "tables.cash.tariffs.confirm": Case(
        lambda s: tariffs.confirm(version_id=deeds.tariff(s, **s.theirs).pk, **s.done),
        "tables.TariffVersion",
    ),
    "tables.cash.tariffs.turn_down": Case(
        lambda s: tariffs.turn_down(version_id=deeds.tariff(s, **s.theirs).pk, **s.did),
        "tables.TariffVersion",
    ),
    "tables.cash.tariffs.retire": Case(deeds.retire, "tables.RakeTariff"),
    "tables.own_hands.sharing.end": Case(deeds.end_shared_hand, "tables.SharedHand"),
    "tables.dealers.recording.record": Case(deeds.error, "tables.DealingError"),
    "poker_site.room_settings.changes.change": Case(
        lambda s: deeds.set_phone(s, **s.did), "poker_site.SettingChange"
    ),
    "poker_site.room_settings.changes.change money": Case(
        lambda s: deeds.limit(s, **s.did), "poker_site.SettingOrder"
    ),
    "poker_site.room_settings.changes.undo": Case(deeds.undo_setting, "poker_site.SettingChange"),
    "poker_site.room_settings.changes.confirm": Case(
        lambda s: house_changes.confirm(order_id=deeds.limit(s, **s.theirs).pk, **s.done),
        "poker_site.SettingOrder",
    ),
    "poker_site.room_settings.changes.turn_down": Case(
        lambda s: house_changes.turn_down(order_id=deeds.limit(s, **s.theirs).pk, **s.did),
        "poker_site.SettingOrder",
    ),
}
CASES: Final = {**OF_EVENTS, **OF_PLAYERS, **OF_MONEY, **OF_THE_ROOM}
