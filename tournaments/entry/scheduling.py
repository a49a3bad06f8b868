"""From plans to events: publishing, Sit&Gos that refill (SNG-1), events that recur."""

from collections.abc import Sequence, Set
from datetime import datetime, timedelta
from fractions import Fraction

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from core import unavailable
from core.refusal import Refusal
from core.settings.room_time import zone
from payouts.rules.guarantees import check_terms
from payouts.rules.schemes import WHOLE, Scheme
from tables import games
from tournaments.entry import approvals
from tournaments.models import BlindStructure, Due, Level, SetAside, Template, Terms, Tournament
from tournaments.models.plans import MOST_ANNOUNCE_DAYS
from tournaments.money import entry_money
from tournaments.play import velox
from tournaments.refusals import EventCode
from tournaments.rules import level_clock, recurrence
from tournaments.rules.level_clock import check_schedule
from tournaments.rules.windows import check_sales

log = structlog.get_logger(__name__)

# Announced events to come that one plan may have; the next are published as these begin.
MOST_AHEAD = 100
# Back-off of a plan that could not be published; a change of the plan ends it.
PATIENCE = timedelta(minutes=1)


def publish(*, template_id: int, now: datetime, starts_at: datetime | None = None) -> Tournament:
    """Copy a plan into an event with fixed terms; the same date again returns the same event.

    A Sit&Go has no date, and one open lobby at a time; the date of an event that was called off is
    free again. Refuses START_TIME_MISSING, START_IS_PAST, TOO_MANY_NEEDED, NEEDS_SECOND_PERSON,
    schedules that cannot be played (``rules.level_clock.check_schedule``) and terms against POOL-1.
    """
    with transaction.atomic():
        template = Template.objects.select_for_update().get(pk=template_id)
        if template.kind == Template.Kind.SIT_AND_GO:
            starts_at = None
        elif starts_at is None:
            raise Refusal(EventCode.START_TIME_MISSING)
        published = _published(template, starts_at)
        if published is None and starts_at is not None and starts_at < now:
            raise Refusal(EventCode.START_IS_PAST)
        return published or _copy(template, starts_at, now=now)


def open_lobbies(*, now: datetime) -> list[Tournament]:
    """Publish missing events: one lobby per Sit&Go, recurring events as far ahead as announced.

    A plan that cannot be published is set aside and does not block the others.
    """
    opened = []
    lacking = list(_lacking(now))
    announced = _announced(lacking, now=now)
    for template in lacking:
        try:
            missing = _missing(template, announced, now=now)
            for starts_at in missing:
                opened.append(publish(template_id=template.pk, starts_at=starts_at, now=now))
        except Exception as error:
            if unavailable.is_busy(error):
                # A busy database is not a fault of the plan.
                log.info("plan not looked at", template=template.name)
                continue
            _set_aside(template, error, now=now)
        else:
            if missing and hasattr(template, "set_aside"):
                template.set_aside.delete()
    return opened


def why_not(template: Template, *, now: datetime) -> Refusal | None:
    """The refusal that keeps a plan from being published; None without one or on another error."""
    try:
        if template.recurrence:
            _missing(template, frozenset(), now=now)
        unpublished(template)
    except Refusal as refusal:
        return refusal
    except Exception:
        # The worker that set the plan aside has logged it.
        return None
    return None


def _set_aside(template: Template, error: Exception, *, now: datetime) -> None:
    """Set a plan aside for PATIENCE; log it once for each cause."""
    code = str(error) if isinstance(error, Refusal) else type(error).__name__
    known = SetAside.objects.filter(template=template.pk, code=code)
    if known.update(again_at=now + PATIENCE):
        return
    SetAside.objects.update_or_create(
        template=template, defaults={"since": now, "again_at": now + PATIENCE, "code": code}
    )
    log.error(
        "plan set aside",
        template=template.name,
        code=code,
        exc_info=None if isinstance(error, Refusal) else error,
    )


def clone(*, template_id: int) -> Template:
    """Copy a plan, with the same blind structure; the copy is inactive until staff activate it."""
    with transaction.atomic():
        template = Template.objects.get(pk=template_id)
        invited = list(template.invited.all())
        template.pk = None
        template.active = False
        template.save(force_insert=True)
        template.invited.set(invited)
    return template


