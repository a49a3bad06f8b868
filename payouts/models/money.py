"""All money of the room, its holders and its transfers; and the same of play money (FREE-1).

Play money has tables of its own and never mixes with money.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext_lazy as _

from core.money import money_text
from payouts.rules.refunds import CANCELLATION


class Holder(models.Model):
    """A holder of money; ``balance`` is updated by the database, never by code."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player's wallet")
        POOL = "pool", _("prize pool")
        ESCROW = "escrow", _("chips on a cash table")
        TICKETS = "tickets", _("tickets not used yet")
        HELD = "held", _("held for a withdrawal")
        DEBT = "debt", _("owed by a player")
        BONUS = "bonus", _("promised on terms")
        HOUSE = "house", _("house")
        OUTSIDE = "outside", _("outside world")

    # The house advances guarantees; the outside world has paid in what players hold; and a player
    # whose deposit was charged back when it was gone owes it.
    MAY_OWE = (Kind.HOUSE, Kind.OUTSIDE, Kind.DEBT)

    name = models.CharField(_("reference"), max_length=80, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    balance = models.BigIntegerField(_("balance"), default=0)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(balance__gte=0)
                | models.Q(kind__in=["house", "outside", "debt"]),
                name="%(class)s_never_overdrawn",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="debt") | models.Q(balance__lte=0),
                name="%(class)s_debt_is_paid_once",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    kind=models.Func(
                        "name", models.Value(":"), models.Value(1), function="split_part"
                    )
                ),
                name="%(class)s_kind_is_its_prefix",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    name=Concat(models.Value("player:"), Cast("user_id", models.CharField()))
                )
                | (~models.Q(kind="player") & models.Q(user__isnull=True)),
                name="%(class)s_of_a_player_is_theirs",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Account(Holder):
    """An account of money; its balance is in cents."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="wallet",
        verbose_name=_("player"),
    )

    class Meta(Holder.Meta):
        verbose_name = _("account")
        verbose_name_plural = _("accounts")


class PlayAccount(Holder):
    """An account in play money; its balance is in chips, which are worth nothing."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="play_purse",
        verbose_name=_("player"),
    )

    class Meta(Holder.Meta):
        verbose_name = _("play-money account")
        verbose_name_plural = _("play-money accounts")


