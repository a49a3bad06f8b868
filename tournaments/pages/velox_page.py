"""Data of the VeloX pages: the games that fill up, their odds, the latest draws, one draw."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from core.money import as_chips
from core.pages import fragment_cache
from payouts.prizes import prize_draws
from payouts.prizes.prize_draws import PrizeDraw
from payouts.rules.velox_odds import Chance, chances, percent_returned
from payouts.rules.velox_proof import Proof, prove
from tournaments.models import Entry, Tournament
from tournaments.pages.lobby.listed import Listing, listings
from tournaments.play import velox

LATEST = 8


@dataclass(frozen=True, slots=True)
class Filling:
    """A VeloX that fills up, with its published odds; ``returned`` is a percentage."""

    listing: Listing
    chances: Sequence[Chance]
    returned: float

    @property
    def most_won(self) -> int:
        """The most that one player can win, cents: the first place of the greatest prize."""
        return max(chance.prizes[0] for chance in self.chances)

    @property
    def odds(self) -> SafeString:
        """The table of the odds, cached by seats, buy-in, odds and books."""
        template, event = "tournaments/parts/odds.html", self.listing.event
        context = {"chances": self.chances, "returned": self.returned}
        assert event.draw is not None
        key = (template, event.max_entries, event.buy_in, event.draw.odds, event.free)
        with as_chips(event.free):
            return fragment_cache.get_or_render(key, lambda: render_to_string(template, context))


class Odds(NamedTuple):
    """The published table of a VeloX (VELOX-2, VELOX-3); ``returned`` is a percentage."""

    chances: Sequence[Chance]
    returned: float


class Group(NamedTuple):
    """The VeloX with one number of seats, cheapest first."""

    seats: int
    games: list[Filling]


class Seed(NamedTuple):
    """A player's seed; None while it is secret."""

    player: int
    name: str
    seed: str | None


@dataclass(frozen=True, slots=True)
class DrawView:
    """One draw as one reader sees it."""

    draw: PrizeDraw
    odds: Odds
    seeds: Sequence[Seed]
    proof: Proof | None
    # The reader's own seed, while it may be changed.
    own_seed: str | None
    fresh: bool

    @property
    def odds_json(self) -> str:
        """[multiplier, tickets] pairs, the highest first, for scripts."""
        return json.dumps([[row.multiplier, row.tickets] for row in self.odds.chances])

    @property
    def least_prize(self) -> int:
        return self.odds.chances[-1].prize_pool

    @property
    def top_prize(self) -> int:
        return self.odds.chances[0].prize_pool

    @property
    def result(self) -> Chance | None:
        """The row that was drawn."""
        drawn = self.draw.multiplier
        return next((row for row in self.odds.chances if row.multiplier == drawn), None)


def groups(*, user_id: int | None, now: datetime) -> list[Group]:
    """The VeloX that fill up, by their number of seats."""
    filling = Tournament.objects.filter(
        draw__isnull=False, status=Tournament.Status.REGISTERING
    ).select_related("draw")
    listed = listings(filling.order_by("max_entries", "buy_in", "pk"), user_id=user_id, now=now)
    return [
        Group(seats, [_filling(listing) for listing in of_size])
        for seats, of_size in groupby(listed, key=lambda listing: listing.event.max_entries)
    ]


def odds(event: Tournament) -> Odds:
    """Return the possible draws of an event, before and after its own."""
    terms = {"seats": event.max_entries, "buy_in": event.buy_in}
    own = event.prize_scheme.odds
    return Odds(chances(**terms, odds=own), percent_returned(**terms, odds=own))


def latest() -> list[Tournament]:
    """The latest games with a revealed draw."""
    drawn = Tournament.objects.filter(draw__revealed_at__isnull=False).select_related("draw")
    return list(drawn.order_by("-draw_id")[:LATEST])


def sight(event: Tournament, *, user_id: int | None, now: datetime) -> DrawView:
    """Return the draw of a VeloX as one reader sees it."""
    draw = event.draw
    assert draw is not None
    settled = velox.draw_is_due(event)
    entries = list(_players(event))
    own = next((entry.seed for entry in entries if entry.user_id == user_id), None)
    return DrawView(
        draw=draw,
        odds=odds(event),
        seeds=[
            Seed(entry.user_id, entry.user.get_username(), entry.seed if settled else None)
            for entry in entries
        ],
        proof=prove(prize_draws.record(draw)) if draw.revealed_at else None,
        own_seed=None if settled else own,
        fresh=draw.drawn_at is not None and now < velox.shown_until(draw),
    )


def _players(event: Tournament) -> Sequence[Entry]:
    """Return the entries in the order in which their seeds are hashed (VELOX-4)."""
    entries = event.entries.exclude(status=Entry.Status.WITHDRAWN)
    return list(entries.select_related("user").order_by("user_id"))


def _filling(listing: Listing) -> Filling:
    return Filling(listing, *odds(listing.event))
