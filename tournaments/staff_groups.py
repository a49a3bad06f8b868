"""Who may do what at the desk: three groups, the same after every migration."""

from typing import Any

from django.apps import apps

# "<app>.<codename>"; what is not named here, a group may not do.
FLOOR = [
    "tournaments.view_template",
    "tournaments.add_template",
    "tournaments.change_template",
    "tournaments.approve_template",
    "tournaments.view_level",
    "tournaments.add_level",
    "tournaments.change_level",
    "tournaments.delete_level",
    "tournaments.view_tournament",
    "tournaments.add_tournament",
    "tournaments.run_tournament",
    "tournaments.cancel_tournament",
    "tournaments.view_cancellationplan",
    "tournaments.view_entry",
    "tournaments.view_act",
    "payouts.view_prizescheme",
    "players.view_reminder",
    "players.view_formername",
    "players.view_guest",
    "players.view_identity",
    "players.view_selfexclusion",
    "players.view_suspension",
    "players.suspend_player",
    "auth.view_user",
    "tables.view_table",
    "tables.view_seat",
    "tables.view_hand",
    "tables.view_handplayer",
    "tables.view_cashgame",
    "tables.add_cashgame",
    "tables.change_cashgame",
    "tables.view_cashsession",
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
    "tournaments.view_level",
    "tournaments.view_tournament",
    "tournaments.cancel_tournament",
    "tournaments.view_cancellationplan",
    "tournaments.view_entry",
    "tournaments.view_ticket",
    "tournaments.view_bounty",
    "tournaments.view_act",
    "payouts.view_prizescheme",
    "payouts.add_prizescheme",
    "payouts.change_prizescheme",
    "payouts.view_account",
    "payouts.view_transfer",
    "payouts.view_prizedraw",
    "payouts.view_counterorder",
    "payouts.work_counter",
    "payouts.view_payment",
    "payouts.view_paymentnotice",
    "payouts.view_walletcall",
    "payouts.work_payments",
    "payouts.view_dayclosing",
    "payouts.sign_day",
    "payouts.view_limitchange",
    "payouts.view_playedtime",
    "players.view_reminder",
    "players.view_formername",
    "players.view_guest",
    "players.view_identity",
    "players.check_identity",
    "players.view_selfexclusion",
    "players.view_suspension",
    "tables.view_cashsession",
    "tables.view_fastpool",
    "tables.view_fastentry",
]
AUDITOR = [
    "tournaments.view_template",
    "tournaments.view_level",
    "tournaments.view_tournament",
    "tournaments.view_cancellationplan",
    "tournaments.view_entry",
    "tournaments.view_ticket",
    "tournaments.view_bounty",
    "tournaments.view_act",
    "payouts.view_prizescheme",
    "payouts.view_account",
    "payouts.view_transfer",
    "payouts.view_prizedraw",
    "payouts.view_counterorder",
    "payouts.view_payment",
    "payouts.view_paymentnotice",
    "payouts.view_walletcall",
    "payouts.view_dayclosing",
    "payouts.sign_day",
    "payouts.view_limitchange",
    "payouts.view_playedtime",
    "players.view_reminder",
    "payouts.view_playaccount",
    "payouts.view_playtransfer",
    "players.view_formername",
    "players.view_guest",
    "players.view_identity",
    "players.view_selfexclusion",
    "players.view_suspension",
    "tables.view_table",
    "tables.view_seat",
    "tables.view_cashgame",
    "tables.view_cashsession",
    "tables.view_fastpool",
    "tables.view_fastentry",
    "tables.view_hand",
    "tables.view_handplayer",
    "tables.view_dealingerror",
    "auth.view_user",
    "poker_site.view_settingchange",
    "poker_site.view_settingorder",
]
GROUPS = {"floor": FLOOR, "cashier": CASHIER, "auditor": AUDITOR}


def ensure(**_: Any) -> None:
    """Give the groups exactly their permissions, and create those that are missing."""
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
