"""What cash tables are opened for, and each stay of a player at one."""

from datetime import timedelta

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.euro import euro
from core.refusal import Refusal
from core.sentences import say
from payouts import receipts
from payouts.event_ref import EventRef
from tables import engine, games
from tables.models import absence
from tables.models.house import HouseTerms
from tables.refusals import Code

# The letter of a cash session's receipt (INFO-3).
RECEIPT = "C"
# What kind of event a cash table belongs to, and the table of a fast-fold pool.
CASH = "cash"
FAST = "fast"
# CASH-1. New money that one session may be brought, top-ups included, cents.
MOST_BROUGHT = 1_000_00
# CASH-1. A buy-in, in big blinds (at a limit table the big blind is the small bet).
BUY_IN = (30, 100)
# OUT-2, minutes or hands.
SIT_OUT = (5, 30)
# Whoever counts hands at a table where none are dealt has this long.
LONGEST_SIT_OUT = timedelta(minutes=SIT_OUT[1])


def for_money(event: str) -> bool:
    """Whether chips are cents at the tables of an event."""
    ref = EventRef.parse(event)
    return ref is not None and ref.kind in (CASH, FAST)


def _within(least: int, most: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


class CashGame(HouseTerms):
    """A game for money that the room offers; it keeps ``tables`` of them open."""

    class Unit(models.TextChoices):
        MINUTES = "minutes", _("minutes")
        HANDS = "hands", _("hands")

    name = models.CharField(_("name"), max_length=60, unique=True)
    game = models.CharField(_("game"), max_length=20, choices=games.choices, default="nlhe")
    small_blind = models.PositiveIntegerField(
        _("small blind, cents"), help_text=_("0 in draw poker: there everybody antes.")
    )
    big_blind = models.PositiveIntegerField(
        _("big blind, cents"),
        validators=[MinValueValidator(1)],
        help_text=_("In draw poker the least bet; in fixed limit the small bet."),
    )
    ante = models.PositiveIntegerField(
        _("ante, cents"), default=0, help_text=_("From everybody who is dealt in; 0 for none.")
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=6, validators=_within(2, 10))
    least_buy_in = models.PositiveSmallIntegerField(
        _("least buy-in, big blinds"), default=BUY_IN[0], validators=_within(*BUY_IN)
    )
    most_buy_in = models.PositiveSmallIntegerField(
        _("most buy-in, big blinds"), default=BUY_IN[1], validators=_within(*BUY_IN)
    )
    straddle = models.BooleanField(
        _("straddle"),
        default=False,
        help_text=_("Left of the big blind one may post twice as much and act last."),
    )
    sit_out = models.PositiveSmallIntegerField(
        _("sitting out at most"), default=10, validators=_within(*SIT_OUT)
    )
    sit_out_unit = models.CharField(
        _("sitting out counts"), max_length=7, choices=Unit, default=Unit.MINUTES
    )
    action_seconds = models.PositiveSmallIntegerField(
        _("action time, s"), default=20, validators=_within(10, 120)
    )
    away_seconds = models.PositiveSmallIntegerField(
        _("action time of whoever sits out, s"),
        default=1,
        validators=[MinValueValidator(1)],
        help_text=_("In a hand that they have been dealt; from 1 to the whole action time."),
    )
    bank_seconds = models.PositiveSmallIntegerField(
        _("time bank, s"), default=30, validators=[MaxValueValidator(120)]
    )
    tables = models.PositiveSmallIntegerField(
        _("tables open"),
        default=1,
        validators=[MaxValueValidator(50)],
        help_text=_("0: each table closes after its hand, and all get their money."),
    )

    class Meta:
        verbose_name = _("cash game")
        verbose_name_plural = _("cash games")
        ordering = ["big_blind", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    small_blind__gte=0, small_blind__lte=models.F("big_blind"), big_blind__gte=1
                )
                & (models.Q(small_blind__gte=1) | models.Q(ante__gte=1))
                & models.Q(ante__gte=0, ante__lte=models.F("big_blind")),
                name="cash_blinds_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    least_buy_in__range=BUY_IN,
                    most_buy_in__range=BUY_IN,
                    least_buy_in__lte=models.F("most_buy_in"),
                ),
                name="cash_buy_in_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(sit_out__range=SIT_OUT), name="cash_sit_out_in_range"
            ),
            absence.constraint("cash_away_within_action_time"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse terms that no table can have, with a sentence for whoever typed them."""
        amounts = (self.small_blind, self.big_blind, self.ante)
        if None in (*amounts, self.least_buy_in, self.most_buy_in):
            return
        self._check_stakes()
        if self.least_buy_in > self.most_buy_in:
            raise ValidationError({"least_buy_in": _("The least buy-in is above the most.")})
        if wrong := absence.faults(self):
            raise ValidationError(dict(wrong))
        if self.least > MOST_BROUGHT:
            raise ValidationError(
                {
                    "big_blind": _("The least buy-in may be %(most)s, here it is %(least)s.")
                    % {"most": euro(MOST_BROUGHT), "least": euro(self.least)}
                }
            )
        if self.seats > games.most_seats(self.game):
            raise ValidationError(
                {
                    "seats": _("At most %(most)s can play this game.")
                    % {"most": games.most_seats(self.game)}
                }
            )
        if unused := games.unused_house_rules(self.game, self.house):
            raise ValidationError(dict.fromkeys(unused, _("This has no meaning in this game.")))
        if self.straddle and games.has_fixed_limit(self.game):
            raise ValidationError({"straddle": _("There is no straddle in a fixed limit game.")})
        if self.straddle and not self.has_blinds:
            raise ValidationError({"straddle": _("There is no straddle without blinds.")})

    def _check_stakes(self) -> None:
        if self.ante > self.big_blind:
            raise ValidationError({"ante": _("The ante is at most the big blind.")})
        if self.has_blinds and self._is_uneven:
            raise ValidationError({"small_blind": say(self._uneven)})
        if not self.has_blinds and self.small_blind:
            raise ValidationError({"small_blind": _("This game has no blinds: write 0.")})
        if not self.has_blinds and not self.ante:
            raise ValidationError({"ante": _("In this game everybody antes.")})

    def check_offer(self) -> None:
        """Refuse what the form refuses, whoever wrote the terms: SMALL_BLIND_UNEVEN,
        GAME_DOES_NOT_FIT."""
        if self.has_blinds and self._is_uneven:
            raise self._uneven
        try:
            self.clean_fields()
            self.clean()
        except ValidationError as error:
            raise Refusal(Code.GAME_DOES_NOT_FIT, why=error.messages[0]) from error

    @property
    def _is_uneven(self) -> bool:
        """INFO-4."""
        return not engine.halves(self.small_blind, self.big_blind, self.ante)

    @property
    def _uneven(self) -> Refusal:
        return Refusal(Code.SMALL_BLIND_UNEVEN, small=self.small_blind, big=self.big_blind)

    @property
    def event(self) -> str:
        """What its tables say that they belong to."""
        return str(EventRef(CASH, self.pk))

    @property
    def stakes(self) -> engine.Stakes:
        return engine.Stakes(self.small_blind, self.big_blind, self.ante)

    @property
    def has_blinds(self) -> bool:
        """Whether there are blinds; where there are none, everybody antes (DRAW-1)."""
        return games.has_blinds(self.game)

    @property
    def has_fixed_limit(self) -> bool:
        """Whether bets have one size, all the time or in every other orbit (FL-1, MIX-1)."""
        return games.has_fixed_limit(self.game)

    @property
    def big_bet(self) -> int:
        """In fixed limit a bet on the last two streets, cents."""
        return 2 * self.big_blind

    @property
    def stakes_told(self) -> str:
        """What it is played for, in words: blinds, limits, ante (LOBBY-1)."""
        big = euro(self.big_blind)
        told = [f"{euro(self.small_blind)}/{big}"] if self.has_blinds else []
        if self.has_fixed_limit:
            limits = {"small": big, "big": euro(self.big_bet)}
            told.append(gettext("limit %(small)s–%(big)s") % limits)
        if self.ante:
            told.append(gettext("ante %(ante)s") % {"ante": euro(self.ante)})
        if not self.has_blinds:
            told.append(gettext("least bet %(bet)s") % {"bet": big})
        return " · ".join(told)

    @property
    def least(self) -> int:
        """The smallest buy-in, cents."""
        return self.least_buy_in * self.big_blind

    @property
    def most(self) -> int:
        """The greatest buy-in, cents."""
        return min(self.most_buy_in * self.big_blind, MOST_BROUGHT)


class CashSession(models.Model):
    """A player's stay at one cash table, in cents: what they ``brought``, and ``took`` away.

    Of the first, ``brought_back`` is what ``back_from`` had taken away: no new money (CASH-1).
    """

    table = models.ForeignKey(
        "tables.Table", models.PROTECT, related_name="sessions", verbose_name=_("table")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="cash_sessions",
        verbose_name=_("player"),
    )
    brought = models.PositiveBigIntegerField(_("brought, cents"))
    brought_back = models.PositiveBigIntegerField(_("of it taken away before, cents"), default=0)
    back_from = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="came_back",
        verbose_name=_("comes back from"),
    )
    took = models.PositiveBigIntegerField(_("taken away, cents"), null=True)
    opened_at = models.DateTimeField(_("sat down"))
    closed_at = models.DateTimeField(_("left"), null=True)

    class Meta:
        verbose_name = _("cash session")
        verbose_name_plural = _("cash sessions")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(brought__gte=1)
                & models.Q(brought__gte=models.F("brought_back"))
                & models.Q(brought__lte=models.F("brought_back") + MOST_BROUGHT),
                name="cash_brought_within_limit",
            ),
            models.CheckConstraint(
                condition=models.Q(back_from__isnull=True, brought_back=0)
                | models.Q(back_from__isnull=False, brought_back__gte=1),
                name="cash_brought_back_from_a_stay",
            ),
            models.CheckConstraint(
                condition=models.Q(took__isnull=True, closed_at__isnull=True)
                | models.Q(took__isnull=False, closed_at__isnull=False),
                name="cash_session_closes_whole",
            ),
            models.UniqueConstraint(
                fields=["table", "user"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_session_a_table",
            ),
        ]
        # What CASH-1 is counted from.
        triggers = [
            pgtrigger.ReadOnly(
                name="a_stay_is_somebodys",
                fields=["table", "user", "opened_at", "brought_back", "back_from"],
            ),
            pgtrigger.Protect(
                name="a_stay_that_is_over_stays_so",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__closed_at__isnull=False),
            ),
            pgtrigger.Protect(name="a_stay_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.receipt

    @property
    def receipt(self) -> str:
        """The number of its receipt (INFO-3)."""
        return receipts.number(RECEIPT, self.pk)


class SessionMoment(models.Model):
    """Something that happened in a stay, for its receipt (INFO-3); ``cents`` came, if any did."""

    class Kind(models.TextChoices):
        TOP_UP = "top_up", _("top-up")
        AUTO_TOP_UP = "auto_top_up", _("automatic top-up")
        REBUY = "rebuy", _("automatic rebuy")
        SAT_OUT = "sat_out", _("sits out")
        CAME_BACK = "came_back", _("is back")
        # DRAW-2: of a pot that nobody has won, and nobody will.
        GIVEN_BACK = "given_back", _("given back from a pot that nobody won")

    session = models.ForeignKey(
        CashSession, models.PROTECT, related_name="moments", verbose_name=_("cash session")
    )
    kind = models.CharField(_("what"), max_length=11, choices=Kind)
    cents = models.PositiveBigIntegerField(_("cents"), default=0)
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("moment of a cash session")
        verbose_name_plural = _("moments of cash sessions")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["sat_out", "came_back"], cents=0)
                | models.Q(kind__in=["top_up", "auto_top_up", "rebuy", "given_back"], cents__gte=1),
                name="moment_with_its_cents",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="a_moment_is_kept", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]
