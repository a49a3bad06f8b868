"""Settings of the room itself, its mails, and the protection of players."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.kinds import Texts
from core.settings.registry import Setting, SettingGroup

HELP_LINE = Setting(
    "players.help_line",
    default=lambda: settings.HELP_LINE,
    kind=kinds.TEXT,
    bounds=(3, 40),
    group=SettingGroup.PLAYERS,
    title=_("Help line"),
    help=_("Whom players may call about gambling; stands at the foot of every page."),
)
IDENTITY_FOR_WITHDRAWAL = Setting(
    "players.identity_for_withdrawal",
    default=lambda: settings.IDENTITY_FOR_WITHDRAWAL,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Identity before a withdrawal"),
    help=_("Only players whose identity is verified are paid out."),
)
IDENTITY_FOR_PLAY = Setting(
    "players.identity_for_play",
    default=lambda: settings.IDENTITY_FOR_PLAY,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Identity before play"),
    help=_("Only players whose identity is verified play for money."),
)
IDENTITY_FOR_BUY_IN_ABOVE = Setting(
    "players.identity_for_buy_in_above",
    default=lambda: settings.IDENTITY_FOR_BUY_IN_ABOVE,
    kind=kinds.CENTS,
    bounds=(0, 1_000_000_00),
    group=SettingGroup.PLAYERS,
    title=_("Identity before a buy-in above"),
    help=_(
        "The most that a player whose identity is not verified puts into play at once; with zero,"
        " any amount."
    ),
)
IDENTITY_VALID_DAYS = Setting(
    "players.identity_valid_days",
    default=lambda: settings.IDENTITY_VALID_DAYS,
    kind=kinds.INTEGER,
    bounds=(0, 36_500),
    group=SettingGroup.PLAYERS,
    title=_("Days that a verification counts"),
    help=_("After these the player shows a document again; with zero, never."),
)
IDENTITY_KEEP_DAYS = Setting(
    "players.identity_keep_days",
    default=lambda: settings.IDENTITY_KEEP_DAYS,
    kind=kinds.INTEGER,
    bounds=(1, 36_500),
    group=SettingGroup.PLAYERS,
    title=_("Days that documents are kept"),
    help=_("Counts for documents that are sent from now on; after these they are deleted."),
)
REGISTER_HOURS = Setting(
    "players.register_hours",
    default=24,
    kind=kinds.INTEGER,
    bounds=(1, 720),
    group=SettingGroup.PLAYERS,
    title=_("Hours that an answer of the exclusion register counts"),
    help=_(
        "Who is signed in is asked about again after a quarter of these. While the register is"
        " silent its last answer counts so long; then nobody pays in or enters anything new."
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
        "So long the counter and the desk of a running event ask for no password or passkey again."
        " A shift ends before that when the screen is locked (F2), or after ten minutes without a"
        " press."
    ),
)
GUESTS = Setting(
    "players.guests",
    default=True,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Guests"),
    help=_("Whether visitors may play for play money without an account."),
)
REAL_NAMES = Setting(
    "players.real_names",
    default=False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAYERS,
    title=_("Real names and membership numbers"),
    help=_(
        "Staff enter them with the player, read them at the tables of a live event, on seat cards"
        " and on slips, and search by them. No player and no public page sees them."
    ),
)
NAME = Setting(
    "room.name",
    default="Montepremi",
    kind=kinds.TEXT,
    bounds=(2, 30),
    group=SettingGroup.ROOM,
    title=_("Name of the room"),
    help=_("Stands at the head of every page, in its title, in mails and in the installed room."),
)
MAIL = Setting(
    "room.mail",
    default="",
    kind=kinds.MAIL_ADDRESS,
    bounds=(0, 100),
    group=SettingGroup.ROOM,
    title=_("Address for players' mails"),
    help=_("Stands at the foot of every page; empty for none."),
)
PHONE = Setting(
    "room.phone",
    default="",
    kind=kinds.TEXT,
    bounds=(0, 40),
    group=SettingGroup.ROOM,
    title=_("Telephone"),
    help=_("Stands at the foot of every page; empty for none."),
)
ADDRESS = Setting(
    "room.address",
    default="",
    kind=kinds.TEXT,
    bounds=(0, 200),
    group=SettingGroup.ROOM,
    title=_("Address of the house"),
    help=_("Street, number and town, as they stand on receipts; empty for none."),
)
TAX_NUMBER = Setting(
    "room.tax_number",
    default="",
    kind=kinds.TEXT,
    bounds=(0, 40),
    group=SettingGroup.ROOM,
    title=_("Tax number of the house"),
    help=_("Stands on receipts; empty for none."),
)
LANGUAGES = Setting(
    "room.languages",
    default="both",
    kind=kinds.Choice({"both": _("English and Italian"), "en": _("English"), "it": _("Italian")}),
    group=SettingGroup.ROOM,
    title=_("Languages"),
    help=_("In which languages players read this room. The desk speaks both in any case."),
)
MAIL_OPENING = Setting(
    "mails.opening",
    default=Texts("", ""),
    kind=kinds.TEXTS,
    bounds=(0, 500),
    group=SettingGroup.MAILS,
    title=_("Opening of every mail"),
    help=_("What a mail says before what it tells; empty for nothing."),
)
MAIL_CLOSING = Setting(
    "mails.closing",
    default=Texts("", ""),
    kind=kinds.TEXTS,
    bounds=(0, 1000),
    group=SettingGroup.MAILS,
    title=_("Closing of every mail"),
    help=_("What a mail says below the room's name: address, company, how to reach you."),
)
# By kind of notice: the kinds that players may take as a mail.
MAIL_TEXTS: Final = {
    kind: Setting(
        f"mails.{kind}",
        default=Texts("", ""),
        kind=kinds.MailTemplate("title", "text", "room"),
        bounds=(0, 2000),
        group=SettingGroup.MAILS,
        title=title,
        help=_(
            "The text of this mail. {text} stands for what it tells, {title} for its subject,"
            " {room} for the room's name; empty for {text} alone."
        ),
    )
    for kind, title in (
        ("seat", _("Mail: a seat is ready")),
        ("soon", _("Mail: an event begins soon")),
        ("start", _("Mail: an event begins")),
        ("moved", _("Mail: moved to another table")),
        ("break_over", _("Mail: a break is over")),
        ("away", _("Mail: blinds are taken")),
        ("out", _("Mail: out of an event")),
        ("prize", _("Mail: a prize")),
        ("amended", _("Mail: an event is changed")),
        ("message", _("Mail: a message of the staff")),
        ("balance", _("Mail: the balance changes")),
        ("identity", _("Mail: about the identity")),
    )
}
# The mails of an account, by purpose; each needs the link.
ACCOUNT_MAILS: Final = {
    kind: Setting(
        f"mails.{kind}",
        default=Texts("", ""),
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
            _("Mail: confirm an address"),
            _(
                "The text of this mail. {link} leads to where the address is confirmed, {name} is"
                " the player's name, {room} the room's; empty for the usual text."
            ),
        ),
        (
            "password",
            ("name", "link", "room"),
            _("Mail: a new password"),
            _(
                "The text of this mail. {link} leads to where a new password is set, {name} is the"
                " player's name, {room} the room's; empty for the usual text."
            ),
        ),
        (
            "nobody",
            ("link", "room"),
            _("Mail: a new password for an unknown address"),
            _(
                "The text of this mail, to an address that no account has. {link} leads to the"
                " sign-up, {room} is the room's name; empty for the usual text."
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
    help=_("A picture beside the room's name and for its sign on a telephone: JPEG, PNG or WebP."),
)
TERMS = Setting(
    "legal.terms",
    default=Texts("", ""),
    kind=kinds.TEXTS,
    bounds=(0, 60_000),
    group=SettingGroup.LEGAL,
    title=_("Terms and conditions"),
    help=_(
        "What players accept when they sign up, as plain text; where one language has none, its"
        " readers get the other's. When the words change, players accept them again before they go"
        " on; money on its way home and hands in progress wait for nothing."
    ),
)
