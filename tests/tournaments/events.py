"""Events and players, for tests that need some."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from django.db import connection

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY, REAL, Books
from payouts.models import Account, PrizeScheme, Transfer
from players.models import User
from tables import games
from tests.tables.rooms import people
from tournaments.entry import scheduling
from tournaments.models import BlindStructure, Level, Template, Tournament

START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
BUY_IN, FEE = 900, 100

# (seconds, small blind, big blind, ante); a row of zeros is a break.
FAST = [(120, 25, 50, 0), (120, 50, 100, 10), (60, 0, 0, 0), (120, 150, 300, 30), (60, 400, 800, 0)]


def players(
    count: int, *, cents: int = BUY_IN + FEE, prefix: str = "player", books: Books = REAL
) -> list[User]:
    """New users with so much in their wallets, or in their purses of play money."""
    users = people(count, prefix)
    if cents:
        fund(*users, cents=cents, books=books)
    return users


def fund(*users: User, cents: int, books: Books = REAL) -> None:
    """Put so much into each wallet, or purse of play money."""
    outside, reason = accounts.OUTSIDE, Transfer.Reason.DEPOSIT
    legs = [ledger.Leg(outside, accounts.player(user.pk), cents, reason) for user in users]
    ledger.post(legs, key=f"deposit:{uuid4()}", now=START, books=books)


def template(
    *,
    rows: list[tuple[int, int, int, int]] = FAST,
    structure: BlindStructure | None = None,
    **terms: Any,
) -> Template:
    """A plan; terms not given are those of a six-seat Sit&Go for 9 + 1 euro, the first two paid."""
    scheme, _ = PrizeScheme.objects.get_or_create(
        name="first two", kind="winners", shares=[6500, 3500]
    )
    defaults = {
        "name": "Turbo",
        "kind": Template.Kind.SIT_AND_GO,
        "buy_in": BUY_IN,
        "fee": FEE,
        "starting_stack": 1500,
        "seats_per_table": 6,
        "max_entries": 6,
        "scheme": scheme,
    }
    if rows is FAST and not games.has_blinds(terms.get("game", "nlhe")):
        # All ante as much as the big blind, in every level (DRAW-1).
        rows = [(*row[:3], 0) for row in FAST]
    terms["structure"] = structure or blind_structure(rows)
    return Template.objects.create(**{**defaults, **terms})


def blind_structure(
    rows: list[tuple[int, int, int, int]] = FAST, *, name: str = ""
) -> BlindStructure:
    """A structure of these rows, with a name of its own unless it has one."""
    structure = BlindStructure.objects.create(name=name or str(uuid4()))
    Level.objects.bulk_create(
        Level(
            structure=structure,
            position=position,
            seconds=seconds,
            small_blind=small_blind,
            big_blind=big_blind,
            ante=ante,
            is_break=not big_blind,
        )
        for position, (seconds, small_blind, big_blind, ante) in enumerate(rows, start=1)
    )
    return structure


def standard_scheme() -> PrizeScheme:
    return PrizeScheme.objects.get_or_create(name="standard", kind="standard")[0]


def satellite_scheme() -> PrizeScheme:
    """Seats for any event of 9 + 1 euro."""
    return PrizeScheme.objects.get_or_create(name="seats", kind="satellite", seat=BUY_IN + FEE)[0]


def sit_and_go(**terms: Any) -> Tournament:
    return scheduling.publish(template_id=template(**terms).pk, now=START)


def scheduled(*, starts_at: datetime = START, **terms: Any) -> Tournament:
    plan = template(kind=Template.Kind.SCHEDULED, **{"max_entries": 100, **terms})
    now = min(starts_at, START)
    return scheduling.publish(template_id=plan.pk, starts_at=starts_at, now=now)


def velox(*, seats: int = 3, buy_in: int = 500, **terms: Any) -> Tournament:
    """A VeloX, by default three seats at 5.00."""
    plan = velox_template(seats=seats, buy_in=buy_in, **terms)
    return scheduling.publish(template_id=plan.pk, now=START)


def velox_template(*, seats: int, buy_in: int, **terms: Any) -> Template:
    """The plan of a VeloX."""
    scheme, _ = PrizeScheme.objects.get_or_create(name="VeloX", kind="velox")
    defaults = {
        "name": f"VeloX {seats} seats {buy_in}",
        "buy_in": buy_in,
        "fee": 0,
        "seats_per_table": seats,
        "max_entries": seats,
        "scheme": scheme,
    }
    return template(**{**defaults, **terms})


def pool(tournament: Tournament) -> int:
    return ledger.balance(accounts.pool(tournament.event), books=tournament.books)


def wallet(user: User, *, books: Books = REAL) -> int:
    return ledger.balance(accounts.player(user.pk), books=books)


def wallets(users: list[User]) -> list[int]:
    """What each holds, in one look."""
    return list(Account.objects.filter(user__in=users).values_list("balance", flat=True))


def rows(statement: str, **known: Any) -> list[tuple[Any, ...]]:
    """What a statement in plain SQL finds: what is looked at after every step of many an evening
    takes the ORM longer to write than PostgreSQL to find."""
    with connection.cursor() as cursor:
        cursor.execute(statement, known)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def seats(tournament: Tournament) -> dict[UserId, int]:
    """User id to stack of everybody who has a seat; a second seat of somebody is an error."""
    found = rows(_SEATS, event=tournament.event)
    stacks = {UserId(user): stack for user, stack in found}
    assert len(found) == len(stacks)
    return stacks


_SEATS = """
    SELECT seat.user_id, seat.stack FROM tables_seat seat
    JOIN tables_table t ON t.id = seat.table_id WHERE t.event = %(event)s ORDER BY seat.no"""


def all_money() -> int:
    """The sum over every account of the room, and of its play money: always zero."""
    sums = [sum(books.account.objects.values_list("balance", flat=True)) for books in (REAL, PLAY)]
    assert not any(sums), sums
    return sum(sums)
