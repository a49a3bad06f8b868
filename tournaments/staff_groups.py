"""Permissions of the three staff groups, set anew after every migration."""

from typing import Any

from django.apps import apps
from django.utils.translation import gettext_lazy as _

# "<app>.<codename>"; each group has these permissions and no others.
FLOOR = [
    "tournaments.view_template",
    "tournaments.add_template",
    "tournaments.change_template",
    "tournaments.approve_template",
    "tournaments.view_blindstructure",
    "tournaments.add_blindstructure",
    "tournaments.change_blindstructure",
    "tournaments.view_level",
    "tournaments.add_level",
    "tournaments.change_level",
    "tournaments.delete_level",
    "tournaments.view_tournament",
    "tournaments.view_homegame",
    "tournaments.view_club",
    "tournaments.suspend_club",
    "tournaments.view_clubreport",
    "tournaments.add_tournament",
    "tournaments.run_tournament",
    "tournaments.cancel_tournament",
    "tournaments.view_cancellationplan",
    "tournaments.view_entry",
    "tournaments.view_act",
    "tournaments.view_jointorder",
    "payouts.view_prizescheme",
    "players.view_reminder",
    "players.view_formername",
    "players.view_guest",
    "players.view_player",
    "players.view_playernote",
    "players.add_playernote",
    "players.change_realname",
    "players.view_login",
    "players.view_notice",
    "players.tell_player",
    "players.view_identity",
    "players.view_selfexclusion",
    "players.view_registeranswer",
    "players.view_suspension",
    "players.suspend_player",
    "players.view_restriction",
    "players.view_user",
    "tables.view_table",
    "tables.view_seat",
    "tables.view_hand",
    "tables.view_handplayer",
    "tables.view_cashgame",
    "tables.view_raketariff",
    "tables.view_tariffversion",
    "tournaments.view_veloxtable",
    "tournaments.view_veloxtableversion",
    "tables.add_cashgame",
    "tables.change_cashgame",
    "tables.view_cashsession",
    "tables.view_waiting",
    "tables.view_fastpool",
    "tables.add_fastpool",
    "tables.change_fastpool",
    "tables.view_fastentry",
    "tables.view_dealingerror",
    "tables.add_dealingerror",
]
CASHIER = [
    "tournaments.view_template",
    "tournaments.approve_template",
    "tournaments.view_blindstructure",
    "tournaments.view_level",
    "tournaments.view_tournament",
    "tournaments.cancel_tournament",
    "tournaments.view_cancellationplan",
    "tournaments.view_entry",
    "tournaments.view_ticket",
    "tournaments.give_ticket",
    "tournaments.view_bounty",
    "tournaments.view_act",
    "tournaments.view_jointorder",
    "payouts.view_prizescheme",
    "payouts.add_prizescheme",
    "payouts.change_prizescheme",
    "payouts.view_account",
    "payouts.view_transfer",
    "payouts.view_prizedraw",
    "payouts.view_counterorder",
    "payouts.view_drawer",
    "payouts.view_drawermove",
    "payouts.work_counter",
    "payouts.view_correction",
    "payouts.correct_money",
    "players.view_merge",
    "players.merge_player",
    "payouts.view_bonus",
    "payouts.give_bonus",
    "payouts.view_payment",
    "payouts.view_paymentnotice",
    "payouts.view_walletcall",
    "payouts.work_payments",
    "payouts.view_auditrun",
    "payouts.view_dayclosing",
    "payouts.sign_day",
    "payouts.view_limitchange",
    "payouts.view_playedtime",
    "players.view_reminder",
    "players.view_formername",
    "players.view_guest",
    "players.view_player",
    "players.view_playernote",
    "players.add_playernote",
    "players.change_realname",
    "players.view_identity",
    "players.check_identity",
    "players.view_restriction",
    "players.view_selfexclusion",
    "players.view_registeranswer",
    "players.view_suspension",
    "tables.view_cashsession",
    "tables.view_raketariff",
    "tables.view_tariffversion",
    "tournaments.view_veloxtable",
    "tournaments.view_veloxtableversion",
    "tables.set_tariffs",
    "tournaments.set_velox_tables",
    "tables.view_fastpool",
    "tables.view_fastentry",
]
AUDITOR = [
    "tournaments.view_template",
    "tournaments.view_blindstructure",
    "tournaments.view_level",
    "tournaments.view_tournament",
    "tournaments.view_club",
    "tournaments.view_clubreport",
    "tournaments.view_cancellationplan",
    "tournaments.view_entry",
    "tournaments.view_ticket",
    "tournaments.view_bounty",
    "tournaments.view_act",
    "players.view_merge",
    "tournaments.view_jointorder",
    "payouts.view_prizescheme",
    "payouts.view_account",
    "payouts.view_transfer",
    "payouts.view_prizedraw",
    "payouts.view_counterorder",
    "payouts.view_drawer",
    "payouts.view_drawermove",
    "payouts.view_correction",
    "payouts.view_bonus",
    "payouts.view_payment",
    "payouts.view_paymentnotice",
    "payouts.view_walletcall",
    "payouts.view_auditrun",
    "payouts.view_dayclosing",
    "payouts.sign_day",
    "payouts.view_limitchange",
    "payouts.view_playedtime",
    "players.view_reminder",
    "payouts.view_playaccount",
    "payouts.view_playtransfer",
    "players.view_formername",
    "players.view_guest",
    "players.view_player",
    "players.view_playernote",
    "players.view_login",
    "players.view_notice",
    "players.view_identity",
    "players.view_selfexclusion",
    "players.view_registeranswer",
    "players.view_suspension",
    "players.view_restriction",
    "tables.view_table",
    "tables.view_seat",
    "tables.view_cashgame",
    "tables.view_raketariff",
    "tables.view_tariffversion",
    "tournaments.view_veloxtable",
    "tournaments.view_veloxtableversion",
    "tables.view_cashsession",
    "tables.view_fastpool",
    "tables.view_fastentry",
    "tables.view_hand",
    "tables.view_handplayer",
    "tables.view_dealingerror",
    "players.view_user",
    "poker_site.view_settingchange",
    "poker_site.view_settingorder",
]
GROUPS = {"floor": FLOOR, "cashier": CASHIER, "auditor": AUDITOR}
# The shown name of each group, and the tasks of its members.
NAMES = {"floor": _("Floor"), "cashier": _("Cashier"), "auditor": _("Auditor")}
TASKS = {
    "floor": _("Plans and runs events and cash games, and looks after players."),
    "cashier": _("Takes and pays cash, decides withdrawals and identities, signs the day."),
    "auditor": _("Sees everything and changes nothing; signs the day as second person."),
}
OWNER = _("Owner")
OWNER_TASKS = _("Every right, including settings and staff.")


def name_of(group: str) -> str:
    """Return the shown name of a group; a group that the room created keeps its own name."""
    return str(NAMES.get(group, group))


def with_task(group: str) -> str:
    """Return a group's name with the tasks of its members, in one line; else its bare name."""
    return f"{name_of(group)}: {TASKS[group]}" if group in TASKS else group


def ensure(**_sent: Any) -> None:
    """Create missing groups, and set the permissions of each to exactly those listed."""
    groups, permissions = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    known = {
        f"{app}.{codename}": pk
        for pk, app, codename in permissions.objects.values_list(
            "pk", "content_type__app_label", "codename"
        )
    }
    for name, allowed in GROUPS.items():
        group, _created = groups.objects.get_or_create(name=name)
        group.permissions.set([known[permission] for permission in allowed])
