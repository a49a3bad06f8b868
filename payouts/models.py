"""Every euro of the room: who holds it, and each time that it moved."""

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext_lazy as _

from payouts.counter_models import CounterOrder as CounterOrder
from payouts.restraints import LimitChange as LimitChange
from payouts.restraints import SelfExclusion as SelfExclusion
from payouts.rules import prizes as prize_rules
from payouts.rules import velox


class Account(models.Model):
    """Somebody who can hold money; ``balance`` (cents) is kept by the database, never by code."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player's wallet")
        POOL = "pool", _("prize pool")
        ESCROW = "escrow", _("chips on a cash table")
        TICKETS = "tickets", _("tickets not used yet")
        HOUSE = "house", _("house")
        OUTSIDE = "outside", _("outside world")

    # The house advances guarantees; what players hold, the outside world has paid in.
    MAY_OWE = (Kind.HOUSE, Kind.OUTSIDE)

    name = models.CharField(_("name"), max_length=80, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="wallet",
        verbose_name=_("player"),
    )
    balance = models.BigIntegerField(_("balance"), default=0)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(balance__gte=0) | models.Q(kind__in=["house", "outside"]),
                name="account_never_overdrawn",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    kind=models.Func(
                        "name", models.Value(":"), models.Value(1), function="split_part"
                    )
                ),
                name="account_kind_is_its_prefix",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    name=Concat(models.Value("player:"), Cast("user_id", models.CharField()))
                )
                | (~models.Q(kind="player") & models.Q(user__isnull=True)),
                name="account_of_a_player_is_theirs",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Transfer(models.Model):
    """``amount`` cents from ``debit`` to ``credit``; immutable. (key, line) happens once."""

    class Reason(models.TextChoices):
        DEPOSIT = "deposit", _("deposit")
        WITHDRAWAL = "withdrawal", _("withdrawal")
        BUY_IN = "buy_in", _("buy-in")
        FEE = "fee", _("fee")
        REBUY = "rebuy", _("rebuy")
        ADD_ON = "add_on", _("add-on")
        OVERLAY = "overlay", _("guarantee overlay")
        DRAW = "draw", _("VeloX draw")
        PRIZE = "prize", _("prize")
        REFUND = "refund", _("refund")
        TICKET = "ticket", _("ticket")
        BOUNTY = "bounty", _("bounty")
        CHIPS = "chips", _("chips bought")
        CASH_OUT = "cash_out", _("chips cashed in")
        RAKE = "rake", _("rake")

    key = models.CharField(_("cause"), max_length=120)
    line = models.PositiveIntegerField(_("line"))
    debit = models.ForeignKey(Account, models.PROTECT, related_name="paid", verbose_name=_("from"))
    credit = models.ForeignKey(
        Account, models.PROTECT, related_name="received", verbose_name=_("to")
    )
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=12, choices=Reason)
    created_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints = [
            models.UniqueConstraint(fields=["key", "line"], name="transfer_key_line_once"),
            models.CheckConstraint(
                condition=models.Q(amount__gt=0), name="transfer_amount_positive"
            ),
            models.CheckConstraint(
                condition=~models.Q(debit=models.F("credit")), name="transfer_between_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}/{self.line}"


SHARES_FAULTS = {
    "empty": _("Write a list with one number for each paid place, e.g. [6500, 3500]."),
    "not_positive": _("Each share must be a whole number above zero, in hundredths of a percent."),
    "not_whole": _("The shares must add up to 10000."),
    "rising": _("A lower place may not get more than a higher one."),
}


class PrizeScheme(models.Model):
    """How a prize pool is divided; staff edit it, a published event keeps its own copy."""

    class Kind(models.TextChoices):
        WINNERS = "winners", _("Winners")
        STANDARD = "standard", _("Standard")
        SATELLITE = "satellite", _("Satellite: seats for another event")
        SPLIT = "split", _("Split: by chips at the end of the session")
        TWO_RANKINGS = "two", _("Two rankings: by elimination and by chips")
        VELOX = "velox", _("VeloX: the prize is drawn")

    name = models.CharField(_("name"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    shares = models.JSONField(
        _("shares"),
        default=list,
        blank=True,
        help_text=_(
            "Winners and two rankings: hundredths of a percent for each place, 10000 in all."
        ),
    )
    seat = models.PositiveBigIntegerField(
        _("seat, cents"), default=0, help_text=_("Satellite: the entry that a first prize pays.")
    )
    secondary = models.PositiveBigIntegerField(
        _("secondary prize, cents"),
        default=0,
        help_text=_("Satellite: what is left is cut into prizes of this size; 0: one prize."),
    )
    by_elimination = models.PositiveIntegerField(
        _("part by elimination"),
        default=prize_rules.WHOLE // 2,
        validators=[MinValueValidator(1), MaxValueValidator(prize_rules.WHOLE - 1)],
        help_text=_(
            "Two rankings: hundredths of a percent of the pool; the rest is divided by chips."
        ),
    )

    class Meta:
        verbose_name = _("prize scheme")
        verbose_name_plural = _("prize schemes")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse what does not divide a pool, with a sentence for whoever typed it."""
        if self.kind not in (self.Kind.WINNERS, self.Kind.TWO_RANKINGS):
            self.shares = []
        elif fault := prize_rules.fault_of_winners(self.shares):
            raise ValidationError({"shares": SHARES_FAULTS[fault]})
        if self.kind == self.Kind.SATELLITE and not self.seat:
            raise ValidationError({"seat": _("A satellite needs to know what a seat costs.")})
        if self.kind == self.Kind.SATELLITE and self.secondary >= self.seat:
            raise ValidationError({"secondary": _("A secondary prize is less than a seat.")})

    def snapshot(self) -> dict[str, object]:
        """The copy that a published event keeps, as ``rules.prizes`` reads it."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in _TERMS[self.kind]}}


# What each kind of scheme is made of.
_TERMS: dict[str, tuple[str, ...]] = {
    PrizeScheme.Kind.WINNERS: ("shares",),
    PrizeScheme.Kind.STANDARD: (),
    PrizeScheme.Kind.SATELLITE: ("seat", "secondary"),
    PrizeScheme.Kind.SPLIT: (),
    PrizeScheme.Kind.TWO_RANKINGS: ("shares", "by_elimination"),
    PrizeScheme.Kind.VELOX: (),
}


def _changes(*columns: str) -> pgtrigger.Condition:
    """That a row's columns change although the last of them was set before."""
    old, new = (", ".join(f"{row}.{column}" for column in columns) for row in ("OLD", "NEW"))
    return pgtrigger.Condition(
        f"OLD.{columns[-1]} IS NOT NULL AND ({old}) IS DISTINCT FROM ({new})"
    )


