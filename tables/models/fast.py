"""Pools of fast-fold poker: what is offered, each player's entry, and the tables they meet at."""

from datetime import timedelta

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.euro import euro
from core.refusal import Refusal
from core.sentences import say
from payouts.event_ref import EventRef
from tables import engine, games
from tables.models import absence
from tables.models.cash import BUY_IN, FAST, MOST_BROUGHT, SIT_OUT
from tables.models.house import HouseTerms
from tables.refusals import Code

# FAST-3. Seats of a table.
SEATS = 6
# FAST-4. Entries that a player may have in a pool, and those that a pool may have.
MOST_ENTRIES = 2
LARGEST = 5000


def _within(least: int, most: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


def games_for_pools() -> list[tuple[str, object]]:
    """The games with a flop that six can play; a migration remembers the function."""
    return [
        (code, name)
        for code, name in games.NAMES.items()
        if code in engine.FLOP_GAMES and games.most_seats(code) >= SEATS
    ]


class FastPool(HouseTerms):
    """A game for money that the room offers, whose players meet others in every hand."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    game = models.CharField(_("game"), max_length=20, choices=games_for_pools, default="nlhe")
    small_blind = models.PositiveIntegerField(
        _("small blind, cents"), validators=[MinValueValidator(1)]
    )
    big_blind = models.PositiveIntegerField(
        _("big blind, cents"), validators=[MinValueValidator(1)]
    )
    least_buy_in = models.PositiveSmallIntegerField(
        _("least buy-in, big blinds"), default=BUY_IN[0], validators=_within(*BUY_IN)
    )
    most_buy_in = models.PositiveSmallIntegerField(
        _("most buy-in, big blinds"), default=BUY_IN[1], validators=_within(*BUY_IN)
    )
    entries_each = models.PositiveSmallIntegerField(
        _("entries a player"), default=MOST_ENTRIES, validators=_within(1, MOST_ENTRIES)
    )
    most_entries = models.PositiveSmallIntegerField(
        _("entries at most"), default=LARGEST, validators=_within(2, LARGEST)
    )
    wait_seconds = models.PositiveSmallIntegerField(
        _("a hand of two to five waits, s"), default=3, validators=_within(1, 30)
    )
    sit_out = models.PositiveSmallIntegerField(
        _("sitting out at most, minutes"), default=10, validators=_within(*SIT_OUT)
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
    offered = models.BooleanField(
        _("offered"),
        default=True,
        help_text=_("If not: nobody comes in, and all leave after their hand with their money."),
    )

    class Meta:
        verbose_name = _("fast-fold pool")
        verbose_name_plural = _("fast-fold pools")
        ordering = ["big_blind", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    small_blind__gte=1, small_blind__lt=models.F("big_blind"), big_blind__gte=1
                ),
                name="fast_blinds_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    least_buy_in__range=BUY_IN,
                    most_buy_in__range=BUY_IN,
                    least_buy_in__lte=models.F("most_buy_in"),
                ),
                name="fast_buy_in_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    entries_each__range=(1, MOST_ENTRIES), most_entries__range=(2, LARGEST)
                ),
                name="fast_entries_in_range",
            ),
            absence.constraint("fast_away_within_action_time"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse terms that no pool can have, with a sentence for whoever typed them."""
        if None in (self.small_blind, self.big_blind, self.least_buy_in, self.most_buy_in):
            return
        if not engine.halves(self.small_blind, self.big_blind):
            uneven = Refusal(Code.SMALL_BLIND_UNEVEN, small=self.small_blind, big=self.big_blind)
            raise ValidationError({"small_blind": say(uneven)})
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
        if unused := games.unused_house_rules(self.game, self.house):
            raise ValidationError(dict.fromkeys(unused, _("This has no meaning in this game.")))

    @property
    def event(self) -> str:
        """What its tables and its money say that they belong to."""
        return str(EventRef(FAST, self.pk))

    @property
    def stakes(self) -> engine.Stakes:
        return engine.Stakes(self.small_blind, self.big_blind)

    @property
    def least(self) -> int:
        """The smallest buy-in, cents."""
        return self.least_buy_in * self.big_blind

    @property
    def most(self) -> int:
        """The greatest buy-in, cents."""
        return min(self.most_buy_in * self.big_blind, MOST_BROUGHT)

    @property
    def longest_out(self) -> timedelta:
        """OUT-2. Whoever sits out for so long leaves."""
        return timedelta(minutes=self.sit_out)


class FastEntry(models.Model):
    """A player's stay in a pool, in cents: what they ``brought``, and ``took`` away so far.

    ``held`` is all that is theirs, before the hands that are not finished; of it ``at_stake`` lies
    in hands that they have left and that go on. So ``held`` is what a malfunction gives back
    (CASH-5), and ``held`` less ``at_stake`` what they come to the next hand with.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for a hand")
        PLAYING = "playing", _("in a hand")
        WATCHING = "watching", _("watches a hand")
        OUT = "out", _("sits out")
        GONE = "gone", _("has left")

    pool = models.ForeignKey(
        FastPool,
        models.PROTECT,
        related_name="entries",
        verbose_name=_("fast-fold pool"),
        db_index=False,
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="fast_entries",
        verbose_name=_("player"),
    )
    no = models.PositiveSmallIntegerField(_("number"), validators=_within(1, MOST_ENTRIES))
    state = models.CharField(
        _("state"), max_length=8, choices=State, default=State.WAITING, db_index=False
    )
    since = models.DateTimeField(
        _("since"), help_text=_("Waiting: from then on the next hand may come.")
    )
    table = models.ForeignKey(
        "tables.Table",
        models.PROTECT,
        null=True,
        related_name="fast_entries",
        verbose_name=_("table"),
        db_index=False,
    )
    held = models.PositiveBigIntegerField(_("holds, cents"))
    at_stake = models.PositiveBigIntegerField(_("of it in hands left, cents"), default=0)
    hands = models.PositiveIntegerField(_("hands played"), default=0)
    since_big_blind = models.PositiveIntegerField(_("hands since the big blind"), default=0)
    since_small_blind = models.PositiveIntegerField(_("hands since the small blind"), default=0)
    since_button = models.PositiveIntegerField(_("hands since the button"), default=0)
    owes = models.BooleanField(_("owes a big blind"), default=True)
    rests = models.BooleanField(_("sits out after this hand"), default=False)
    views = models.BooleanField(_("watches on after this fold"), default=False)
    leaving = models.BooleanField(_("leaves"), default=False)
    top_up = models.PositiveBigIntegerField(_("chips for the next hand, cents"), default=0)
    top_up_key = models.CharField(max_length=120, default="", blank=True)
    brought = models.PositiveBigIntegerField(_("brought, cents"))
    brought_back = models.PositiveBigIntegerField(_("of it taken away before, cents"), default=0)
    back_from = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="came_back",
        verbose_name=_("comes back from"),
    )
    took = models.PositiveBigIntegerField(_("taken away, cents"), default=0)
    opened_at = models.DateTimeField(_("came in"))
    closed_at = models.DateTimeField(_("left"), null=True)

    class Meta:
        verbose_name = _("entry in a pool")
        verbose_name_plural = _("entries in pools")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(brought__gte=1)
                & models.Q(brought__gte=models.F("brought_back"))
                & models.Q(brought__lte=models.F("brought_back") + MOST_BROUGHT),
                name="fast_brought_within_limit",
            ),
            models.CheckConstraint(
                condition=models.Q(back_from__isnull=True, brought_back=0)
                | models.Q(back_from__isnull=False, brought_back__gte=1),
                name="fast_brought_back_from_a_stay",
            ),
            models.CheckConstraint(
                condition=models.Q(at_stake__lte=models.F("held")), name="fast_stake_is_held"
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True) & ~models.Q(state="gone")
                | models.Q(closed_at__isnull=False, state="gone", held=0),
                name="fast_entry_closes_whole",
            ),
            # FAST-4.
            models.CheckConstraint(
                condition=models.Q(no__range=(1, MOST_ENTRIES)), name="fast_entry_one_or_two"
            ),
            models.UniqueConstraint(
                fields=["pool", "user", "no"],
                condition=models.Q(closed_at__isnull=True),
                name="fast_entry_open_once",
            ),
        ]
        indexes = [
            # The queue: whoever has waited longest comes first (FAST-3).
            models.Index(
                fields=["pool", "since", "id"],
                condition=models.Q(state="waiting"),
                name="fast_queue",
            ),
            models.Index(
                fields=["state", "since"],
                condition=models.Q(state__in=["watching", "out"]),
                name="fast_out",
            ),
            models.Index(
                fields=["table"],
                condition=models.Q(state="watching"),
                name="fast_watchers",
            ),
        ]
        # What CASH-1 is counted from.
        triggers = [
            pgtrigger.ReadOnly(
                name="an_entry_is_somebodys",
                fields=["pool", "user", "no", "opened_at", "brought_back", "back_from"],
            ),
            pgtrigger.Protect(
                name="an_entry_that_is_over_stays_so",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__closed_at__isnull=False),
            ),
            pgtrigger.Protect(name="an_entry_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.user_id}/{self.no}"

    @property
    def free(self) -> int:
        """What the next hand begins with, or leaving pays at once; cents."""
        return self.held - self.at_stake


class FastTable(models.Model):
    """A table of a pool; ``free_from`` is when the next hand may be dealt there, None while one is
    played or somebody watches one."""

    table = models.OneToOneField("tables.Table", models.CASCADE, primary_key=True)
    pool = models.ForeignKey(
        FastPool,
        models.PROTECT,
        related_name="tables",
        verbose_name=_("fast-fold pool"),
        db_index=False,
    )
    free_from = models.DateTimeField(_("free from"), null=True)

    class Meta:
        verbose_name = _("table of a pool")
        verbose_name_plural = _("tables of pools")
        indexes = [models.Index(fields=["pool", "free_from"], name="fast_free_tables")]
