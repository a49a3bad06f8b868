"""Deposits and withdrawals as requests, every step of each, and the notices of gateways."""

import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from payouts.rules import payments as rules

LONGEST_DESTINATION = 34
LONGEST_REFERENCE = 80


def _allowed(kind: rules.PaymentKind) -> pgtrigger.FSM:
    """Return the table of transitions, as a trigger of the database."""
    return pgtrigger.FSM(
        name=f"payment_{kind.value}_goes_its_way",
        field="state",
        transitions=[
            (before.value, after.value)
            for before, others in rules.TRANSITIONS[kind].items()
            for after in sorted(others)
        ],
        condition=pgtrigger.Q(old__kind=kind.value),
    )


class Payment(models.Model):
    """A player's request to pay in or to be paid, cents; written by ``payouts.payments`` alone.

    Of a withdrawal ``amount`` leaves the wallet, and ``amount - fee`` arrives; a deposit is paid
    with ``amount``, of which the fee is kept. ``due_at``: the time of the room's own next check.
    """

    class Kind(models.TextChoices):
        DEPOSIT = rules.PaymentKind.DEPOSIT.value, _("deposit")
        WITHDRAWAL = rules.PaymentKind.WITHDRAWAL.value, _("withdrawal")

    class State(models.TextChoices):
        BEGUN = rules.PaymentState.BEGUN.value, _("begun")
        PENDING = rules.PaymentState.PENDING.value, _("being paid")
        EXPIRED = rules.PaymentState.EXPIRED.value, _("not paid in time")
        CHARGED_BACK = rules.PaymentState.CHARGED_BACK.value, _("charged back")
        RETURNING = rules.PaymentState.RETURNING.value, _("being sent back")
        SENT_BACK = rules.PaymentState.SENT_BACK.value, _("sent back")
        ASKED = rules.PaymentState.ASKED.value, _("asked for")
        HELD = rules.PaymentState.HELD.value, _("on hold")
        IN_REVIEW = rules.PaymentState.IN_REVIEW.value, _("waits for the staff")
        SECOND = rules.PaymentState.SECOND.value, _("waits for a second person")
        APPROVED = rules.PaymentState.APPROVED.value, _("approved")
        SENT = rules.PaymentState.SENT.value, _("on its way")
        REFUSED = rules.PaymentState.REFUSED.value, _("refused")
        CANCELLED = rules.PaymentState.CANCELLED.value, _("taken back")
        RETURNED = rules.PaymentState.RETURNED.value, _("came back")
        SETTLED = rules.PaymentState.SETTLED.value, _("done")
        FAILED = rules.PaymentState.FAILED.value, _("failed")

    token = models.UUIDField(_("token"), default=uuid.uuid4, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="payments",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    fee = models.PositiveBigIntegerField(_("fee, cents"))
    destination = models.CharField(_("paid to"), max_length=LONGEST_DESTINATION, blank=True)
    key = models.CharField(_("key"), max_length=60)
    # Empty: staff pay it by hand.
    gateway = models.CharField(_("payment service"), max_length=20, blank=True)
    asked_at = models.DateTimeField(_("asked"))
    state = models.CharField(_("state"), max_length=12, choices=State)
    reference = models.CharField(_("reference"), max_length=LONGEST_REFERENCE, blank=True)
    pay_at = models.URLField(_("payment page"), max_length=300, blank=True)
    free_at = models.DateTimeField(_("on hold until"), null=True)
    over_limit = models.BooleanField(_("needs a second person"), default=False)
    first_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("first approval"),
    )
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    approved_at = models.DateTimeField(_("approved"), null=True)
    due_at = models.DateTimeField(_("next check"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        permissions = [("work_payments", _("Can approve, refuse and send withdrawals"))]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="payments_that_are_due"
            ),
            models.Index(
                fields=["asked_at"],
                condition=Q(state__in=["in_review", "second", "approved"]),
                name="payments_that_wait_for_staff",
            ),
            models.Index(
                fields=["first_by", "approved_at"],
                condition=Q(approved_at__isnull=False),
                name="payments_approved_by",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="payment_once_a_key"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, fee__lte=F("amount")), name="payment_worth_its_fee"
            ),
            models.CheckConstraint(
                condition=Q(approved_at__isnull=True, approved_by__isnull=True)
                | Q(
                    approved_at__isnull=False,
                    approved_by__isnull=False,
                    first_by__isnull=False,
                ),
                name="payment_approved_whole",
            ),
            models.CheckConstraint(
                condition=~Q(approved_by__isnull=False, over_limit=True, approved_by=F("first_by")),
                name="payment_over_the_limit_takes_two",
            ),
            models.CheckConstraint(
                condition=(Q(first_by__isnull=True) | ~Q(user=F("first_by")))
                & (Q(approved_by__isnull=True) | ~Q(user=F("approved_by"))),
                name="payment_never_approved_by_its_player",
            ),
            models.CheckConstraint(
                condition=~Q(
                    kind="withdrawal", state__in=["approved", "sent", "settled", "returned"]
                )
                | Q(approved_at__isnull=False),
                name="payment_goes_out_approved",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="payment_stays_as_asked",
                fields=[
                    *("token", "kind", "user", "amount", "fee", "destination", "key"),
                    *("gateway", "asked_at"),
                ],
            ),
            _allowed(rules.PaymentKind.DEPOSIT),
            _allowed(rules.PaymentKind.WITHDRAWAL),
            pgtrigger.Protect(name="payment_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} #{self.pk}"

    @property
    def arrives(self) -> int:
        """Cents that arrive: in the wallet, or at the bank."""
        return self.amount - self.fee

    @property
    def at(self) -> rules.PaymentState:
        """The state, as the rules know it."""
        return rules.PaymentState(self.state)

    @property
    def way(self) -> rules.PaymentKind:
        """Its kind, as the rules know it."""
        return rules.PaymentKind(self.kind)

    @property
    def waits(self) -> bool:
        """Return whether its player may take it back."""
        return self.at in rules.STILL_WAITS

    @property
    def follow_seconds(self) -> int | None:
        """The poll interval of the player's page; None where no next step comes by itself."""
        if self.at not in rules.GOES_ON:
            return None
        return 2 if self.way is rules.PaymentKind.DEPOSIT else 15


class PaymentStep(models.Model):
    """A payment went from one state to another; only ever added."""

    class Who(models.TextChoices):
        PLAYER = "player", _("the player")
        STAFF = "staff", _("the staff")
        GATEWAY = "gateway", _("the payment service")
        ROOM = "room", _("the room")

    payment = models.ForeignKey(
        Payment, models.PROTECT, related_name="steps", verbose_name=_("payment")
    )
    before = models.CharField(_("before"), max_length=12, choices=Payment.State, blank=True)
    after = models.CharField(_("after"), max_length=12, choices=Payment.State)
    at = models.DateTimeField(_("time"))
    who = models.CharField(_("who"), max_length=7, choices=Who)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("step of a payment")
        verbose_name_plural = _("steps of payments")
        constraints = [
            # A payment passes each state once: no table of transitions has a circle.
            models.UniqueConstraint(fields=["payment", "after"], name="payment_step_once"),
            models.CheckConstraint(
                condition=Q(who__in=["player", "staff"], by__isnull=False)
                | Q(who__in=["gateway", "room"], by__isnull=True),
                name="payment_step_says_by_whom",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="payment_steps_are_kept", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]

    def __str__(self) -> str:
        return f"{self.payment_id}: {self.after}"


class PaymentNotice(models.Model):
    """A gateway's notice of a payment, as it was received; applied once (MONEY-3).

    ``payment`` is null for an unknown token. A contradiction waits for two members of staff:
    ``first_by`` proposed ``decision``, ``decided_by`` carried it out.
    """

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("not read yet")
        APPLIED = "applied", _("applied")
        KNOWN = "known", _("nothing new")
        CONTRADICTION = "contradiction", _("contradiction")

    class Decision(models.TextChoices):
        FOLLOW = "follow", _("book what it says")
        SEND_BACK = "send_back", _("send the money back")
        LEAVE = "leave", _("book nothing")

    gateway = models.CharField(_("payment service"), max_length=20)
    notice_id = models.CharField(_("number at the service"), max_length=80)
    # A hash of its content: the same number with other content is another notice, a contradiction.
    digest = models.CharField(_("digest"), max_length=64)
    token = models.CharField(_("token"), max_length=40)
    said = models.CharField(_("says"), max_length=12)
    amount = models.BigIntegerField(_("amount, cents"))
    body = models.JSONField(_("as received"))
    received_at = models.DateTimeField(_("received"))
    payment = models.ForeignKey(
        Payment,
        models.PROTECT,
        null=True,
        related_name="notices",
        verbose_name=_("payment"),
    )
    outcome = models.CharField(
        _("outcome"), max_length=13, choices=Outcome, default=Outcome.WAITING
    )
    applied_at = models.DateTimeField(_("read"), null=True)
    decision = models.CharField(_("decision"), max_length=9, choices=Decision, blank=True)
    why = models.CharField(_("why"), max_length=LONGEST_REASON, blank=True)
    first_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("proposed by"),
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("payment service notice")
        verbose_name_plural = _("payment service notices")
        indexes = [
            models.Index(
                fields=["id"], condition=Q(outcome="waiting"), name="payment_notices_not_read"
            ),
            models.Index(
                fields=["received_at"],
                condition=Q(outcome="contradiction", decided_at__isnull=True),
                name="payment_contradictions",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["gateway", "notice_id", "digest"], name="payment_notice_once"
            ),
            models.CheckConstraint(
                condition=Q(outcome="waiting", applied_at__isnull=True)
                | (~Q(outcome="waiting") & Q(applied_at__isnull=False)),
                name="payment_notice_waits_or_is_read",
            ),
            models.CheckConstraint(
                condition=Q(decided_at__isnull=True, decided_by__isnull=True)
                | (
                    Q(decided_at__isnull=False, decided_by__isnull=False, first_by__isnull=False)
                    & Q(outcome="contradiction")
                    & ~Q(decision="")
                    & (Q(decision="leave") | ~Q(decided_by=F("first_by")))
                ),
                name="payment_contradiction_takes_two",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="payment_notice_stays_as_received",
                fields=[
                    *("gateway", "notice_id", "digest", "token", "said", "amount", "body"),
                    "received_at",
                ],
            ),
            pgtrigger.Protect(
                name="payment_notice_decided_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__decided_at__isnull=False),
            ),
            pgtrigger.Protect(
                name="payment_notice_read_once",
                operation=pgtrigger.Update,
                condition=~pgtrigger.Q(old__outcome="waiting")
                & pgtrigger.Q(old__outcome__df=pgtrigger.F("new__outcome")),
            ),
            pgtrigger.Protect(name="payment_notice_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.gateway} {self.notice_id}"
