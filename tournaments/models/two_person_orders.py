"""Changes of an event that take two members of staff, and the stacks corrected by them."""

import pgtrigger
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models import ByTwo, two_person_orders
from tournaments.models.acts import Act, Order
from tournaments.models.amendments import LONGEST_KEY
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament


class JointOrder(ByTwo):
    """A request of one person that a second agrees to; ``staff.two_person_orders`` writes it.

    ``amount``: chips added to a stack (negative: taken), or the new guarantee in cents. ``order``
    is the order that the director then carries out between two hands.
    """

    class Kind(models.TextChoices):
        STACK = Act.Verb.CORRECT_STACK.value, _("correct a stack")
        GUARANTEE = Act.Verb.RAISE.value, _("raise the guarantee")

    kind = models.CharField(_("order"), max_length=17, choices=Kind)
    tournament = models.ForeignKey(
        Tournament,
        models.PROTECT,
        related_name="joint_orders",
        db_index=False,
        verbose_name=_("tournament"),
    )
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, related_name="+", verbose_name=_("entry")
    )
    amount = models.BigIntegerField(_("amount"))
    key = models.CharField(_("key"), max_length=LONGEST_KEY)
    order = models.OneToOneField(
        Order, models.PROTECT, null=True, related_name="joint", verbose_name=_("order")
    )

    class Meta:
        verbose_name = _("two-person order")
        verbose_name_plural = _("two-person orders")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["given_at"], condition=Q(status="waiting"), name="joint_orders_that_wait"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="joint_order_once_a_key"),
            models.UniqueConstraint(
                fields=["tournament", "kind", "entry"],
                condition=Q(status="waiting"),
                name="one_joint_order_of_a_kind_waits",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(kind=Act.Verb.CORRECT_STACK.value, entry__isnull=False) & ~Q(amount=0)
                | Q(kind=Act.Verb.RAISE.value, entry__isnull=True, amount__gt=0),
                name="joint_order_of_something",
            ),
            two_person_orders.waits_or_is_decided("joint_order"),
            two_person_orders.takes_two("joint_order"),
        ]
        triggers = two_person_orders.order_triggers(
            "joint_order",
            ["kind", "tournament", "entry", "amount", "why", "key", "given_by", "given_at"],
        )


class StackCorrection(models.Model):
    """Chips that staff have added to a stack or taken; part of the sum of an event's chips
    (AMEND-5). Written by the director between two hands."""

    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="corrections", verbose_name=_("entry")
    )
    order = models.OneToOneField(
        Order, models.PROTECT, related_name="correction", verbose_name=_("order")
    )
    chips = models.BigIntegerField(_("chips more or fewer"))
    before = models.PositiveBigIntegerField(_("stack before"))
    after = models.PositiveBigIntegerField(_("stack after"))
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("correction of a stack")
        verbose_name_plural = _("corrections of stacks")
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(after=F("before") + F("chips"), after__gt=0) & ~Q(chips=0),
                name="a_stack_is_corrected_by_its_chips",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="corrections_of_stacks_are_kept", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.chips:+}"
