"""``manage.py audit``: compare every balance with its transfers."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import room_clock
from core.money import money_text
from payouts.reports import audits


class Command(BaseCommand):
    help = "Recompute every balance from the transfers; exit with 1 when the books are not sound."

    def handle(self, *args: Any, **options: Any) -> None:
        result = audits.run(now=room_clock.now())
        self.stdout.write(f"{result.accounts} accounts, {result.transfers} transfers")
        for drift in result.drifts:
            self.stdout.write(
                f"{drift.account}: holds {money_text(drift.stored)}, "
                f"its transfers add up to {money_text(drift.computed)}"
            )
        for guard in result.missing_guards:
            self.stdout.write(f"guard missing or switched off: {guard}")
        for day in result.moved_days:
            self.stdout.write(f"closed with other figures than the ledger has: {day}")
        for finding in result.findings:
            self.stdout.write(finding)
        if result.total:
            self.stdout.write(f"all balances together: {money_text(result.total)}, must be zero")
        if not result.sound:
            raise CommandError("The books are not sound.")
        self.stdout.write("The books are sound.")
