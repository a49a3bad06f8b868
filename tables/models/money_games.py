"""Base models of cash games and fast-fold pools, and of stays in them."""

from typing import Any, ClassVar

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.formats import number
from core.money import money_text
from core.refusal import Refusal
from core.sentences import say
from payouts import receipts
from payouts.events import EventRef
from tables import engine, games
from tables.models import absence
from tables.models.house_rules import HouseTerms
from tables.models.tariffs import RakedGame
from tables.refusals import TableCode

# CASH-1. Most cents brought to one session, including top-ups.
MOST_BROUGHT = 1_000_00
# CASH-1. A buy-in by default, in big blinds (at a limit table the big blind is the small bet).
BUY_IN = (30, 100)
# OUT-2, minutes or hands.
SIT_OUT = (5, 30)


def within(least: int, most: int) -> list[MinValueValidator | MaxValueValidator]:
    """Return the validators of a bounded number."""
    return [MinValueValidator(least), MaxValueValidator(most)]


class MoneyGame(RakedGame, HouseTerms):
    """The terms of a cash game or pool; each subclass defines ``game`` with its choices.

    Chips are cents, unless ``play_money``."""

    # The kind in its event names.
    KIND: ClassVar[str]
    game: "models.CharField[str, str]"
    # Its chips are worth nothing (FREE-1).
    play_money: Any

    name = models.CharField(_("name"), max_length=60, unique=True)
    small_blind = models.PositiveIntegerField(
        _("small blind, cents"), help_text=_("0 in draw poker: there every player antes.")
    )
    big_blind = models.PositiveIntegerField(
        _("big blind, cents"),
        validators=[MinValueValidator(1)],
        help_text=_("In draw poker the minimum bet; in fixed limit the small bet."),
    )
    least_buy_in = models.PositiveSmallIntegerField(
        _("minimum buy-in, big blinds"), default=BUY_IN[0], validators=[MinValueValidator(1)]
    )
    most_buy_in = models.PositiveSmallIntegerField(
        _("maximum buy-in, big blinds"), default=BUY_IN[1], validators=[MinValueValidator(1)]
    )
    sit_out = models.PositiveSmallIntegerField(
        _("sitting out at most"),
        default=10,
        validators=within(*SIT_OUT),
        help_text=_("Minutes, unless the game counts hands."),
    )
    action_seconds = models.PositiveSmallIntegerField(
        _("action time, s"), default=20, validators=within(10, 120)
    )
    away_seconds = models.PositiveSmallIntegerField(
        _("action time while sitting out, s"),
        default=1,
        validators=[MinValueValidator(1)],
        help_text=_("For a hand they were dealt in; from 1 to the full action time."),
    )

    class Meta:
        abstract = True
        ordering = ["big_blind", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(least_buy_in__gte=1, least_buy_in__lte=models.F("most_buy_in")),
                name="%(class)s_buy_in_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(sit_out__range=SIT_OUT), name="%(class)s_sit_out_in_range"
            ),
            absence.constraint("%(class)s_away_within_action_time"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse terms that cannot be played, with a message at the field."""
        typed = (*self._amounts, self.least_buy_in, self.most_buy_in)
        if None in typed:
            return
        self._check_stakes()
        if self.least_buy_in > self.most_buy_in:
            raise ValidationError({"least_buy_in": _("The minimum buy-in is above the maximum.")})
        if wrong := absence.faults(self):
            raise ValidationError(dict(wrong))
        if self.least > MOST_BROUGHT:
            raise ValidationError(
                {
                    "big_blind": _(
                        "The minimum buy-in can be at most %(most)s; here it is %(least)s."
                    )
                    % {"most": money_text(MOST_BROUGHT), "least": money_text(self.least)}
                }
            )
        if unused := games.unused_house_rules(self.game, self.house):
            raise ValidationError(dict.fromkeys(unused, _("This does not apply to this game.")))

    def check_offer(self) -> None:
        """Refuse terms that the form refuses, also when they come from elsewhere:
        SMALL_BLIND_UNEVEN, GAME_DOES_NOT_FIT."""
        if self.has_blinds and self._is_uneven:
            raise self._uneven
        try:
            self.clean_fields()
            self.clean()
        except ValidationError as error:
            raise Refusal(TableCode.GAME_DOES_NOT_FIT, why=error.messages[0]) from error

    @property
    def event(self) -> str:
        """The event name of its tables, or of its account."""
        return str(EventRef(self.KIND, self.pk))

    @property
    def stakes(self) -> engine.Stakes:
        return engine.Stakes(self.small_blind, self.big_blind)

    @property
    def has_blinds(self) -> bool:
        """Return whether there are blinds; without them all players ante (DRAW-1)."""
        return games.has_blinds(self.game)

    @property
    def has_fixed_limit(self) -> bool:
        """Return whether bets have a fixed size, always or in every other orbit (FL-1, MIX-1)."""
        return games.has_fixed_limit(self.game)

    @property
    def big_bet(self) -> int:
        """The bet of the last two streets in fixed limit, cents."""
        return 2 * self.big_blind

    @property
    def stakes_text(self) -> str:
        """The stakes in words: blinds, limits, ante (LOBBY-1)."""
        big, ante = self.amount(self.big_blind), self.stakes.ante
        parts = [f"{self.amount(self.small_blind)}/{big}"] if self.has_blinds else []
        if self.has_fixed_limit:
            limits = {"small": big, "big": self.amount(self.big_bet)}
            parts.append(gettext("limit %(small)s–%(big)s") % limits)
        if ante:
            parts.append(gettext("ante %(ante)s") % {"ante": self.amount(ante)})
        if not self.has_blinds:
            parts.append(gettext("minimum bet %(bet)s") % {"bet": big})
        return " · ".join(parts)

    def amount(self, chips: int) -> str:
        """Format chips of its tables: as money, or as plain chips of play money."""
        return number(chips) if self.play_money else money_text(chips)

    @property
    def least(self) -> int:
        """The smallest buy-in, cents."""
        return self.least_buy_in * self.big_blind

    @property
    def most(self) -> int:
        """The greatest buy-in, cents."""
        return min(self.most_buy_in * self.big_blind, MOST_BROUGHT)

    @property
    def _amounts(self) -> tuple[int, ...]:
        """Blinds, and the ante where the game has one; None for those missing in a form."""
        return self.small_blind, self.big_blind

    def _check_stakes(self) -> None:
        """Refuse impossible blinds and antes, with a message at the field."""
        if self.has_blinds and self._is_uneven:
            raise ValidationError({"small_blind": say(self._uneven)})

    @property
    def _is_uneven(self) -> bool:
        """Return whether the small blind is not half of the big one, rounded (INFO-4)."""
        return not engine.halves(self.small_blind, self.big_blind)

    @property
    def _uneven(self) -> Refusal:
        return Refusal(TableCode.SMALL_BLIND_UNEVEN, small=self.small_blind, big=self.big_blind)


class MoneyStay(models.Model):
    """A player's stay in a cash game or pool, in cents. Of the cents ``brought``, ``brought_back``
    are those taken away from the stay ``back_from``: no new money (CASH-1). Subclasses define
    ``took``. ``key`` makes the buy-in idempotent: the same key again returns this stay.
    """

    # The letter of its receipt (INFO-3).
    LETTER: ClassVar[str]

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("player"),
    )
    brought = models.PositiveBigIntegerField(_("brought, cents"))
    brought_back = models.PositiveBigIntegerField(_("of which taken away before, cents"), default=0)
    back_from = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="came_back",
        verbose_name=_("comes back from"),
    )
    key = models.CharField(max_length=120, default="", blank=True)
    opened_at = models.DateTimeField(_("came in"))
    closed_at = models.DateTimeField(_("left"), null=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(brought__gte=1)
                & models.Q(brought__gte=models.F("brought_back"))
                & models.Q(brought__lte=MOST_BROUGHT),
                name="%(class)s_brought_within_limit",
            ),
            models.CheckConstraint(
                condition=models.Q(back_from__isnull=True, brought_back=0)
                | models.Q(back_from__isnull=False, brought_back__gte=1),
                name="%(class)s_brought_back_from_a_stay",
            ),
        ]
        # CASH-1 is calculated from these rows.
        triggers = [
            pgtrigger.Protect(
                name="a_stay_that_is_over_stays_so",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__closed_at__isnull=False),
            ),
            pgtrigger.Protect(name="a_stay_is_kept", operation=pgtrigger.Delete),
        ]

    @property
    def receipt(self) -> str:
        """The number of its receipt (INFO-3)."""
        return receipts.number(self.LETTER, self.pk)


class Moment(models.Model):
    """An occurrence in a stay, for its receipt (INFO-3); ``cents`` came with it, or 0."""

    class Kind(models.TextChoices):
        TOP_UP = "top_up", _("top-up")
        AUTO_TOP_UP = "auto_top_up", _("automatic top-up")
        REBUY = "rebuy", _("automatic rebuy")
        SAT_OUT = "sat_out", _("sits out")
        CAME_BACK = "came_back", _("is back")
        # DRAW-2: the player's part of a pot that will have no winner.
        GIVEN_BACK = "given_back", _("returned from a pot without a winner")

    kind = models.CharField(_("what"), max_length=11, choices=Kind)
    cents = models.PositiveBigIntegerField(_("cents"), default=0)
    at = models.DateTimeField(_("when"))

    class Meta:
        abstract = True
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["sat_out", "came_back"], cents=0)
                | models.Q(kind__in=["top_up", "auto_top_up", "rebuy", "given_back"], cents__gte=1),
                name="%(class)s_with_its_cents",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="a_moment_is_kept", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]
