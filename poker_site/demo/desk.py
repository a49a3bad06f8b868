"""Open work at the demo's desk: an identity, payments in every state, two accounts of one person.

Also events that changed, and a live event with its chips. Loading it twice changes nothing.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any, Final

from django.utils import timezone
from PIL import Image

from core.settings import room_time
from core.types import UserId
from payouts import room_settings
from payouts.bookkeeping import ledger
from payouts.payments import samples
from payouts.wallets import counter, drawers
from players import room_settings as players_house
from players.chat import speaking
from players.chat.speaking import Saying
from players.contacts import friends
from players.identity import documents
from players.models import Identity, Merge, RealName, User
from poker_site.room_settings import changes as house_changes
from tables.cash import tariffs
from tables.engine import rake
from tables.engine.rake import NO_END, Rate, Tariff
from tables.models import CashGame, RakeTariff
from tournaments.challenges import staging
from tournaments.challenges.models import Challenge
from tournaments.clubs import founding, membership, planning
from tournaments.clubs.founding import ClubChoices
from tournaments.clubs.models import Club, ClubGame, ClubMember
from tournaments.entry import scheduling, velox_tables
from tournaments.home import chat, games, kinds, settling
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame
from tournaments.live_room.home_nights import floor_acts
from tournaments.live_room.verbs import chips
from tournaments.models import Amendment, Elimination, Entry, Template, Tournament, VeloxTable
from tournaments.rules.changes import Change, Guarantee, LateLevels
from tournaments.seasons import club_seasons, standings
from tournaments.seasons.club_seasons import SeasonTerms
from tournaments.seasons.models import Season
from tournaments.staff import amending, merges, people

# The free league of the season, and the players of each evening by place.
LEAGUE: Final = "Monday League"
LEAGUE_POINTS: Final = [10_00, 7_00, 5_00, 3_00]
LEAGUE_EVENINGS: Final = (
    ("berta", "anna", "carlo", "dora"),
    ("anna", "dora", "berta"),
    ("carlo", "berta", "anna", "dora"),
    ("dora", "anna", "berta", "carlo"),
)

NOTE = "Plays on Thursdays; prefers to be called by mail."
# The players who pay in and ask to be paid, with the cents in their wallets.
HELD_CENTS = {"berta": 60_00, "carlo": 2_500_00, "dora": 140_00}
CLUB_NAME = "Full House Thursday"
# Dora's other account.
TWICE, SAME_PERSON = "dora.b", "The same name and date of birth; she asked for it."
# Series whose next event is changed, and the reasons.
AMENDED: Final[dict[str, tuple[Change, str]]] = {
    "Freezeout of the Hour": (Guarantee(300_00), "Saturday's field was larger than expected."),
    "Evening Main Event": (LateLevels(6), "The last train comes in at ten."),
}

# The room's own rake tariffs, and the cash games that have them.
CLUB, WEEK = "Club", "Omaha week"
HALVED: Final = Tariff((Rate(1, NO_END, 10, 40),), {2: ((1, 100),), 3: ((1, 150),)})
RAKED: Final = {"Limit 50": CLUB, "PLO20": WEEK}
# The real names of some players.
MEMBERS: Final = {"anna": "Anna Bianchi", "berta": "Berta Conti", "carlo": "Carlo De Luca"}
# The drawer at the counter, and the cash that has moved there.
DRAWER: Final = "Counter 1"
CASH: Final = (("in", "berta", 120_00), ("out", "dora", 40_00))

# The room's own VeloX table, 95 % of which comes back, and the plan that has it.
CALM: Final = "Calm"
CALM_ROWS: Final = [(25, 10_000), (10, 40_000), (4, 150_000), (2, 800_000)]
CALM_PLAN: Final = "VeloX 3-Max 1"

# Played at tables of wood, with the chips of the club.
LIVE: Final = "Club Night"
CHIPS: Final = {25: 500, 100: 600, 500: 400, 1000: 600, 5000: 300}


def identity(*, now: datetime) -> None:
    """Write an identity of the demo's player that waits for staff, and a note about her, once."""
    player = user("anna")
    if Identity.objects.filter(pk=player).exists():
        return
    card = BytesIO()
    Image.new("RGB", (856, 540), "teal").save(card, "PNG")
    documents.send(
        user_id=player,
        statement=documents.IdentityStatement("Anna Bianchi", date(1990, 3, 1), "BNCNNA90C41H501X"),
        kind=documents.Kind.IDENTITY_CARD,
        sent=card.getvalue(),
        now=now,
    )
    people.write_note(user_id=player, text=NOTE, pinned=True, by=user("floor"), now=now)


