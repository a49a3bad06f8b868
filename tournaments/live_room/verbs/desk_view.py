"""The desk's view of a live event beside its tables: due moves, alternates, acts to undo,
payouts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from payouts.wallets import counter
from players.profile import real_names
from tables.models import Table
from tournaments.floor import floors
from tournaments.live_room.models import ChipRace, FloorCall, Penalty
from tournaments.live_room.verbs import (
    calls,
    chips,
    counts,
    dealers,
    final_deals,
    moves,
    penalties,
    races,
    undoing,
    walk_ins,
)
from tournaments.live_room.verbs.counts import Progress
from tournaments.live_room.verbs.moves import DueMove
from tournaments.live_room.verbs.races import ColourUp
from tournaments.models import Act, Bounty, DealProposal, Entry, Tournament
from tournaments.play import deals, last_chances
from tournaments.play.last_chances import LastChance

# The most acts to undo, players to pay, and tables still to be counted that are listed.
ACTS, PAID, MISSING = 8, 20, 20


@dataclass(frozen=True, slots=True)
class ChipPicture:
    """The chips of a starting stack, the number of further stacks, and the colour-up that is due,
    or announced and waiting for ``counted`` chips."""

    stack: list[tuple[int, int]]
    left: int | None
    due: ColourUp | None
    race: ChipRace | None
    counted: bool
    may_stock: bool


@dataclass(frozen=True, slots=True)
class LivePicture:
    """A live event at the desk; ``due`` with the names of its tables."""

    due: DueMove | None
    due_tables: Sequence[str]
    may_enter: bool
    alternates: Sequence[Entry]
    deciding: Sequence[LastChance]
    away: Sequence[Penalty]
    progress: Progress | None
    missing: Sequence[str]
    more_missing: int
    playing: int
    undoable: Sequence[Act]
    to_pay: Sequence[Entry]
    to_sign: Sequence[Entry]
    chips: ChipPicture
    calls: Sequence[FloorCall]
    rota: dealers.DealerRota | None
    deal: DealProposal | None
    deal_until: datetime | None
    may_deal: bool


def live_picture(event: Tournament, *, shown: Collection[int], now: datetime) -> LivePicture | None:
    """Return the picture, with the dealers of the tables ``shown``; None for an online event."""
    if event.floor.deals:
        return None
    running = event.status == Tournament.Status.RUNNING
    due = moves.due_now(event, now=now) if running else None
    progress = counts.progress(event) if running and counts.begun(event) else None
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    shown_missing = progress.missing[:MISSING] if progress else []
    named = tables.filter(pk__in=[*(due.tables if due else ()), *shown_missing])
    names = dict(named.values_list("pk", "name"))
    in_round = tables.filter(notice__kind="hand_for_hand") if event.in_round else tables.none()
    to_pay, to_sign = _payouts(event)
    at_final = running and event.live_count <= event.seats_per_table
    deal = final_deals.on_paper(event, now=now) if at_final else None
    deciding = last_chances.deciding(event, now=now) if running else []
    alternates, called = floors.alternates(event), calls.open_calls(event)
    away = list(penalties.away(event)) if running else []
    named_entries = [
        *(call.entry for call in called if call.entry),
        *(chance.entry for chance in deciding),
        *(penalty.entry for penalty in away),
        *(*to_pay, *to_sign, *alternates),
    ]
    real_names.attach(entry.user for entry in named_entries)
    return LivePicture(
        due=due,
        due_tables=[names[pk] for pk in due.tables] if due else [],
        alternates=alternates,
        may_enter=event.registering or event.may_still_enter(now),
        away=away,
        deciding=deciding,
        progress=progress,
        missing=[names[pk] for pk in shown_missing],
        more_missing=max(0, len(progress.missing) - MISSING) if progress else 0,
        playing=in_round.count(),
        undoable=_undoable(event, now=now),
        to_pay=to_pay,
        to_sign=to_sign,
        chips=_chips(event, now=now),
        calls=called,
        rota=dealers.sight(event, shown=shown, now=now),
        deal=deal,
        deal_until=deals.until(event, deal, now=now) if deal else None,
        may_deal=at_final and deal is None and deals.refusal(event, now=now) is None,
    )


def _undoable(event: Tournament, *, now: datetime) -> list[Act]:
    """The acts that may be undone, latest first; of an event that is over only the last."""
    acts = event.acts.filter(verb__in=undoing.UNDOABLE).exclude(pk__in=undoing.undone(event))
    if event.status == Tournament.Status.RUNNING:
        return list(acts.order_by("-pk")[:ACTS])
    last = acts.order_by("-pk").first() if undoing.reopens(event, now=now) else None
    return [last] if last is not None and last.verb in undoing.ENDED_IT else []


def _chips(event: Tournament, *, now: datetime) -> ChipPicture:
    race = races.waiting(event)
    running = event.status == Tournament.Status.RUNNING
    counted_at = event.counted_at
    return ChipPicture(
        stack=list(chips.stack_of(event).items()),
        left=chips.stacks_left(event),
        due=races.due(event, now=now) if running and race is None else None,
        race=race,
        counted=bool(race and counted_at and counted_at > race.promised_at),
        may_stock=not event.races.exists(),
    )


def _payouts(event: Tournament) -> tuple[list[Entry], list[Entry]]:
    """The winners not yet paid at the counter, best first; and those whose slip waits for a second
    signature."""
    placed = event.entries.filter(place__isnull=False).order_by("place", "pk")
    paid = placed.filter(Q(prize__gt=0) | Exists(Bounty.objects.filter(winner=OuterRef("pk"))))
    finished = paid.select_related("tournament", "user", "ticket_won").prefetch_related("bounties")
    won = [entry for entry in finished if walk_ins.money_won(entry)]
    if not won:
        return [], []
    done = counter.paid_out([walk_ins.slip_key(entry) for entry in won])
    signed = walk_ins.signatures(event)
    to_pay, to_sign = [], []
    for entry in won:
        order = done.get(walk_ins.slip_key(entry))
        if order is None:
            to_pay.append(entry)
        elif order.status == counter.Status.DONE and entry.pk not in signed:
            to_sign.append(entry)
    return to_pay[:PAID], to_sign[:PAID]