class Movement(models.Model):
    """``amount`` from ``debit`` to ``credit``; immutable. (key, line) happens once."""

    class Reason(models.TextChoices):
        DEPOSIT = "deposit", _("deposit")
        WITHDRAWAL = "withdrawal", _("withdrawal")
        BUY_IN = "buy_in", _("buy-in")
        FEE = "fee", _("fee")
        REBUY = "rebuy", _("rebuy")
        ADD_ON = "add_on", _("add-on")
        OVERLAY = "overlay", _("guarantee overlay")
        DEALERS = "dealers", _("withheld for the dealers")
        DRAW = "draw", _("VeloX draw")
        PRIZE = "prize", _("prize")
        REFUND = "refund", _("refund")
        TICKET = "ticket", _("ticket")
        BOUNTY = "bounty", _("bounty")
        PRIZE_BACK = "prize_back", _("prize taken back")
        BOUNTY_BACK = "bounty_back", _("bounty taken back")
        CHIPS = "chips", _("chips bought")
        CASH_OUT = "cash_out", _("chips cashed in")
        RAKE = "rake", _("rake")
        GIFT = "gift", _("gift of the room")
        HOLD = "hold", _("held for a withdrawal")
        RELEASE = "release", _("withdrawal given back")
        RETURNED = "returned", _("withdrawal that came back")
        CHARGE_BACK = "charge_back", _("deposit charged back")
        DEBT = "debt", _("debt paid")
        PAYMENT_FEE = "payment_fee", _("fee of a payment")
        CORRECTION = "correction", _("correction")
        BONUS = "bonus", _("bonus")
        MERGE = "merge", _("from another account of yours")
        WALLET_IN = "wallet_in", _("from your account with the operator")
        WALLET_OUT = "wallet_out", _("to your account with the operator")

    # The rule that a movement follows (INFO-1); a refund's depends on what is refunded.
    RULES: ClassVar = {
        Reason.DEPOSIT: "PLAY-1",
        Reason.WITHDRAWAL: "PLAY-2",
        **dict.fromkeys((Reason.BUY_IN, Reason.FEE), "POOL-1"),
        **dict.fromkeys((Reason.REBUY, Reason.ADD_ON), "POOL-3"),
        Reason.OVERLAY: "POOL-2",
        Reason.DEALERS: "LIVE-14",
        Reason.DRAW: "VELOX-5",
        Reason.PRIZE: "PAY-ROUND",
        Reason.REFUND: "TRN-2",
        Reason.TICKET: "PAY-SAT",
        Reason.BOUNTY: "BOUNTY-1",
        **dict.fromkeys((Reason.PRIZE_BACK, Reason.BOUNTY_BACK), "LIVE-5"),
        **dict.fromkeys((Reason.CHIPS, Reason.CASH_OUT), "CASH-1"),
        Reason.RAKE: "RAKE-1",
        Reason.GIFT: "FREE-3",
        **dict.fromkeys((Reason.HOLD, Reason.RELEASE, Reason.RETURNED), "MONEY-2"),
        **dict.fromkeys((Reason.CHARGE_BACK, Reason.DEBT), "MONEY-4"),
        Reason.PAYMENT_FEE: "MONEY-2",
        Reason.CORRECTION: "STAFF-8",
        Reason.BONUS: "BONUS-1",
        Reason.MERGE: "STAFF-12",
        **dict.fromkeys((Reason.WALLET_IN, Reason.WALLET_OUT), "MONEY-5"),
    }

    key = models.CharField(_("reference"), max_length=120)
    line = models.PositiveIntegerField(_("line"))
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=12, choices=Reason)
    created_at = models.DateTimeField(_("time"))

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["key", "line"], name="%(class)s_key_line_once"),
            models.CheckConstraint(
                condition=models.Q(amount__gt=0), name="%(class)s_amount_positive"
            ),
            models.CheckConstraint(
                condition=~models.Q(debit=models.F("credit")), name="%(class)s_between_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}/{self.line}"

    @property
    def rule(self) -> str:
        """The id of the rule that the movement follows."""
        if self.reason == self.Reason.REFUND and self.key.startswith(CANCELLATION):
            return "CANCEL-4"
        return self.RULES[self.Reason(self.reason)]


class Transfer(Movement):
    """A transfer of cents between two accounts of money."""

    debit = models.ForeignKey(
        Account, models.PROTECT, related_name="paid", verbose_name=_("from"), db_index=False
    )
    credit = models.ForeignKey(
        Account, models.PROTECT, related_name="received", verbose_name=_("to"), db_index=False
    )

    class Meta(Movement.Meta):
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        # Transfers are nearly in the order of time: the rows of a report lie together.
        indexes = [
            BrinIndex(fields=["created_at"], name="transfers_by_time", autosummarize=True),
            models.Index(fields=["debit", "created_at"], name="transfers_by_payer"),
            models.Index(fields=["credit", "created_at"], name="transfers_by_payee"),
        ]

    def __str__(self) -> str:
        return f"{self.reason_in_words}, {money_text(self.amount)}"

    @property
    def reason_in_words(self) -> str:
        """Return the reason in words; distinguishes a bounty paid with an entry from a won one."""
        if self.reason == self.Reason.BOUNTY:
            won = self.debit.kind == Holder.Kind.POOL
            return str(_("bounty won") if won else _("bounty on your own head"))
        return str(self.get_reason_display())


class PlayTransfer(Movement):
    """A transfer of chips between two accounts in play money: it can name no others."""

    debit = models.ForeignKey(
        PlayAccount, models.PROTECT, related_name="paid", verbose_name=_("from")
    )
    credit = models.ForeignKey(
        PlayAccount, models.PROTECT, related_name="received", verbose_name=_("to")
    )

    class Meta(Movement.Meta):
        verbose_name = _("play-money transfer")
        verbose_name_plural = _("play-money transfers")
