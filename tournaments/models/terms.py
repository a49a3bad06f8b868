"""The terms that a plan and its published event have in common."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.own_texts import own_text
from payouts.bookkeeping.books import PLAY, REAL, Books
from tables import engine, games
from tables.models import HouseTerms
from tournaments.models import floor_kinds
from tournaments.models.floor_kinds import FloorKind
from tournaments.rules.prices import Price

# More than any event has had; prizes and refunds are verified up to this number.
MOST_ENTRIES = 300_000


class Terms(HouseTerms):
    """The terms of an event, declared once for the plan and its published copy."""

    class Kind(models.TextChoices):
        SIT_AND_GO = "sng", _("Sit&Go")
        SCHEDULED = "scheduled", _("Tournament")

    class Format(models.TextChoices):
        REGULAR = "regular", _("regular")
        SHOOTOUT = "shootout", _("shootout: table winners meet")

    class Access(models.TextChoices):
        OPEN = "open", _("everyone")
        PASSWORD = "password", _("players with the password")
        INVITED = "invited", _("invited players only")

    class LateSeating(models.TextChoices):
        DRAWN = "drawn", _("random draw among all seats")
        SHORTEST = "shortest", _("at the table with the fewest players")

    class Venue(models.TextChoices):
        ONLINE = "online", _("online")
        LIVE = "live", _("live, at real tables")

    class HandForHand(models.TextChoices):
        OFF = "off", _("never")
        BUBBLE = "bubble", _("when one more elimination pays")
        JUMPS = "jumps", _("at every pay jump")

    name = models.CharField(_("name"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    play_money = models.BooleanField(
        _("play money"),
        default=False,
        db_default=False,
        help_text=_("Chips that are worth nothing: guests may enter, and no money is moved."),
    )
    game = models.CharField(_("game"), max_length=20, choices=games.choices, default="nlhe")
    format = models.CharField(_("format"), max_length=8, choices=Format, default=Format.REGULAR)
    venue = models.CharField(
        _("where it is played"), max_length=6, choices=Venue, default=Venue.ONLINE
    )
    live_tables = models.PositiveSmallIntegerField(
        _("tables in the room"),
        default=0,
        help_text=_("Live: the most tables that are opened; players without a seat wait for one."),
    )
    opening_tables = models.PositiveSmallIntegerField(
        _("tables open at first"),
        default=1,
        validators=[MinValueValidator(1)],
        help_text=_(
            "Live: seats are drawn at these tables; the next table opens when all are full."
        ),
    )
    dealers_share = models.PositiveSmallIntegerField(
        _("dealers' share of the pool, percent"),
        default=0,
        validators=[MaxValueValidator(1000)],
        help_text=_("Live: withheld for the dealers before prizes are calculated."),
    )
    buy_in = models.PositiveBigIntegerField(_("buy-in, cents"))
    fee = models.PositiveBigIntegerField(_("fee, cents"))
    bounty = models.PositiveBigIntegerField(
        _("bounty, cents"),
        default=0,
        help_text=_("Paid with the entry, won by eliminating a player."),
    )
    progressive_bounty = models.BooleanField(
        _("progressive bounty"),
        default=False,
        help_text=_("Half of a bounty is paid, the other half raises the winner's own."),
    )
    guarantee = models.PositiveBigIntegerField(_("guaranteed pool, cents"), default=0)
    starting_stack = models.PositiveIntegerField(
        _("starting stack"), validators=[MinValueValidator(1)]
    )
    seats_per_table = models.PositiveSmallIntegerField(
        _("seats per table"),
        default=9,
        validators=[MinValueValidator(2), MaxValueValidator(10)],
    )
    min_entries = models.PositiveIntegerField(
        _("minimum entries"), default=2, validators=[MinValueValidator(2)]
    )
    max_entries = models.PositiveIntegerField(
        _("maximum entries"), validators=[MinValueValidator(2), MaxValueValidator(MOST_ENTRIES)]
    )
    late_registration_levels = models.PositiveSmallIntegerField(
        _("late registration until the end of level"),
        default=0,
        help_text=_("0: registration closes at the start."),
    )
    late_seating = models.CharField(
        _("seat of a latecomer"),
        max_length=8,
        choices=LateSeating,
        default=LateSeating.DRAWN,
        help_text=_("The player on a drawn seat moves to another table, after the hand."),
    )
    re_entries = models.PositiveSmallIntegerField(
        _("re-entries"),
        default=0,
        help_text=_("How often an eliminated player can enter again during late registration."),
    )
    re_entry_levels = models.PositiveSmallIntegerField(
        _("re-entries until the end of level"),
        default=0,
        help_text=_("0: as long as late registration; never longer."),
    )
    re_entry_buy_in = models.PositiveBigIntegerField(
        _("re-entry, to the pool, cents"),
        null=True,
        blank=True,
        help_text=_("Empty: the buy-in of an entry. The bounty is always that of an entry."),
    )
    re_entry_fee = models.PositiveBigIntegerField(
        _("re-entry, fee, cents"),
        null=True,
        blank=True,
        help_text=_("Empty: the fee of an entry."),
    )
    re_entry_chips = models.PositiveIntegerField(
        _("chips of a re-entry"),
        null=True,
        blank=True,
        editable=False,
        validators=[MinValueValidator(1)],
        # TRN-1: kept for events published while it could differ.
        help_text=_("Empty: the starting stack."),
    )
    rebuys = models.PositiveSmallIntegerField(
        _("rebuys"), default=0, help_text=_("How many each entry can take; 0: none.")
    )
    rebuy_levels = models.PositiveSmallIntegerField(_("rebuys until the end of level"), default=0)
    rebuy_most_stack = models.PositiveIntegerField(
        _("largest stack allowed a rebuy"), default=0, help_text=_("0: the starting stack.")
    )
    rebuy_price = models.PositiveBigIntegerField(_("rebuy, to the pool, cents"), default=0)
    rebuy_fee = models.PositiveBigIntegerField(_("rebuy, fee, cents"), default=0)
    rebuy_chips = models.PositiveIntegerField(_("chips of a rebuy"), default=0)
    add_on_after_level = models.PositiveSmallIntegerField(
        _("add-on after level"),
        default=0,
        help_text=_("Sold in the break after it, or in the next level if none follows; 0: none."),
    )
    add_on_price = models.PositiveBigIntegerField(_("add-on, to the pool, cents"), default=0)
    add_on_fee = models.PositiveBigIntegerField(_("add-on, fee, cents"), default=0)
    add_on_chips = models.PositiveIntegerField(_("chips of an add-on"), default=0)
    access = models.CharField(_("who can enter"), max_length=8, choices=Access, default=Access.OPEN)
    password = models.CharField(_("password"), max_length=128, blank=True, editable=False)
    invited = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="+",
        verbose_name=_("invited players"),
        help_text=_("Applies where only invited players can enter."),
    )
    registration_minutes = models.PositiveIntegerField(
        _("registration opens, minutes before"),
        default=0,
        help_text=_("0: as soon as the event is announced."),
    )
    unregistration_minutes = models.PositiveIntegerField(
        _("unregistration ends, minutes before"),
        default=0,
        help_text=_("0: at the start. Players who register later stay in."),
    )
    check_in_minutes = models.PositiveSmallIntegerField(
        _("check-in opens, minutes before"),
        default=0,
        help_text=_(
            "A player who has not checked in by the start is taken out, with a full refund."
        ),
    )
    hand_for_hand = models.CharField(
        _("hand-for-hand"), max_length=6, choices=HandForHand, default=HandForHand.BUBBLE
    )
    same_hand_ties = models.BooleanField(
        _("out in the same hand-for-hand hand: a tie"),
        default=False,
        help_text=_("Otherwise the larger stack before the hand ranks higher."),
    )
    deals_allowed = models.BooleanField(
        _("deals at the final table"),
        default=True,
        help_text=_("Not possible where seats, chips or a draw decide the prizes."),
    )
    session_levels = models.PositiveSmallIntegerField(
        _("session ends after level"),
        default=0,
        help_text=_("0: play goes on until one player is left."),
    )
    action_seconds = models.PositiveSmallIntegerField(
        _("action time, s"),
        default=20,
        validators=[MinValueValidator(10), MaxValueValidator(120)],
    )
    away_seconds = models.PositiveSmallIntegerField(
        _("action time while sitting out, s"),
        default=1,
        validators=[MinValueValidator(1)],
        help_text=_("For players in the hand; from 1 to the full action time."),
    )
    bank_seconds = models.PositiveSmallIntegerField(
        _("time bank, s"), default=60, validators=[MaxValueValidator(120)]
    )

    class Meta(HouseTerms.Meta):
        abstract = True

    def __str__(self) -> str:
        return own_text(self.name)

    @classmethod
    def term_names(cls) -> list[str]:
        """The fields that publishing copies."""
        return [field.name for field in Terms._meta.fields]

    @property
    def free(self) -> bool:
        """Return whether nothing is played for but play money (FREE-1)."""
        return self.play_money

    @property
    def books(self) -> Books:
        """The books in which all that is paid and won is posted."""
        return PLAY if self.free else REAL

    @property
    def button_moves(self) -> engine.Button | None:
        """The rule by which the button moves (BTN-3); None in a game without blinds."""
        return self.house.button if games.has_blinds(self.game) else None

    @property
    def floor(self) -> type[FloorKind]:
        """The kind of floor that the event is played on."""
        return floor_kinds.of_venue(self.venue)

    @property
    def plays_apart(self) -> bool:
        """Return whether each table plays for itself, in rounds (SHOOT-1)."""
        return self.format == self.Format.SHOOTOUT

    @property
    def rebuy_right(self) -> int:
        """The price of one rebuy, cents (POOL-3)."""
        return self.rebuy_price + self.rebuy_fee

    @property
    def rebuy_limit(self) -> int:
        """The largest stack with which a player may rebuy, chips (TRN-2)."""
        return self.rebuy_most_stack or self.starting_stack

    @property
    def add_on_right(self) -> int:
        """The price of the add-on, cents (POOL-3)."""
        return self.add_on_price + self.add_on_fee

    @property
    def sells_chips(self) -> bool:
        """Return whether the event has rebuys or an add-on (TRN-2)."""
        return self.rebuys > 0 or self.add_on_after_level > 0

    @property
    def entry_price(self) -> Price:
        """The price of a first entry and the chips that it buys."""
        return Price(self.buy_in, self.bounty, self.fee, self.starting_stack)

    @property
    def re_entry_price(self) -> Price:
        """The price and chips of a re-entry (TRN-2); values not set are those of a first entry."""
        own: dict[str, Any] = {
            "buy_in": self.re_entry_buy_in,
            "fee": self.re_entry_fee,
            "chips": self.re_entry_chips,
        }
        changed = {name: number for name, number in own.items() if number is not None}
        return self.entry_price._replace(**changed)

    @property
    def entry_right(self) -> int:
        """The price of a first entry, cents (POOL-1)."""
        return self.entry_price.right
