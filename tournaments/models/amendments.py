"""The current terms of an event: as they were published, and as they have been amended.

Published terms never change. Each amendment is a row with its author, change, time and reason; the
resulting terms are kept beside the published ones, so that an event is read from one row.
"""

from datetime import datetime
from typing import Any

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models.acts import LONGEST_TEXT
from tournaments.models.terms import Terms
from tournaments.rules import changes, level_clock
from tournaments.rules.changes import Change, Stands
from tournaments.rules.level_clock import Anew

# An amendment's key, characters: two requests with one key are one amendment.
LONGEST_KEY = 64


class Amended(Terms):
    """Terms of an event with the amendments made so far.

    ``amended`` holds amendments without a column: ``levels``, ``late``, ``anew``, ``together``, the
    ``start`` as staff have moved it, and the ``count`` of amendments.
    """

    schedule = models.JSONField(_("blind schedule"))
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    held_until = models.DateTimeField(
        _("start moved to"),
        null=True,
        editable=False,
        help_text=_("By staff, or after an outage of the room."),
    )
    amended = models.JSONField(_("terms that were amended"), default=dict, editable=False)
    raised_by = models.PositiveBigIntegerField(
        _("guarantee raised by, cents"), default=0, editable=False
    )
    more_seats = models.PositiveIntegerField(_("seats added"), default=0, editable=False)

    class Meta(Terms.Meta):
        abstract = True

    def refresh_from_db(self, *args: Any, **options: Any) -> None:
        self.__dict__.pop("levels", None)
        super().refresh_from_db(*args, **options)

    @cached_property
    def levels(self) -> tuple[level_clock.BlindLevel, ...]:
        """The blind schedule as it now stands."""
        return level_clock.schedule(self.amended.get("levels", self.schedule))

    @property
    def begins_at(self) -> datetime | None:
        """The start, as announced or as moved since (AMEND-2, TRN-6)."""
        return self.held_until or self.starts_at

    @property
    def announced_for(self) -> datetime | None:
        """The start as staff have last set it, without a delay by an outage."""
        moved = self.amended.get("start")
        return datetime.fromisoformat(moved) if moved else self.starts_at

    @property
    def guaranteed(self) -> int:
        """The guaranteed pool, cents (POOL-2)."""
        return self.guarantee + self.raised_by

    @property
    def most_entries(self) -> int:
        """The most entries, with the seats that were added."""
        return self.max_entries + self.more_seats

    @property
    def late_levels(self) -> int:
        """The last level of late registration, never beyond the session's end."""
        late: int = self.amended.get("late", self.late_registration_levels)
        return min(late, self.session_levels) if self.session_levels else late

    @property
    def anew(self) -> Anew | None:
        """The schedule row that staff restarted last, and the time; None without one."""
        restart = self.amended.get("anew")
        return Anew(restart["row"], datetime.fromisoformat(restart["at"])) if restart else None

    @property
    def together(self) -> bool:
        """Return whether staff have ordered hand for hand (TRN-4)."""
        return bool(self.amended.get("together"))

    @property
    def published(self) -> Stands:
        """The terms that may change, as they were published."""
        return Stands(
            begins_at=self.starts_at,
            levels=level_clock.schedule(self.schedule),
            late_levels=self.late_registration_levels,
            guarantee=self.guarantee,
            most_entries=self.max_entries,
        )

    @property
    def stands(self) -> Stands:
        """The terms that may change, as they now stand."""
        return Stands(
            begins_at=self.begins_at,
            levels=self.levels,
            late_levels=self.amended.get("late", self.late_registration_levels),
            guarantee=self.guaranteed,
            most_entries=self.most_entries,
            anew=self.anew,
            together=self.together,
        )

    def note_terms(self, stands: Stands) -> None:
        """Set the current terms and count one more amendment; the caller saves AMENDED_FIELDS."""
        before, amended = self.stands, dict(self.amended)
        if stands.begins_at != before.begins_at and stands.begins_at is not None:
            self.held_until, amended["start"] = stands.begins_at, stands.begins_at.isoformat()
        if stands.levels != before.levels:
            amended["levels"] = [level.to_json() for level in stands.levels]
        if stands.late_levels != before.late_levels:
            amended["late"] = stands.late_levels
        if stands.anew != before.anew and stands.anew is not None:
            amended["anew"] = {"row": stands.anew.row, "at": stands.anew.at.isoformat()}
        if stands.together != before.together:
            amended["together"] = stands.together
        self.amended = {**amended, "count": amended.get("count", 0) + 1}
        self.raised_by = stands.guarantee - self.guarantee
        self.more_seats = stands.most_entries - self.max_entries
        self.__dict__.pop("levels", None)


AMENDED_FIELDS = ("amended", "held_until", "raised_by", "more_seats")


class Amendment(models.Model):
    """One change of an event's terms, shown to its players with its time and reason (AMEND-1).

    ``change`` is a value of ``rules.changes``, with its kind.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        related_name="amendments",
        db_index=False,
        verbose_name=_("tournament"),
    )
    key = models.CharField(_("key"), max_length=LONGEST_KEY)
    at = models.DateTimeField(_("time"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_TEXT)
    rule = models.CharField(_("rule"), max_length=10)
    change = models.JSONField(_("what"), encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("amendment")
        verbose_name_plural = _("amendments")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="an_amendment_once"),
        ]
        triggers = [
            pgtrigger.Protect(
                name="amendments_are_kept", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.change['kind']}"

    @property
    def level(self) -> int:
        """The number of the level that the change is about; 0: a break, or none."""
        number: int = self.change.get("level", 0)
        return number

    @property
    def what(self) -> Change:
        """The change itself."""
        return changes.read(self.change)
