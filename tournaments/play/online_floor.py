"""The floor of an online event: the engine deals, and the director moves the players."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Self

from django.db.models import F
from django.db.models.functions import Coalesce

from tables import engine
from tables.live import dealer, pause
from tables.models import Hand, HandPlayer
from tables.storage import packed_events
from tables.wire.frame_types import Notice
from tournaments import room_settings
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import BustOutHand, Floor, StoredFloor, TableState
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import latecomers
from tournaments.play.formats import format_of
from tournaments.rules import knockouts
from tournaments.rules.late_seating import TableSeat
from tournaments.rules.level_clock import BlindLevel


class DirectedFloor(Floor):
    """A floor on which the director moves the players, by the format of the event."""

    def draw_seats(self, users: Sequence[int], *, level: BlindLevel) -> None:
        """Open as many tables as needed and draw all players' seats."""
        format_of(self.tournament).draw_seats(self, users, level=level)

    def rearrange(self, *, level: BlindLevel, entry_open: bool) -> bool:
        return format_of(self.tournament).rearrange(self, level=level, entry_open=entry_open)

    def held_up(self) -> set[int]:
        return format_of(self.tournament).held_up(self)

    def let_in(self, newcomer: Latecomer, *, level: BlindLevel) -> None:
        latecomers.let_in(self, newcomer, level=level)

    def seat_latecomers(self, *, level: BlindLevel) -> None:
        latecomers.seat_those_waiting(self, level=level)


class OnlineFloor(DirectedFloor, StoredFloor):
    """Tables at which the engine deals, and whose hands tell what happened."""

    @classmethod
    def begin(cls, tournament: Tournament, *, users: Sequence[int], now: datetime) -> Self:
        plan = cls(tournament, [], now=now)
        plan.draw_seats(users, level=tournament.levels[0])
        entering = tournament.entries.filter(status=Entry.Status.REGISTERED)
        entering.update(status=Entry.Status.PLAYING)
        return plan

    @classmethod
    def waiting(cls, tournament: Tournament) -> list[Latecomer]:
        entering = tournament.entries.filter(status=Entry.Status.REGISTERED).order_by("pk")
        return [
            Latecomer(
                entry.pk,
                entry.user_id,
                entry.price.chips,
                TableSeat(entry.drawn_table_id, entry.drawn_seat),
                away=entry.arrives_away,
            )
            for entry in entering.select_related("tournament")
            # A player who is just entering has not drawn yet.
            if entry.drawn_table_id and entry.drawn_seat
        ]

    def deal(self, table: TableState, level: BlindLevel, *, notice: Notice | None = None) -> None:
        super().deal(table, level, notice=notice)
        dealer.deal(table_id=table.id, now=self.now)

    @classmethod
    def begun(cls, tournament: Tournament) -> bool:
        hands = Hand.objects.filter(event=tournament.event, voided_at__isnull=True)
        return hands.filter(finished_at__isnull=False).exists()

    @classmethod
    def bust_out_hands(
        cls, tournament: Tournament, users: Collection[int]
    ) -> dict[int, BustOutHand]:
        """Return the latest finished hand of each of these players, by user."""
        rows = (
            HandPlayer.objects.filter(
                hand__event=tournament.event, user__in=users, hand__finished_at__isnull=False
            )
            .order_by("user", "-hand")
            .distinct("user")
            .values_list(
                *("user", "hand_id", "hand__table__name", "start_stack", F("hand__finished_at")),
                Coalesce("hand__shown_at", "hand__finished_at"),
            )
        )
        return {user: BustOutHand(*row) for user, *row in rows}

    @classmethod
    def decides_until(cls, hand: BustOutHand) -> datetime:
        # The page shows the result first.
        return pause.result_until(hand.shown_at) + room_settings.REBUY_TIME.value()

    @classmethod
    def takers(
        cls, tournament: Tournament, out: Elimination, *, head: int
    ) -> list[tuple[Entry, int]]:
        """Return the winners of the last pot of an eliminated player, and the part of each
        (BOUNTY-1)."""
        played = Hand.objects.filter(pk=out.hand_id).first()
        seats = dict(played.players.values_list("user", "seat_no")) if played else {}
        seat = seats.get(out.entry.user_id)
        if played is None or seat is None:
            return []
        hand = engine.replay(packed_events.of_hand(played.pk))
        at = _entries_in(tournament, played.pk, seats)
        keys = {seat: entry.pk for seat, entry in at.items()}
        cents_by_key = knockouts.taken(hand, seat, keys, head=head)
        return [(entry, cents) for entry in at.values() if (cents := cents_by_key.get(entry.pk))]


def _entries_in(tournament: Tournament, hand_id: int, seats: Mapping[int, int]) -> dict[int, Entry]:
    """Return by seat the entry with which each player was in a hand; ``seats`` by user.

    It is the first that was not out in an earlier hand. Times do not decide, since the clocks of
    two machines may differ. A disqualified player has no later entry.
    """
    played = tournament.entries.filter(user__in=seats).exclude(status=Entry.Status.WITHDRAWN)
    still_in = played.exclude(elimination__hand_id__lt=hand_id, elimination__chips_removed=0)
    still_in = still_in.select_related("user").order_by("-pk")
    return {seats[entry.user_id]: entry for entry in still_in}
