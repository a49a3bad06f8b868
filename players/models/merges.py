"""Merges of two accounts of one person: one of the staff orders it, another confirms."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models import two_person_orders
from players.models.two_person_orders import ByTwo


class Merge(ByTwo):
    """A merge: ``user`` is kept, ``other`` closes for good; written by ``merging`` alone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="merges",
        verbose_name=_("account that is kept"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="merged_into",
        verbose_name=_("account that closes"),
    )

    class Meta:
        verbose_name = _("merge of two accounts")
        verbose_name_plural = _("merges of accounts")
        default_permissions = ("view",)
        permissions = [("merge_player", _("Can order merges of accounts, and decide them"))]
        indexes = [
            models.Index(
                fields=["given_at"], condition=Q(status="waiting"), name="merges_that_wait"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["other"],
                condition=Q(status__in=["waiting", "done"]),
                name="an_account_is_merged_once",
            ),
            models.CheckConstraint(condition=~Q(user=F("other")), name="merge_of_two_accounts"),
            models.CheckConstraint(
                condition=~Q(other=F("given_by")) & ~Q(status="done", other=F("decided_by")),
                name="merge_never_of_one_s_own",
            ),
            two_person_orders.waits_or_is_decided("merge"),
            two_person_orders.takes_two("merge"),
            two_person_orders.never_for_oneself("merge"),
        ]
        triggers = two_person_orders.order_triggers(
            "merge", ["user", "other", "why", "given_by", "given_at"]
        )
