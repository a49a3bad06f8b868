"""The physical chips of a live event, by kind (LIVE-7)."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from math import gcd

from django.db import transaction

from core.refusal import Refusal
from tournaments.entry import acts
from tournaments.floor.locking import lock
from tournaments.models import Act, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import chip_stock
from tournaments.rules.level_clock import BlindLevel


def take_stock(*, tournament_id: int, stock: Mapping[int, int], by: int, now: datetime) -> Act:
    """Enter the number of chips of each kind; they must suffice for starting stacks at all seats.

    Refuses NO_SUCH_TOURNAMENT, NOT_LIVE, NOT_RUNNING once it is over, COLOUR_UP_BEGUN,
    CHIPS_DO_NOT_DIVIDE, CHIPS_TOO_LARGE, NOT_ENOUGH_CHIPS.
    """
    with transaction.atomic():
        event = lock(tournament_id)
        if event.floor.deals:
            raise Refusal(EventCode.NOT_LIVE)
        if event.over:
            raise Refusal(EventCode.NOT_RUNNING)
        if event.races.exists():
            raise Refusal(EventCode.COLOUR_UP_BEGUN)
        kinds = chip_stock.check_kinds(stock)
        first = chip_stock.smallest(kinds, amounts=[*bets(event.levels), *sold(event)])
        stack = chip_stock.stack_of(event.starting_stack, [kind for kind in kinds if kind >= first])
        chip_stock.check_enough(stock, stack, stacks=event.live_tables * event.seats_per_table)
        before = event.chip_stock
        event.chip_stock = {str(kind): stock[kind] for kind in kinds}
        event.save(update_fields=["chip_stock"])
        return acts.record(
            Act.Verb.STOCK_CHIPS,
            by=by,
            now=now,
            about=event.name,
            tournament=event,
            before=before,
            after=event.chip_stock,
        )


def check_amounts(event: Tournament, amounts: Iterable[int]) -> None:
    """Check that these stacks can be made of the chips in play. Refuses CHIPS_TOO_LARGE."""
    if kinds := in_play(event):
        for amount in amounts:
            chip_stock.smallest(kinds[:1], amounts=[amount])


def stock_of(event: Tournament) -> dict[int, int]:
    """The number of chips by kind, smallest first; empty if no stock was entered."""
    return {int(kind): number for kind, number in event.chip_stock.items()}


def known(event: Tournament) -> dict[int, int]:
    """The stock of an event, or else that of the latest event that has one."""
    others = Tournament.objects.exclude(chip_stock={}).order_by("-created_at", "-pk")
    last = None if event.chip_stock else others.first()
    return stock_of(last or event)


def in_play(event: Tournament) -> list[int]:
    """The kinds of chips in play now, smallest first; empty without a stock."""
    kinds = list(stock_of(event))
    if not kinds:
        return []
    raced = event.races.filter(drawn_at__isnull=False).order_by("-large").first()
    if raced is not None:
        least = raced.large
    else:
        least = chip_stock.smallest(kinds, amounts=[*bets(event.levels), *sold(event)])
    return [kind for kind in kinds if kind >= least]


def smallest(event: Tournament) -> int:
    """The smallest chip in play, the unit of estimates; without a stock, the largest that divides
    all bets and stacks sold."""
    return next(iter(in_play(event)), 0) or gcd(*bets(event.levels), *sold(event))


def stack_of(event: Tournament, stack: int | None = None) -> dict[int, int]:
    """The chips by kind of a stack, by default a starting stack; empty without a stock."""
    kinds = in_play(event)
    return chip_stock.stack_of(stack or event.starting_stack, kinds) if kinds else {}


def stacks_left(event: Tournament) -> int | None:
    """The number of further starting stacks for which there are chips; None without a stock, or
    after a colour-up was announced."""
    if not event.chip_stock or event.races.exists():
        return None
    bought = -(-event.purchased_chips // event.starting_stack)
    made = event.entry_count + bought
    return chip_stock.stacks_left(stock_of(event), stack_of(event), made=made)


def bets(levels: tuple[BlindLevel, ...]) -> Iterator[int]:
    """The blinds and antes of these levels."""
    for level in levels:
        yield from filter(None, (level.small_blind, level.big_blind, level.ante))


def sold(event: Tournament) -> Iterator[int]:
    """The amounts in which chips are sold: starting stack, re-entry, rebuy, add-on."""
    yield event.starting_stack
    yield event.re_entry_price.chips
    yield from filter(None, (event.rebuy_chips, event.add_on_chips))
