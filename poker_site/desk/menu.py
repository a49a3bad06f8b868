"""The look of the staff desk, and the links of its menu."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy


def _room_name() -> str:
    # Django's settings name this module: modules with models are imported at the first request.
    from players.room_settings import NAME

    return NAME.value()


def _logo() -> str:
    # As above.
    from poker_site.room_settings.colours_and_logo import logo_address

    return logo_address()


@cache
def _reversed(page: str) -> str:
    return reverse(page)


# A count of a page by its name: read lazily, several times a page, and computed once.
_address = lazy(_reversed, str)


def _page(title: Any, icon: str, model: str) -> dict[str, Any]:
    """Return a line of the menu, for readers with the right to see its page."""
    app, _dash, name = model.rpartition("_")

    def may_see(request: HttpRequest) -> bool:
        return request.user.has_perm(f"{app}.view_{name}")

    return {
        "title": title,
        "icon": icon,
        "link": _address(f"admin:{model}_changelist"),
        "permission": may_see,
    }


# The room's green and its ivory, from light to dark, as the desk's components expect them.
COLORS = {
    "primary": {
        "50": "oklch(97% .02 160)",
        "100": "oklch(94% .04 160)",
        "200": "oklch(88% .07 160)",
        "300": "oklch(79% .10 160)",
        "400": "oklch(68% .12 160)",
        "500": "oklch(57% .12 160)",
        "600": "oklch(47% .10 160)",
        "700": "oklch(40% .08 160)",
        "800": "oklch(33% .06 160)",
        "900": "oklch(28% .05 160)",
        "950": "oklch(20% .04 160)",
    }
}

# Words that unfold has in English only: collected here, they are translated with the room's own.
UNFOLD_WORDS = (
    gettext_noop("Add row"),
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("All applications"),
    gettext_noop("Apply Filters"),
    gettext_noop("Clear all filters"),
    gettext_noop("Click to cancel"),
    gettext_noop("Dark"),
    gettext_noop("Expand row"),
    gettext_noop("General"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("Loading more results..."),
    gettext_noop("More actions"),
    gettext_noop("No recent searches"),
    gettext_noop("No results matching your query"),
    gettext_noop("Recent searches"),
    gettext_noop("Reset filters"),
    gettext_noop("Run the selected action"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select all rows"),
    gettext_noop("Select record"),
    gettext_noop("Select value"),
    gettext_noop("System"),
    gettext_noop("This item will be deleted."),
    gettext_noop("Type to search"),
)

# Words of Django and allauth in English, or in an Italian that fits some words only. The room's
# English for them is in its English catalogue.
DJANGO_WORDS = (
    gettext_noop("View %s"),
    gettext_noop("Save and continue editing"),
    gettext_noop("Delete selected %(verbose_name_plural)s"),
    gettext_noop("Yes, I’m sure"),
    gettext_noop("No, take me back"),
    gettext_noop("Confirm Access"),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only."),
)

# The same of its scripts, which have words of their own.
SCRIPT_WORDS = (
    gettext_noop('Choose %s by selecting them and then select the "Choose" arrow button.'),
    gettext_noop('Remove %s by selecting them and then select the "Remove" arrow button.'),
    gettext_noop("Choose all %s"),
    gettext_noop("Choose selected %s"),
    gettext_noop("Remove all %s"),
    gettext_noop("Remove selected %s"),
    gettext_noop("(click to clear)"),
)

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": lazy(_room_name, str)(),
    "SITE_HEADER": lazy(_room_name, str)(),
    "SITE_ICON": lazy(_logo, str)(),
    "COLORS": COLORS,
    "STYLES": [
        lazy(lambda: static("css/desk_dialogs.css"), str)(),
        lazy(lambda: static("css/desk_forms.css"), str)(),
        lazy(lambda: static("css/desk_file.css"), str)(),
    ],
    "SCRIPTS": [
        lazy(lambda: static("js/desk_dialog.js"), str)(),
        lazy(lambda: static("js/desk_names.js"), str)(),
        lazy(lambda: static("js/desk_lock.js"), str)(),
    ],
    "DASHBOARD_CALLBACK": "poker_site.desk.first_page.dashboard",
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {
        "show_search": True,
        "navigation": [
            {
                "title": _("Events"),
                "items": [
                    _page(_("Tournaments"), "trophy", "tournaments_tournament"),
                    _page(_("Plans"), "event_note", "tournaments_template"),
                    _page(_("Blind structures"), "stairs", "tournaments_blindstructure"),
                    _page(_("Prize schemes"), "leaderboard", "payouts_prizescheme"),
                    _page(_("VeloX tables"), "bolt", "tournaments_veloxtable"),
                    _page(_("Home games"), "home", "tournaments_homegame"),
                    _page(_("Clubs"), "groups", "tournaments_club"),
                    _page(_("Reports of clubs"), "flag", "tournaments_clubreport"),
                    _page(_("Seasons"), "emoji_events", "tournaments_season"),
                    _page(_("Challenges"), "flag_circle", "tournaments_challenge"),
                    _page(_("Tickets"), "confirmation_number", "tournaments_ticket"),
                    _page(_("Bounties"), "paid", "tournaments_bounty"),
                    _page(_("Cancellations"), "event_busy", "tournaments_cancellationplan"),
                    _page(_("Two-person orders"), "group", "tournaments_jointorder"),
                    _page(_("Acts of staff"), "history_edu", "tournaments_act"),
                ],
            },
            {
                "title": pgettext_lazy("what is played", "Play"),
                "items": [
                    _page(_("Tables"), "table_restaurant", "tables_table"),
                    _page(_("Cash games"), "payments", "tables_cashgame"),
                    _page(_("Rake tariffs"), "percent", "tables_raketariff"),
                    _page(_("Cash sessions"), "receipt_long", "tables_cashstay"),
                    _page(_("Waiting lists"), "hourglass_top", "tables_waiting"),
                    _page(_("Fast-fold pools"), "bolt", "tables_fastpool"),
                    _page(_("Entries in pools"), "receipt_long", "tables_poolentry"),
                    _page(_("Hands"), "playing_cards", "tables_hand"),
                    _page(_("Shared hands"), "share", "tables_sharedhand"),
                    _page(_("Dealers' mistakes"), "front_hand", "tables_dealingerror"),
                ],
            },
            {
                "title": _("Money"),
                "items": [
                    _page(_("Counter"), "point_of_sale", "payouts_counterorder"),
                    _page(_("Drawers"), "inventory_2", "payouts_drawer"),
                    _page(_("Corrections"), "published_with_changes", "payouts_correction"),
                    _page(_("Bonuses"), "redeem", "payouts_bonus"),
                    _page(_("Deposits and withdrawals"), "swap_horiz", "payouts_payment"),
                    _page(_("Payment service notices"), "webhook", "payouts_paymentnotice"),
                    _page(_("Calls to the operator's wallet"), "sync_alt", "payouts_walletcall"),
                    _page(_("Revenue and closings"), "monitoring", "payouts_dayclosing"),
                    _page(_("Audits"), "fact_check", "payouts_auditrun"),
                    _page(_("Accounts"), "account_balance_wallet", "payouts_account"),
                    _page(_("Transfers"), "receipt_long", "payouts_transfer"),
                    _page(_("Draws"), "casino", "payouts_prizedraw"),
                    _page(_("Play-money accounts"), "toys", "payouts_playaccount"),
                    _page(_("Play-money transfers"), "toys", "payouts_playtransfer"),
                ],
            },
            {
                "title": _("Room"),
                "items": [
                    {
                        "title": _("Settings"),
                        "icon": "tune",
                        "link": _address("admin:house"),
                        "permission": lambda request: request.user.has_perm(
                            "poker_site.view_settingchange"
                        ),
                    },
                    _page(_("Waiting changes"), "hourglass_top", "poker_site_settingorder"),
                ],
            },
            {
                "title": _("People"),
                "items": [
                    _page(_("Players"), "person_search", "players_player"),
                    _page(_("Users"), "person", "players_user"),
                    _page(_("Groups"), "group", "auth_group"),
                    _page(_("Invitations of staff"), "person_add", "players_staffinvitation"),
                    _page(_("Second factors"), "key", "mfa_authenticator"),
                    _page(_("Guests"), "person_raised_hand", "players_guest"),
                    _page(_("Former names"), "badge", "players_formername"),
                    _page(_("Sign-ins"), "login", "players_login"),
                    _page(_("Identities"), "badge", "players_identity"),
                    _page(_("Suspensions"), "block", "players_suspension"),
                    _page(_("Closings of accounts"), "person_off", "players_accountclosing"),
                    _page(_("Reports of chat"), "flag", "players_chatreport"),
                    _page(_("Measures of chat"), "gavel", "players_chatsanction"),
                    _page(_("Lines of chat"), "forum", "players_chatline"),
                    _page(_("Players' own limits"), "savings", "payouts_limitchange"),
                    _page(_("Playing time"), "timer", "payouts_playedtime"),
                    _page(_("Reminders"), "alarm", "players_reminder"),
                    _page(_("Emails"), "mail", "players_mail"),
                    _page(_("Notices"), "notifications", "players_notice"),
                    _page(_("Devices with notices"), "phone_iphone", "players_pushdevice"),
                    _page(_("Merges of accounts"), "merge", "players_merge"),
                    _page(_("Self-exclusions"), "self_improvement", "players_selfexclusion"),
                    _page(_("Exclusion register"), "policy", "players_registeranswer"),
                ],
            },
        ],
    },
}