def replace_levels(*, structure_id: int, levels: Sequence[level_clock.BlindLevel]) -> None:
    """Replace the levels of a structure; published events keep their schedules."""
    with transaction.atomic():
        BlindStructure.objects.select_for_update().get(pk=structure_id)
        Level.objects.filter(structure=structure_id).delete()
        Level.objects.bulk_create(
            Level(structure_id=structure_id, position=position, **level.to_json())
            for position, level in enumerate(levels, start=1)
        )


def _published(template: Template, starts_at: datetime | None) -> Tournament | None:
    events = template.tournaments.all()
    if starts_at is None:
        same = events.filter(status=Tournament.Status.REGISTERING)
    else:
        same = events.filter(starts_at=starts_at).exclude(status=Tournament.Status.CANCELLED)
    # Usually there is none; read the whole row only if there is one.
    return same.first() if same.exists() else None


def dates_of(
    template: Template, *, after: datetime, until: datetime, most: int | None = None
) -> list[datetime]:
    """The starts of a plan's recurrence in (``after``, ``until``], the first ``most`` of them."""
    return recurrence.occurrences(
        template.recurrence,
        after=after,
        until=until,
        zone=zone(),
        without=template.days_without,
        most=most,
    )


def check_announced(rule: str, *, announce_minutes: int, now: datetime) -> None:
    """Refuse TOO_MANY_ANNOUNCED: a rule that announces more than MOST_AHEAD events at once."""
    coming = recurrence.coming(rule, after=now, count=MOST_AHEAD + 1, zone=zone())
    if len(coming) > MOST_AHEAD and coming[-1] <= now + timedelta(minutes=announce_minutes):
        raise Refusal(EventCode.TOO_MANY_ANNOUNCED, most=MOST_AHEAD)


def off_the_dates(
    template: Template, rule: str, exceptions: Sequence[str], *, now: datetime
) -> list[Tournament]:
    """The published events to come that are on no date of ``rule`` (empty: none) and
    ``exceptions``, by start."""
    coming = template.tournaments.filter(
        status=Tournament.Status.REGISTERING, starts_at__gt=now
    ).order_by("starts_at", "pk")
    listed = list(coming)
    if not listed:
        return []
    if not rule:
        return listed
    last = listed[-1].starts_at
    assert last is not None
    dates = recurrence.occurrences(rule, after=now, until=last, zone=zone(), without=exceptions)
    return [event for event in listed if event.starts_at not in dates]


def set_dates(*, template_id: int, rule: str, exceptions: Sequence[str], now: datetime) -> Template:
    """Set a plan's recurrence, or none, and the days without it. Refusals:
    ``recurrence.check_rule``."""
    if rule:
        recurrence.check_rule(rule, after=now, zone=zone(), without=exceptions)
    template = Template.objects.select_for_update().get(pk=template_id)
    template.recurrence, template.exceptions = rule, sorted(set(exceptions))
    template.save(update_fields=["recurrence", "exceptions"])
    return template


def unpublished(template: Template) -> Tournament:
    """Build the event of a plan, unsaved. Refuses terms and schedules as ``publish`` does."""
    levels = [level.row for level in template.levels.all()]
    check_schedule(
        levels,
        late_levels=template.late_registration_levels,
        blinds=games.has_blinds(template.game),
        live=not template.floor.deals,
    )
    check_sales(
        levels,
        rebuy_levels=template.rebuy_levels,
        add_on_after_level=template.add_on_after_level,
    )
    if template.session_levels >= sum(not level.is_break for level in levels):
        raise Refusal(EventCode.SESSION_HAS_NO_END)
    if template.min_entries > template.max_entries:
        raise Refusal(EventCode.TOO_MANY_NEEDED)
    template.check_plan()
    scheme = template.scheme.snapshot().published(
        seats=template.max_entries,
        buy_in=template.buy_in,
        seats_for=template.seats_for_id,
        odds=template.odds,
    )
    _check_scheme(template, scheme, levels)
    _check_price(template, scheme)
    return Tournament(
        template=template,
        schedule=[level.to_json() for level in levels],
        scheme=scheme.to_json(),
        **{name: getattr(template, name) for name in Terms.term_names()},
    )


