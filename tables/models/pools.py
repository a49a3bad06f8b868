"""Fast-fold pools, the entries of their players, and their tables."""

from datetime import timedelta

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables import engine, games
from tables.models.money_games import Moment, MoneyGame, MoneyStay, within
from tables.models.owners import POOL

# FAST-3. Seats of a table.
SEATS = 6
# FAST-4. Most entries of one player in a pool, and of a pool.
MOST_ENTRIES = 2
LARGEST = 5000


def games_for_pools() -> list[tuple[str, object]]:
    """Return the games with a flop and blinds for six players; a migration refers to it by name."""
    return [
        (code, name)
        for code, name in games.NAMES.items()
        if code in engine.FLOP_GAMES and games.has_blinds(code) and games.most_seats(code) >= SEATS
    ]


class FastPool(MoneyGame):
    """A fast-fold pool that the room offers: its players meet others in every hand."""

    KIND = POOL

    game = models.CharField(_("game"), max_length=20, choices=games_for_pools, default="nlhe")
    entries_each = models.PositiveSmallIntegerField(
        _("entries per player"), default=MOST_ENTRIES, validators=within(1, MOST_ENTRIES)
    )
    most_entries = models.PositiveSmallIntegerField(
        _("entries at most"), default=LARGEST, validators=within(2, LARGEST)
    )
    wait_seconds = models.PositiveSmallIntegerField(
        _("a hand of two to five waits, s"), default=3, validators=within(1, 30)
    )
    offered = models.BooleanField(
        _("offered"),
        default=True,
        help_text=_(
            "If off: no new players come in, and all leave with their money after their hand."
        ),
    )

    class Meta(MoneyGame.Meta):
        verbose_name = _("fast-fold pool")
        verbose_name_plural = _("fast-fold pools")
        constraints = [
            *MoneyGame.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(
                    small_blind__gte=1, small_blind__lt=models.F("big_blind"), big_blind__gte=1
                ),
                name="pool_blinds_in_order",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    entries_each__range=(1, MOST_ENTRIES), most_entries__range=(2, LARGEST)
                ),
                name="pool_entries_in_range",
            ),
        ]

    # Strobe is played for money only.
    play_money = False

    @property
    def longest_out(self) -> timedelta:
        """The time after which an entry that sits out leaves the pool (OUT-2)."""
        return timedelta(minutes=self.sit_out)


class PoolEntry(MoneyStay):
    """A player's stay in a pool; ``took`` are the cents taken away so far.

    ``held`` are all the player's cents, without results of unfinished hands; of these ``at_stake``
    are in hands left that are still played. So ``held`` is the refund after a malfunction (CASH-5),
    and ``held`` less ``at_stake`` the stack of the next hand.
    """

    LETTER = "P"

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
    no = models.PositiveSmallIntegerField(_("number"), validators=within(1, MOST_ENTRIES))
    state = models.CharField(
        _("state"), max_length=8, choices=State, default=State.WAITING, db_index=False
    )
    since = models.DateTimeField(
        _("since"), help_text=_("While waiting: the next hand can start from then on.")
    )
    table = models.ForeignKey(
        "tables.Table",
        models.PROTECT,
        null=True,
        related_name="pool_entries",
        verbose_name=_("table"),
        db_index=False,
    )
    held = models.PositiveBigIntegerField(_("holds, cents"))
    at_stake = models.PositiveBigIntegerField(_("of which in hands left, cents"), default=0)
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
    rebuy = models.PositiveBigIntegerField(_("buys in again for, cents"), default=0)
    took = models.PositiveBigIntegerField(_("taken away, cents"), default=0)
    rake = models.PositiveBigIntegerField(
        _("rake borne, cents"),
        default=0,
        help_text=_("Share of the rake of the hands, in proportion to what the player put in."),
    )

    class Meta(MoneyStay.Meta):
        verbose_name = _("entry in a pool")
        verbose_name_plural = _("entries in pools")
        constraints = [
            *MoneyStay.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(at_stake__lte=models.F("held")), name="pool_stake_is_held"
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True) & ~models.Q(state="gone")
                | models.Q(closed_at__isnull=False, state="gone", held=0),
                name="pool_entry_closes_whole",
            ),
            # FAST-4.
            models.CheckConstraint(
                condition=models.Q(no__range=(1, MOST_ENTRIES)), name="pool_entry_one_or_two"
            ),
            models.UniqueConstraint(
                fields=["pool", "user", "no"],
                condition=models.Q(closed_at__isnull=True),
                name="pool_entry_open_once",
            ),
        ]
        indexes = [
            # The queue, longest wait first (FAST-3).
            models.Index(
                fields=["pool", "since", "id"],
                condition=models.Q(state="waiting"),
                name="pool_queue",
            ),
            models.Index(
                fields=["state", "since"],
                condition=models.Q(state__in=["watching", "out"]),
                name="pool_out",
            ),
            models.Index(
                fields=["table"],
                condition=models.Q(state="watching"),
                name="pool_watchers",
            ),
        ]
        triggers = [
            *MoneyStay.Meta.triggers,
            pgtrigger.ReadOnly(
                name="an_entry_is_somebodys",
                fields=["pool", "user", "no", "opened_at", "brought_back", "back_from"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.user_id}/{self.no}"

    @property
    def free(self) -> int:
        """The stack of the next hand, or the cents that leaving pays at once."""
        return self.held - self.at_stake


class EntryMoment(Moment):
    """An occurrence in a stay in a pool."""

    entry = models.ForeignKey(
        PoolEntry, models.PROTECT, related_name="moments", verbose_name=_("entry in a pool")
    )

    class Meta(Moment.Meta):
        verbose_name = _("moment of a stay in a pool")
        verbose_name_plural = _("moments of stays in pools")


class PoolTable(models.Model):
    """A table of a pool; its next hand may be dealt from ``free_from`` on, None while a hand is
    played or an entry watches one."""

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
        indexes = [models.Index(fields=["pool", "free_from"], name="pool_free_tables")]
