"""Explanations of the room's decisions: a rule, its inputs, and a sentence (INFO-1)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.money import money_text
from core.templatetags.money import chips

# Labels of amounts among the inputs, cents or lists of them.
MONEY: Final[Mapping[str, str | Promise]] = {
    "paid": _("paid"),
    "taken": _("of the bounty"),
    "pool": _("prize pool"),
    "collected": _("of which collected"),
    "withheld": _("withheld for the dealers"),
    "prizes_of_the_places": _("prizes of the tied places"),
    "by_place": _("by place"),
    "by_chips": _("by chips"),
    "chips_part": _("divided by chips"),
    "by_deal": _("by the deal"),
    "seat": _("one seat"),
    "secondary": _("secondary prize"),
}
# Labels of the other inputs that a page shows; the rest is in the sentence and in the JSON.
OTHERS: Final[Mapping[str, str | Promise]] = {
    "entries": _("entries"),
    "tied": _("players tied at this place"),
    "stack_before": _("stack before the hand"),
    "level": _("level"),
    "round": _("round of hand-for-hand"),
    "at": _("time"),
    "out_at": _("time"),
}


class Explanation(NamedTuple):
    """The explanation of a decision. ``inputs`` are JSON, amounts cents: with the rule they suffice
    to recalculate it; ``sentence`` is in the reader's language."""

    kind: str
    rule: str
    inputs: Mapping[str, Any]
    sentence: str

    @property
    def shown(self) -> list[tuple[str | Promise, str]]:
        """Return the inputs as a page shows them: labels and values."""
        amounts = [
            (MONEY[name], _money(self.inputs[name])) for name in MONEY if self.inputs.get(name)
        ]
        shares = self.inputs.get("shares_of_the_places")
        if shares:
            amounts.append((_("shares of the places"), ", ".join(map(_percent, shares))))
        parts = [(part["word"], part["arithmetic"]) for part in self.inputs.get("parts", ())]
        if stacks := self.inputs.get("stacks"):
            amounts.append((_("chips at the end"), ", ".join(map(chips, stacks))))
        others = [(OTHERS[name], str(self.inputs[name])) for name in OTHERS if name in self.inputs]
        return [*amounts, *parts, *others]

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "inputs": dict(self.inputs)}


def _percent(hundredths: int) -> str:
    return f"{chips(Decimal(hundredths).scaleb(-2))} %"


def _money(cents: int | list[int]) -> str:
    return money_text(cents) if isinstance(cents, int) else ", ".join(map(money_text, cents))
