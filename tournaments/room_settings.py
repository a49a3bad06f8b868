"""Settings of the room for events."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.kinds import Texts
from core.settings.registry import Setting, SettingGroup
from payouts.rules import guarantees

ENTRY_RIGHT_LIMIT = Setting(
    "events.entry_right_limit",
    default=guarantees.ENTRY_RIGHT_LIMIT,
    kind=kinds.CENTS,
    bounds=(1_00, 1_000_000_00),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Maximum that a player can pay in one event"),
    help=_("Re-entries, rebuys and add-ons included. Plans with higher prices are refused."),
)
CASE2_WHEN_ALL_ITM = Setting(
    "events.case2_when_all_itm",
    default=False,
    kind=kinds.BOOLEAN,
    money=True,
    group=SettingGroup.MONEY,
    title=_("Cancelled with exactly the paid places left: as if a prize had been paid"),
    help=_(
        "How an event is cancelled when all players left are in the money and no "
        "prize has been paid yet: by CANCEL-2 instead of CANCEL-3."
    ),
)
LOST_CONNECTIONS = Setting(
    "events.lost_connections",
    default=30,
    kind=kinds.PERCENT,
    bounds=(0, 100),
    group=SettingGroup.PLAY,
    title=_("Lost connections that pause an event"),
    help=_(
        "An event pauses by itself when this many of its players lose their "
        "connection within 30 seconds. At zero, events never pause."
    ),
)
REBUY_TIME = Setting(
    "events.rebuy_time",
    default=timedelta(seconds=20),
    kind=kinds.DURATION,
    bounds=(5, 300),
    group=SettingGroup.PLAY,
    title=_("Time for a rebuy"),
    help=_(
        "How long a player without chips can take a rebuy or an add-on before being eliminated."
    ),
)
LIVE_REBUY_TIME = Setting(
    "events.live_rebuy_time",
    default=timedelta(minutes=10),
    kind=kinds.DURATION,
    bounds=(60, 3600),
    group=SettingGroup.PLAY,
    title=_("Time for a rebuy in a live event"),
    help=_("The same at tables with real cards: time to walk to the counter and back."),
)
WALL_PARTS = Setting(
    "events.wall_parts",
    default=("logo", "players", "stack", "bubble", "next", "break", "prizes", "news"),
    kind=kinds.SeveralOf(
        {
            "logo": _("logo of the room"),
            "players": _("players"),
            "stack": _("average stack, chips in play"),
            "bubble": _("players until the prizes"),
            "next": _("next level"),
            "break": _("next break"),
            "prizes": _("prizes, or results"),
            "news": _("eliminations and moves"),
        }
    ),
    group=SettingGroup.PLAY,
    title=_("What the clock on the wall shows"),
    help=_("Besides the level, its time and its blinds, which are always shown."),
)
# The placeholders of a payout slip's text (LIVE-6).
SLIP_WORDS = (
    *("name", "player", "born", "document", "event", "day", "place"),
    *("prize", "bounties", "total", "room"),
)
SLIP_TEXT = Setting(
    "events.slip_text",
    default=Texts(),
    kind=kinds.MailTemplate(*SLIP_WORDS),
    bounds=(0, 1500),
    group=SettingGroup.PLAY,
    title=_("Text of a payout's slip"),
    help=_(
        "Who is paid, and what the tax office requires. {name}, {born} and "
        "{document} come from the verified identity, or are a line to write on if "
        "there is none; {player} is the name here; {event}, {day}, {place}, {prize}, "
        "{bounties}, {total} and {room} are those of the payout. Leave empty for "
        "none."
    ),
)
HOME_GAMES = Setting(
    "home.games",
    default=True,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAY,
    title=_("Home games"),
    help=_("Whether players and guests may open free games of their own, by a link."),
)
HOME_GAMES_A_HOST = Setting(
    "home.games_a_host",
    default=3,
    kind=kinds.INTEGER,
    bounds=(1, 50),
    group=SettingGroup.PLAY,
    title=_("Home games of one host"),
    help=_("How many games that are not over one player may be the host of."),
)
HOME_GAMES_AN_ADDRESS = Setting(
    "home.games_an_address",
    default=20,
    kind=kinds.INTEGER,
    bounds=(1, 1_000),
    group=SettingGroup.PLAY,
    title=_("Home games from one address"),
    help=_("How many are opened from one internet address within a day."),
)
HOME_PLAYERS = Setting(
    "home.players",
    default=50,
    kind=kinds.INTEGER,
    bounds=(10, 500),
    group=SettingGroup.PLAY,
    title=_("Players of a home tournament"),
    help=_("As many may enter by a link; counts for games that are opened from now on."),
)
HOME_DAYS = Setting(
    "home.days",
    default=30,
    kind=kinds.INTEGER,
    bounds=(1, 365),
    group=SettingGroup.PLAY,
    title=_("Days that home games are kept"),
    help=_("After these the link and what players owed each other are deleted."),
)
CLUBS = Setting(
    "clubs.clubs",
    default=True,
    kind=kinds.BOOLEAN,
    group=SettingGroup.PLAY,
    title=_("Clubs"),
    help=_("Whether players may found clubs and join them by a link."),
)
CLUBS_A_PLAYER = Setting(
    "clubs.a_player",
    default=10,
    kind=kinds.INTEGER,
    bounds=(1, 100),
    group=SettingGroup.PLAY,
    title=_("Clubs of one player"),
    help=_("How many clubs one player may be in at a time, their own included."),
)
CLUBS_FOUNDED = Setting(
    "clubs.founded",
    default=5,
    kind=kinds.INTEGER,
    bounds=(1, 100),
    group=SettingGroup.PLAY,
    title=_("Clubs founded by one player"),
    help=_("How many clubs one player may found within 30 days, closed ones included."),
)
CLUB_MEMBERS = Setting(
    "clubs.members",
    default=200,
    kind=kinds.INTEGER,
    bounds=(2, 2_000),
    group=SettingGroup.PLAY,
    title=_("Members of a club"),
    help=_("How many members a club may have."),
)
CLUB_GAMES = Setting(
    "clubs.games",
    default=10,
    kind=kinds.INTEGER,
    bounds=(1, 100),
    group=SettingGroup.PLAY,
    title=_("Open games of a club"),
    help=_("How many games that are open or planned a club may have at a time."),
)
