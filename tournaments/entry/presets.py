"""The parts of a plan: blind structures, prize schemes, terms; for the demo and for new plans."""

from typing import Any, NamedTuple

from core.money import units
from payouts.prizes import schemes
from payouts.prizes.schemes import PrizeScheme
from payouts.rules import payout_tables
from payouts.rules.payout_tables import Formula
from payouts.rules.schemes import PayoutTable, Scheme, Standard, Velox, Winners
from tournaments.models import BlindStructure, Level, Template


class BlindRow(NamedTuple):
    """One row of a blind schedule; without blinds it is a break."""

    seconds: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0


STRUCTURES: dict[str, list[BlindRow]] = {
    "Turbo": [
        BlindRow(180, 10, 20),
        BlindRow(180, 15, 30),
        BlindRow(180, 25, 50),
        BlindRow(180, 50, 100),
        BlindRow(180, 75, 150),
        BlindRow(180, 100, 200, 20),
        BlindRow(180, 150, 300, 30),
        BlindRow(180, 200, 400, 40),
        BlindRow(180, 300, 600, 60),
        BlindRow(180, 500, 1000, 100),
    ],
    "Express": [
        BlindRow(120, 25, 50),
        BlindRow(120, 50, 100),
        BlindRow(120, 75, 150, 15),
        BlindRow(120, 100, 200, 20),
        BlindRow(60),
        BlindRow(120, 150, 300, 30),
        BlindRow(120, 250, 500, 50),
        BlindRow(120, 400, 800, 80),
        BlindRow(120, 600, 1200, 120),
        BlindRow(60),
        BlindRow(120, 1000, 2000, 200),
        BlindRow(120, 1500, 3000, 300),
        BlindRow(120, 2500, 5000, 500),
        BlindRow(120, 4000, 8000, 800),
    ],
    "Evening": [
        BlindRow(900, 25, 50),
        BlindRow(900, 50, 100),
        BlindRow(900, 75, 150),
        BlindRow(900, 100, 200, 20),
        BlindRow(300),
        BlindRow(900, 150, 300, 30),
        BlindRow(900, 200, 400, 40),
        BlindRow(900, 300, 600, 60),
        BlindRow(900, 400, 800, 80),
        BlindRow(300),
        BlindRow(900, 600, 1200, 120),
        BlindRow(900, 1000, 2000, 200),
        BlindRow(900, 1500, 3000, 300),
        BlindRow(900, 2500, 5000, 500),
    ],
    # With real chips: those of 25 leave in the first break, those of 100 in the second.
    "Club": [
        BlindRow(1200, 25, 50),
        BlindRow(1200, 50, 100),
        BlindRow(1200, 75, 150),
        BlindRow(1200, 100, 200, 25),
        BlindRow(600),
        BlindRow(1200, 200, 400),
        BlindRow(1200, 300, 600, 100),
        BlindRow(1200, 400, 800, 100),
        BlindRow(1200, 600, 1200, 100),
        BlindRow(600),
        BlindRow(1200, 1000, 2000),
        BlindRow(1200, 1500, 3000, 500),
        BlindRow(1200, 2000, 4000, 500),
        BlindRow(1200, 3000, 6000, 500),
        BlindRow(1200, 5000, 10000, 1000),
    ],
    "VeloX": [
        BlindRow(90, 10, 20),
        BlindRow(90, 15, 30),
        BlindRow(60, 20, 40),
        BlindRow(60, 30, 60),
        BlindRow(60, 40, 80),
        BlindRow(60, 60, 120),
        BlindRow(60, 80, 160),
        BlindRow(60, 120, 240),
        BlindRow(60, 200, 400),
        BlindRow(60, 300, 600),
    ],
}
# Without blinds each player antes as much as the big blind would be (DRAW-1).
STRUCTURES["Draw"] = [row._replace(ante=0) for row in STRUCTURES["Turbo"]]
# In the demo one begins every few minutes, so each is soon over.
STRUCTURES["Dash"] = [row._replace(seconds=row.seconds // 2) for row in STRUCTURES["Express"]]
STRUCTURES["Quick"] = [row._replace(seconds=row.seconds // 3) for row in STRUCTURES["Evening"]]
# Three of twenty are paid, each at least one and a half entries.
HOUSE = Formula(percent=15, steepness=90, least=150, largest=1_000)
SCHEMES: dict[str, Scheme] = {
    "Winner takes all": Winners([10000]),
    "Two paid": Winners([6500, 3500]),
    "Three paid": Winners([5000, 3000, 2000]),
    "Standard": Standard(),
    "House table": PayoutTable([row.to_json() for row in payout_tables.make(HOUSE)], HOUSE.least),
    "VeloX": Velox(),
}


# For an event with a date, online.
OF_AN_EVENING = ("Evening", "Express", "Turbo")
FOR_MANY = ("Standard", "House table", "Winner takes all")


class StarterPlan(NamedTuple):
    """A template to be; money in cents. In the name ``{price}`` is the buy-in."""

    name: str
    scheme: str
    structure: str
    terms: dict[str, Any]

    @property
    def title(self) -> str:
        """The name with its price, in the room's currency."""
        price = f"{units(self.terms.get('buy_in', 0)):f}".removesuffix(".00")
        return self.name.format(price=price)


# The default terms of a plan.
SIT_AND_GO = {"kind": Template.Kind.SIT_AND_GO, "starting_stack": 1500, "action_seconds": 20}


def lay_out_plan(plan: StarterPlan) -> None:
    """Create a plan that does not exist yet; one that staff have edited stays as it is."""
    scheme = ensure_scheme(plan.scheme)
    structure = ensure_structure(plan.structure)
    Template.objects.get_or_create(
        name=plan.title,
        defaults={**SIT_AND_GO, **plan.terms, "scheme": scheme, "structure": structure},
    )


def ensure_scheme(name: str) -> PrizeScheme:
    """Return the prize scheme of this name; create it where the room has none."""
    return schemes.ensure(name=name, scheme=SCHEMES[name])


def ensure_structure(name: str) -> BlindStructure:
    """Return the structure of this name; create it where the room has none."""
    structure, created = BlindStructure.objects.get_or_create(name=name)
    if created:
        rows = enumerate(STRUCTURES[name], start=1)
        Level.objects.bulk_create(
            Level(
                structure=structure, position=position, is_break=not row.big_blind, **row._asdict()
            )
            for position, row in rows
        )
    return structure
