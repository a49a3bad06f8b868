"""The prize schemes that staff choose from: the rules that divide a pool."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts.rules import payout_tables, schemes
from payouts.rules.schemes import WHOLE, Fault, Scheme

# The sentences for staff, by the fault of ``Scheme.fault``.
FAULTS: dict[Fault, Promise] = {
    "empty": _("Write the share of each paid place."),
    "not_positive": _("Each share must be above zero, with two decimals at most."),
    "not_whole": _("The shares must add up to 100 percent."),
    "rising": _("A lower place cannot win more than a higher one."),
    "no_rows": _("Write a row for each size of field, e.g. 27: 40 23 16 12 9."),
    "too_many_rows": _("A table can have at most 60 rows."),
    "rows_out_of_order": _("Each row must be for larger fields than the row before it."),
    "row_places": _(
        "A row must pay at least one place, and cannot pay more places than it has entries."
    ),
    "row_not_positive": _("Each share of a row must be above zero."),
    "row_not_whole": _("Each row must add up to 100 percent."),
    "row_rising": _("In a row, a lower place cannot win more than a higher one."),
    "row_least": _("With its smallest field, a row would pay less than the minimum prize."),
    "not_by_place": _("The part by elimination is paid by Winners, Standard or a payout table."),
    "not_by_chips": _("The part by chips is paid by Winners, Standard, a payout table or Split."),
    "no_seat": _("A satellite needs the price of a seat."),
    "not_less": _("A secondary prize must be less than a seat."),
}


class PrizeScheme(models.Model):
    """The division of a prize pool; staff edit it, a published event stores its own copy."""

    class Kind(models.TextChoices):
        WINNERS = schemes.Winners.kind, _("Winners")
        STANDARD = schemes.Standard.kind, _("Standard")
        TABLE = schemes.PayoutTable.kind, _("Payout table: by size of field")
        SATELLITE = schemes.Satellite.kind, _("Satellite: seats for another event")
        SPLIT = schemes.Split.kind, _("Split: by chips at the end of the session")
        TWO_RANKINGS = schemes.TwoRankings.kind, _("Two rankings: by elimination and by chips")
        VELOX = schemes.Velox.kind, _("VeloX: the prize is drawn")

    name = models.CharField(_("name"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    shares = models.JSONField(
        _("shares"),
        default=list,
        blank=True,
        help_text=_("Percent for each place, 100 in all; leave unpaid places empty."),
    )
    rows = models.JSONField(_("payout table"), default=list, blank=True)
    least = models.PositiveIntegerField(
        _("minimum prize, in hundredths of an entry"),
        default=0,
        help_text=_(
            "Payout table: in percent of what an entry adds to the pool; 150 is one and a half."
        ),
    )
    seat = models.PositiveBigIntegerField(
        _("seat, cents"),
        default=0,
        help_text=_("Satellite: price of the entry that a first prize pays for."),
    )
    secondary = models.PositiveBigIntegerField(
        _("secondary prize, cents"),
        default=0,
        help_text=_(
            "Satellite: the rest is divided into prizes of this amount; 0: a single prize."
        ),
    )
    by_elimination = models.PositiveIntegerField(
        _("part by elimination, percent"),
        default=WHOLE // 2,
        validators=[MinValueValidator(1), MaxValueValidator(WHOLE - 1)],
        help_text=_("Two rankings: percent of the pool; the rest is divided by chips."),
    )
    elimination_scheme = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("scheme of the ranking by elimination"),
        limit_choices_to={"kind__in": schemes.BY_PLACE},
        help_text=_("Two rankings: what divides this part; empty: the shares above."),
    )
    chips_scheme = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("scheme of the ranking by chips"),
        limit_choices_to={"kind__in": schemes.BY_CHIPS},
        help_text=_("Two rankings: what divides the rest, ranked by chips; empty: Split."),
    )

    class Meta:
        verbose_name = _("prize scheme")
        verbose_name_plural = _("prize schemes")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse terms that do not divide a pool, with a sentence for the member of staff."""
        if self.kind not in schemes.SCHEMES:
            # The field itself refuses it.
            return
        scheme = self.snapshot()
        if "shares" not in scheme.typed:
            self.shares = []
        if "rows" not in scheme.typed:
            self.rows, self.least = [], 0
        if "chips" not in scheme.typed:
            self.elimination_scheme = self.chips_scheme = None
        self._check_rankings()
        if fault := scheme.fault:
            field, word = fault
            rows = payout_tables.read(self.rows)
            row = payout_tables.fault(rows, least=self.least) if field == "rows" else None
            if row is None or not rows:
                raise ValidationError({field: FAULTS[word]})
            words = _("Row %(number)s: %(fault)s")
            raise ValidationError({field: words % {"number": row[1], "fault": FAULTS[word]}})

    def _check_rankings(self) -> None:
        """Refuse a kind by which two rankings that refer to this scheme could not pay (RANK-2)."""
        if self.pk is None:
            return
        words: tuple[tuple[str, tuple[str, ...], Fault], ...] = (
            ("elimination_scheme", schemes.BY_PLACE, "not_by_place"),
            ("chips_scheme", schemes.BY_CHIPS, "not_by_chips"),
        )
        for field, kinds, word in words:
            if self.kind not in kinds and PrizeScheme.objects.filter(**{field: self}).exists():
                raise ValidationError({"kind": FAULTS[word]})

    @property
    def elimination(self) -> dict[str, Any] | None:
        """The scheme of the ranking by elimination, as an event stores it (RANK-2)."""
        ranking = self.elimination_scheme
        return None if ranking is None else ranking.snapshot().to_json()

    @property
    def chips(self) -> dict[str, Any] | None:
        """The scheme of the ranking by chips, as an event stores it (RANK-2)."""
        ranking = self.chips_scheme
        return None if ranking is None else ranking.snapshot().to_json()

    def snapshot(self) -> Scheme:
        """Return the scheme as it is now, for an event to store."""
        kind = schemes.SCHEMES[self.kind]
        return kind.from_json({name: getattr(self, name) for name in kind.typed})
