"""Every page that players have, found as they find it: by the links from the first page on."""

import hashlib
import re
from collections import Counter
from collections.abc import Container
from datetime import datetime, time, timedelta
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import encrypt
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from core.settings import registry
from core.types import Cents, UserId
from payouts.payments import withdrawals
from players.models import Notice, StaffInvitation, User
from players.notices import unsubscribing
from players.sign_in import terms
from poker_site.people import joining
from poker_site.room_settings import changes
from tables.history import hand_import
from tables.models import HandPlayer, Seat
from tables.own_hands import sharing
from tables.pools import cashier
from tests.harness import worlds
from tests.payouts.payments.conftest import IBAN
from tests.tables.cash.setting import cash_room
from tests.tables.history.test_stars_files import WALK
from tests.tables.pools import setting as pools
from tests.tables.rooms import open_room
from tests.tournaments import events, live_events
from tests.tournaments.seasons import setting as seasons
from tournaments import director, room_settings
from tournaments.clubs import founding, membership, planning
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.models import Club, ClubInvitation
from tournaments.entry import registration
from tournaments.home import games, hosting, settling
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame
from tournaments.live_room.home_nights import floor_acts
from tournaments.live_room.pages import own_seat
from tournaments.live_room.verbs import features
from tournaments.models import Entry, Tournament
from tournaments.seasons import standings
from tournaments.seasons.models import Season

# Pages of one kind that are looked at: a rule of the book has a page of its own, as do places.
MOST = 8
PASSWORD = "correct horse battery"
LINK = re.compile(r'<a[^>]*\shref="(/[^"#?]*)[^"]*"')
# What has an address and is no page to read: acts, files, parts of pages, ways elsewhere, and what
# a new room has until it is open.
_NO_PAGES = """
health ready rule star_series save_search forget_search calendar_address calendar event_ics
results_csv event_summary event_hands own_hands
deal register unregister check_in rebuy add_on set_seed
tables_mine tables_tile star_game star_pool play fill_up cash_wait pool_join
hand_proof hand_file share_hand withdraw_shared_hand shared_hand_picture shared_hand_film
own_event_hand ask_to_close_account ask_own_data own_data_archive own_data_progress
hand_export_zip hand_export_progress delete_imported_hands
season_results club_colours club_image club_calendar club_act club_picture
home_join home_leave home_act home_tick home_of_event night_act
deposit withdraw set_limit remind play_clock exclude change_picture remove_picture avatar
end_session end_other_sessions choose_notices see_notices end_device manifest service_worker
chat_about chat_mute_all keep_contact contacts_mute_all befriend mark_hand
set_language account_email_verification_sent account_confirm_login_code account_confirm_email
account_reset_password_from_key mfa_deactivate_totp mfa_generate_recovery_codes
mfa_download_recovery_codes mfa_view_recovery_codes mfa_remove_webauthn mfa_edit_webauthn
mfa_reauthenticate_webauthn mfa_login_webauthn mfa_authenticate usersessions_list schema
pay_in pay_out cancel_payment notify_payment logo room_style call_floor
security_txt lock_desk
set_up set_up_invite set_up_claim set_up_mail set_up_open set_up_programme set_up_room
"""
NO_PAGES = frozenset(_NO_PAGES.split())
_PAGES = """
about accept_terms account_change_password account_email account_inactive account_login
account_logout account_reauthenticate account_reset_password account_reset_password_done
account_reset_password_from_key_done account_set_password account_signup cash cash_receipt
challenges chat check_receipt chip_races close_account club club_join club_members club_new
club_new_game club_season club_seasons club_settings clubs contacts entry_receipt entry_why
event_sheet feature hand hand_export home_game home_new identity imported_hands join_staff
kept_shell limits live_player lobby mfa_activate_totp mfa_add_webauthn mfa_index mfa_list_webauthn
mfa_reauthenticate moves my_cash my_hands my_pools my_shared_hands my_tournaments night_clock
notices offline own_data own_event own_profile payment payments picture place pool pool_entry
pool_receipt pools profile replay_hand replay_imported_hand results rules rules_page schedule
season season_player seasons seats sessions shared_hand shared_hand_embed statistics table tables
terms timeline tournament unsubscribe velox velox_draw verify_hand wall wall_screen wallet
"""
# A page that is new belongs here, and a link or ``make_room`` must lead to it.
PAGES = frozenset(_PAGES.split())
# Where no link leads, or only from elsewhere.
BESIDE = (
    "account_inactive", "account_reset_password_done", "account_reset_password_from_key_done",
    "account_set_password", "account_logout", "account_reauthenticate", "mfa_reauthenticate",
    "account_signup", "account_login", "mfa_add_webauthn", "mfa_activate_totp", "accept_terms",
)  # fmt: skip