def real_names(*, now: datetime) -> None:
    """Have the demo's room keep real names, and write those of some players, once."""
    if RealName.objects.exists():
        return
    why = "The club knows its members by name and number."
    key = players_house.REAL_NAMES.key
    house_changes.change(key=key, new=True, by=user("staff"), why=why, now=now)
    for number, (player, name) in enumerate(MEMBERS.items(), start=1):
        people.keep_name(
            user_id=user(player), name=name, number=f"M-{number:03}", by=user("floor"), now=now
        )


def payments(*, now: datetime) -> None:
    """Write players with withdrawals in every state that staff see, and with a deposit, once."""
    # No login is possible: no password can be right.
    for name in HELD_CENTS:
        User.objects.get_or_create(username=name, defaults={"password": "!"})
    samples.write(
        held={user(name): cents for name, cents in HELD_CENTS.items()},
        by=user("cashier"),
        now=now,
    )


def drawer(*, now: datetime) -> None:
    """Open the cashier's drawer with its float, and book cash over the counter, once."""
    cashier = user("cashier")
    if ledger.posted(f"deposit:{user(CASH[0][1])}:counter:demo"):
        return
    why = "The demo shows how a drawer is counted."
    house_changes.change(
        key=room_settings.DRAWERS.key, new=True, by=user("staff"), why=why, now=now
    )
    drawers.open_drawer(name=DRAWER, amount=300_00, by=cashier, key="demo", now=now)
    for kind, name, cents in CASH:
        counter.give(
            kind=kind,
            user_id=user(name),
            amount=cents,
            by=cashier,
            why="At the counter.",
            key="demo",
            now=now,
        )


def live_event(*, now: datetime) -> None:
    """Publish a live event in three hours at most, with its known chips, once."""
    if Tournament.objects.filter(name=LIVE).exists():
        return
    hour = now.replace(minute=0, second=0, microsecond=0)
    event = scheduling.publish(
        template_id=Template.objects.get(name=LIVE).pk, starts_at=hour + timedelta(hours=3), now=now
    )
    chips.take_stock(tournament_id=event.pk, stock=CHIPS, by=user("floor"), now=now)


def home_game(*, now: datetime) -> None:
    """Open a tournament and a cash game of the demo's player and a friend, once."""
    if HomeGame.objects.exists():
        return
    host, friend = user("anna"), user("berta")
    terms = HomeTerms(unit="€", buy_in=10_00, re_entries=1)
    game = games.create(host_id=host, terms=terms, key="demo", now=now)
    games.join(token=game.token, user_id=friend, now=now)
    cash = HomeTerms(kind=kinds.CASH, unit="€", buy_in=10_00, least=100)
    cash_game = games.create(host_id=friend, terms=cash, key="demo-cash", now=now)
    games.join(token=cash_game.token, user_id=host, now=now)
    lines = [
        (host, Saying(phrase="hello")),
        (friend, Saying("Ciao! I bring the snacks.")),
        (host, Saying(reaction="applause")),
    ]
    for number, (user_id, saying) in enumerate(lines):
        line = speaking.say(
            channel=f"{chat.KIND}/{game.pk}",
            user_id=user_id,
            saying=saying,
            key=f"demo-line-{number}",
            now=now + timedelta(seconds=number),
        )
        if user_id == friend:
            speaking.report(line_id=line.pk, by=host, now=now)


