"""Cash games, and the stays of players at their tables."""

from datetime import timedelta

import pgtrigger
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from payouts.events import EventRef
from tables import engine, games
from tables.models.money_games import SIT_OUT, Moment, MoneyGame, MoneyStay, within
from tables.models.owners import CASH, HOME, PLAY

# The limit for players whose game counts hands, at a table where none are dealt.
LONGEST_SIT_OUT = timedelta(minutes=SIT_OUT[1])


class CashGame(MoneyGame):
    """A cash game, for money or for play money, that the room offers, with ``tables`` tables kept
    open; or with ``home`` the one table of a home game, which no list has.

    The buy-in of a home game is bounded in chips, and stays so when its blinds change.
    """

    KIND = CASH

    class Unit(models.TextChoices):
        MINUTES = "minutes", _("minutes")
        HANDS = "hands", _("hands")

    play_money = models.BooleanField(
        _("play money"),
        default=False,
        help_text=_("Chips are worth nothing, and guests can play."),
    )
    game = models.CharField(_("game"), max_length=20, choices=games.choices, default="nlhe")
    ante = models.PositiveIntegerField(
        _("ante, cents"), default=0, help_text=_("From every player who is dealt in; 0 for none.")
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=6, validators=within(2, 10))
    straddle = models.BooleanField(
        _("straddle"),
        default=False,
        help_text=_("The player left of the big blind can post twice as much and act last."),
    )
    sit_out_unit = models.CharField(
        _("sitting out is counted in"), max_length=7, choices=Unit, default=Unit.MINUTES
    )
    bank_seconds = models.PositiveSmallIntegerField(
        _("time bank, s"), default=30, validators=[MaxValueValidator(120)]
    )
    tables = models.PositiveSmallIntegerField(
        _("tables open"),
        default=1,
        validators=[MaxValueValidator(50)],
        help_text=_("0: each table closes after its hand, and all players get their money."),
    )

    home = models.BooleanField(_("home game"), db_default=False, default=False, editable=False)
    least_chips = models.PositiveIntegerField(_("minimum buy-in, chips"), null=True, editable=False)
    most_chips = models.PositiveIntegerField(_("maximum buy-in, chips"), null=True, editable=False)

    class Meta(MoneyGame.Meta):
        verbose_name = _("cash game")
        verbose_name_plural = _("cash games")
        constraints = [
            *MoneyGame.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(
                    small_blind__gte=0, small_blind__lte=models.F("big_blind"), big_blind__gte=1
                )
                & (models.Q(small_blind__gte=1) | models.Q(ante__gte=1))
                & models.Q(ante__gte=0, ante__lte=models.F("big_blind")),
                name="cash_blinds_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(home=False, least_chips__isnull=True, most_chips__isnull=True)
                | models.Q(
                    home=True,
                    play_money=True,
                    least_chips__gte=1,
                    most_chips__isnull=False,
                    least_chips__lte=models.F("most_chips"),
                ),
                name="a_home_game_is_bounded_in_chips",
            ),
        ]
        # A game for money never becomes one for play money, or the reverse.
        triggers = [
            pgtrigger.ReadOnly(name="for_money_or_not", fields=["play_money"]),
            pgtrigger.ReadOnly(name="of_the_room_or_not", fields=["home"]),
        ]

    def clean(self) -> None:
        """Refuse terms that cannot be played, also too many seats or a straddle that the game
        does not allow."""
        super().clean()
        if self.seats is not None and self.seats > games.most_seats(self.game):
            raise ValidationError(
                {
                    "seats": _("At most %(most)s can play this game.")
                    % {"most": games.most_seats(self.game)}
                }
            )
        if self.straddle and games.plays_fixed_limit(self.game):
            raise ValidationError({"straddle": _("There is no straddle in a fixed limit game.")})
        if self.straddle and not self.has_blinds:
            raise ValidationError({"straddle": _("There is no straddle without blinds.")})

    @property
    def event(self) -> str:
        """The event name of its tables."""
        kind = HOME if self.home else PLAY if self.play_money else CASH
        return str(EventRef(kind, self.pk))

    @property
    def least(self) -> int:
        return super().least if self.least_chips is None else self.least_chips

    @property
    def most(self) -> int:
        return super().most if self.most_chips is None else self.most_chips

    @property
    def stakes(self) -> engine.Stakes:
        return engine.Stakes(self.small_blind, self.big_blind, self.ante)

    @property
    def _amounts(self) -> tuple[int, ...]:
        return self.small_blind, self.big_blind, self.ante

    def _check_stakes(self) -> None:
        if self.ante > self.big_blind:
            raise ValidationError({"ante": _("The ante can be at most the big blind.")})
        super()._check_stakes()
        if not self.has_blinds and self.small_blind:
            raise ValidationError({"small_blind": _("This game has no blinds: write 0.")})
        if not self.has_blinds and not self.ante:
            raise ValidationError({"ante": _("In this game every player antes.")})


class CashStay(MoneyStay):
    """A player's stay at one cash table; ``took`` (cents) is set when it is over."""

    LETTER = "C"

    table = models.ForeignKey(
        "tables.Table", models.PROTECT, related_name="stays", verbose_name=_("table")
    )
    took = models.PositiveBigIntegerField(_("taken away, cents"), null=True)

    class Meta(MoneyStay.Meta):
        verbose_name = _("cash session")
        verbose_name_plural = _("cash sessions")
        constraints = [
            *MoneyStay.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(took__isnull=True, closed_at__isnull=True)
                | models.Q(took__isnull=False, closed_at__isnull=False),
                name="cash_stay_closes_whole",
            ),
            models.UniqueConstraint(
                fields=["table", "user"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_stay_a_table",
            ),
        ]
        triggers = [
            *MoneyStay.Meta.triggers,
            pgtrigger.ReadOnly(
                name="a_stay_is_somebodys",
                fields=["table", "user", "opened_at", "brought_back", "back_from"],
            ),
        ]

    def __str__(self) -> str:
        return self.receipt


class StayMoment(Moment):
    """An occurrence in a stay at a cash table."""

    stay = models.ForeignKey(
        CashStay, models.PROTECT, related_name="moments", verbose_name=_("cash session")
    )

    class Meta(Moment.Meta):
        verbose_name = _("moment of a cash session")
        verbose_name_plural = _("moments of cash sessions")
