"""The identity of players: their statements, their documents, and the decisions."""

from uuid import uuid4

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


class IdentityState(models.TextChoices):
    """The state of a player's identity (KYC-1)."""

    UNCHECKED = "unchecked", _("not checked")
    ASKED = "asked", _("asked for documents")
    IN_REVIEW = "in_review", _("in review")
    VERIFIED = "verified", _("verified")
    REFUSED = "refused", _("refused")
    EXPIRED = "expired", _("expired")

    def may_become(self, other: "IdentityState") -> bool:
        """Return whether this step is allowed."""
        return other in _NEXT[self]


_NEXT = {
    IdentityState.UNCHECKED: (IdentityState.ASKED, IdentityState.IN_REVIEW, IdentityState.VERIFIED),
    IdentityState.ASKED: (IdentityState.IN_REVIEW, IdentityState.VERIFIED, IdentityState.REFUSED),
    IdentityState.IN_REVIEW: (IdentityState.ASKED, IdentityState.VERIFIED, IdentityState.REFUSED),
    IdentityState.VERIFIED: (
        IdentityState.ASKED,
        IdentityState.IN_REVIEW,
        IdentityState.REFUSED,
        IdentityState.EXPIRED,
    ),
    IdentityState.REFUSED: (IdentityState.ASKED, IdentityState.VERIFIED),
    IdentityState.EXPIRED: (
        IdentityState.ASKED,
        IdentityState.IN_REVIEW,
        IdentityState.VERIFIED,
        IdentityState.REFUSED,
    ),
}


# A number without signs and spaces, for comparison.
NUMBER_IN_FULL = models.Func(
    Upper("number"),
    models.Value("[^A-Z0-9]"),
    models.Value(""),
    models.Value("g"),
    function="regexp_replace",
    output_field=models.CharField(),
)


class Compared(models.TextChoices):
    """The points that staff compare with a document before they verify (KYC-1)."""

    PHOTO = "photo", _("the photograph shows this person")
    VALID = "valid", _("the document is valid today")
    NAME = "name", _("the name is the same")
    BORN = "born", _("the date of birth is the same")
    ORIGINAL = "original", _("it shows an original, not a copy")


class Identity(models.Model):
    """The state of a player's identity; without a row it is unchecked. ``until``: the end of the
    verification, None: it never expires."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="identity",
        verbose_name=_("player"),
    )
    state = models.CharField(
        _("state"), max_length=9, choices=IdentityState, default=IdentityState.UNCHECKED
    )
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True)
    name = models.CharField(_("full name"), max_length=120, blank=True)
    born = models.DateField(_("born"), null=True)
    number = models.CharField(_("tax code or number of the document"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("identity")
        verbose_name_plural = _("identities")
        permissions = [("check_identity", _("Can see documents and verify identities"))]
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
            models.Index(
                NUMBER_IN_FULL, condition=~models.Q(number=""), name="identities_by_number"
            ),
            models.Index(
                fields=["born"], condition=models.Q(born__isnull=False), name="identities_by_birth"
            ),
        ]
        triggers = [pgtrigger.Protect(name="identity_stays", operation=pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.user}"


class IdentityStep(models.Model):
    """A step of a player's identity: from which state to which, by whose act, with the reason.
    ``by`` is empty where a provider's ``answer`` took it, or the clock."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="identity_steps",
        verbose_name=_("player"),
    )
    before = models.CharField(_("before"), max_length=9, choices=IdentityState)
    after = models.CharField(_("after"), max_length=9, choices=IdentityState)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    answer = models.ForeignKey(
        "IdentityCheck",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("answer of the provider"),
    )
    checked = ArrayField(
        models.CharField(max_length=8, choices=Compared), verbose_name=_("compared"), default=list
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

    @property
    def checked_in_words(self) -> str:
        """Return the points that staff compared, as a list."""
        return ", ".join(str(Compared(point).label) for point in self.checked)


class IdentityDocument(models.Model):
    """A document of a player: its content is sealed, and deleted after its date; the row stays."""

    class Kind(models.TextChoices):
        IDENTITY_CARD = "id_card", _("identity card")
        PASSPORT = "passport", _("passport")
        LICENCE = "licence", _("driving licence")
        ADDRESS = "address", _("proof of address")

    class Side(models.TextChoices):
        FRONT = "front", _("front")
        BACK = "back", _("back")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="identity_documents",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("document"), max_length=8, choices=Kind)
    side = models.CharField(_("side"), max_length=5, choices=Side, default=Side.FRONT)
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
                name="document_as_sent", fields=["user", "kind", "side", "media", "sent_at"]
            ),
        ]

    def __str__(self) -> str:
        if self.side == self.Side.BACK:
            return _("%(kind)s, back") % {"kind": self.get_kind_display()}
        return self.get_kind_display()


class IdentityCheck(models.Model):
    """A provider's check of a document and its verdict (KYC-2); written by ``identity.documents``
    and ``identity.checking`` alone.

    ``due_at``: the next attempt; None: no further attempt, and an answer no longer counts.
    """

    class Verdict(models.TextChoices):
        MATCHES = "matches", _("matches")
        DIFFERS = "differs", _("does not match")
        UNSURE = "unsure", _("unsure")

    class Left(models.TextChoices):
        OVER = "over", _("the document has expired")
        NUMBER = "number", _("another verified player has the same number")
        PERSON = "person", _("another verified player has the same name and date of birth")

    document = models.OneToOneField(
        IdentityDocument,
        models.PROTECT,
        primary_key=True,
        related_name="asked",
        verbose_name=_("document"),
    )
    token = models.UUIDField(_("token"), default=uuid4, unique=True, editable=False)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    sent_at = models.DateTimeField(_("sent"), null=True)
    answered_at = models.DateTimeField(_("answered"), null=True)
    verdict = models.CharField(_("verdict"), max_length=7, choices=Verdict, blank=True)
    reason = models.CharField(_("reason"), max_length=80, blank=True)
    expires = models.DateField(_("the document's last day"), null=True)
    left = models.CharField(_("left to staff, because"), max_length=6, choices=Left, blank=True)
    failure = models.CharField(_("no answer, because"), max_length=80, blank=True)
    due_at = models.DateTimeField(_("next question"), null=True)

    class Meta:
        verbose_name = _("check of a document")
        verbose_name_plural = _("checks of documents")
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(due_at__isnull=False),
                name="checks_of_identity_due",
            )
        ]
        triggers = [
            pgtrigger.Protect(name="check_is_known", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(name="check_as_asked", fields=["document", "token"]),
        ]

    def __str__(self) -> str:
        return f"{self.get_verdict_display()}"
