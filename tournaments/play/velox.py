"""VeloX events: their terms, the players' seeds, the draw before the first hand."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from core.refusal import Refusal
from payouts.prizes import prize_draws
from payouts.prizes.prize_draws import PrizeDraw
from payouts.rules import velox as rules
from tables import games
from tables.wire.frame_types import DrawNotice
from tournaments.floor.locking import lock
from tournaments.models import Entry, Template, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import structures
from tournaments.rules.level_clock import BlindLevel

# A drawn prize is shown this many times as long as a hand's result: about six seconds.
RESULTS_LONG = 1.5


def check_terms(template: Template, levels: Sequence[BlindLevel]) -> None:
    """Refuse VELOX_TERMS and, where the rulebook has no table for the terms, VELOX_NOT_OFFERED."""
    seats, buy_in = template.max_entries, template.buy_in
    late = (template.late_registration_levels, template.re_entries, template.sells_chips)
    more = (template.fee, template.bounty, template.guarantee, *late)
    pace = structures.PRESETS["super_turbo"]
    fits = (
        template.kind == Template.Kind.SIT_AND_GO,
        template.seats_per_table == seats,
        games.is_holdem(template.game),
        all(level.seconds <= pace.level_seconds for level in levels),
    )
    if any(more) or not all(fits):
        raise Refusal(EventCode.VELOX_TERMS, minutes=pace.minutes)
    try:
        rules.table(seats=seats, buy_in=buy_in, odds=template.odds)
    except ValueError as error:
        raise Refusal(EventCode.VELOX_NOT_OFFERED, seats=seats, buy_in=buy_in) from error


def promise(tournament: Tournament, *, now: datetime) -> None:
    """Publish the commitment to the seed together with the event (VELOX-4)."""
    tournament.draw = prize_draws.commit(
        event=tournament.event,
        seats=tournament.max_entries,
        buy_in=tournament.buy_in,
        odds=tournament.prize_scheme.odds,
        now=now,
    )
    tournament.save(update_fields=["draw"])


def set_seed(*, tournament_id: int, user_id: int, seed: str, now: datetime) -> Entry:
    """Store the seed that a player chooses, until the last seat is taken.

    Refuse NO_SUCH_TOURNAMENT, NO_DRAW, NOT_REGISTERED, DRAW_IS_DUE, SEED_UNUSABLE.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if tournament.draw_id is None:
            raise Refusal(EventCode.NO_DRAW)
        entry = tournament.entries.filter(user_id=user_id, status=Entry.Status.REGISTERED).first()
        if draw_is_due(tournament):
            raise Refusal(EventCode.DRAW_IS_DUE)
        if entry is None:
            raise Refusal(EventCode.NOT_REGISTERED)
        if not rules.is_player_seed(seed):
            raise Refusal(EventCode.SEED_UNUSABLE, most=rules.LONGEST_SEED)
        entry.seed = seed
        entry.save(update_fields=["seed"])
    return entry


def draw_is_due(tournament: Tournament) -> bool:
    """Return whether the inputs of the draw are settled: from the last seat on."""
    return tournament.draw_id is not None and (tournament.full or not tournament.registering)


def draw_prize(tournament: Tournament, *, now: datetime) -> PrizeDraw:
    """Draw the prize for the registered entries (VELOX-1). The caller holds the event's lock."""
    seeds = tournament.entries.filter(status=Entry.Status.REGISTERED).values_list("user", "seed")
    drawn = prize_draws.draw(
        event=tournament.event, player_seeds=dict(seeds), now=now, books=tournament.books
    )
    tournament.draw = drawn
    return drawn


def showing(tournament: Tournament, *, now: datetime) -> DrawNotice | None:
    """Return the notice of the drawn prize; None once it has been shown long enough."""
    if tournament.draw is None or (until := shown_until(tournament.draw)) <= now:
        return None
    assert tournament.draw.multiplier is not None
    return {
        "kind": "draw",
        "multiplier": tournament.draw.multiplier,
        "prize": tournament.draw.prize_pool,
        "odds": [
            [times, tickets]
            for times, tickets in sorted(tournament.draw.table.items(), reverse=True)
        ],
        "until": until.isoformat(),
    }


def shown_until(draw: PrizeDraw) -> datetime:
    """Return when all players are at the table and have seen the prize: play may begin."""
    assert draw.drawn_at is not None
    result_seconds = RESULTS_LONG * settings.RESULT_SECONDS
    return draw.drawn_at + timedelta(seconds=settings.START_SECONDS + result_seconds)


def lay_open(tournament: Tournament, *, now: datetime) -> None:
    """Reveal the server's seed, once the prize has been shown (VELOX-4)."""
    if tournament.draw is not None and tournament.draw.revealed_at is None:
        tournament.draw = prize_draws.reveal(event=tournament.event, now=now)
