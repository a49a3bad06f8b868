"""``manage.py doctor``: what is wrong with this room, one line for each look."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from poker_site.opening import doctor


class Command(BaseCommand):
    help = (
        "Look at settings, servers, clocks, disk, mail, processes and proxy of a room that runs,"
        " and say what is wrong and what helps. It changes nothing; 1 if something is wrong."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for finding in doctor.examine():
            wrong += not finding.well
            mark = "ok   " if finding.well else "WRONG"
            self.stdout.write(f"{mark}  {finding.what}: {finding.said}")
        self.stdout.write(f"{wrong} wrong" if wrong else "All is well.")
        if wrong:
            sys.exit(1)
