"""Every decision of an event about one entry, each with its rule and its inputs (INFO-1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.explanations import Explanation
from core.formats import ordinal
from core.money import money_text
from core.own_texts import own_text
from core.templatetags.money import chips
from payouts.rules.prizes import pooled
from payouts.rules.refunds import RefundRule
from tables.templatetags.table_names import table_label
from tournaments.models import Act, Bounty, Entry, Move, Tournament
from tournaments.pages import cancellation_page
from tournaments.pages.terms_sheet import SCHEMES
from tournaments.play import awards
from tournaments.play.evidence import Case

# Shown to the entry's player alone.
PRIVATE = (Act.Verb.WARN,)
Words = Mapping[str, Any]


def of_entries(event: Tournament) -> QuerySet[Entry]:
    """The entries of an event that were not withdrawn before the start."""
    entries = event.entries.exclude(status=Entry.Status.WITHDRAWN)
    return entries.select_related("tournament__draw", "user", "elimination")


def of_entry(entry: Entry, *, reader_id: int | None) -> list[Explanation]:
    """The decisions about an entry, in their order; ``reader_id`` is the user who reads them."""
    own = entry.user_id == reader_id
    return [
        _price(entry),
        *map(of_move, entry.moves.order_by("at", "pk")),
        *(of_act(act) for act in _acts(entry, own=own)),
        *_heads(entry),
        *_place(entry),
        *_prize(entry),
        *_refund(entry),
    ]


def _price(entry: Entry) -> Explanation:
    price = entry.price
    inputs = {"buy_in": price.buy_in, "fee": price.fee, "bounty": price.bounty, "paid": price.right}
    sentence = _("%(right)s was paid: %(buy_in)s to the pool, %(fee)s fee, %(bounty)s bounty.")
    words = {name: money_text(amount) for name, amount in inputs.items()}
    return Explanation("entry", "POOL-1", inputs, sentence % {**words, "right": words["paid"]})


def of_move(move: Move) -> Explanation:
    """Explain the move of a player to another table (TRN-3)."""
    inputs = {
        "from_table": move.from_table,
        "to_table": move.to_table,
        "to_seat": move.to_seat,
        "reason": move.reason,
        "at": move.at.isoformat(),
    }
    sentence = _("From %(from)s to %(to)s, seat %(seat)s: %(reason)s.") % {
        "from": table_label(move.from_table),
        "to": table_label(move.to_table),
        "seat": move.to_seat,
        "reason": move.get_reason_display(),
    }
    return Explanation("move", move.rule, inputs, sentence)


def of_act(act: Act) -> Explanation:
    """Explain an act of staff, without the name of the member of staff."""
    inputs = {"verb": act.verb, "outcome": act.outcome, "at": act.at.isoformat(), "why": act.why}
    sentence = f"{capfirst(act.get_verb_display())} ({act.get_outcome_display()})"
    told = f"{sentence}: {own_text(act.why)}" if act.why else sentence
    return Explanation("act", act.rule, inputs, told)


def _acts(entry: Entry, *, own: bool) -> Sequence[Act]:
    acts = Act.objects.filter(entry=entry)
    return list((acts if own else acts.exclude(verb__in=PRIVATE)).order_by("pk"))


def _heads(entry: Entry) -> Iterator[Explanation]:
    """Explain the bounties won (BOUNTY-1 to BOUNTY-3)."""
    for bounty in entry.bounties.select_related("head__user").order_by("pk"):
        yield _head(entry, bounty)


def _head(entry: Entry, bounty: Bounty) -> Explanation:
    own = bounty.head_id == entry.pk
    progressive = entry.tournament.progressive_bounty and not own
    inputs = {
        "head_of": bounty.head.user.get_username(),
        "hand": bounty.hand_id if entry.tournament.floor.deals else None,
        "taken": bounty.taken,
        "paid": bounty.paid,
        "progressive": progressive,
    }
    words = {
        "name": inputs["head_of"],
        "taken": money_text(bounty.taken),
        "paid": money_text(bounty.paid),
        "rest": money_text(bounty.taken - bounty.paid),
    }
    if own:
        sentence = _("Still in at the end: their own bounty, %(paid)s.")
    elif progressive:
        sentence = _(
            "The bounty of %(name)s, %(taken)s: %(paid)s paid, %(rest)s added to their own bounty."
        )
    else:
        sentence = _("The bounty of %(name)s: %(paid)s.")
    rule = "BOUNTY-3" if own else "BOUNTY-2" if progressive else "BOUNTY-1"
    return Explanation("bounty", rule, inputs, sentence % words)


def _place(entry: Entry) -> Iterator[Explanation]:
    if entry.place is None:
        return
    event, out = entry.tournament, getattr(entry, "elimination", None)
    inputs: dict[str, Any] = {"place": entry.place, "entries": event.entry_count}
    words: dict[str, Any] = {"place": ordinal(entry.place), "entries": chips(event.entry_count)}
    if out is None:
        rule = "RANK-2" if event.session_levels else "RANK-1"
        sentence = _("Still in when the event ended: %(place)s of %(entries)s.") % words
        yield Explanation("place", rule, inputs, sentence)
        return
    inputs |= {
        "hand": out.hand_id if event.floor.deals else None,
        "table": out.table_name,
        "level": out.level,
        "stack_before": out.start_stack,
        "round": out.round,
        "stage": out.stage,
        "out_at": out.at.isoformat(),
    }
    words |= {
        "table": table_label(out.table_name),
        "level": out.level,
        "stack": chips(out.start_stack),
    }
    sentence = _(
        "Out at %(table)s in level %(level)s, with %(stack)s chips before the hand: %(place)s of "
        "%(entries)s."
    )
    rule = "SHOOT-3" if out.stage else "TRN-4" if out.round else "RANK-1"
    yield Explanation("place", rule, inputs, sentence % words)


def _prize(entry: Entry) -> Iterator[Explanation]:
    """Explain a prize: the tied places, the part won by chips, the part paid by a deal."""
    if entry.place is None:
        return
    event, prize = entry.tournament, entry.prize or 0
    tied = list(event.entries.filter(place=entry.place).order_by(*Entry.ODD_CENTS_FIRST))
    amounts = awards.prize_list(event)
    together = amounts[entry.place - 1 : entry.place - 1 + len(tied)]
    by_place = pooled(together, [[one.pk for one in tied]])[entry.pk]
    deal = awards.deal_done(event)
    by_deal = deal.amounts.get(entry.pk, 0) if deal else 0
    by_chips = prize - by_place - by_deal
    scheme = event.prize_scheme
    shares = scheme.percentages(entries=event.entry_count, pool=event.prize_pool)
    inputs = {
        "pool": event.prize_pool,
        "collected": event.for_prizes,
        "withheld": event.withheld,
        "shares_of_the_places": shares[entry.place - 1 : entry.place - 1 + len(tied)],
        "seat": scheme.ticket,
        "secondary": scheme.second,
        "entries": event.entry_count,
        "scheme": event.scheme,
        "place": entry.place,
        "tied": len(tied),
        "prizes_of_the_places": together,
        "by_place": by_place,
        "by_chips": by_chips,
        "by_deal": by_deal,
        "prize": prize,
        **_divided_by_chips(entry),
    }
    words = {
        "place": ordinal(entry.place),
        "pool": money_text(event.prize_pool),
        "prize": money_text(prize),
        "tied": len(tied),
        "together": money_text(sum(together)),
        "entries": chips(event.entry_count),
    }
    yield Explanation(
        "prize", _rule_of_prize(event, inputs), inputs, _said_of_prize(inputs) % words
    )


def _divided_by_chips(entry: Entry) -> Words:
    """The cents divided by chips (PAY-SPLIT, RANK-2), the stacks of all players at the session's
    end, the earliest entry first, and the index of this entry's stack."""
    event = entry.tournament
    part = event.prize_scheme.chips_part(event.prize_pool)
    if not part or not event.over:
        return {}
    stacks = Case(event).stacks
    mine = list(stacks).index(entry.pk) if entry.pk in stacks else None
    return {"chips_part": part, "stacks": list(stacks.values()), "mine": mine}