def club(*, now: datetime) -> None:
    """Found a club of four with a manager, a game of every week, one to come, one that was
    played, a night with real cards and drawn seats, and a season, once. The four follow each
    other."""
    if Club.objects.exists():
        return
    owner, *others = map(user, ("anna", "berta", "carlo", "dora"))
    choices = ClubChoices(CLUB_NAME, "Cards and pizza on Thursdays.", "#7a1f2b", "#ffffff", True)
    founded = founding.found(by=owner, choices=choices, key="demo", now=now)
    act: dict[str, Any] = {"club_id": founded.pk, "by": owner, "now": now}
    link = membership.invite(days=30, most_uses=10, **act)
    for user_id in others:
        membership.join(token=link.token, user_id=user_id, now=now)
    membership.set_role(user_id=others[0], role=ClubMember.Role.MANAGER, **act)
    terms = HomeTerms(unit="€", buy_in=10_00, payout="winner")
    thursday: dict[str, Any] = {"weekdays": [3], "at": time(21, 0)}
    planning.save_template(name="Thursday night", terms=terms, **thursday, **act)
    plan: dict[str, Any] = {"terms": terms, "key": "coming", "starts_at": now + timedelta(days=2)}
    planning.plan(name="Freezeout", **plan, **act)
    _play(founded, terms, others, act, now=now)
    real = terms._replace(venue=Tournament.Venue.LIVE, speed="live", rebuys=2)
    night = planning.plan(name="At Anna's", terms=real, key="night", starts_at=None, **act)
    floor: dict[str, Any] = {"game_id": _home_of(night).pk, "by": owner, "now": now}
    for user_id in others:
        floor_acts.add_member(user_id=user_id, **floor)
    floor_acts.draw_seats(**floor)
    for user_id in others:
        friends.follow(owner_id=owner, other_id=user_id, now=now)
        friends.follow(owner_id=user_id, other_id=owner, now=now)
    day, span = timezone.localdate(now, room_time.zone()), Season.Span.QUARTER
    points: tuple[Any, ...] = (Season.Formula.TABLE, LEAGUE_POINTS, 0, 1_00, None)
    club_seasons.make(terms=SeasonTerms("Thursday league", span, day, day, *points), **act)


def _home_of(game: ClubGame) -> HomeGame:
    return HomeGame.objects.get(tournament=game.tournament_id)


def _play(
    club: Club, terms: HomeTerms, others: list[UserId], act: dict[str, Any], *, now: datetime
) -> None:
    """Write down a game of a club as if it had been played, the last player its winner."""
    played = planning.plan(name="First night", terms=terms, key="played", starts_at=None, **act)
    home = _home_of(played)
    for user_id in others:
        games.join(token=home.token, user_id=user_id, now=now)
    for place, entry in enumerate(event_of(home).entries.order_by("-pk"), start=1):
        entry.status, entry.place, entry.prize = Entry.Status.FINISHED, place, 0
        entry.save(update_fields=["status", "place", "prize"])
    over = Tournament.objects.filter(pk=event_of(home).pk)
    over.update(status=Tournament.Status.FINISHED, started_at=now, finished_at=now)
    settling.settle(game_id=home.pk, now=now)


def challenges(*, now: datetime) -> None:
    """Write and publish the challenges of a week, once."""
    if Challenge.objects.exists():
        return
    week = {"begins_at": now, "ends_at": now + timedelta(days=7), "written_by_id": user("floor")}
    each = Challenge.objects.create(
        name="A bit of everything",
        name_it="Un po' di tutto",
        text="Finish a Sit&Go of each kind.",
        text_it="Finisci un Sit&Go di ogni tipo.",
        kind=Challenge.Kind.PLANS,
        **week,
    )
    each.plans.set(
        Template.objects.filter(
            kind=Template.Kind.SIT_AND_GO, name__in=("Six-Max Turbo", "Heads-Up Duel", "Nine Seats")
        )
    )
    straight = Challenge.objects.create(
        name="Straight ahead",
        name_it="Sempre dritto",
        text="Win a showdown with a straight.",
        text_it="Vinci uno showdown con una scala.",
        kind=Challenge.Kind.HANDS,
        ranking="straight",
        **week,
    )
    for row in (each, straight):
        staging.publish(challenge_id=row.pk, now=now)


