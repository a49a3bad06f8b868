"""Settlements of an event besides prizes in money: cancellation plans, tickets, deals."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from core.types import EntryId, UserId
from payouts.rules.refunds import RefundRule


class PlanPart(TypedDict):
    """``refunds.RefundPart`` as a plan keeps it; cents."""

    why: str
    amount: int
    arithmetic: str


class PlanLine(TypedDict):
    """``refunds.Refund`` as a plan keeps it, with its player."""

    entry: EntryId
    user: UserId
    name: str
    rule: str
    ticket: str | None
    amount: int
    parts: list[PlanPart]


class DealShare(TypedDict):
    """A player's share of a final-table deal: ``amount`` cents for ``stack`` chips."""

    entry: EntryId
    user: UserId
    name: str
    stack: int
    amount: int


class CancellationPlan(models.Model):
    """The payments of a cancellation, by entry (CANCEL-4): written once, paid once."""

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        related_name="cancellation_plans",
        db_index=False,
        verbose_name=_("tournament"),
    )
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    rule = models.CharField(_("rule"), max_length=10)
    pool = models.PositiveBigIntegerField(_("prize pool, cents"))
    added = models.PositiveBigIntegerField(_("added by the house, cents"))
    total = models.PositiveBigIntegerField(
        _("paid in all, cents"), help_text=_("The sum of all lines.")
    )
    lines: "models.JSONField[list[PlanLine], list[PlanLine]]" = models.JSONField(_("lines"))
    created_at = models.DateTimeField(_("worked out"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("worked out by"),
    )
    executed_at = models.DateTimeField(_("carried out"), null=True)
    executed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("carried out by"),
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("cancellation")
        verbose_name_plural = _("cancellations")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "digest"], name="one_plan_a_state_of_an_event"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(executed_at__isnull=False),
                name="an_event_is_cancelled_once",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="a_plan_never_changes",
                fields=[
                    *("tournament", "digest", "rule", "pool", "added", "total", "lines"),
                    *("created_at", "created_by"),
                ],
            ),
            pgtrigger.Protect(
                name="carried_out_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__executed_at__isnull=False),
            ),
            pgtrigger.Protect(name="a_plan_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}"

    @property
    def own_lines(self) -> Iterator[PlanLine]:
        """The lines that the plan itself pays; due prizes and bounties are paid as such."""
        return (line for line in self.lines if RefundRule(line["rule"]).of_the_plan)

    def takes_two(self, limit: int) -> bool:
        """Return whether it moves more money than one person may; play money is none (STAFF-2)."""
        return not self.tournament.free and self.total > limit

    @property
    def undoes(self) -> bool:
        """Return whether it refunds every payment, as if there had been no event (CANCEL-0)."""
        return RefundRule(self.rule).undoes


class Ticket(models.Model):
    """Money, or play money, that buys one entry: the account ``tickets`` holds its ``value`` until
    then.

    Won in a satellite, or given by staff (STAFF-8), who may take back unused ones of theirs. Good
    for events of ``template`` if it names one, else for any, that cost exactly its value.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="tickets",
        verbose_name=_("player"),
    )
    value = models.PositiveBigIntegerField(_("value, cents"))
    play_money = models.BooleanField(_("play money"), default=False, db_default=False)
    template = models.ForeignKey(
        "tournaments.Template",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("good for"),
    )
    won_with = models.OneToOneField(
        "tournaments.Entry",
        models.PROTECT,
        null=True,
        related_name="ticket_won",
        verbose_name=_("won with"),
    )
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("given by"),
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON, blank=True)
    key = models.CharField(_("key"), max_length=60, null=True, unique=True)
    entry = models.OneToOneField(
        "tournaments.Entry",
        models.PROTECT,
        null=True,
        related_name="ticket",
        verbose_name=_("used for"),
    )
    won_at = models.DateTimeField(_("won"))
    revoked_at = models.DateTimeField(_("taken back"), null=True)

    class Meta:
        permissions = [("give_ticket", _("Can give players tickets, and take them back"))]
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(value__gt=0), name="a_ticket_is_worth_something"
            ),
            models.CheckConstraint(
                condition=models.Q(won_with__isnull=False, given_by__isnull=True, why="")
                | (models.Q(won_with__isnull=True, given_by__isnull=False) & ~models.Q(why="")),
                name="a_ticket_is_won_or_given",
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True)
                | models.Q(entry__isnull=True, given_by__isnull=False),
                name="a_ticket_taken_back_was_given_and_not_used",
            ),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("given_by")),
                name="a_ticket_is_never_for_oneself",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="a_ticket_stays_what_it_is",
                fields=[
                    *("value", "play_money", "template", "won_with", "given_by", "why", "key"),
                    "won_at",
                ],
            ),
            pgtrigger.Trigger(
                name="a_ticket_changes_hands_with_its_account",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__owner__df=pgtrigger.F("new__owner")),
                func=(
                    "IF OLD.entry_id IS NULL AND EXISTS (SELECT FROM players_merge WHERE"
                    " status = 'done' AND other_id = OLD.owner_id AND user_id = NEW.owner_id)"
                    " THEN RETURN NEW; END IF;"
                    " RAISE EXCEPTION 'Cannot update rows from % table', TG_TABLE_NAME;"
                ),
            ),
            pgtrigger.Protect(
                name="a_ticket_is_taken_back_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__revoked_at__isnull=False),
            ),
            pgtrigger.Trigger(
                name="a_ticket_is_kept",
                when=pgtrigger.Before,
                operation=pgtrigger.Delete,
                func=(
                    "IF OLD.entry_id IS NULL AND EXISTS (SELECT FROM tournaments_entry AS won"
                    " JOIN tournaments_entry AS gone ON gone.tournament_id = won.tournament_id"
                    " JOIN tournaments_bustout AS bust ON bust.entry_id = gone.id"
                    " WHERE won.id = OLD.won_with_id AND won.place IS NULL"
                    " AND bust.undone_at IS NOT NULL) THEN RETURN OLD; END IF;"
                    " RAISE EXCEPTION 'Cannot delete rows from % table', TG_TABLE_NAME;"
                ),
            ),
        ]

    @property
    def free(self) -> bool:
        """Return whether it is worth play money (FREE-4)."""
        return self.play_money

    def __str__(self) -> str:
        return f"{self.pk}"


class DealProposal(models.Model):
    """A deal of a final table (DEAL-MAKE): talked about, proposed, and accepted by all or not.

    ``shares`` is the frozen snapshot, by stack; it is empty while the players only talk.
    ``accepted`` lists users. A deal ``on_paper`` is signed by all, and the floor says so.
    """

    class Status(models.TextChoices):
        TALK = "talk", _("being discussed")
        OPEN = "open", _("proposed")
        DONE = "done", _("accepted")
        REFUSED = "refused", _("refused")
        EXPIRED = "expired", _("expired")
        UNDONE = "undone", _("undone")

    class Method(models.TextChoices):
        ICM = "icm", _("ICM")
        CHIPS = "chips", _("chip chop")
        AGREED = "agreed", _("agreed figures")

    # The table waits while a deal is in one of these.
    PENDING = (Status.TALK, Status.OPEN)

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        related_name="deals",
        verbose_name=_("tournament"),
    )
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.TALK)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("asked by")
    )
    method = models.CharField(_("method"), max_length=6, choices=Method, blank=True)
    kept = models.PositiveBigIntegerField(_("left to play for, cents"), default=0)
    shares: "models.JSONField[list[DealShare], list[DealShare]]" = models.JSONField(
        _("shares"), default=list
    )
    accepted = models.JSONField(_("accepted by"), default=list)
    asked_at = models.DateTimeField(_("asked"))
    expires_at = models.DateTimeField(_("expires"))
    on_paper = models.BooleanField(_("signed on paper"), default=False)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(status__in=["talk", "open"]),
                name="one_deal_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(status="done"),
                name="one_deal_an_event",
            ),
        ]
        triggers = [
            # A deal on paper may be undone, and is then final (LIVE-5).
            pgtrigger.Trigger(
                name="a_deal_done_is_kept",
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Delete,
                condition=pgtrigger.Q(old__status__in=["done", "undone"]),
                func=(
                    "IF TG_OP = 'UPDATE' AND OLD.status = 'done' AND OLD.on_paper"
                    " AND NEW.status = 'undone'"
                    " AND to_jsonb(OLD) - '{status,expires_at}'::text[]"
                    " = to_jsonb(NEW) - '{status,expires_at}'::text[]"
                    " THEN RETURN NEW; END IF;"
                    " RAISE EXCEPTION 'Cannot update or delete rows from % table', TG_TABLE_NAME;"
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}"

    @property
    def amounts(self) -> dict[int, int]:
        """Cents by entry."""
        return {row["entry"]: row["amount"] for row in self.shares}

    def left_of(self, prizes: Sequence[int]) -> list[int]:
        """The prizes still to be won, by place, once it is paid: zero for the places that it
        covered, except the money left to play for, which the first place gets."""
        dealt = len(self.shares)
        return [self.kept, *[0] * (dealt - 1), *prizes[dealt:]]

    @property
    def unanswered(self) -> set[UserId]:
        """The users whose answer to a proposal is awaited; a deal on paper awaits none."""
        if self.status != self.Status.OPEN or self.on_paper:
            return set()
        return {row["user"] for row in self.shares}.difference(self.accepted)

    @property
    def waited_for(self) -> bool:
        """Return whether dealing waits until it is decided or expires."""
        return self.status in self.PENDING

    @property
    def ends_play(self) -> bool:
        """Return whether it is done and leaves nothing to play for."""
        return self.status == self.Status.DONE and not self.kept
