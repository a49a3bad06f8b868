"""``manage.py archive_hands``: pack the events of past months, as the owner of the tables."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError

from core import room_clock
from poker_site.launch import rights
from tables.storage import archiving, months


class Command(BaseCommand):
    help = (
        "Pack the events of hands of past months together, and drop their partitions: without"
        f" --month, of every month but this one and the {months.KEPT} before it. Hands read as"
        " before. It may be stopped and run again at any time, while the room is open."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--month", type=_month, metavar="YYMM", help="this one, once it is over"
        )

    def handle(self, *args: Any, month: int | None, **options: Any) -> None:
        with rights.as_owner():
            now = room_clock.now()
            due_months = archiving.due(now=now) if month is None else [month]
            refused = [why for one in due_months if (why := self._archive(one))]
        if refused:
            raise CommandError("\n".join(refused))
        if not due_months:
            self.stdout.write("There is no month to archive.")

    def _archive(self, month: int) -> str:
        """Archive a month; return the reason against it, or ""."""
        try:
            done = archiving.archive(month, now=room_clock.now())
        except archiving.NotArchived as why:
            return str(why)
        except OperationalError as error:
            return f"Month {month} is not archived yet: {error}\nThe next run goes on."
        except ProgrammingError as error:
            return f"Month {month}: {error}\nDATABASE_OWNER_URL must name the owner of the tables."
        self.stdout.write(f"Month {month}: {done.rows} rows of events in {done.portions} portions.")
        return ""


def _month(text: str) -> int:
    # The number of a hand has thirteen digits, the first of them the year's: none is of 2009.
    if not re.fullmatch(r"[1-9][0-9](0[1-9]|1[0-2])", text):
        raise ArgumentTypeError("A month is its year and its number, such as 2609.")
    return int(text)