def season(*, now: datetime) -> None:
    """Write a season of a free league with the results of its last four evenings, once."""
    if Season.objects.filter(club=None).exists():
        return
    # On four Mondays.
    first = (now - timedelta(days=28 + now.weekday())).replace(hour=19, minute=0, second=0)
    plan = Template.objects.get(name=LEAGUE)
    row = Season.objects.create(
        name=LEAGUE,
        span=Season.Span.DATES,
        begins_on=first.date(),
        ends_on=first.date() + timedelta(days=60),
        points_table=LEAGUE_POINTS,
        attendance=1_00,
        best=3,
        written_by_id=user("floor"),
    )
    row.plans.add(plan)
    for week, ranking in enumerate(LEAGUE_EVENINGS):
        _evening(plan, [user(name) for name in ranking], at=first + timedelta(weeks=week))
    standings.rebuild(season_id=row.pk)


def _evening(plan: Template, ranking: Sequence[UserId], *, at: datetime) -> None:
    """Write an event that is over, with its players from the first to the last."""
    event = scheduling.publish(template_id=plan.pk, starts_at=at, now=at)
    for place, user in enumerate(ranking, start=1):
        entry = Entry.objects.create(
            tournament=event,
            user_id=user,
            status=Entry.Status.FINISHED if place == 1 else Entry.Status.OUT,
            registered_at=at,
            place=place,
            prize=0,
        )
        if place > 1:
            out = at + timedelta(minutes=90 - 10 * place)
            Elimination.objects.create(
                entry=entry, hand_id=0, table_name="1", level=4, start_stack=500, at=out
            )
    event.status, event.started_at = Tournament.Status.FINISHED, at
    event.finished_at = at + timedelta(minutes=90)
    event.entry_count = len(ranking)
    event.save()


def rake_tariffs(*, now: datetime) -> None:
    """Write the club's own tariff and a promotion, each with the games that have it, once."""
    if RakeTariff.objects.exists():
        return
    usual = rake.TARIFFS[rake.TODAY]
    week = tariffs.Dates(now, now + timedelta(days=7))
    for name, terms, dates, why in (
        (CLUB, usual._replace(heads_up_free=True), None, "Members asked for duels without rake."),
        (WEEK, HALVED, week, "The new Omaha tables open."),
    ):
        version = tariffs.order(
            name=name, terms=terms, dates=dates, by=user("cashier"), why=why, now=now
        )
        tariffs.confirm(version_id=version.pk, by=user("staff"), now=now)
    for game, chosen in RAKED.items():
        tariff = RakeTariff.objects.get(name=chosen)
        column = "promotion" if tariff.promotional else "tariff"
        CashGame.objects.filter(name=game).update(**{column: tariff})


def velox_table(*, now: datetime) -> None:
    """Order and confirm the room's own VeloX table, and let a plan draw by it, once."""
    if VeloxTable.objects.exists():
        return
    version = velox_tables.order(
        name=CALM,
        seats=3,
        rows=CALM_ROWS,
        by=user("cashier"),
        why="Members asked for fewer blanks.",
        now=now,
    )
    velox_tables.confirm(version_id=version.pk, by=user("staff"), now=now)
    Template.objects.filter(name=CALM_PLAN).update(velox_table=version.table)


def merge(*, now: datetime) -> None:
    """Order a merge of two accounts of one person, which a second person may confirm, once."""
    if Merge.objects.exists():
        return
    User.objects.get_or_create(username=TWICE, defaults={"password": "!"})
    merges.order(
        user_id=user("dora"), other_id=user(TWICE), by=user("cashier"), why=SAME_PERSON, now=now
    )


def amendments(*, now: datetime) -> None:
    """Amend the terms of published events, once."""
    if Amendment.objects.exists():
        return
    for name, (change, why) in AMENDED.items():
        event = (
            Tournament.objects.filter(
                name=name, status=Tournament.Status.REGISTERING, starts_at__gt=now
            )
            .order_by("starts_at")
            .first()
        )
        if event is not None:
            amending.amend(
                tournament_id=event.pk,
                change=change,
                by=user("floor"),
                why=why,
                key="demo",
                now=now,
            )


def user(name: str) -> UserId:
    return UserId(User.objects.get(username=name).pk)
