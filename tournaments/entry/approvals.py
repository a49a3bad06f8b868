"""A guarantee or a drawn prize over the limit is the house's money at risk: two of the staff stand
for it (STAFF-3).

Who changed a plan last has signed it as it is; somebody else approves. A plan that bears no
signature is the room's own and needs nobody.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from core.refusal import Refusal
from payouts.house import FOUR_EYES
from payouts.rules import schemes, velox
from players.staff import rights
from tournaments.entry import acts
from tournaments.models import Act, SetAside, Signature, Template, VeloxTable
from tournaments.refusals import Code


def sign(*, template_id: int, by: int, now: datetime) -> None:
    """Put somebody's name under a plan that they have changed; an approval is gone thereby, and the
    room tries to publish it again.

    The caller holds the plan's row.
    """
    SetAside.objects.filter(template=template_id).delete()
    Signature.objects.filter(template=template_id).delete()
    Signature.objects.create(template_id=template_id, written_by_id=by, written_at=now)


def sign_plans(*, structure_id: int, by: int, now: datetime) -> None:
    """Sign every plan that uses a blind structure which somebody has changed.

    The caller holds the structure's row.
    """
    plans = Template.objects.select_for_update().filter(structure=structure_id).order_by("pk")
    for template_id in list(plans.values_list("pk", flat=True)):
        sign(template_id=template_id, by=by, now=now)


def approve(*, template_id: int, seen: int | None, by: int, now: datetime) -> None:
    """Agree to a plan as it was under the signature ``seen``; again is nothing.

    Refuses NO_APPROVAL_NEEDED, PLAN_CHANGED, OWN_PLAN, and what ``rights.check_second_person``
    refuses.
    """
    with transaction.atomic():
        template = Template.objects.select_for_update().get(pk=template_id)
        signature = under(template_id)
        if signature is None:
            raise Refusal(Code.NO_APPROVAL_NEEDED)
        if signature.pk != seen:
            raise Refusal(Code.PLAN_CHANGED)
        if signature.written_by_id == by:
            raise Refusal(Code.OWN_PLAN)
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
    """What the house may have to pay of one event of a plan, cents."""
    if not template.drawn:
        return template.guarantee
    try:
        return velox.at_risk(seats=template.max_entries, buy_in=template.buy_in, odds=template.odds)
    except ValueError:
        # No table is for this buy-in: nothing is published either.
        return 0


def under(template_id: int | None) -> Signature | None:
    """The signature under a plan that needs two people; None if it needs nobody."""
    return _signatures().filter(template=template_id).first()


def waiting() -> QuerySet[Signature]:
    """The plans in use that nobody but their last author stands for, oldest first."""
    return _signatures().filter(approved_at=None, template__active=True).order_by("written_at")


def check(template_id: int) -> None:
    """Refuses NEEDS_SECOND_PERSON (``limit``); the caller holds the plan's row."""
    if _over_limit().filter(template=template_id, approved_at=None).exists():
        raise Refusal(Code.NEEDS_SECOND_PERSON, limit=FOUR_EYES.value())


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
    return Signature.objects.filter(Q(template__guarantee__gt=limit) | kind & drawn)