class Draw(models.Model):
    """The prize draw of a VeloX (VELOX-4): promised, then drawn, then laid open, each once.

    Everything here may be known to everybody; the seed comes here when it is revealed.
    """

    event = models.CharField(_("event"), max_length=80, unique=True)
    seats = models.PositiveSmallIntegerField(_("seats"))
    buy_in = models.PositiveBigIntegerField(_("buy-in, cents"))
    commitment = models.CharField(_("commitment"), max_length=64)
    promised_at = models.DateTimeField(_("promised"))
    player_seeds = models.JSONField(
        _("players' seeds"), null=True, help_text=_("By the player's number.")
    )
    ticket = models.PositiveIntegerField(_("ticket"), null=True)
    multiplier = models.PositiveIntegerField(_("multiplier"), null=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True)
    server_seed = models.CharField(
        _("server's seed"), max_length=64, blank=True, help_text=_("Hidden until the draw.")
    )
    revealed_at = models.DateTimeField(_("revealed"), null=True)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    player_seeds__isnull=True,
                    ticket__isnull=True,
                    multiplier__isnull=True,
                    drawn_at__isnull=True,
                )
                | models.Q(
                    player_seeds__isnull=False,
                    ticket__lt=velox.TICKETS,
                    multiplier__gt=0,
                    drawn_at__isnull=False,
                ),
                name="draw_is_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(server_seed="", revealed_at__isnull=True)
                | models.Q(
                    drawn_at__isnull=False,
                    revealed_at__isnull=False,
                    commitment=models.Func(
                        models.F("server_seed"),
                        template="encode(sha256(decode(%(expressions)s, 'hex')), 'hex')",
                        output_field=models.CharField(),
                    ),
                ),
                name="draw_reveals_what_was_promised",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="promise_never_changes",
                fields=["event", "seats", "buy_in", "commitment", "promised_at"],
            ),
            pgtrigger.Protect(
                name="drawn_once",
                operation=pgtrigger.Update,
                condition=_changes("player_seeds", "ticket", "multiplier", "drawn_at"),
            ),
            pgtrigger.Protect(
                name="revealed_once",
                operation=pgtrigger.Update,
                condition=_changes("server_seed", "revealed_at"),
            ),
            pgtrigger.Protect(name="kept_for_ever", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.event

    @property
    def collected(self) -> int:
        """What the players have paid, cents."""
        return self.seats * self.buy_in

    @property
    def prize_pool(self) -> int:
        """Cents to be won; before the draw, the least that can come of it."""
        multiplier = self.multiplier or min(velox.table(seats=self.seats, buy_in=self.buy_in))
        return multiplier * self.buy_in


class DrawSecret(models.Model):
    """The server's seed until it is revealed; ``draws`` alone writes and reads it."""

    draw = models.OneToOneField(Draw, models.PROTECT, primary_key=True, related_name="secret")
    server_seed = models.BinaryField(max_length=32, editable=False)

    class Meta:
        triggers = [
            pgtrigger.Protect(
                name="secret_never_changes", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.draw_id}"
