"""``manage.py demo``: players, bots, Sit&Gos and tournaments to look at."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from core import arguments, room_clock
from poker_site.demo import room as demo


class Command(BaseCommand):
    help = "Load the demo; loading it again adds only what is missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--bots",
            type=arguments.whole(0, demo.MOST_BOTS),
            default=48,
            help="how many bot players",
        )

    def handle(self, *, bots: int, **options: Any) -> None:
        demo.load(bots=bots, now=room_clock.now())
