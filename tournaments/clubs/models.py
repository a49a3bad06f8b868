"""Clubs, their members and invitations, and the games that they plan (CLUB-1 to CLUB-6)."""

from datetime import date, timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.formats import written
from core.reasons import LONGEST_REASON
from tables.models import CashGame
from tournaments.home.models import new_token
from tournaments.models import Tournament
from tournaments.rules import recurrence

# The rows are tables of the events, as those of ``tournaments.models``.
APP = "tournaments"
LONGEST_NAME, LONGEST_DESCRIPTION = 40, 500
GROUND, TEXT = "#1c6b4c", "#ffffff"
# The names of the days are those of its week.
MONDAY: Final = date(2024, 1, 1)


class Club(models.Model):
    """A club: its name, look and choices; ``skeleton`` is the name as the eye reads it.

    ``ground`` and ``text_colour`` are the colours of its head.
    """

    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    skeleton = models.CharField(max_length=LONGEST_NAME, unique=True, editable=False)
    slug = models.SlugField(max_length=LONGEST_NAME, unique=True, editable=False)
    key = models.CharField(max_length=64, unique=True, editable=False)
    description = models.CharField(
        _("description"), max_length=LONGEST_DESCRIPTION, blank=True, default=""
    )
    ground = models.CharField(_("colour"), max_length=7, default=GROUND)
    text_colour = models.CharField(_("colour of the text on it"), max_length=7, default=TEXT)
    members_open = models.BooleanField(_("every member may open games"), default=False)
    created_at = models.DateTimeField(_("founded"))
    closed_at = models.DateTimeField(_("closed"), null=True)
    suspended_at = models.DateTimeField(_("suspended"), null=True)
    suspended_why = models.CharField(_("why"), max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        app_label = APP
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("groups of players", "clubs")
        default_permissions = ("view",)
        permissions = [("suspend_club", _("Can suspend and reopen clubs"))]

    def __str__(self) -> str:
        return self.name


class ClubPicture(models.Model):
    """The picture of a club, redrawn, as WebP; ``key`` is a hash of its bytes."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="picture")
    key = models.CharField(max_length=20, db_index=True)
    image = models.BinaryField()

    class Meta:
        app_label = APP
        verbose_name = _("picture of a club")
        verbose_name_plural = _("pictures of clubs")
        default_permissions = ()

    def __str__(self) -> str:
        return self.key


class ClubMember(models.Model):
    """A member of a club, or a former one: ``left_at`` says since when, ``banned_at`` that they
    cannot come back.

    ``calendar`` is the secret of the member's address of the club's calendar.
    """

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        MANAGER = "manager", _("manager")
        MEMBER = "member", _("member")

    club = models.ForeignKey(
        Club, models.CASCADE, related_name="members", db_index=False, verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    role = models.CharField(_("role"), max_length=7, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"))
    left_at = models.DateTimeField(_("left"), null=True)
    banned_at = models.DateTimeField(_("banned"), null=True)
    calendar = models.CharField(max_length=32, unique=True, null=True, editable=False)

    class Meta:
        app_label = APP
        verbose_name = _("member of a club")
        verbose_name_plural = _("members of clubs")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="in_a_club_once"),
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(role="owner", left_at__isnull=True),
                name="one_owner_a_club",
            ),
            models.CheckConstraint(
                condition=models.Q(banned_at__isnull=True) | models.Q(left_at__isnull=False),
                name="a_banned_member_has_left",
            ),
        ]

    def __str__(self) -> str:
        return self.user.get_username()


class ClubInvitation(models.Model):
    """A link that lets players in until its end, and so many of them."""

    club = models.ForeignKey(
        Club, models.CASCADE, related_name="invitations", verbose_name=_("club")
    )
    token = models.CharField(_("secret of the link"), max_length=32, unique=True, default=new_token)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("made by")
    )
    created_at = models.DateTimeField(_("made"))
    ends_at = models.DateTimeField(_("ends"))
    most_uses = models.PositiveSmallIntegerField(_("players let in at most"))
    uses = models.PositiveSmallIntegerField(_("players let in"), default=0)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("invitation to a club")
        verbose_name_plural = _("invitations to clubs")
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=models.Q(uses__lte=models.F("most_uses")),
                name="an_invitation_has_its_limit",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.uses}/{self.most_uses}"


class ClubTemplate(models.Model):
    """Saved choices of a club's game; with a ``recurrence`` (RRULE) its dates are planned."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="templates", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    terms = models.JSONField(_("terms"))
    recurrence = models.CharField(_("dates"), max_length=120, blank=True, default="")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("made by")
    )
    created_at = models.DateTimeField(_("made"))

    class Meta:
        app_label = APP
        verbose_name = _("template of a club")
        verbose_name_plural = _("templates of clubs")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="a_template_has_its_own_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def days_in_words(self) -> str:
        """The weekdays and the time of its dates, in the active language; "" without."""
        parts = recurrence.weekly_parts(self.recurrence) if self.recurrence else None
        if parts is None:
            return ""
        days, at = parts
        names = [written(MONDAY + timedelta(days=day), "l") for day in days]
        return f"{', '.join(names)} {at:%H:%M}"


class ClubGame(models.Model):
    """A game of a club: planned for ``starts_at``, with its ``tournament`` or ``cash_game`` once it
    is open."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="games", verbose_name=_("club"))
    template = models.ForeignKey(
        ClubTemplate, models.SET_NULL, null=True, related_name="games", verbose_name=_("template")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    terms = models.JSONField(_("terms"))
    key = models.CharField(max_length=64, unique=True, editable=False)
    planned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("planned by")
    )
    planned_at = models.DateTimeField(_("planned"))
    starts_at = models.DateTimeField(_("start"))
    called_off_at = models.DateTimeField(_("called off"), null=True)
    tournament = models.OneToOneField(
        Tournament,
        models.PROTECT,
        null=True,
        related_name="club_game",
        verbose_name=_("tournament"),
    )
    cash_game = models.OneToOneField(
        CashGame, models.PROTECT, null=True, related_name="club_game", verbose_name=_("cash game")
    )

    # Those whose page is not open yet, and those that are over.
    UNOPENED: ClassVar = models.Q(tournament__isnull=True, cash_game__isnull=True)
    OVER: ClassVar = models.Q(tournament__status__in=Tournament.OVER) | models.Q(
        cash_game__tables=0
    )

    class Meta:
        app_label = APP
        verbose_name = _("game of a club")
        verbose_name_plural = _("games of clubs")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["template", "starts_at"], name="a_date_is_planned_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["starts_at"],
                condition=models.Q(tournament__isnull=True, called_off_at__isnull=True),
                name="club_games_to_open",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def opened(self) -> bool:
        """Return whether its page is open, or was."""
        return self.tournament_id is not None or self.cash_game_id is not None


class ClubReport(models.Model):
    """A member's report of a club, until staff close it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="reports", verbose_name=_("club"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("time"))
    closed_at = models.DateTimeField(_("closed"), null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("closed by"),
    )

    class Meta:
        app_label = APP
        verbose_name = _("report of a club")
        verbose_name_plural = _("reports of clubs")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.club}: {self.why}"
