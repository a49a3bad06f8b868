"""The demo room: its people, its Sit&Gos and its tournaments. Loading it twice changes nothing."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.db import transaction

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY as PLAY_BOOKS
from payouts.wallets import wallet
from players.models import User
from poker_site.demo import desk, hands
from tables.cash import croupier
from tables.cash import favourites as games
from tables.models import CASH as CASH_KIND
from tables.models import CashGame, FastPool
from tournaments import staff_groups
from tournaments.entry import scheduling
from tournaments.entry.presets import StarterPlan, lay_out_plan
from tournaments.models import Template
from tournaments.saved import favourites, searches

BOTS_GROUP = "bots"
PASSWORD = "montepremi"  # noqa: S105  (the demo's, printed at every start)
PLAYER, STAFF = "anna", "staff"
LOGINS = (
    ("Player", PLAYER, PASSWORD),
    ("Staff", STAFF, PASSWORD),
    ("Groups", " / ".join(staff_groups.GROUPS), PASSWORD),
)
PLAYER_CENTS = 100_00
BOT_CENTS = 5_000_00
# Of play money.
BOT_CHIPS = 10_000_000

# The most bots of one room.
MOST_BOTS = 1_000
NAMES = """
ada alba aldo anita bice bruno carla ciro clara dario delia dino donato edda elio elsa emma
enzo ester ezio fabio flora fosca gaia gino gemma guido ida igor ines irma ivo lara lea leo
lia lino lisa livia luca mara maso mia mina nadia neri nina nora olga omar oreste otto pia
piero rita rocco sara sofia tea tito ugo valeria vera vito zeno zoe
""".split()  # noqa: SIM905  (a list of words reads better so)

PLANS = [
    StarterPlan(
        "Six-Max Turbo",
        "Two paid",
        "Turbo",
        {"buy_in": 5_00, "fee": 50, "seats_per_table": 6, "min_entries": 6, "max_entries": 6},
    ),
    StarterPlan(
        "Heads-Up Duel",
        "Winner takes all",
        "Turbo",
        {"buy_in": 10_00, "fee": 50, "seats_per_table": 2, "min_entries": 2, "max_entries": 2},
    ),
    StarterPlan(
        "Heads-Up Bracket",
        "Two paid",
        "Turbo",
        {
            "format": Template.Format.SHOOTOUT,
            "buy_in": 1_00,
            "fee": 10,
            "seats_per_table": 2,
            "min_entries": 4,
            "max_entries": 4,
        },
    ),
    StarterPlan(
        "Nine Seats",
        "Three paid",
        "Turbo",
        {"buy_in": 2_00, "fee": 20, "seats_per_table": 9, "min_entries": 9, "max_entries": 9},
    ),
    StarterPlan(
        "Omaha Six-Max",
        "Two paid",
        "Turbo",
        {
            "game": "plo",
            "buy_in": 3_00,
            "fee": 30,
            "seats_per_table": 6,
            "min_entries": 6,
            "max_entries": 6,
        },
    ),
    StarterPlan(
        "Italian Four",
        "Winner takes all",
        "Draw",
        {
            "game": "italian",
            "buy_in": 2_00,
            "fee": 20,
            "seats_per_table": 4,
            "min_entries": 4,
            "max_entries": 4,
        },
    ),
    StarterPlan(
        "Express",
        "Standard",
        "Dash",
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": "FREQ=MINUTELY;INTERVAL=5",
            "announce_minutes": 11,
            "buy_in": 5_00,
            "fee": 50,
            "guarantee": 150_00,
            "starting_stack": 3000,
            "seats_per_table": 8,
            "min_entries": 4,
            "max_entries": 200,
            "late_registration_levels": 3,
            "action_seconds": 15,
            "bank_seconds": 30,
        },
    ),
    StarterPlan(
        "Bounty Express",
        "Standard",
        "Dash",
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": "FREQ=HOURLY;BYMINUTE=8,23,38,53",
            "announce_minutes": 16,
            "buy_in": 2_50,
            "bounty": 2_50,
            "progressive_bounty": True,
            "fee": 50,
            "starting_stack": 3000,
            "seats_per_table": 6,
            "min_entries": 4,
            "max_entries": 200,
            "late_registration_levels": 3,
            "re_entries": 1,
            "action_seconds": 15,
            "bank_seconds": 30,
        },
    ),
    StarterPlan(
        "Rebuy Rush",
        "Standard",
        "Dash",
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": "FREQ=HOURLY;BYMINUTE=3,33",
            "announce_minutes": 31,
            "buy_in": 2_00,
            "fee": 20,
            "starting_stack": 2000,
            "seats_per_table": 6,
            "min_entries": 4,
            "max_entries": 200,
            "late_registration_levels": 3,
            "rebuys": 3,
            "rebuy_levels": 4,
            "rebuy_price": 2_00,
            "rebuy_fee": 20,
            "rebuy_chips": 2000,
            "add_on_after_level": 4,
            "add_on_price": 2_00,
            "add_on_fee": 20,
            "add_on_chips": 4000,
            "action_seconds": 15,
            "bank_seconds": 30,
        },
    ),
    StarterPlan(
        "Second Chance",
        "Standard",
        "Dash",
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": "FREQ=HOURLY;BYMINUTE=13,43",
            "announce_minutes": 31,
            "buy_in": 5_00,
            "fee": 50,
            "starting_stack": 2500,
            "seats_per_table": 6,
            "min_entries": 4,
            "max_entries": 200,
            "late_registration_levels": 4,
            "re_entries": 2,
            "re_entry_buy_in": 3_00,
            "re_entry_fee": 30,
            "action_seconds": 15,
            "bank_seconds": 30,
        },
    ),
    StarterPlan(
        "Evening Main Event",
        "Standard",
        "Evening",
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": "FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0",
            "announce_minutes": 24 * 60,
            "buy_in": 50_00,
            "fee": 5_00,
            "guarantee": 2_000_00,
            "starting_stack": 10_000,
            "seats_per_table": 9,
            "min_entries": 10,
            "max_entries": 2000,
            "late_registration_levels": 4,
        },
    ),
]
PLANS += [
    # No player enters alone: the desk registers those present.
    StarterPlan(
        "Club Night",
        "Standard",
        "Club",
        {
            "kind": Template.Kind.SCHEDULED,
            "venue": Template.Venue.LIVE,
            "live_tables": 3,
            "dealers_share": 300,
            "buy_in": 21_00,
            "fee": 4_00,
            "starting_stack": 20_000,
            "seats_per_table": 9,
            "min_entries": 3,
            "max_entries": 60,
            "late_registration_levels": 4,
            "re_entries": 1,
        },
    ),
]
PLANS += [
    # Free, for points alone.
    StarterPlan(
        desk.LEAGUE,
        "Standard",
        "Quick",
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=20;BYMINUTE=0;BYSECOND=0",
            "announce_minutes": 7 * 24 * 60,
            "buy_in": 0,
            "fee": 0,
            "starting_stack": 5_000,
            "seats_per_table": 9,
            "min_entries": 2,
            "max_entries": 100,
            "late_registration_levels": 4,
        },
    ),
]
# The events that fill the day: by name the structure, the hours and the minute in Rome, and the
# terms.
PROGRAMME: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "Freezeout of the Hour": (
        "Quick",
        "0,3,6,9,12,15,18,22",
        0,
        {"buy_in": 5_00, "fee": 50, "guarantee": 200_00},
    ),
    "Omaha Break": (
        "Quick",
        "1,7,11,17",
        30,
        {"game": "plo", "buy_in": 3_00, "fee": 30, "seats_per_table": 6},
    ),
    "Bounty Builder": (
        "Quick",
        "2,8,14,20",
        0,
        {"buy_in": 5_00, "bounty": 5_00, "fee": 1_00, "progressive_bounty": True, "re_entries": 1},
    ),
    "Hyper Dash": ("Dash", "4,10,13,16,19,23", 45, {"buy_in": 1_00, "fee": 10}),
    # For chips, which guests enter without an account.
    "Free Rebuy": (
        "Quick",
        "0,2,4,6,8,10,12,14,16,18,20,22",
        15,
        {
            "play_money": True,
            "buy_in": 1_000,
            "fee": 0,
            "guarantee": 20_000,
            "rebuys": 2,
            "rebuy_levels": 4,
            "rebuy_price": 1_000,
            "rebuy_chips": 5_000,
        },
    ),
    "Deep Breakfast": ("Evening", "7", 0, {"buy_in": 10_00, "fee": 1_00, "starting_stack": 15_000}),
    "Lunch Deepstack": ("Evening", "12", 30, {"buy_in": 20_00, "fee": 2_00, "guarantee": 500_00}),
}
# Its prizes are by the room's own payout table.
BY_TABLE = ("Lunch Deepstack",)
PLANS += [
    StarterPlan(
        name,
        "House table" if name in BY_TABLE else "Standard",
        structure,
        {
            "kind": Template.Kind.SCHEDULED,
            "recurrence": f"FREQ=DAILY;BYHOUR={hours};BYMINUTE={minute};BYSECOND=0",
            "announce_minutes": 24 * 60,
            "starting_stack": 5_000,
            "seats_per_table": 9,
            "min_entries": 4,
            "max_entries": 1000,
            "late_registration_levels": 4,
            **terms,
        },
    )
    for name, (structure, hours, minute, terms) in PROGRAMME.items()
]
# Favourites of the demo's player: series, a cash game, a saved search.
LIKED = ("Evening Main Event", "Bounty Builder", "Six-Max Turbo")
LIKED_GAME = "NL10"
SEARCH = ("Cheap and quick", "all", "price=micro&speed=hyper")
# Buy-ins in cents by the number of seats.
VELOX_BUY_INS = {3: (50, 1_00, 2_00, 5_00, 10_00, 20_00), 6: (50, 1_00, 2_50)}
PLANS += [
    StarterPlan(
        f"VeloX {seats}-Max {{price}}",
        "VeloX",
        "VeloX",
        {
            "buy_in": buy_in,
            "fee": 0,
            "starting_stack": 500,
            "seats_per_table": seats,
            "min_entries": seats,
            "max_entries": seats,
            "action_seconds": 12,
            "bank_seconds": 15,
        },
    )
    for seats, buy_ins in VELOX_BUY_INS.items()
    for buy_in in buy_ins
]
# Cash games by name, the blinds in cents.
CASH: dict[str, dict[str, Any]] = {
    "NL10": {"small_blind": 5, "big_blind": 10, "seats": 6, "straddle": True},
    "PLO20": {"game": "plo", "small_blind": 10, "big_blind": 20, "seats": 6},
    "Limit 50": {"game": "flhe", "small_blind": 25, "big_blind": 50, "seats": 8},
    "Ante 25": {"small_blind": 12, "big_blind": 25, "ante": 5, "seats": 9},
    "Mixed 50": {
        "game": "mixed_holdem",
        "small_blind": 25,
        "big_blind": 50,
        "seats": 6,
        "straddle": True,
    },
    "Omaha hi/lo 100": {"game": "plo8", "small_blind": 50, "big_blind": 100, "seats": 8},
    "Poker all'italiana 20": {
        "game": "italian",
        "small_blind": 0,
        "big_blind": 20,
        "ante": 10,
        "seats": 6,
    },
}
# For play money, in chips: open without an account.
PLAY: dict[str, dict[str, Any]] = {
    "Free 25/50": {"small_blind": 25, "big_blind": 50, "seats": 6, "tables": 3},
}
# Pools of fast-fold by name.
POOLS: dict[str, dict[str, Any]] = {
    "Strobe NL10": {"small_blind": 5, "big_blind": 10},
}


def load(*, bots: int, now: datetime) -> None:
    """Create missing parts of the demo; parts that staff have edited stay as they are."""
    with transaction.atomic():
        _people(bots=bots, now=now)
        for plan in PLANS:
            lay_out_plan(plan)
        for name, terms in CASH.items():
            CashGame.objects.get_or_create(name=name, defaults=terms)
        for name, terms in PLAY.items():
            game = {**terms, "play_money": True}
            CashGame.objects.get_or_create(name=name, defaults=game)
        for name, terms in POOLS.items():
            FastPool.objects.get_or_create(name=name, defaults=terms)
        _likes()
        desk.identity(now=now)
        desk.payments(now=now)
        desk.real_names(now=now)
        desk.drawer(now=now)
        desk.merge(now=now)
        desk.rake_tariffs(now=now)
        desk.velox_table(now=now)
    # Beat would do it in a moment; the first page should not be empty until then.
    scheduling.open_lobbies(now=now)
    croupier.keep_open(now=now)
    desk.amendments(now=now)
    desk.live_event(now=now)
    desk.home_game(now=now)
    desk.club(now=now)
    desk.season(now=now)
    desk.challenges(now=now)
    hands.own_hands(desk.user(PLAYER), desk.user("berta"), now=now)


def _people(*, bots: int, now: datetime) -> None:
    player, created = User.objects.get_or_create(username=PLAYER)
    if created:
        player.set_password(PASSWORD)
        player.save()
    _deposit(player, PLAYER_CENTS, now=now)
    if not User.objects.filter(username=STAFF).exists():
        User.objects.create_superuser(STAFF, password=PASSWORD)
    for name in staff_groups.GROUPS:
        member, created = User.objects.get_or_create(username=name, defaults={"is_staff": True})
        if created:
            member.set_password(PASSWORD)
            member.save()
            member.groups.add(Group.objects.get(name=name))
    group, _ = Group.objects.get_or_create(name=BOTS_GROUP)
    for bot in seat_bots(bots):
        bot.groups.add(group)
        _deposit(bot, BOT_CENTS, now=now)
        _play_money(bot, now=now)


def _likes() -> None:
    """Mark favourites and save a search for the demo's player, once: removed ones stay away."""
    player = UserId(User.objects.get(username=PLAYER).pk)
    if searches.of_player(player):
        return
    name, place, query = SEARCH
    searches.save(user_id=player, name=name, place=place, query=query)
    for template_id in Template.objects.filter(name__in=LIKED).values_list("pk", flat=True):
        favourites.star(user_id=player, template_id=template_id, wanted=True)
    number = CashGame.objects.get(name=LIKED_GAME).pk
    games.star(user_id=player, kind=CASH_KIND, number=number, wanted=True)


def seat_bots(count: int) -> list[User]:
    """Return the first ``count`` bot players, created where missing. Their names say so."""
    names = [f"{name}.bot" if turn == 0 else f"{name}{turn + 1}.bot"
             for turn in range(1 + count // len(NAMES)) for name in NAMES][:count]  # fmt: skip
    # No password can be right: the operator of a bot opens its session.
    User.objects.bulk_create(
        [User(username=name, password="!") for name in names],  # noqa: S106
        ignore_conflicts=True,
    )
    return list(User.objects.filter(username__in=names).order_by("pk"))


def _play_money(user: User, *, now: datetime) -> None:
    """Give a bot a purse that lasts: it is never filled up."""
    gift = ledger.Leg(accounts.OUTSIDE, accounts.player(user.pk), BOT_CHIPS, ledger.Reason.GIFT)
    ledger.post([gift], key=f"demo:{user.pk}", now=now, books=PLAY_BOOKS)


def _deposit(user: User, cents: int, *, now: datetime) -> None:
    wallet.deposit(user_id=user.pk, amount=cents, key=f"demo:{user.pk}", now=now)
