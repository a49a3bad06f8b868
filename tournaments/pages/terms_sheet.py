"""Every term of an event, with the rule that defines it (INFO-2)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.formats import moment
from core.money import money_text
from core.templatetags.money import chips, percent
from payouts.prizes.schemes import PrizeScheme
from tables import games
from tournaments.models import Terms, Tournament
from tournaments.play.formats import format_of

SCHEMES: Final[Mapping[str, str]] = {
    "winners": "PAY-WIN",
    "standard": "PAY-STD",
    "table": "PAY-TABLE",
    "satellite": "PAY-SAT",
    "split": "PAY-SPLIT",
    "two": "RANK-2",
    "velox": "VELOX-2",
}
HOUSE: Final[Mapping[str, str]] = {
    "button": "BTN-3",
    "short_all_ins": "ACT-3",
    "cap_heads_up": "FL-1",
    "limit_all_in": "FL-2",
    "odd_chips": "POT-2",
    "pot_raise": "PL-1",
    "allow_four_flush": "DRAW-2",
    "flush_over_full": "DRAW-6",
    "suits": "DRAW-6",
    "straight_flushes": "DRAW-7",
}


class Term(NamedTuple):
    """One term of an event: ``of`` are the fields that it states."""

    label: str
    says: str
    rule: str
    of: tuple[str, ...]


Writer = Callable[[Tournament], Iterator[Term]]


def terms(event: Tournament) -> Sequence[Term]:
    """Return all terms, in the order in which a player meets them."""
    return [term for write in WRITERS for term in write(event)]


def _what(event: Tournament) -> Iterator[Term]:
    kind = "SNG-1" if event.kind == Terms.Kind.SIT_AND_GO else "TRN-1"
    yield Term(_("Game"), str(event.get_game_display()), games.RULES[event.game], ("game",))
    start = moment(event.begins_at) if event.begins_at else _("when all seats are taken")
    says = f"{event.get_kind_display()}, {start}"
    yield Term(_("Start"), says, kind, ("kind", "name"))
    fmt = format_of(event).rule
    yield Term(_("Format"), capfirst(str(event.get_format_display())), fmt, ("format",))
    venue = capfirst(str(event.get_venue_display()))
    if event.live_tables:
        tables = ngettext("%(count)s table", "%(count)s tables", event.live_tables)
        venue = f"{venue}, {tables % {'count': event.live_tables}}"
    if event.opening_tables < event.live_tables:
        at_first = ngettext(
            "%(count)s open at first", "%(count)s open at first", event.opening_tables
        )
        venue = f"{venue}, {at_first % {'count': event.opening_tables}}"
    yield Term(_("Where it is played"), venue, "LIVE-1", ("venue", "live_tables", "opening_tables"))
    scheme = event.prize_scheme.kind
    label = str(PrizeScheme.Kind(scheme).label)
    yield Term(_("Prize scheme"), label, SCHEMES[scheme], ("scheme",))


def _price(event: Tournament) -> Iterator[Term]:
    money = _("play money, chips that are worth nothing") if event.free else _("money")
    yield Term(_("Played for"), money, "FREE-4" if event.free else "POOL-1", ("play_money",))
    says = _("%(buy_in)s to the prize pool, %(fee)s fee") % {
        "buy_in": money_text(event.buy_in),
        "fee": money_text(event.fee),
    }
    yield Term(_("Entry"), says, "POOL-1", ("buy_in", "fee"))
    if not event.bounty:
        yield Term(_("Bounty"), _("none"), "BOUNTY-1", ("bounty", "progressive_bounty"))
    else:
        how = _("progressive") if event.progressive_bounty else _("fixed")
        says = f"{money_text(event.bounty)}, {how}"
        yield Term(_("Bounty"), says, "BOUNTY-2", ("bounty", "progressive_bounty"))
    share = percent(event.dealers_share) if event.dealers_share else _("none")
    yield Term(_("Withheld for the dealers"), share, "LIVE-14", ("dealers_share",))
    guaranteed = money_text(event.guaranteed) if event.guaranteed else _("none")
    yield Term(_("Guaranteed prize pool"), guaranteed, "POOL-2", ("guarantee",))


def _field(event: Tournament) -> Iterator[Term]:
    yield Term(
        _("Entries"),
        _("%(least)s to %(most)s; with fewer it is cancelled and all players are refunded")
        % {"least": chips(event.min_entries), "most": chips(event.most_entries)},
        "CANCEL-0",
        ("min_entries", "max_entries"),
    )
    stack = chips(event.starting_stack)
    yield Term(_("Starting stack"), stack, "TRN-1", ("starting_stack", "re_entry_chips"))
    seats = chips(event.seats_per_table)
    yield Term(_("Seats per table"), seats, "TRN-3", ("seats_per_table",))


def _coming_in(event: Tournament) -> Iterator[Term]:
    opens, ends = event.registration_opens_at, event.unregistration_ends_at
    yield Term(
        _("Registration opens"),
        moment(opens) if opens else _("when the event is announced"),
        "TRN-2",
        ("registration_minutes",),
    )
    yield Term(
        _("Unregistration until"),
        moment(ends) if ends else _("the start"),
        "TRN-2",
        ("unregistration_minutes",),
    )
    says = _("none")
    if event.check_in_minutes:
        says = _("from %(minutes)s minutes before the start") % {"minutes": event.check_in_minutes}
    yield Term(_("Check-in"), says, "TRN-2", ("check_in_minutes",))
    access = capfirst(str(event.get_access_display()))
    yield Term(_("Who can enter"), access, "TRN-2", ("access", "password"))
    late = _("none")
    if event.late_levels:
        late = _to_the_end_of(event.late_levels)
    yield Term(_("Late registration"), late, "TRN-2", ("late_registration_levels",))
    if event.floor.seats_at_registration:
        says = _("a free seat, drawn; without one the player waits for the next")
        yield Term(_("Seat of a latecomer"), says, "LIVE-1", ("late_seating",))
    else:
        seat = capfirst(str(event.get_late_seating_display()))
        yield Term(_("Seat of a latecomer"), seat, "LATE-1", ("late_seating",))


def _again(event: Tournament) -> Iterator[Term]:
    price = event.re_entry_price
    yield Term(
        _("Re-entries"),
        _sold(
            event.re_entries, event.re_entry_levels or event.late_levels, price.chips, price.right
        ),
        "TRN-2",
        ("re_entries", "re_entry_levels", "re_entry_buy_in", "re_entry_fee"),
    )
    rebuys = _sold(event.rebuys, event.rebuy_levels, event.rebuy_chips, event.rebuy_right)
    if event.rebuys:
        rebuys += ", " + _("with %(chips)s chips or fewer") % {"chips": chips(event.rebuy_limit)}
    kinds = ("levels", "most_stack", "price", "fee", "chips")
    of = ("rebuys", *(f"rebuy_{name}" for name in kinds))
    yield Term(_("Rebuys"), rebuys, "TRN-2", of)
    add_on = _("none")
    if event.add_on_after_level:
        add_on = _("%(chips)s chips for %(price)s, after level %(level)s") % {
            "chips": chips(event.add_on_chips),
            "price": money_text(event.add_on_right),
            "level": event.add_on_after_level,
        }
    of = tuple(f"add_on_{name}" for name in ("after_level", "price", "fee", "chips"))
    yield Term(_("Add-on"), add_on, "TRN-2", of)


def _play(event: Tournament) -> Iterator[Term]:
    act = _("%(seconds)s s") % {"seconds": event.action_seconds}
    yield Term(_("Time to act"), act, "TIME-1", ("action_seconds",))
    bank = _("%(seconds)s s") % {"seconds": event.bank_seconds}
    yield Term(_("Time bank"), bank, "TIME-2", ("bank_seconds",))
    away = _("%(seconds)s s") % {"seconds": event.away_seconds}
    yield Term(_("Time to act while sitting out"), away, "OUT-1", ("away_seconds",))
    ties = _("eliminated in the same round: the larger stack finishes higher")
    if event.same_hand_ties:
        ties = _("eliminated in the same round: a tie")
    says = f"{capfirst(str(event.get_hand_for_hand_display()))}; {ties}"
    yield Term(_("Hand for hand"), says, "TRN-4", ("hand_for_hand", "same_hand_ties"))
    allowed = event.deals_allowed and event.prize_scheme.dealt
    deals = _("allowed at the final table") if allowed else _("not allowed")
    yield Term(_("Deals"), deals, "DEAL-MAKE", ("deals_allowed",))
    ends = _("when one player is left")
    if event.session_levels:
        ends = _("after level %(level)s") % {"level": event.session_levels}
    yield Term(_("The event ends"), ends, "RANK-2", ("session_levels",))


def _house(event: Tournament) -> Iterator[Term]:
    """Yield the house rules of this event; those that its game does not use are left out."""
    used = games.house_rules(event.game)
    for name, rule in HOUSE.items():
        if name in used:
            value = getattr(event, name)
            text = _("yes") if value is True else _("no") if value is False else _way(event, name)
            label = capfirst(str(event._meta.get_field(name).verbose_name))  # type: ignore[union-attr]
            yield Term(label, text, rule, (name,))


def _ended(event: Tournament) -> Iterator[Term]:
    yield Term(
        _("If it is cancelled"),
        _("Before the first hand is complete everything is refunded; later by entry and chips."),
        "CANCEL-1",
        (),
    )


WRITERS: Final[tuple[Writer, ...]] = (
    _what,
    _price,
    _field,
    _coming_in,
    _again,
    _play,
    _house,
    _ended,
)


def _to_the_end_of(level: int) -> str:
    return _("to the end of level %(level)s") % {"level": level}


def _sold(count: int, levels: int, stack: int, price: int) -> str:
    if not count:
        return _("none")
    words = {"count": count, "chips": chips(stack), "price": money_text(price)}
    bought = _("up to %(count)s, %(chips)s chips for %(price)s") % words
    return f"{bought}, {_to_the_end_of(levels)}"


def _way(event: Tournament, name: str) -> str:
    return capfirst(str(getattr(event, f"get_{name}_display")()))
