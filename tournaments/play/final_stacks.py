"""The chips of the finalists of an event, derived from its hands and purchases alone."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max

from core.types import EntryId
from tables import engine
from tables.engine.events import Redeal
from tables.models import Hand, HandPlayer
from tables.storage import packed_events
from tournaments.floor import floors
from tournaments.models import Elimination, Entry, Purchase, StackCorrection, Tournament


class FinalStack(NamedTuple):
    """The stack after a player's last hand, and the time at which that was dealt."""

    stack: int
    dealt_at: datetime | None


class Came(NamedTuple):
    """Chips that an entry gained (below zero: lost) outside of hands; ``at`` is None until they
    are applied."""

    entry: EntryId
    chips: int
    at: datetime | None

    @classmethod
    def of(cls, purchase: Purchase) -> "Came":
        return cls(EntryId(purchase.entry_id), purchase.chips, purchase.applied_at)

    @classmethod
    def corrected(cls, correction: StackCorrection) -> "Came":
        return cls(EntryId(correction.entry_id), correction.chips, correction.at)


def final_stacks(
    tournament: Tournament,
    finalists: Collection[Entry],
    beside: Iterable[Came],
    *,
    brought: Mapping[EntryId, int],
) -> dict[EntryId, int]:
    """Return the chips by entry (CHIP-1); ``brought`` are those that an entry began with. Chips
    that were counted at the end count (LIVE-3)."""
    counted = floors.kind_of(tournament).counted(tournament, finalists)
    if counted is not None:
        return counted
    ended = _after_last_hands(tournament)
    carried = _carried(tournament, {entry.user_id for entry in finalists})
    stacks: dict[EntryId, int] = {}
    since: dict[EntryId, datetime | None] = {}
    for entry in finalists:
        stack, since[entry.pk] = ended.get(entry.user_id, FinalStack(brought[entry.pk], None))
        stacks[entry.pk] = stack + carried.get(entry.user_id, 0)
    for came in beside:
        if came.entry in stacks and came.at is not None:
            last = since[came.entry]
            stacks[came.entry] += came.chips if last is None or came.at > last else 0
    return stacks


def _after_last_hands(tournament: Tournament) -> dict[int, FinalStack]:
    """Return the stacks after the last hand of each finalist who played one, by user."""
    # An earlier entry's hands end with the one that it went out in.
    outs = Elimination.objects.filter(entry__tournament=tournament)
    earlier = dict(outs.values_list("entry__user").annotate(hand=Max("hand_id")))
    played = HandPlayer.objects.filter(
        user__in=tournament.entries.filter(status=Entry.Status.FINISHED).values("user"),
        hand__event=tournament.event,
        hand__voided_at__isnull=True,
        finish_stack__isnull=False,
    )
    latest = played.order_by("user", "-hand").distinct("user")
    rows = latest.values_list("user", "hand", "finish_stack", "hand__started_at")
    return {
        user: FinalStack(stack or 0, at)
        for user, hand, stack, at in rows
        if hand > earlier.get(user, 0)
    }


def _carried(tournament: Tournament, users: set[int]) -> dict[int, int]:
    """Return by user the parts of a pot that the last hand carried to a hand never dealt."""
    hands = Hand.objects.filter(event=tournament.event, voided_at=None)
    last = hands.exclude(finished_at=None).order_by("pk").last()
    left = _redeal(last.pk) if last else None
    if last is None or left is None:
        return {}
    seats = dict(last.players.values_list("seat_no", "user"))
    # Players who entered after that hand have no seat in it: they count as the highest seats.
    newcomers = sorted(users - {*seats.values()})
    seats |= dict(enumerate(newcomers, start=1 + max(seats)))
    sharing = [no for no, user in seats.items() if user in users]
    parts = engine.equal_parts(left["pot"], sharing, button=last.positions["button"])
    return {seats[no]: chips for no, chips in parts.items()}


def _redeal(hand_id: int) -> Redeal | None:
    """Return the event of a hand that carried its pot to the next one, or None."""
    for event in packed_events.of_hand(hand_id):
        if event["e"] == "redeal":
            return event
    return None
