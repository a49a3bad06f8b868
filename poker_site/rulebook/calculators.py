"""The calculators: typed figures, computed by the functions that pay."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from core import money
from core.refusal import Refusal
from core.sentences import say
from payouts.rules import deals, guarantees, refunds, velox_odds
from payouts.rules.money import split
from payouts.rules.refunds import EntryPayment, RefundPlan, StillIn
from poker_site.rulebook import examples
from poker_site.rulebook.calculator_forms import (
    Calculator,
    DealForm,
    PrizesForm,
    RakeForm,
    RefundsForm,
    VeloxForm,
)
from tables.engine import rake as rake_rules
from tournaments.pages.cancellation_page import PARTS, RULES

Context = Mapping[str, Any]


class Tool(NamedTuple):
    """A calculator: its form, its result for a valid one, and the book's examples for it."""

    form: type[Calculator]
    reckon: Callable[[Any], Context]
    examples: Sequence[Mapping[str, str]]


class Unit(NamedTuple):
    """RAKE-2: ``units`` whole units of ``unit`` cents lie in the pot; ``per`` of each, in
    whole units of the currency, are taken, ``taken`` cents in all."""

    unit: int
    units: int
    per: Decimal
    taken: int


def of(slug: str, typed: Mapping[str, str]) -> Context:
    """Return a page's calculator with typed figures, or its first example; empty without one."""
    tool = TOOLS.get(slug)
    if tool is None:
        return {}
    # A link to another page may bring words of its own.
    figures = {name: typed[name] for name in tool.form.base_fields if name in typed}
    form = tool.form(figures or tool.examples[0])
    return {
        "tool": f"rules/tools/{slug}.html",
        "form": form,
        "result": tool.reckon(form) if form.is_valid() else None,
        "examples": [f"?{urlencode(example)}#tool" for example in tool.examples],
    }


def _prizes(form: PrizesForm) -> Context:
    scheme, entries = form.scheme(), form.cleaned_data["entries"]
    collected = entries * form.cents("buy_in")
    added = guarantees.overlay(collected=collected, guarantee=form.cents("guarantee"))
    pool = collected + added
    chips, part = form.cleaned_data["stacks"], scheme.chips_part(pool)
    by_chips = zip(chips, split(part, chips), strict=True) if part else ()
    return {
        "collected": collected,
        "added": added,
        "pool": pool,
        "places": scheme.sheet(entries=entries, pool=pool),
        "by_chips": list(by_chips),
        "all_chips": sum(chips),
    }


def _rake(form: RakeForm) -> Context:
    big_blind, pot = form.cents("big_blind"), form.cents("pot")
    players, flop_seen = form.cleaned_data["players"], not form.cleaned_data["no_flop"]
    tariff = form.text()
    taken = rake_rules.rake(
        pot=pot, big_blind=big_blind, dealt_in=players, flop_seen=flop_seen, tariff=tariff
    )
    units = [
        Unit(rate.unit, pot // rate.unit, money.units(rate.tenths).scaleb(-1), rate.of(pot))
        for rate in rake_rules.rates(big_blind=big_blind, tariff=tariff)
    ]
    return {
        "flop_seen": flop_seen,
        "free": rake_rules.is_free(dealt_in=players, tariff=tariff),
        "units": units,
        "cap": rake_rules.cap(big_blind=big_blind, dealt_in=players, tariff=tariff),
        "rake": taken,
        "paid": pot - taken,
    }


def _refunds(form: RefundsForm) -> Context:
    rights, pool = form.rights_of_all(), form.cents("pool")
    stacks, prizes = form.cleaned_data["stacks"], form.cleaned_data["prizes"]
    if form.cleaned_data["nothing_played"]:
        plan = refunds.before_the_first_hand(
            [EntryPayment(entry, right) for entry, right in enumerate(rights, start=1)]
        )
    else:
        plan = refunds.in_play(
            [
                StillIn(entry, right, chips)
                for entry, (right, chips) in enumerate(zip(rights, stacks, strict=True), start=1)
            ],
            pool=pool,
            prizes=prizes,
            case2_when_all_itm=form.cleaned_data["locked_pays"],
        )
    return {"plan": plan, "says": RULES[plan.rule], "lines": _lines(plan, stacks)}


def _lines(plan: RefundPlan, stacks: Sequence[int]) -> list[Context]:
    return [
        {
            "chips": chips,
            "amount": line.amount,
            "parts": [
                (PARTS[part.why], money.arithmetic_text(part.arithmetic), part.amount)
                for part in line.parts
            ],
        }
        for line, chips in zip(plan.lines, stacks, strict=True)
    ]


def _deal(form: DealForm) -> Context:
    stacks, prizes, kept = (
        form.cleaned_data["stacks"],
        form.cleaned_data["prizes"],
        form.cents("kept"),
    )
    try:
        icm = deals.by_icm(stacks, prizes, kept=kept)
        chop = deals.by_chips(stacks, prizes, kept=kept)
    except Refusal as refusal:
        return {"refusal": say(refusal)}
    return {"lines": list(zip(stacks, icm, chop, strict=True)), "kept": kept}


def _velox(form: VeloxForm) -> Context:
    seats, buy_in = form.seats_and_cents()
    return {
        "chances": velox_odds.chances(seats=seats, buy_in=buy_in),
        "returned": velox_odds.percent_returned(seats=seats, buy_in=buy_in),
        "seats": seats,
        "buy_in": buy_in,
    }


TOOLS: Final[Mapping[str, Tool]] = {
    "prizes": Tool(PrizesForm, _prizes, examples.PRIZES),
    "rake": Tool(RakeForm, _rake, examples.RAKE),
    "cancelled": Tool(RefundsForm, _refunds, examples.REFUNDS),
    "deals": Tool(DealForm, _deal, examples.DEALS),
    "velox": Tool(VeloxForm, _velox, examples.VELOX),
}
