"""Cash over the counter: the orders of staff for a player, and who of them decided each."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models import ByTwo, two_person_orders


class CounterOrder(ByTwo):
    """Cash that a player hands over or is handed; written by ``counter`` alone, decided once.

    Up to the limit it is done as it is given; ``over_limit`` it waits for a second person. A
    rejected order has moved nothing: no transfer, no balances.
    """

    class Kind(models.TextChoices):
        PAY_IN = "in", _("deposit")
        PAY_OUT = "out", _("withdrawal")

    class Purpose(models.TextChoices):
        """The purpose of cash that is taken or handed out at the desk of an event."""

        ENTRY = "entry", _("entry")
        REBUY = "rebuy", _("rebuy")
        ADD_ON = "add_on", _("add-on")
        PRIZE = "prize", _("prize")

    kind = models.CharField(_("kind"), max_length=3, choices=Kind)
    purpose = models.CharField(_("for"), max_length=6, choices=Purpose, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="counter_orders",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    key = models.CharField(_("key"), max_length=60)
    over_limit = models.BooleanField(_("needs a second person"))
    drawer = models.ForeignKey(
        "payouts.Drawer",
        models.PROTECT,
        null=True,
        related_name="orders",
        verbose_name=_("drawer"),
    )
    transfer = models.OneToOneField(
        "payouts.Transfer",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("transfer"),
    )
    before = models.BigIntegerField(_("balance before, cents"), null=True)
    after = models.BigIntegerField(_("balance after, cents"), null=True)

    class Meta:
        verbose_name = _("order at the counter")
        verbose_name_plural = _("orders at the counter")
        permissions = [
            ("work_counter", _("Can take in and pay out cash, and decide waiting orders"))
        ]
        indexes = [
            models.Index(
                fields=["given_by", "decided_at"],
                condition=Q(status="done", over_limit=False),
                name="counter_orders_done_alone",
            ),
            models.Index(
                fields=["given_at"], condition=Q(status="waiting"), name="counter_orders_that_wait"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="counter_order_once_a_key"),
            two_person_orders.waits_or_is_decided("counter_order"),
            models.CheckConstraint(
                condition=Q(
                    Q(kind="in", after=F("before") + F("amount"))
                    | Q(kind="out", after=F("before") - F("amount")),
                    status="done",
                    transfer__isnull=False,
                    before__isnull=False,
                    after__isnull=False,
                )
                | (
                    ~Q(status="done")
                    & Q(transfer__isnull=True, before__isnull=True, after__isnull=True)
                ),
                name="counter_order_moves_its_amount_or_nothing",
            ),
            models.CheckConstraint(
                condition=~Q(status="done", over_limit=True, decided_by=F("given_by")),
                name="counter_order_over_the_limit_takes_two",
            ),
            two_person_orders.never_for_oneself("counter_order"),
        ]
        triggers = two_person_orders.order_triggers(
            "counter_order",
            [
                *("kind", "purpose", "user", "amount", "why", "key", "over_limit"),
                *("given_by", "given_at"),
            ],
        )

    @property
    def what(self) -> str:
        """The purpose of the cash, as on its receipt."""
        return str(self.get_purpose_display() if self.purpose else self.get_kind_display())
