"""The plans of staff: blind structures, and templates that share them."""

from collections.abc import Iterator
from datetime import date

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from core.refusal import Refusal
from core.sentences import say
from tables import games
from tables.games import has_blinds
from tables.models import absence
from tournaments.models.terms import Terms
from tournaments.refusals import EventCode
from tournaments.rules import level_clock, recurrence

# The longest time, in days, that an event is announced before its start.
MOST_ANNOUNCE_DAYS = 366
# The form field that shows a refusal, by code.
FIELDS: dict[str, str] = {
    EventCode.SHOOTOUT_TERMS: "format",
    EventCode.LIVE_TERMS: "venue",
    EventCode.DEALERS_SHARE_ONLINE: "dealers_share",
    EventCode.PLAY_MONEY_ONLINE: "play_money",
    EventCode.SEATS_OF_OTHER_MONEY: "seats_for",
    EventCode.BOUNTY_OR_REBUYS: "bounty",
    EventCode.RE_ENTRY_STACK: "re_entries",
    EventCode.RE_ENTRIES_TOO_LATE: "re_entry_levels",
    EventCode.LATE_AFTER_SESSION: "session_levels",
}
RE_ENTRY_TERMS = ("re_entry_levels", "re_entry_buy_in", "re_entry_fee")


class BlindStructure(models.Model):
    """Levels and breaks, shared by any number of plans; publishing copies them into the event."""

    name = models.CharField(_("name"), max_length=80, unique=True)

    class Meta:
        verbose_name = _("blind structure")
        verbose_name_plural = _("blind structures")

    def __str__(self) -> str:
        return self.name