class Page(NamedTuple):
    """One page as one reader gets it; ``name`` is that of its address."""

    name: str
    path: str
    document: str


class Reader(NamedTuple):
    """Who looks, where they begin, and which links they follow; without a user a stranger."""

    user: User | None
    begins: tuple[str, ...] = ("/",)
    at_desk: bool = False


def home_games(host: User, other: User, *, now: datetime) -> tuple[HomeGame, HomeGame]:
    """Home games of two players: one that waits for its start, and one that was played."""
    terms = HomeTerms(unit="€", buy_in=10_00, payout="winner")
    made = []
    for key in ("waits", "over"):
        game = games.create(host_id=UserId(host.pk), terms=terms, key=key, now=now)
        games.join(token=game.token, user_id=UserId(other.pk), now=now)
        made.append(game)
    waits, over = made
    event_of(over).entries.exclude(user=host.pk).update(status="finished", place=2, prize=0)
    event_of(over).entries.filter(user=host.pk).update(status="finished", place=1, prize=0)
    Tournament.objects.filter(pk=event_of(over).pk).update(status="finished", finished_at=now)
    settling.settle(game_id=over.pk, now=now)
    return waits, over


def a_night(host: User, other: User, *, now: datetime) -> HomeGame:
    """A night with real cards in play, with two players by name; the other player has opened it."""
    terms = HomeTerms(venue="live", speed="live", unit="€", buy_in=10_00, rebuys=1)
    by = UserId(other.pk)
    game = games.create(host_id=by, terms=terms, key="night", now=now)
    games.join(token=game.token, user_id=UserId(host.pk), now=now)
    for name in ("Bea", "Carlo"):
        floor_acts.add_named(game_id=game.pk, by=by, name=name, key=name, now=now)
    floor_acts.start(game_id=game.pk, by=by, now=now)
    hosting.appoint(game_id=game.pk, user_id=UserId(host.pk), now=now)
    director.step(tournament_id=event_of(game).pk, now=now)
    return game


def cash_at_home(host: User, other: User, *, now: datetime) -> HomeGame:
    """A cash game at home that runs; the other player has opened it."""
    by = UserId(other.pk)
    terms = HomeTerms(kind="cash", unit="€", buy_in=10_00)
    game = games.create(host_id=by, terms=terms, key="cash", now=now)
    games.join(token=game.token, user_id=UserId(host.pk), now=now)
    hosting.start(game_id=game.pk, by=by, now=now)
    hosting.appoint(game_id=game.pk, user_id=UserId(host.pk), now=now)
    return game


def a_club(owner: User, member: User, *, now: datetime) -> tuple[Club, ClubInvitation, Season]:
    """A club of two with a game that is open, one to come, saved choices, and a season."""
    choices = ClubChoices("Aces High", "Thursdays.", "#7a1f2b", "#ffffff", True)
    club = founding.found(by=UserId(owner.pk), choices=choices, key="axe", now=now)
    act: dict[str, Any] = {"club_id": club.pk, "by": UserId(owner.pk), "now": now}
    invitation = membership.invite(days=7, most_uses=5, **act)
    membership.join(token=invitation.token, user_id=UserId(member.pk), now=now)
    for name, starts_at in (("Express", None), ("Evening", now + timedelta(days=1))):
        planning.plan(name=name, terms=HomeTerms(), starts_at=starts_at, key=name, **act)
    planning.save_template(name="Weekly", terms=HomeTerms(), weekdays=[4], at=time(21, 0), **act)
    days: dict[str, Any] = {"begins_on": now.date(), "ends_on": now.date()}
    season = seasons.made(club, owner, now=now, name="Express", **days)
    seasons.night(club, owner, member, at=now)
    standings.rebuild(season_id=season.pk)
    return club, invitation, season


