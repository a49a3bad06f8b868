"""Four-eyes approval of plans whose guarantee or drawn prize is over the limit (STAFF-3).

The last author of a plan has signed it; another member of staff approves. A plan without a
signature is the room's own and needs no approval.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from core.refusal import Refusal
from payouts.room_settings import FOUR_EYES
from payouts.rules import schemes, velox
from players.staff import rights
from tournaments.entry import acts
from tournaments.models import Act, SetAside, Signature, Template, VeloxTable
from tournaments.refusals import EventCode


def sign(*, template_id: int, by: int, now: datetime) -> None:
    """Sign a plan that ``by`` has changed: its approval is dropped, and it is no longer set aside.

    The caller holds the plan's row.
    """
    SetAside.objects.filter(template=template_id).delete()
    Signature.objects.filter(template=template_id).delete()
    Signature.objects.create(template_id=template_id, written_by_id=by, written_at=now)


def sign_plans(*, structure_id: int, by: int, now: datetime) -> None:
    """Sign every plan that uses a blind structure, which ``by`` has changed.

    The caller holds the structure's row.
    """
    plans = Template.objects.select_for_update().filter(structure=structure_id).order_by("pk")
    for template_id in list(plans.values_list("pk", flat=True)):
        sign(template_id=template_id, by=by, now=now)


def approve(*, template_id: int, seen: int | None, by: int, now: datetime) -> None:
    """Approve a plan as it was under the signature ``seen``; idempotent.

    Refuses NO_APPROVAL_NEEDED, PLAN_CHANGED, OWN_PLAN, and what ``rights.check_second_person``
    refuses.
    """
    with transaction.atomic():
        template = Template.objects.select_for_update().get(pk=template_id)
        signature = under(template_id)
        if signature is None:
            raise Refusal(EventCode.NO_APPROVAL_NEEDED)
        if signature.pk != seen:
            raise Refusal(EventCode.PLAN_CHANGED)
        if signature.written_by_id == by:
            raise Refusal(EventCode.OWN_PLAN)
        rights.check_second_person(
            user_id=by,
            ordered_by=signature.written_by_id,
            right="tournaments.change_template",
            now=now,
        )
        if signature.approved_at is not None:
            return
        signature.approved_by_id, signature.approved_at = by, now
        signature.save(update_fields=["approved_by", "approved_at"])
        acts.record(
            Act.Verb.APPROVE,
            by=by,
            now=now,
            about=template.name,
            before={"approved_by": None},
            after={
                "template": template_id,
                "guarantee": template.guarantee,
                "at_risk": at_risk(template),
                "written_by": signature.written_by_id,
                "approved_by": by,
            },
        )


def at_risk(template: Template) -> int:
    """The most that the house may have to add to one event of a plan, cents."""
    if not template.drawn:
        return template.guarantee
    try:
        return velox.at_risk(seats=template.max_entries, buy_in=template.buy_in, odds=template.odds)
    except ValueError:
        # No table covers this buy-in, so the plan cannot be published.
        return 0


def under(template_id: int | None) -> Signature | None:
    """The signature under a plan that needs two people; None if it needs no approval."""
    return _signatures().filter(template=template_id).first()


def waiting() -> QuerySet[Signature]:
    """The signatures of active plans that wait for approval, oldest first."""
    return _signatures().filter(approved_at=None, template__active=True).order_by("written_at")


def check(template_id: int) -> None:
    """Refuse NEEDS_SECOND_PERSON (``limit``); the caller holds the plan's row."""
    if _over_limit().filter(template=template_id, approved_at=None).exists():
        raise Refusal(EventCode.NEEDS_SECOND_PERSON, limit=FOUR_EYES.value())


def _signatures() -> QuerySet[Signature]:
    plan = ("template__scheme", "template__velox_table")
    return _over_limit().select_related(*plan, "written_by", "approved_by")


def _over_limit() -> QuerySet[Signature]:
    limit = FOUR_EYES.value()
    drawn = Q(pk=None)
    for seats, tables in velox.TABLES.items():
        for least, most, table in tables:
            # Whole cents: a product is over the limit as soon as the buy-in is over the quotient.
            bounds = (max(least, limit // (max(table) - seats) + 1), most)
            drawn |= Q(
                template__velox_table=None,
                template__max_entries=seats,
                template__buy_in__range=bounds,
            )
    for own in VeloxTable.objects.filter(number__isnull=False):
        added = max(velox.read(own.odds)) - own.seats
        if added > 0:
            drawn |= Q(template__velox_table=own, template__buy_in__gt=limit // added)
    kind = Q(template__scheme__kind=schemes.Velox.kind)
    over = Q(template__guarantee__gt=limit) | kind & drawn
    # Play money costs the house nothing (FREE-1).
    return Signature.objects.filter(over, template__play_money=False)
