"""A cancellation for its readers: its rule, and the calculation of each amount."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Func, JSONField, Value
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.money import arithmetic_text
from payouts.rules.refunds import RefundReason, RefundRule
from tournaments.models import CancellationPlan, PlanLine, PlanPart, Tournament

RULES: dict[str, str | Promise] = {
    RefundRule.BEFORE_THE_FIRST_HAND: _(
        "No hand was finished: all players get back everything they paid."
    ),
    RefundRule.NOBODY_PAID: _(
        "No prize had been paid yet: each player still in gets their entry back, "
        "buy-in and fee, and a share of the rest of the pool by chips."
    ),
    RefundRule.SOMEBODY_PAID: _(
        "Prizes had been paid: each player still in gets the prize of the next "
        "place, and a share of the rest of the pool by chips."
    ),
    RefundRule.ALL_ABOUT_TO_BE_PAID: _(
        "All remaining players were in the money: each gets their entry back and a "
        "share of the rest by chips, and never less than the prize already sure."
    ),
    RefundRule.PRIZE_DUE: _("Out before the cancellation, in a paid place."),
    RefundRule.BOUNTY_DUE: _("A bounty won in the last hand before the cancellation."),
}
PARTS: dict[str, str | Promise] = {
    RefundReason.PAYMENT: _("amount paid"),
    RefundReason.ENTRY_RIGHT: _("entry, buy-in and fee"),
    RefundReason.PURCHASES: _("rebuys and add-ons"),
    RefundReason.PRIZE_OF_NEXT_OUT: _("prize of the next place"),
    RefundReason.SHARE_OF_REST: _("share of the rest by chips"),
    RefundReason.LOCKED_PRIZE: _("added up to the prize already sure"),
    RefundReason.DUE_PRIZE: _("prize of the place"),
    RefundReason.OWN_BOUNTY: _("bounty on your own head"),
    RefundReason.DUE_BOUNTY: _("bounty won in the last hand"),
}


class ToldPart(PlanPart):
    """A part with its ``word``, and the arithmetic in the reader's language."""

    word: str | Promise


class RefundLine(NamedTuple):
    """A line of a plan as its reader sees it; cents."""

    name: str
    rule: str
    amount: int
    parts: list[ToldPart]


@dataclass(frozen=True, slots=True)
class CancellationView:
    """A cancelled event's plan, and the reader's own ``lines`` of it."""

    plan: CancellationPlan
    rule: str | Promise
    lines: Sequence[RefundLine]

    @property
    def total(self) -> int:
        """The cents that the reader gets."""
        return sum(line.amount for line in self.lines)


def sight(event: Tournament, *, user_id: int | None) -> CancellationView | None:
    """Return the cancellation of an event for its page; None when it was not cancelled."""
    if event.status != Tournament.Status.CANCELLED:
        return None
    carried_out = event.cancellation_plans.filter(executed_at__isnull=False)
    plan = carried_out.defer("lines").annotate(own=_lines_of(user_id)).first()
    if plan is None:
        return None
    return CancellationView(plan, RULES[plan.rule], [with_words(line) for line in plan.own])


def _lines_of(user_id: int | None) -> Func:
    """Select in SQL the lines that pay one user: a plan of a large field has thousands."""
    return Func(
        F("lines"),
        Value("$[*] ? (@.user == $user)"),
        Value({"user": user_id}, JSONField()),
        function="jsonb_path_query_array",
        output_field=JSONField(),
    )


def with_words(line: PlanLine) -> RefundLine:
    """Put a line of a plan in words of the reader's language."""
    parts = [
        ToldPart(
            why=part["why"],
            amount=part["amount"],
            arithmetic=_written(part),
            word=PARTS[part["why"]],
        )
        for part in line["parts"]
    ]
    return RefundLine(line["name"], line["rule"], line["amount"], parts)


def _written(part: PlanPart) -> str:
    # For a bounty, the arithmetic is the name of the eliminated player.
    if part["why"] == RefundReason.DUE_BOUNTY:
        return part["arithmetic"]
    return arithmetic_text(part["arithmetic"])