class Template(Terms):
    """A plan that staff edit. Publishing copies it into a Tournament whose terms never change."""

    structure = models.ForeignKey(
        BlindStructure, models.PROTECT, related_name="plans", verbose_name=_("blind structure")
    )
    scheme = models.ForeignKey(
        "payouts.PrizeScheme", models.PROTECT, verbose_name=_("prize scheme")
    )
    seats_for = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("seats are for"),
        help_text=_("Satellite: the plan whose events a ticket is good for; empty: any event."),
    )
    velox_table = models.ForeignKey(
        "tournaments.VeloxTable",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("VeloX table"),
        limit_choices_to={"number__isnull": False, "retired_at__isnull": True},
        help_text=_("Empty: the table of the regulations. Published games keep theirs."),
    )
    active = models.BooleanField(_("active"), default=True)
    recurrence = models.CharField(
        _("recurrence"),
        max_length=200,
        blank=True,
        help_text=_(
            "An RRULE in room time, e.g. FREQ=MINUTELY;INTERVAL=5. Sit&Gos reopen by themselves."
        ),
    )
    exceptions = models.JSONField(
        _("days without an event"),
        default=list,
        blank=True,
        help_text=_("Days without a recurrence, like 2026-12-25."),
    )
    announce_minutes = models.PositiveIntegerField(_("announcement, minutes before"), default=30)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        permissions = [("approve_template", _("Can approve guarantees written by others"))]
        constraints = [absence.constraint("template_away_within_action_time")]
        # Tickets and satellites are for its events.
        triggers = [pgtrigger.ReadOnly(name="plan_for_money_or_not", fields=["play_money"])]

    @property
    def levels(self) -> models.QuerySet["Level"]:
        """The rows of its blind structure, in order."""
        return Level.objects.filter(structure=self.structure_id)

    @property
    def drawn(self) -> bool:
        """Return whether its prize is drawn, as in a VeloX."""
        return self.scheme.snapshot().drawn

    @property
    def odds(self) -> str:
        """The multipliers of its own VeloX table, as text; empty: the table of the regulations."""
        return "" if self.velox_table is None else self.velox_table.odds

    @property
    def days_without(self) -> list[str]:
        """The days on which it does not recur; malformed values of the column are ignored."""
        listed = self.exceptions if isinstance(self.exceptions, list) else []
        return [day for day in listed if isinstance(day, str)]

    def clean(self) -> None:
        most = games.most_seats(self.game)
        if self.seats_per_table and self.seats_per_table > most:
            raise ValidationError(
                {
                    "seats_per_table": _("This game can have at most %(seats)s seats.")
                    % {"seats": most}
                }
            )
        if games.carries(self.game) and self.max_entries > self.seats_per_table:
            # A pot carried to the next hand cannot follow players to another table.
            raise ValidationError({"max_entries": _("This game is played at one table.")})
        faults = dict([*self._faults_of_deadlines(), *self._faults_of_sales()])
        faults |= dict(self._faults_of_draw())
        faults |= absence.faults(self)
        faults |= dict(self._faults_of_dates())
        if not has_blinds(self.game) and self.levels.filter(big_blind_ante=True).exists():
            faults["structure"] = _("This game has no big blind that could ante for the table.")
        for name in games.unused_house_rules(self.game, self.house):
            faults[name] = _("This does not apply to this game.")
        if faults:
            raise ValidationError(faults)
        try:
            self.check_terms()
        except Refusal as refusal:
            raise ValidationError({FIELDS[refusal.code]: say(refusal)}) from refusal

    def check_plan(self) -> None:
        """Refuse a plan that its form would refuse, however it was written: the codes of
        ``check_terms``, and TERMS_DO_NOT_FIT."""
        self.check_terms()
        try:
            # Foreign keys need no check: the database has one.
            self.clean_fields(exclude={"structure", "scheme", "seats_for", "velox_table"})
            self.clean()
        except ValidationError as error:
            field, [why, *_more] = next(iter(error.message_dict.items()))
            term = capfirst(str(getattr(self._meta.get_field(field), "verbose_name", field)))
            raise Refusal(EventCode.TERMS_DO_NOT_FIT, term=term, why=why) from error

    def check_terms(self) -> None:
        """Refuse terms that contradict each other.

        SHOOTOUT_TERMS, LIVE_TERMS, PLAY_MONEY_ONLINE, SEATS_OF_OTHER_MONEY, DEALERS_SHARE_ONLINE,
        BOUNTY_OR_REBUYS, RE_ENTRY_STACK, RE_ENTRIES_TOO_LATE, LATE_AFTER_SESSION.
        """
        # These let players in, or end play, during a round.
        others = (
            self.late_registration_levels,
            self.re_entries,
            self.sells_chips,
            self.session_levels,
            self.scheme_id and self.drawn,
        )
        if self.plays_apart and any(others):
            raise Refusal(EventCode.SHOOTOUT_TERMS)
        live = not self.floor.deals
        if live != (self.live_tables > 0) or (live and self._only_online()):
            raise Refusal(EventCode.LIVE_TERMS)
        self._check_books(live=live)
        if self.dealers_share and not live:
            raise Refusal(EventCode.DEALERS_SHARE_ONLINE)
        if self.bounty and self.sells_chips:
            # A head is taken once, but a player who rebuys would still be in.
            raise Refusal(EventCode.BOUNTY_OR_REBUYS)
        if self.re_entry_chips not in (None, self.starting_stack):
            raise Refusal(EventCode.RE_ENTRY_STACK, stack=self.starting_stack)
        if self.re_entry_levels > self.late_registration_levels:
            raise Refusal(EventCode.RE_ENTRIES_TOO_LATE, levels=self.late_registration_levels)
        if 0 < self.session_levels < self.late_registration_levels:
            raise Refusal(EventCode.LATE_AFTER_SESSION, levels=self.session_levels)

    def _check_books(self, *, live: bool) -> None:
        """Refuse PLAY_MONEY_ONLINE, SEATS_OF_OTHER_MONEY (FREE-4)."""
        if self.play_money and live:
            raise Refusal(EventCode.PLAY_MONEY_ONLINE)
        if self.seats_for is not None and self.seats_for.play_money != self.play_money:
            raise Refusal(EventCode.SEATS_OF_OTHER_MONEY)

    def _only_online(self) -> bool:
        """Return whether its terms need hands of the engine, or a lobby that starts by itself."""
        return (
            self.kind == self.Kind.SIT_AND_GO
            or self.plays_apart
            or self.session_levels > 0
            or (self.scheme_id is not None and self.drawn)
        )

    def _faults_of_sales(self) -> Iterator[tuple[str, str | Promise]]:
        """Faults of sale windows and prices that contradict each other (TRN-2), by field."""
        if self.re_entries and not self.late_registration_levels:
            yield "re_entries", _("Players can enter again while late registration is open.")
        for name in RE_ENTRY_TERMS:
            if getattr(self, name) and not self.re_entries:
                yield name, _("Enter the number of re-entries first.")
        if self.rebuy_most_stack and not self.rebuys:
            yield "rebuy_most_stack", _("Enter the number of rebuys first.")
        if self.rebuys and not self.rebuy_levels:
            yield "rebuy_levels", _("Enter the level until whose end rebuys are sold.")
        if self.rebuys and not self.rebuy_chips:
            yield "rebuy_chips", _("Enter the chips of a rebuy.")
        if self.add_on_after_level and not self.add_on_chips:
            yield "add_on_chips", _("Enter the chips of the add-on.")

    def _faults_of_draw(self) -> Iterator[tuple[str, str | Promise]]:
        """Faults of the VeloX table that it has chosen (VELOX-2), by field."""
        if (table := self.velox_table) is None:
            return
        if self.scheme_id is not None and not self.drawn:
            yield (
                "velox_table",
                _("Only a VeloX has a drawn prize: choose its scheme, or no table."),
            )
        elif table.seats != self.max_entries:
            yield (
                "velox_table",
                _("This table is for %(seats)s seats.") % {"seats": table.seats},
            )
        elif not table.odds:
            yield "velox_table", _("This table still needs a second person's confirmation.")

    def _faults_of_dates(self) -> Iterator[tuple[str, str | Promise]]:
        """Faults of its recurrence, its days without an event and its announcement, by field."""
        if self.recurrence:
            try:
                recurrence.check_rule(self.recurrence)
            except Refusal as refusal:
                yield "recurrence", say(refusal)
        if self.days_without != self.exceptions or not all(map(_is_a_day, self.days_without)):
            yield "exceptions", _("Write days like 2026-12-25.")
        if self.announce_minutes > MOST_ANNOUNCE_DAYS * 24 * 60:
            yield (
                "announce_minutes",
                _("Events can be announced at most %(days)s days ahead.")
                % {"days": MOST_ANNOUNCE_DAYS},
            )

    def _faults_of_deadlines(self) -> Iterator[tuple[str, str | Promise]]:
        """Faults of deadlines before a start, which must have a date (TRN-2), by field."""
        if self.check_in_minutes and self.kind == self.Kind.SIT_AND_GO:
            yield "check_in_minutes", _("Only a tournament with a date has a check-in.")
        for name in ("registration_minutes", "unregistration_minutes"):
            if getattr(self, name) and self.kind == self.Kind.SIT_AND_GO:
                yield name, _("Only a tournament with a date has deadlines before its start.")
        if 0 < self.registration_minutes <= self.unregistration_minutes:
            yield (
                "unregistration_minutes",
                _(
                    "Registration opens only %(minutes)s minutes before: players could "
                    "never unregister."
                )
                % {"minutes": self.registration_minutes},
            )


