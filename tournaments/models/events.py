"""Published events, which players enter, and the time of the director's next step."""

from datetime import UTC, datetime, timedelta
from typing import NotRequired, TypedDict

import pgtrigger
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from core import sql
from core.refusal import RefusalCode
from payouts.events import EventRef
from payouts.rules import schemes
from payouts.rules.guarantees import dealers_part, overlay
from payouts.rules.schemes import Scheme
from tables.models import absence
from tournaments.models.amendments import Amended
from tournaments.models.plans import Template
from tournaments.models.settlement import DealProposal
from tournaments.models.terms import Terms
from tournaments.rules import level_clock, windows

# The kind of this package's events in event names.
KIND = "tournament"
# The time of each player's last count, if the stack still equals it plus purchases since.
_COUNTED = """
    SELECT seat.user_id, last.at
    FROM tables_seat seat
    JOIN tables_table tbl ON tbl.id = seat.table_id
        AND tbl.event = %(event)s AND tbl.status = 'open'
    JOIN tournaments_entry entry ON entry.user_id = seat.user_id
        AND entry.tournament_id = %(id)s AND entry.status = 'playing'
    CROSS JOIN LATERAL (
        SELECT chips, at FROM tournaments_chipcount
        WHERE entry_id = entry.id ORDER BY number DESC LIMIT 1
    ) last
    WHERE seat.stack = last.chips + coalesce((
        SELECT sum(chips) FROM tournaments_purchase
        WHERE entry_id = entry.id AND applied_at > last.at
    ), 0)
"""
# The end of late registration while the clock stands: unknown.
FAR_AWAY = datetime(9000, 1, 1, tzinfo=UTC)


class StandStill(TypedDict):
    """A stop of the clock; ``connected`` counts the players who were connected before it."""

    start: str
    end: str | None
    cause: str
    reason: str
    connected: NotRequired[int]