def _copy(template: Template, starts_at: datetime | None, *, now: datetime) -> Tournament:
    approvals.check(template.pk)
    tournament = unpublished(template)
    tournament.starts_at, tournament.created_at = starts_at, now
    tournament.save(force_insert=True)
    if invited := template.invited.values_list("pk", flat=True):
        tournament.invited.add(*invited)
    if template.drawn:
        velox.promise(tournament, now=now)
    Due.objects.create(tournament=tournament, due_at=now)
    return tournament


def _check_price(template: Template, scheme: Scheme) -> None:
    """Check the share of each price that goes to prizes (POOL-1, POOL-3)."""
    again = template.re_entry_price
    check_terms(
        buy_in=template.buy_in,
        fee=template.fee,
        bounty=template.bounty,
        re_entry=(again.buy_in, again.fee) if template.re_entries else None,
        more=[
            *([(template.rebuy_price, template.rebuy_fee)] if template.rebuys else []),
            *(
                [(template.add_on_price, template.add_on_fee)]
                if template.add_on_after_level
                else []
            ),
        ],
        # The dealers' share of the pool is not won by players (LIVE-14).
        returned=scheme.returned * Fraction(WHOLE - template.dealers_share, WHOLE),
        limit=entry_money.spending_limit(template),
    )


def _check_scheme(
    template: Template, scheme: Scheme, levels: Sequence[level_clock.BlindLevel]
) -> None:
    """Refuse a plan that does not fit its prize scheme: SESSION_HAS_NO_END, SEAT_IS_NOT_THE_ENTRY,
    and what ``velox.check_terms`` refuses."""
    if scheme.drawn:
        velox.check_terms(template, levels)
    if scheme.chips_part(WHOLE) and not template.session_levels:
        raise Refusal(EventCode.SESSION_HAS_NO_END)
    target = template.seats_for
    if scheme.ticket and target is not None and target.entry_right != scheme.ticket:
        raise Refusal(EventCode.SEAT_IS_NOT_THE_ENTRY, seat=scheme.ticket, right=target.entry_right)


def _lacking(now: datetime) -> QuerySet[Template]:
    """Active Sit&Gos without an open lobby, and recurring plans; without those that wait for
    approval or are set aside."""
    lobby = Tournament.objects.filter(template=OuterRef("pk"), status=Tournament.Status.REGISTERING)
    plans = Template.objects.filter(
        Q(kind=Template.Kind.SIT_AND_GO) & ~Exists(lobby)
        | Q(kind=Template.Kind.SCHEDULED) & ~Q(recurrence=""),
        Q(set_aside=None) | Q(set_aside__again_at__lte=now),
        active=True,
    )
    return plans.exclude(pk__in=approvals.waiting().values("template")).select_related("set_aside")


def _announced(templates: Sequence[Template], *, now: datetime) -> set[tuple[int, datetime | None]]:
    """Plan id and start of the events to come of these plans, for those that recur."""
    recurring = [template.pk for template in templates if template.recurrence]
    coming = Tournament.objects.filter(template__in=recurring, starts_at__gt=now)
    return set(coming.values_list("template", "starts_at")) if recurring else set()


def _missing(
    template: Template, announced: Set[tuple[int, datetime | None]], *, now: datetime
) -> list[datetime | None]:
    """The starts of a plan's missing events; [None] for a Sit&Go, whose lobby has no date."""
    if template.kind == Template.Kind.SIT_AND_GO:
        return [None]
    ahead = timedelta(minutes=template.announce_minutes)
    until = now + min(ahead, timedelta(days=MOST_ANNOUNCE_DAYS))
    dates = dates_of(template, after=now, until=until, most=MOST_AHEAD)
    if not dates:
        # Refuse a recurrence without any date at all.
        recurrence.check_rule(template.recurrence)
    return [date for date in dates if (template.pk, date) not in announced]