def make_room() -> list[Reader]:
    """Something to show on every page: to somebody who has done all that one can, to somebody with
    a second factor and no password, and to a stranger."""
    now = timezone.now()
    cash = cash_room(1000, 1000, 1000)
    cash.deal()
    cash.act("call")
    cash.check_down()
    cash.fold_out()
    cash.leave(1)
    cash.deal()
    reader = cash.people[1]
    reader.set_password(PASSWORD)
    reader.save()
    pool = pools.offer()
    for no in (1, 2):
        who: dict[str, Any] = {"pool_id": pool.pk, "user_id": UserId(reader.pk), "now": now}
        cashier.join(**who, amount=Cents(1000), key=f"join{no}")
    cashier.leave(**who, no=2)
    opened = open_room(1000, 1000)
    opened.deal()
    opened.fold_out()
    others = events.players(8, cents=20_00, prefix="other")
    sit_and_go = events.sit_and_go()
    later = events.scheduled(starts_at=now + timedelta(hours=2), name="Evening", guarantee=100_00)
    drawn, promised = events.velox(), events.velox(buy_in=50)
    for event, players in (
        (sit_and_go, [reader, others[0]]),
        (later, [reader, *others[:3]]),
        (drawn, [reader, *others[3:5]]),
        (promised, others[5:6]),
    ):
        for user in players:
            registration.register(tournament_id=event.pk, user_id=user.pk, now=now)
    for seconds in (0, 10):
        director.step(tournament_id=drawn.pk, now=now + timedelta(seconds=seconds))
    asked = withdrawals.ask(
        user_id=UserId(reader.pk), amount=Cents(20_50), destination=IBAN, key="axe", now=now
    )
    Authenticator.objects.create(
        user=others[0], type=Authenticator.Type.TOTP, data={"secret": encrypt("GEZDGNBVGY3TQOJQ")}
    )
    entry = drawn.entries.get(user=reader)
    card = _play_live([reader, *others[6:8]], now=now)
    worlds.assume(room_settings.HOME_GAMES_A_HOST, 9)
    waits, over = home_games(reader, others[1], now=now)
    night = a_night(reader, others[2], now=now)
    at_home = cash_at_home(reader, others[1], now=now)
    club, invitation, season = a_club(reader, others[1], now=now)
    mine = HandPlayer.objects.filter(user=reader, hand__finished_at__isnull=False)
    shared = sharing.share(
        user_id=UserId(reader.pk),
        hand_id=mine[0].hand_id,
        names_shown=True,
        days=7,
        now=now + timedelta(minutes=1),
    )
    hand_import.bring(user_id=UserId(reader.pk), content=WALK.encode(), now=now)
    told = [
        *(
            reverse(name, args=[club.slug])
            for name in ("club", "club_members", "club_settings", "club_new_game", "club_seasons")
        ),
        reverse("club_season", args=[club.slug, season.pk]),
        reverse("season", args=[season.pk]),
        reverse("season_player", args=[season.pk, reader.pk]),
        *(reverse("home_game", args=[game.token]) for game in (waits, over, night, at_home)),
        *(reverse(name, args=[drawn.pk]) for name in ("results", "moves")),
        reverse("payment", args=[asked.token]),
        reverse("entry_why", args=[drawn.pk, entry.pk]),
        *(reverse(name, args=[card.tournament_id]) for name in ("chip_races", "feature")),
        reverse("live_player", args=[card.pk, own_seat.code_of(card)]),
    ]
    chief = User.objects.create_superuser("chief")
    # What mails and messages lead to.
    by_link = [
        reverse("club_join", args=[invitation.token]),
        *(reverse(name, args=[shared.token]) for name in ("shared_hand", "shared_hand_embed")),
        urlsplit(unsubscribing.address(UserId(reader.pk), Notice.Kind.choices[0][0])).path,
        _staff_link(by=UserId(chief.pk), now=now),
    ]
    words = {"en": "Play fair.", "it": "Gioca pulito."}
    changes.change(key="legal.terms", new=words, by=UserId(chief.pk), why="axe", now=now)
    registry.forget()
    # Whoever has no password is asked by no page: they find the one that asks by its address.
    terms.accept(user_id=UserId(reader.pk), seen=terms.version(), now=now)
    nowhere = ("/", "/no/such/page/", "/offline/en/", "/offline/floor/en/", *map(reverse, BESIDE))
    return [
        Reader(reader, (*nowhere, *told)),
        Reader(others[0], nowhere),
        Reader(None, (*nowhere, *by_link)),
        Reader(chief, (reverse("admin:index"),), at_desk=True),
    ]


