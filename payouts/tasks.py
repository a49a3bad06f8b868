"""Scheduled jobs of money: audits, payments, bonuses and mailed reports."""

import structlog
from celery import shared_task

from core import room_clock
from core.jobs import attempt
from payouts.payments import sending
from payouts.reports import audits, by_mail
from payouts.wallets import bonuses, mirror

log = structlog.get_logger(__name__)


@shared_task
def see_to_payments() -> int:
    """Call the payment service and the operator's wallet for due work; returns how many.

    Also reads waiting notices of the service.
    """
    now = room_clock.now()
    paid = attempt("payments", lambda: sending.sweep(now=now)) or 0
    return paid + (attempt("operator's wallet", lambda: mirror.sweep(now=now)) or 0)


@shared_task
def see_to_bonuses() -> int:
    """Pay the bonuses that are earned and end those that have expired; returns how many."""
    return attempt("bonuses", lambda: bonuses.end_due(now=room_clock.now())) or 0


@shared_task
def mail_report() -> int:
    """Mail the revenue where the room's settings ask for it today; returns how many mails."""
    return attempt("mail of the revenue", lambda: by_mail.send(now=room_clock.now())) or 0


@shared_task
def audit() -> bool:
    """Audit the ledger, store and log the result; True when it is sound."""
    result = audits.run(now=room_clock.now())
    for drift in result.drifts:
        log.error(
            "balance drift", account=drift.account, stored=drift.stored, computed=drift.computed
        )
    for guard in result.missing_guards:
        log.error("ledger guard missing", guard=guard)
    for day in result.moved_days:
        log.error("closed day has moved", day=day)
    for finding in result.findings:
        log.error("audit finding", finding=finding)
    log.log(
        20 if result.sound else 40,
        "ledger audited",
        sound=result.sound,
        accounts=result.accounts,
        transfers=result.transfers,
        total=result.total,
    )
    return result.sound