def _rule_of_prize(event: Tournament, inputs: Words) -> str:
    if inputs["by_deal"]:
        return "DEAL-MAKE"
    if inputs["tied"] > 1 and inputs["by_place"]:
        return "RANK-1"
    return SCHEMES[event.prize_scheme.kind]


def _said_of_prize(inputs: Words) -> str:
    if not inputs["prize"]:
        return _("With %(entries)s entries the %(place)s place is not paid.")
    if inputs["by_deal"]:
        return _("By the deal of the last players: %(prize)s of a pool of %(pool)s.")
    if inputs["by_chips"]:
        return _("By place and by chips when the session ended: %(prize)s of a pool of %(pool)s.")
    if inputs["tied"] > 1:
        return _("%(tied)s tie for the %(place)s and share %(together)s: %(prize)s.")
    return _("The %(place)s place wins %(prize)s of a pool of %(pool)s.")


def _refund(entry: Entry) -> Iterator[Explanation]:
    """Explain the refund of a cancelled event, line by line (CANCEL-0 to CANCEL-4)."""
    plan = entry.tournament.cancellation_plans.filter(executed_at__isnull=False).first()
    if plan is None:
        return
    for line in plan.lines:
        if line["entry"] == entry.pk:
            worded = cancellation_page.with_words(line).parts
            parts = "; ".join(f"{part['word']} {money_text(part['amount'])}" for part in worded)
            part_list = [{**part, "word": str(part["word"])} for part in worded]
            inputs = {"amount": line["amount"], "parts": part_list, "pool": plan.pool}
            sentence = f"{cancellation_page.RULES[RefundRule(line['rule'])]} {capfirst(parts)}."
            yield Explanation("refund", line["rule"], inputs, sentence)
