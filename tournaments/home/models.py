"""Home games, their players, and what these owe each other at the end (HOME-1, HOME-2)."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.own_texts import own_text
from tables.models import CashGame
from tournaments.models import Tournament

# The rows are tables of the events, as those of ``tournaments.models``.
APP = "tournaments"
LONGEST_UNIT = 12
LONGEST_CALLED = 20


def new_token() -> str:
    """Return the secret of a link: 128 bits."""
    return secrets.token_urlsafe(16)


class HomeGame(models.Model):
    """The parts of a home game beside its event or its cash game: the host, the link, and what
    the players have agreed on among themselves.

    ``buy_in`` and ``bounty`` are hundredths of ``unit`` and only written down. ``stacks`` are the
    chips by user when the host ended the event early. An event has its own name, start and end, a
    cash game those here; ``stack`` are the chips that its written buy-in stands for.
    """

    tournament = models.OneToOneField(
        Tournament,
        models.PROTECT,
        null=True,
        related_name="home_game",
        verbose_name=_("tournament"),
    )
    cash_game = models.OneToOneField(
        CashGame, models.PROTECT, null=True, related_name="home_game", verbose_name=_("cash game")
    )
    name = models.CharField(_("name"), max_length=60, blank=True, default="", db_default="")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("host")
    )
    token = models.CharField(_("secret of the link"), max_length=32, unique=True, default=new_token)
    key = models.CharField(max_length=64, unique=True, editable=False)
    entry_open = models.BooleanField(_("the link lets players in"), default=True)
    unit = models.CharField(_("unit"), max_length=LONGEST_UNIT, blank=True)
    buy_in = models.PositiveIntegerField(_("written buy-in, hundredths"), default=0)
    bounty = models.PositiveIntegerField(_("written bounty, hundredths"), default=0)
    stack = models.PositiveIntegerField(
        _("chips of a written buy-in"), default=0, db_default=0, editable=False
    )
    folded_may_chat = models.BooleanField(
        _("chat for folded players"), default=False, db_default=False, editable=False
    )
    stacks = models.JSONField(_("chips when it was ended"), default=dict, editable=False)
    created_at = models.DateTimeField(_("opened"))
    started_at = models.DateTimeField(_("started"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    host_seen_at = models.DateTimeField(_("host seen last"))
    seats_drawn_at = models.DateTimeField(_("seats drawn"), null=True, editable=False)
    settled_at = models.DateTimeField(_("settled up"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("home game")
        verbose_name_plural = _("home games")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["tournament"],
                condition=models.Q(settled_at=None),
                name="home_games_to_look_after",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True) ^ models.Q(cash_game__isnull=True),
                name="a_home_game_is_an_event_or_a_cash_game",
            ),
        ]

    # Those that are over, and those that their host has not started.
    OVER: ClassVar = models.Q(tournament__status__in=Tournament.OVER) | models.Q(
        ended_at__isnull=False
    )
    WAITING: ClassVar = models.Q(tournament__status=Tournament.Status.REGISTERING) | models.Q(
        cash_game__isnull=False, started_at__isnull=True, ended_at__isnull=True
    )

    def __str__(self) -> str:
        return own_text(self.title)

    @property
    def title(self) -> str:
        """Its name as it is stored."""
        return self.name if self.tournament is None else self.tournament.name

    @property
    def over(self) -> bool:
        """Return whether it has ended; the last hand of a cash game may still be played."""
        return self.ended_at is not None if self.tournament is None else self.tournament.over

    @property
    def kind_in_words(self) -> str:
        """Its kind, in the active language."""
        if self.tournament is None:
            return gettext("Cash game")
        return self.tournament.get_kind_display()

    @property
    def status(self) -> str:
        """Its ``Tournament.Status``, also of a cash game."""
        if self.tournament is not None:
            return self.tournament.status
        if self.ended_at is not None:
            return Tournament.Status.FINISHED
        return Tournament.Status.REGISTERING if self.waiting else Tournament.Status.RUNNING

    @property
    def waiting(self) -> bool:
        """Return whether its host has not started it."""
        if self.tournament is None:
            return self.started_at is None and self.ended_at is None
        return self.tournament.registering

    def is_host(self, user_id: int | None) -> bool:
        """Return whether a reader has the acts of the host."""
        return user_id is not None and self.host_id == user_id


class HomePlayer(models.Model):
    """A player of a home game, and once it is over what they put in and take out, hundredths.

    In a cash game the chips bought and taken away are stored too, and of the money only the
    difference: ``put_in`` is what a loser owes, ``prize`` what a winner is owed.
    """

    game = models.ForeignKey(
        HomeGame, models.CASCADE, related_name="players", verbose_name=_("home game")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    joined_at = models.DateTimeField(_("came in"))
    here_since = models.DateTimeField(_("here since"), null=True)
    removed_at = models.DateTimeField(_("removed by the host"), null=True)
    called = models.CharField(
        _("name that the host has typed"),
        max_length=LONGEST_CALLED,
        blank=True,
        default="",
        db_default="",
    )
    taken_back = models.PositiveSmallIntegerField(
        _("rebuys and add-ons taken back"), default=0, db_default=0
    )
    buy_ins = models.PositiveSmallIntegerField(_("buy-ins and rebuys"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    chips_bought = models.PositiveBigIntegerField(_("chips bought"), default=0, db_default=0)
    chips_taken = models.PositiveBigIntegerField(_("chips taken away"), default=0, db_default=0)
    put_in = models.PositiveBigIntegerField(_("put in"), default=0)
    prize = models.PositiveBigIntegerField(_("prize"), default=0)
    bounties = models.PositiveBigIntegerField(_("bounties"), default=0)

    class Meta:
        app_label = APP
        verbose_name = _("player of a home game")
        verbose_name_plural = _("players of home games")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="in_a_home_game_once"),
        ]

    def __str__(self) -> str:
        return self.user.get_username()

    @property
    def name(self) -> str:
        """The name as the host has typed it, or that of the account."""
        return self.called or self.user.get_username()

    @property
    def takes_out(self) -> int:
        """Prize and bounties, hundredths."""
        return self.prize + self.bounties

    @property
    def balance(self) -> int:
        """The amount that the player is owed, below zero owes; hundredths."""
        return self.takes_out - self.put_in


class HomePayment(models.Model):
    """A debt of one player to another; ``ticked_by`` says that it is paid. It moves nothing."""

    game = models.ForeignKey(
        HomeGame, models.CASCADE, related_name="payments", verbose_name=_("home game")
    )
    payer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("payer")
    )
    payee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("payee")
    )
    amount = models.PositiveBigIntegerField(_("amount, hundredths"))
    ticked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("ticked as paid by"),
    )
    ticked_at = models.DateTimeField(_("ticked as paid"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("payment among players")
        verbose_name_plural = _("payments among players")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "payer", "payee"], name="owed_once"),
            models.CheckConstraint(
                condition=models.Q(ticked_by__isnull=True, ticked_at__isnull=True)
                | models.Q(ticked_by__isnull=False, ticked_at__isnull=False),
                name="a_tick_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.payee_id}"
