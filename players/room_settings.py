"""Settings of the room itself, its mails, and the protection of players."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.kinds import Texts
from core.settings.registry import Setting, SettingGroup

HELP_LINE = Setting(
    "players.help_line",
    # In Italy the health institute's, free and anonymous.
    default="800 558822",
    kind=kinds.TEXT,
    bounds=(3, 40),
    group=SettingGroup.PLAYERS,
    title=_("Help line"),
    help=_(
        "The number that players can call about gambling problems; shown at the foot of every page."
    ),
)
IDENTITY_FOR_WITHDRAWAL = Setting(
    "players.identity_for_withdrawal",
    default=False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Identity before a withdrawal"),
    help=_("Only verified players can withdraw."),
)
IDENTITY_FOR_PLAY = Setting(
    "players.identity_for_play",
    default=False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Identity before play"),
    help=_("Only verified players can play for money."),
)
IDENTITY_FOR_BUY_IN_ABOVE = Setting(
    "players.identity_for_buy_in_above",
    default=0,
    kind=kinds.CENTS,
    bounds=(0, 1_000_000_00),
    group=SettingGroup.PLAYERS,
    title=_("Identity before a buy-in above"),
    help=_("The most that an unverified player can put into play at once; 0 means any amount."),
)
IDENTITY_VALID_DAYS = Setting(
    "players.identity_valid_days",
    default=5 * 365,
    kind=kinds.INTEGER,
    bounds=(0, 36_500),
    group=SettingGroup.PLAYERS,
    title=_("Days a verification is valid"),
    help=_("After so many days a player must show a document again; 0 means never."),
)
IDENTITY_KEEP_DAYS = Setting(
    "players.identity_keep_days",
    default=10 * 365,
    kind=kinds.INTEGER,
    bounds=(1, 36_500),
    group=SettingGroup.PLAYERS,
    title=_("Days documents are kept"),
    help=_("Applies to documents sent from now on; after so many days they are deleted."),
)
REGISTER_HOURS = Setting(
    "players.exclusion_register_hours",
    default=24,
    kind=kinds.INTEGER,
    bounds=(1, 720),
    group=SettingGroup.PLAYERS,
    title=_("Hours an answer of the exclusion register is valid"),
    help=_(
        "Signed-in players are checked again after a quarter of this time. While the "
        "register is silent, its last answer is valid this long; then players cannot "
        "deposit or enter anything new."
    ),
)
DESK_SHIFT_MINUTES = Setting(
    "staff.shift_minutes",
    default=30,
    kind=kinds.INTEGER,
    bounds=(5, 60),
    group=SettingGroup.MONEY,
    title=_("Minutes of a shift at the desk"),
    help=_(
        "For this long, the counter and the desk of a running event do not ask for "
        "your password or passkey again. A shift ends early when the screen is "
        "locked (F2), or after ten minutes without activity."
    ),
)
GUESTS = Setting(
    "players.guests",
    default=True,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Guests"),
    help=_("Visitors can play for play money without an account."),
)
MOST_GUESTS = Setting(
    "players.most_guests",
    default=2_000,
    kind=kinds.INTEGER,
    bounds=(10, 100_000),
    group=SettingGroup.PLAYERS,
    title=_("Guests at once"),
    help=_("The most guests; those whom hosts of nights with real cards have typed in count too."),
)
REAL_NAMES = Setting(
    "players.real_names",
    default=False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Real names and membership numbers"),
    help=_(
        "Staff enter them in the player's file, see them at the tables of a live "
        "event, on seat cards and on slips, and can search by them. Players and "
        "public pages never show them."
    ),
)
NAME = Setting(
    "room.name",
    default="Montepremi",
    kind=kinds.TEXT,
    bounds=(2, 30),
    group=SettingGroup.ROOM,
    title=_("Name of the room"),
    help=_("Shown at the top of every page, in its title, in emails and in the installed app."),
)
MAIL = Setting(
    "room.mail",
    default="",
    kind=kinds.MAIL_ADDRESS,
    bounds=(0, 100),
    group=SettingGroup.ROOM,
    title=_("Address for players' emails"),
    help=_("Shown at the foot of every page; leave empty to show none."),
)
PHONE = Setting(
    "room.phone",
    default="",
    kind=kinds.TEXT,
    bounds=(0, 40),
    group=SettingGroup.ROOM,
    title=_("Telephone"),
    help=_("Shown at the foot of every page; leave empty to show none."),
)
ADDRESS = Setting(
    "room.address",
    default="",
    kind=kinds.TEXT,
    bounds=(0, 200),
    group=SettingGroup.ROOM,
    title=_("Postal address"),
    help=_("Street, number and town, printed on receipts; leave empty to print none."),
)
TAX_NUMBER = Setting(
    "room.tax_number",
    default="",
    kind=kinds.TEXT,
    bounds=(0, 40),
    group=SettingGroup.ROOM,
    title=_("Tax number"),
    help=_("Printed on receipts; leave empty to print none."),
)
LANGUAGES = Setting(
    "room.languages",
    default=(),
    kind=kinds.SeveralOf(dict(settings.LANGUAGES)),
    group=SettingGroup.ROOM,
    title=_("Languages"),
    help=_(
        "The languages in which players can read this room; none means all."
        " The desk always has all."
    ),
)
MAIL_OPENING = Setting(
    "mails.opening",
    default=Texts(),
    kind=kinds.TEXTS,
    bounds=(0, 500),
    group=SettingGroup.MAILS,
    title=_("Start of every email"),
    help=_("Text before the message of an email; leave empty for none."),
)
MAIL_CLOSING = Setting(
    "mails.closing",
    default=Texts(),
    kind=kinds.TEXTS,
    bounds=(0, 1000),
    group=SettingGroup.MAILS,
    title=_("End of every email"),
    help=_("Text below the room's name in an email: address, company, how to reach you."),
)
# By kind of notice: the kinds that players may take as a mail.
MAIL_TEXTS: Final = {
    kind: Setting(
        f"mails.{kind}",
        default=Texts(),
        kind=kinds.MailTemplate("title", "text", "room"),
        bounds=(0, 2000),
        group=SettingGroup.MAILS,
        title=title,
        help=_(
            "The text of this email. {text} is the message, {title} its subject, "
            "{room} the room's name; leave empty for {text} alone."
        ),
    )
    for kind, title in (
        ("seat", _("Email: a seat is ready")),
        ("soon", _("Email: an event begins soon")),
        ("start", _("Email: an event begins")),
        ("moved", _("Email: moved to another table")),
        ("break_over", _("Email: a break is over")),
        ("away", _("Email: blinds are taken")),
        ("out", _("Email: out of an event")),
        ("prize", _("Email: a prize")),
        ("next", _("Email: after an event")),
        ("season", _("Email: a season is over")),
        ("amended", _("Email: an event changes")),
        ("club", _("Email: a game of a club")),
        ("friend", _("Email: a follower or an invitation")),
        ("message", _("Email: a message from the staff")),
        ("balance", _("Email: the balance changes")),
        ("identity", _("Email: identity")),
    )
}
# The mails of an account, by purpose; each needs the link.
ACCOUNT_MAILS: Final = {
    kind: Setting(
        f"mails.{kind}",
        default=Texts(),
        kind=kinds.MailTemplate(*words, needs=["link"]),
        bounds=(0, 2000),
        group=SettingGroup.MAILS,
        title=title,
        help=help_text,
    )
    for kind, words, title, help_text in (
        (
            "confirm",
            ("name", "link", "room"),
            _("Email: confirm an address"),
            _(
                "The text of this email. {link} leads to the page that confirms the "
                "address, {name} is the player's name, {room} the room's; leave "
                "empty for the usual text."
            ),
        ),
        (
            "password",
            ("name", "link", "room"),
            _("Email: a new password"),
            _(
                "The text of this email. {link} leads to the page for a new "
                "password, {name} is the player's name, {room} the room's; leave "
                "empty for the usual text."
            ),
        ),
        (
            "nobody",
            ("link", "room"),
            _("Email: a new password for an unknown address"),
            _(
                "The text of this email to an address without an account. {link} "
                "leads to the sign-up page, {room} is the room's name; leave empty "
                "for the usual text."
            ),
        ),
    )
}
LOGO = Setting(
    "look.logo",
    default="",
    kind=kinds.PICTURE,
    group=SettingGroup.LOOK,
    title=_("Logo"),
    help=_("A picture beside the room's name, and its icon on phones: JPEG, PNG or WebP."),
)
TERMS = Setting(
    "legal.terms",
    default=Texts(),
    kind=kinds.TEXTS,
    bounds=(0, 60_000),
    group=SettingGroup.LEGAL,
    title=_("Terms and conditions"),
    help=_(
        "The terms that players accept when they sign up, as plain text; where one "
        "language has none, its readers see the other's. When the text changes, "
        "players must accept it again before they continue; withdrawals and hands in "
        "progress are not affected."
    ),
)
CHAT = Setting(
    "players.chat",
    default=lambda: True,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Chat"),
    help=_("Players can talk in home games and at tables without money."),
)
CHAT_MONEY = Setting(
    "players.chat_money",
    default=lambda: False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Chat where money is played for"),
    help=_("Players can also talk at tables and in events for money."),
)
CHAT_DAYS = Setting(
    "players.chat_days",
    default=lambda: 90,
    kind=kinds.INTEGER,
    bounds=(1, 365),
    group=SettingGroup.PLAYERS,
    title=_("Days chat is kept"),
    help=_("After so many days lines of chat are deleted."),
)