class Tournament(Amended):
    """A published event. Its terms, ``schedule`` and ``scheme`` are a copy that never changes;
    amendments of staff stand beside them (``models.amendments``)."""

    class Status(models.TextChoices):
        REGISTERING = "registering", _("registering")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    OVER = (Status.FINISHED, Status.CANCELLED)

    template = models.ForeignKey(
        Template,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("plan"),
    )
    scheme = models.JSONField(_("prize scheme"))
    status = models.CharField(
        _("status"), max_length=12, choices=Status, default=Status.REGISTERING
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    late_until = models.DateTimeField(
        _("late registration ends"),
        null=True,
        editable=False,
        help_text=_("As the clock runs now; far in the future while it is stopped."),
    )
    created_at = models.DateTimeField(_("published"))
    folded_may_chat = models.BooleanField(
        _("folded players may chat in an all-in"),
        default=False,
        editable=False,
        help_text=_("The choice of the host of a home game (CHAT-2)."),
    )
    home = models.BooleanField(
        _("home game"),
        default=False,
        editable=False,
        help_text=_("Free play of a host: only its players know of it, and guests may enter."),
    )
    draw = models.OneToOneField(
        "payouts.PrizeDraw",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        verbose_name=_("prize draw"),
    )
    pauses: "models.JSONField[list[StandStill], list[StandStill]]" = models.JSONField(
        _("stops of the clock"),
        default=list,
        blank=True,
        help_text=_("Start, end (null while stopped), cause, and staff's reason."),
    )
    skips = models.JSONField(
        _("rows ended early"),
        default=dict,
        blank=True,
        editable=False,
        help_text=_("When each row was ended, by its position in the schedule."),
    )
    rounds = models.PositiveIntegerField(_("rounds of hand-for-hand"), default=0, editable=False)
    in_round = models.BooleanField(_("tables wait for each other"), default=False, editable=False)
    stage = models.PositiveSmallIntegerField(
        _("round of a shootout"), default=0, editable=False, help_text=_("0: there is none.")
    )
    stage_started_at = models.DateTimeField(_("round began"), null=True, editable=False)
    entry_count = models.PositiveIntegerField(_("entries"), default=0)
    re_entry_count = models.PositiveIntegerField(_("of which re-entries"), default=0)
    live_count = models.PositiveIntegerField(_("still in"), default=0)
    arriving_count = models.PositiveIntegerField(
        _("latecomers who wait for their seat"), default=0, editable=False
    )
    deals_on = models.BooleanField(
        _("tables deal on by themselves"),
        default=False,
        editable=False,
        help_text=_("On while the whole event is not on hold."),
    )
    purchased = models.PositiveBigIntegerField(_("rebuys and add-ons in the pool"), default=0)
    purchased_chips = models.PositiveBigIntegerField(
        _("chips of rebuys and add-ons"), default=0, editable=False
    )
    counts = models.PositiveIntegerField(_("counts of all chips"), default=0, editable=False)
    counted_at = models.DateTimeField(
        _("all chips counted"),
        null=True,
        editable=False,
        help_text=_("Live: since then no player went out, came in or bought chips."),
    )
    corrected_chips = models.BigIntegerField(
        _("chips by which staff corrected stacks"), default=0, editable=False
    )
    removed_chips = models.PositiveBigIntegerField(
        _("chips taken out of play"), default=0, editable=False
    )
    chip_stock = models.JSONField(
        _("chips of the room"),
        default=dict,
        editable=False,
        help_text=_("Live: how many there are of each kind."),
    )
    drawn_moves = models.JSONField(
        _("seats drawn for the next moves"), default=dict, editable=False
    )
    raced_chips = models.BigIntegerField(
        _("chips added by rounding in colour-ups"), default=0, editable=False
    )

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        permissions = [
            ("run_tournament", _("Can run events: clock, tables, players, messages")),
            ("cancel_tournament", _("Can work out cancellations and carry them out")),
        ]
        indexes = [
            models.Index(fields=["status", "starts_at"], name="tournaments_of_a_status"),
            models.Index(fields=["finished_at"], name="tournaments_by_their_end"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["template", "starts_at"],
                condition=~models.Q(status="cancelled"),
                name="one_event_a_date",
            ),
            # One open lobby a Sit&Go template, however often the refill runs.
            models.UniqueConstraint(
                fields=["template"],
                condition=models.Q(status="registering", kind="sng"),
                name="one_open_lobby_a_sit_and_go",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    entry_count__lte=models.F("max_entries") + models.F("more_seats")
                ),
                name="never_more_entries_than_seats",
            ),
            absence.constraint("event_away_within_action_time"),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="terms_never_change",
                # A leaked password can be replaced; existing entries stay.
                fields=[
                    *(name for name in Terms.term_names() if name != "password"),
                    "schedule",
                    "scheme",
                    "home",
                ],
            ),
        ]

    @property
    def free(self) -> bool:
        return super().free or self.home

    @property
    def event(self) -> str:
        """The event name that tables and transfers use."""
        return str(EventRef(KIND, self.pk))

    @staticmethod
    def number_of(event: str) -> int | None:
        """The id of the tournament with this event name; None if it names another kind."""
        return EventRef.id_in(event, kind=KIND)

    @property
    def over(self) -> bool:
        return self.status in self.OVER

    @property
    def stacks_certain(self) -> bool:
        """Return whether stacks may decide anything: they are exact, or counted (LIVE-3)."""
        return self.floor.exact_stacks or self.counted_at is not None

    @property
    def stacks_estimated(self) -> bool:
        """Return whether stacks are estimates: in a live event until all are counted (LIVE-2)."""
        return self.status == self.Status.RUNNING and not self.stacks_certain

    def estimated(self, user_id: int | None) -> bool:
        """Return whether a player's stack is an estimate, not counted yet (LIVE-3)."""
        return self.stacks_estimated and user_id not in self.counted_users

    @cached_property
    def counted_users(self) -> dict[int, datetime]:
        """Time of the last count by user, for players whose stack still equals it plus purchases
        since."""
        return dict(sql.rows(_COUNTED, {"id": self.pk, "event": self.event}))

    @property
    def registering(self) -> bool:
        return self.status == self.Status.REGISTERING

    @property
    def full(self) -> bool:
        return self.entry_count >= self.most_entries

    @property
    def prize_scheme(self) -> Scheme:
        """The scheme that divides its pool into prizes."""
        return schemes.read(self.scheme)

    @property
    def prize_pool(self) -> int:
        """Cents to be won by the entries so far."""
        return self.pool_of(self.entry_count)

    def pool_of(self, entries: int) -> int:
        """Cents that ``entries`` entries play for: a drawn prize, or their buy-ins with the rebuys
        and add-ons so far, less the dealers' share (LIVE-14), but at least the guarantee
        (POOL-2)."""
        if self.draw is not None:
            return self.draw.prize_pool
        collected = self.for_prizes_from(entries)
        return collected + overlay(collected=collected, guarantee=self.guaranteed)

    def for_prizes_from(self, entries: int) -> int:
        """Cents that ``entries`` entries bring for prizes, to compare with a guarantee."""
        return self.collected_from(entries) - self.withheld_from(entries)

    @property
    def for_prizes(self) -> int:
        """Cents that the players have brought for prizes, the dealers' share taken off."""
        return self.for_prizes_from(self.entry_count)

    @property
    def withheld(self) -> int:
        """Cents of the pool that are the dealers' (LIVE-14)."""
        return self.withheld_from(self.entry_count)

    def withheld_from(self, entries: int) -> int:
        """Cents of the dealers' share of what ``entries`` entries bring (LIVE-14)."""
        return dealers_part(collected=self.collected_from(entries), share=self.dealers_share)

    def collected_from(self, entries: int) -> int:
        """Cents that ``entries`` entries bring, re-entries so far included, with the rebuys and
        add-ons so far (POOL-3)."""
        again = min(self.re_entry_count, entries)
        first = entries - again
        bought_in = first * self.buy_in + again * self.re_entry_price.buy_in
        return bought_in + self.purchased

    @property
    def collected(self) -> int:
        """Cents that the players have put into the pool: buy-ins, rebuys, add-ons (POOL-3)."""
        return self.collected_from(self.entry_count)

    @property
    def chips_in_play(self) -> int:
        """All chips sold, with corrections of stacks (AMEND-5) and the rounding of colour-ups
        (LIVE-8), without the chips of disqualified players (RANK-1)."""
        first = self.entry_count - self.re_entry_count
        entered = first * self.starting_stack + self.re_entry_count * self.re_entry_price.chips
        added = self.purchased_chips + self.corrected_chips + self.raced_chips
        return entered + added - self.removed_chips

    @property
    def average_stack(self) -> int | None:
        """Average chips per player still in; None if no player is in, as before the start."""
        return self.chips_in_play // self.live_count if self.live_count else None

    @property
    def settled(self) -> bool:
        """Return whether a place is given or a deal made: pool and entries are then final."""
        placed = self.entries.filter(place__isnull=False).exists()
        return placed or self.deals.filter(status=DealProposal.Status.DONE).exists()

    def clock_at(self, now: datetime) -> level_clock.ClockReading | None:
        """Read the clock; None before the start, and the last reading after the end.

        In a shootout the clock restarts with every round (SHOOT-2).
        """
        began = self.stage_started_at or self.started_at
        if began is None:
            return None
        skips = {int(row): datetime.fromisoformat(at) for row, at in self.skips.items()}
        return level_clock.level_at(
            self.levels,
            started_at=began,
            pauses=self._stops,
            skips={row: at for row, at in skips.items() if at >= began},
            anew=self.anew if self.anew and self.anew.at >= began else None,
            now=min(now, self.finished_at or now),
        )

    def late_registration_ends(self) -> datetime | None:
        """The end of late registration as the clock runs now: FAR_AWAY while it stands, None before
        the start or without late registration. ``late_until`` stores it for queries."""
        began = self.started_at
        if began is None or not self.late_levels:
            return None
        ends_at = level_clock.level_ends_at(
            self.levels,
            number=self.late_levels,
            started_at=began,
            pauses=self._stops,
            skips={int(row): datetime.fromisoformat(at) for row, at in self.skips.items()},
            anew=self.anew,
        )
        return ends_at or FAR_AWAY

    def keep_clock(self, *fields: str) -> None:
        """Save these fields of the clock, and ``late_until``, which follows from them."""
        self.late_until = self.late_registration_ends()
        self.save(update_fields=[*fields, "late_until"])

    def stood_still(self, *, since: datetime, until: datetime) -> timedelta:
        """The time for which the clock stood between two moments (TRN-6)."""
        return level_clock.stopped(self._stops, since=since, until=until)

    @property
    def _stops(self) -> list[level_clock.Pause]:
        return [_pause(pause["start"], pause["end"]) for pause in self.pauses]

    @property
    def pause(self) -> StandStill | None:
        """The pause that is running, as in ``pauses``; None without one."""
        return next((pause for pause in self.pauses if pause["end"] is None), None)

    @property
    def registration_opens_at(self) -> datetime | None:
        """The time from which players may register (TRN-2); None: from publication."""
        return windows.before(self.starts_at, minutes=self.registration_minutes)

    @property
    def unregistration_ends_at(self) -> datetime | None:
        """The time until which players may unregister (TRN-2); None: until the start."""
        return windows.before(self.announced_for, minutes=self.unregistration_minutes)

    def entries_are_final(self, now: datetime) -> bool:
        """Return whether the deadline to unregister has passed."""
        ended_at = self.unregistration_ends_at
        return ended_at is not None and ended_at <= now

    def may_still_enter(self, now: datetime) -> bool:
        """Return whether registration is open and a seat is free."""
        return self.registration_refusal(now) is None

    def re_entries_open(self, now: datetime) -> bool:
        """Return whether re-entries are open: as long as late registration, or shorter (TRN-2)."""
        reading = self.clock_at(now)
        levels = self.re_entry_levels or self.late_levels
        return reading is not None and windows.late_registration_open(reading, late_levels=levels)

    def check_in_open(self, now: datetime) -> bool:
        """Return whether registered players can check in now (TRN-2)."""
        opens_at = windows.before(self.announced_for, minutes=self.check_in_minutes)
        return self.registering and opens_at is not None and opens_at <= now

    def pool_may_grow(self, now: datetime) -> bool:
        """Return whether entries, rebuys or add-ons may still come, so that prizes may change."""
        return self.may_still_enter(now) or self.rebuys_open(now) or self.add_on_ahead(now)

    def rebuys_open(self, now: datetime) -> bool:
        """Return whether rebuys are sold (TRN-2)."""
        reading = self._playing_at(now)
        return reading is not None and windows.rebuys_open(reading, levels=self.rebuy_levels)

    def add_on_open(self, now: datetime) -> bool:
        """Return whether the add-on is sold (TRN-2)."""
        reading, row = self._playing_at(now), self._add_on_row
        return reading is not None and reading.index == row

    def add_on_ahead(self, now: datetime) -> bool:
        """Return whether the add-on is sold now or later."""
        reading, row = self._playing_at(now), self._add_on_row
        return reading is not None and row is not None and reading.index <= row

    @property
    def _add_on_row(self) -> int | None:
        return windows.add_on_row(self.levels, after_level=self.add_on_after_level)

    def _playing_at(self, now: datetime) -> level_clock.ClockReading | None:
        """Read the clock while chips can be sold; None before the start and after the session."""
        if self.over or not self.sells_chips:
            return None
        reading = self.clock_at(now)
        if reading is None or level_clock.session_over(reading, levels=self.session_levels):
            return None
        return reading

    def registration_refusal(self, now: datetime) -> RefusalCode | None:
        """The code with which a registration would be refused now, or None."""
        opens_at = self.registration_opens_at
        return windows.registration_refusal(
            over=self.over,
            opened=opens_at is None or opens_at <= now,
            reading=self.clock_at(now),
            late_levels=self.late_levels,
            entries=self.entry_count,
            max_entries=self.most_entries,
        )


def _pause(start: str, end: str | None) -> level_clock.Pause:
    return datetime.fromisoformat(start), datetime.fromisoformat(end) if end else None


class Due(models.Model):
    """The time of the director's next step for a tournament; narrow, so that updates stay cheap.

    After a step over a large field, ``not_before`` holds the next one back.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True)
    due_at = models.DateTimeField(db_index=True)
    not_before = models.DateTimeField(null=True)
