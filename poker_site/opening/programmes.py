"""Starter programmes: plans and games that a new room begins with, and changes as it likes."""

from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.models import CashGame
from tournaments.entry.presets import StarterPlan, lay_out_plan
from tournaments.models import Template

SCHEDULED = Template.Kind.SCHEDULED


class Programme(NamedTuple):
    """One choice: its picture's name, its purpose, its plans, its cash games by name."""

    title: str | Promise
    text: str | Promise
    picture: str
    plans: tuple[StarterPlan, ...]
    cash: dict[str, dict[str, Any]]


def _evening(
    name: str, day: str, hour: int, structure: str = "Evening", **terms: Any
) -> StarterPlan:
    """Return a tournament of one evening a week, or of every day (``day`` empty)."""
    weekly = f"FREQ=WEEKLY;BYDAY={day}" if day else "FREQ=DAILY"
    common: dict[str, Any] = {
        "kind": SCHEDULED,
        "recurrence": f"{weekly};BYHOUR={hour};BYMINUTE=0;BYSECOND=0",
        "announce_minutes": 7 * 24 * 60 if day else 24 * 60,
        "starting_stack": 10_000,
        "seats_per_table": 9,
        "min_entries": 4,
        "max_entries": 500,
        "late_registration_levels": 4,
    }
    return StarterPlan(name, "Standard", structure, {**common, **terms})


def _sit_and_go(name: str, seats: int, scheme: str, **terms: Any) -> StarterPlan:
    full = {"seats_per_table": seats, "min_entries": seats, "max_entries": seats}
    return StarterPlan(name, scheme, "Turbo", {**full, **terms})


PROGRAMMES: Final[dict[str, Programme]] = {
    "club": Programme(
        _("A club's week"),
        _("Four evenings: a freezeout, bounties, a rebuy and a deep-stack Sunday."),
        "opening-club.svg",
        (
            _evening("Tuesday Freezeout", "TU", 21, buy_in=20_00, fee=2_00),
            _evening(
                "Thursday Bounties",
                "TH",
                21,
                buy_in=15_00,
                bounty=15_00,
                fee=3_00,
                re_entries=1,
                progressive_bounty=True,
            ),
            _evening(
                "Friday Rebuys",
                "FR",
                21,
                "Express",
                buy_in=10_00,
                fee=1_00,
                rebuys=3,
                rebuy_levels=4,
                rebuy_price=10_00,
                rebuy_fee=1_00,
                rebuy_chips=10_000,
                add_on_after_level=4,
                add_on_price=10_00,
                add_on_fee=1_00,
                add_on_chips=15_000,
            ),
            _evening("Sunday Deepstack", "SU", 17, buy_in=50_00, fee=5_00, starting_stack=25_000),
        ),
        {},
    ),
    "daily": Programme(
        _("A daily Sit&Go room"),
        _("Sit&Gos for two, six and nine at three prices, always open, and one event a day."),
        "opening-daily.svg",
        (
            *(
                _sit_and_go("Six-Max {price}", 6, "Two paid", buy_in=buy_in, fee=fee)
                for buy_in, fee in ((2_00, 20), (5_00, 50), (10_00, 1_00))
            ),
            *(
                _sit_and_go("Heads-Up {price}", 2, "Winner takes all", buy_in=buy_in, fee=fee)
                for buy_in, fee in ((2_00, 10), (5_00, 25), (10_00, 50))
            ),
            _sit_and_go("Nine Seats {price}", 9, "Three paid", buy_in=5_00, fee=50),
            _evening("Evening of the Day", "", 21, "Express", buy_in=5_00, fee=50),
        ),
        {},
    ),
    "casino": Programme(
        _("A casino"),
        _("Cash games at three stakes, three tournaments a day, a main event on Saturday."),
        "opening-casino.svg",
        (
            _evening("Noon Turbo", "", 12, "Express", buy_in=10_00, fee=1_00),
            _evening("Five o'Clock", "", 17, buy_in=20_00, fee=2_00),
            _evening("Nightcap", "", 22, "Express", buy_in=30_00, fee=3_00),
            _evening(
                "Saturday Main Event", "SA", 15, buy_in=150_00, fee=15_00, starting_stack=30_000
            ),
        ),
        {
            "NL50": {"small_blind": 25, "big_blind": 50, "seats": 9},
            "NL100": {"small_blind": 50, "big_blind": 1_00, "seats": 9},
            "PLO200": {"game": "plo", "small_blind": 1_00, "big_blind": 2_00, "seats": 6},
        },
    ),
}


def lay_out(name: str) -> None:
    """Create the missing plans and games of a programme."""
    programme = PROGRAMMES[name]
    for plan in programme.plans:
        lay_out_plan(plan)
    for game, terms in programme.cash.items():
        CashGame.objects.get_or_create(name=game, defaults=terms)
