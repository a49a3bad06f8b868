"""Who somebody is outside of the room: what they say, what they showed, and what was decided."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


class State(models.TextChoices):
    """How far the room knows who somebody is (KYC-1)."""

    UNCHECKED = "unchecked", _("not checked")
    ASKED = "asked", _("asked for documents")
    IN_REVIEW = "in_review", _("in review")
    VERIFIED = "verified", _("verified")
    REFUSED = "refused", _("refused")
    EXPIRED = "expired", _("expired")

    def may_become(self, other: "State") -> bool:
        """Whether this step is one that anybody takes."""
        return other in _NEXT[self]


_NEXT = {
    State.UNCHECKED: (State.ASKED, State.IN_REVIEW, State.VERIFIED),
    State.ASKED: (State.IN_REVIEW, State.VERIFIED, State.REFUSED),
    State.IN_REVIEW: (State.ASKED, State.VERIFIED, State.REFUSED),
    State.VERIFIED: (State.ASKED, State.IN_REVIEW, State.REFUSED, State.EXPIRED),
    State.REFUSED: (State.ASKED, State.VERIFIED),
    State.EXPIRED: (State.ASKED, State.IN_REVIEW, State.VERIFIED, State.REFUSED),
}


class Identity(models.Model):
    """Where a player's identity stands; without a row it is unchecked. ``until``: verified so long,
    None for good."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="identity",
        verbose_name=_("player"),
    )
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.UNCHECKED)
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True)
    name = models.CharField(_("full name"), max_length=120, blank=True)
    born = models.DateField(_("born"), null=True)
    number = models.CharField(_("tax code or number of the document"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("identity")
        verbose_name_plural = _("identities")
        permissions = [("check_identity", _("Can see documents and decide who somebody is"))]
        indexes = [
            models.Index(
                fields=["since"],
                condition=models.Q(state="in_review"),
                name="identities_in_review",
            ),
            models.Index(
                fields=["until"],
                condition=models.Q(state="verified"),
                name="identities_that_expire",
            ),
        ]
        triggers = [pgtrigger.Protect(name="identity_stays", operation=pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.user}"


class IdentityStep(models.Model):
    """One step of a player's identity: from which state to which, by whom, why. ``by`` is empty
    where the clock or a provider took it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="identity_steps",
        verbose_name=_("player"),
    )
    before = models.CharField(_("before"), max_length=9, choices=State)
    after = models.CharField(_("after"), max_length=9, choices=State)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON, blank=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("step of an identity")
        verbose_name_plural = _("steps of identities")
        triggers = [
            pgtrigger.Protect(name="steps_are_kept", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"{self.get_before_display()} > {self.get_after_display()}"


class IdentityDocument(models.Model):
    """What a player showed: sealed, and gone after its date; that there was one stays."""

    class Kind(models.TextChoices):
        IDENTITY_CARD = "id_card", _("identity card")
        PASSPORT = "passport", _("passport")
        LICENCE = "licence", _("driving licence")
        ADDRESS = "address", _("proof of address")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="identity_documents",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("document"), max_length=8, choices=Kind)
    media = models.CharField(_("kind of file"), max_length=20)
    sealed = models.BinaryField()
    sent_at = models.DateTimeField(_("sent"))
    keep_until = models.DateTimeField(_("kept until"))
    gone_at = models.DateTimeField(_("deleted"), null=True)

    class Meta:
        verbose_name = _("document of an identity")
        verbose_name_plural = _("documents of identities")
        indexes = [
            models.Index(
                fields=["keep_until"],
                condition=models.Q(gone_at__isnull=True),
                name="documents_that_go",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(gone_at__isnull=True) | models.Q(sealed=b""),
                name="what_is_gone_holds_nothing",
            )
        ]
        triggers = [
            pgtrigger.Protect(name="document_is_known", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(
                name="document_as_sent", fields=["user", "kind", "media", "sent_at"]
            ),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()