def _is_a_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


class SetAside(models.Model):
    """A plan whose events could not be published: the room does not retry until ``again_at`` or a
    change of the plan."""

    template = models.OneToOneField(
        Template, models.CASCADE, primary_key=True, related_name="set_aside"
    )
    since = models.DateTimeField()
    again_at = models.DateTimeField()
    # The code of the refusal, or the class name of another error.
    code = models.CharField(max_length=60)

    def __str__(self) -> str:
        return f"{self.template_id}: {self.code}"


class Signature(models.Model):
    """The last author of a plan, and the second person who has approved it since. Every change
    replaces the row, so its id stands for one version of the plan."""

    template = models.OneToOneField(Template, models.CASCADE, related_name="+")
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    written_at = models.DateTimeField()
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    approved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(approved_by=models.F("written_by")),
                name="nobody_approves_their_own_plan",
            ),
            models.CheckConstraint(
                condition=models.Q(approved_by__isnull=True, approved_at__isnull=True)
                | models.Q(approved_by__isnull=False, approved_at__isnull=False),
                name="an_approval_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.template_id}/{self.pk}"

    def may_be_approved_by(self, user_id: int | None) -> bool:
        """Return whether it waits for approval and this user is not its author."""
        return self.approved_by_id is None and self.written_by_id != user_id


class Level(models.Model):
    """One row of a blind structure: a level, or a break when ``is_break``."""

    structure = models.ForeignKey(
        BlindStructure, models.CASCADE, related_name="levels", db_index=False
    )
    position = models.PositiveSmallIntegerField(_("position"))
    seconds = models.PositiveIntegerField(_("duration, s"), validators=[MinValueValidator(1)])
    is_break = models.BooleanField(_("break"), default=False)
    small_blind = models.PositiveIntegerField(_("small blind"), default=0)
    big_blind = models.PositiveIntegerField(_("big blind"), default=0)
    ante = models.PositiveIntegerField(_("ante"), default=0)
    big_blind_ante = models.BooleanField(
        _("BB ante"), default=False, help_text=_("The big blind pays one ante for the table.")
    )

    class Meta:
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        ordering = ["position"]
        constraints = [
            # Deferred until all rows are saved: two that swap positions collide in between.
            models.UniqueConstraint(
                fields=["structure", "position"],
                name="level_position_once",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}"

    def clean(self) -> None:
        if self.big_blind_ante and not self.ante:
            raise ValidationError(
                {"ante": _("Enter the ante that the big blind pays for the table.")}
            )

    @property
    def row(self) -> level_clock.BlindLevel:
        """The level as the clock reads it."""
        return level_clock.BlindLevel(
            seconds=self.seconds,
            small_blind=self.small_blind,
            big_blind=self.big_blind,
            ante=self.ante,
            is_break=self.is_break,
            big_blind_ante=self.big_blind_ante,
        )
