"""``manage.py compare_wallet``: compare our ended calls with the operator's (MONEY-5)."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import arguments, room_clock
from core.money import money_text
from core.outside.signed_json import Silent
from payouts.wallets import mirror

MOST_DAYS = 3650


class Command(BaseCommand):
    help = "Ask the operator's wallet about our calls; exit with 1 when one differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days",
            type=arguments.whole(1, MOST_DAYS),
            default=1,
            help="how far back; 1 unless asked",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        since = room_clock.now() - timedelta(days=options["days"])
        try:
            differences = list(mirror.differences(since=since))
        except Silent as silence:
            raise CommandError("The operator's wallet does not answer.") from silence
        for difference in differences:
            call = difference.call
            self.stdout.write(
                f"{call.key} ({call.get_kind_display()}, {money_text(call.amount)}): "
                f"{difference.here} here, {difference.there} there"
            )
        if differences:
            raise CommandError("Calls differ.")
        self.stdout.write("Every call stands there as it does here.")