def _staff_link(*, by: UserId, now: datetime) -> str:
    """The address by which an invited member of staff makes an account."""
    StaffInvitation.objects.create(
        mail="new@example.org",
        is_superuser=True,
        token_hash=hashlib.sha256(b"axe").hexdigest(),
        by_id=by,
        at=now,
        until=now + joining.LASTS,
    )
    return reverse("join_staff", args=["axe"])


def _play_live(players: list[User], *, now: datetime) -> Entry:
    """The entry of the first of them in a live event that is played."""
    event = live_events.live(live_tables=1, name="With cards", starts_at=now)
    events.fund(*players, cents=events.BUY_IN + events.FEE)
    for user in players:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=events.START)
    director.step(tournament_id=event.pk, now=now)
    seat = Seat.objects.get(user=players[0], table__event=event.event)
    by, before = players[1].pk, now - timedelta(hours=1)
    features.feature(table_id=seat.table_id, minutes=5, by=by, now=before)
    features.keep_hand(
        table_id=seat.table_id,
        cards=f"{seat.no} AsKd / Ts9h2d 3c",
        key=uuid4(),
        by=by,
        now=before,
    )
    return event.entries.get(user=players[0])


def pages_of(
    reader: Reader, *, language: str, most: int = MOST, only: Container[str] | None = None
) -> list[Page]:
    """All pages to which links lead from the first ones, each kind at most so often; of those of
    certain names ``only``, if it says so."""
    client = Client(SERVER_NAME="localhost")
    client.cookies["django_language"] = language
    if reader.user:
        client.force_login(reader.user)
        session = client.session
        at = timezone.now().timestamp()
        shown = {"method": "password", "at": at, "reauthenticated": True}
        session["account_authentication_methods"] = [shown]
        session["account_authentication_methods_user"] = str(reader.user.pk)
        session.save()
    found: list[Page] = []
    count: Counter[str] = Counter()
    waiting = [
        re.sub("^(/offline/(floor/)?)en/", rf"\g<1>{language}/", path) for path in reader.begins
    ]
    seen = set(waiting)
    while waiting:
        path = waiting.pop(0)
        name = name_of(path)
        if name in NO_PAGES or count[name] >= most or (only is not None and name not in only):
            continue
        answer = client.get(path)
        html = answer.headers.get("Content-Type", "").startswith("text/html")
        if answer.status_code not in (200, 404) or not html:
            continue
        count[name] += 1
        document = answer.content.decode()
        found.append(Page(name, path, _whole(document, language)))
        links = [unescape(link) for link in LINK.findall(document)]
        fresh = [link for link in dict.fromkeys(links) if link not in seen]
        waiting += [link for link in fresh if _is_page(link, at_desk=reader.at_desk)]
        seen.update(fresh)
    return found


def _whole(document: str, language: str) -> str:
    """A part of a page, such as what a dialog shows, made into one."""
    if "<html" in document:
        return document
    return f'<!doctype html><html lang="{language}"><title>-</title><main>{document}</main></html>'


def _is_page(link: str, *, at_desk: bool) -> bool:
    return link.startswith("/admin/") if at_desk else not link.startswith(("/admin/", "/api/"))


def name_of(path: str) -> str:
    """The name of an address; that of nothing where there is none."""
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""
