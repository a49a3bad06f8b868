"""``manage.py cluster status``: the servers and processes of the room, and which of them lead."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from poker_site.running import cluster


class Command(BaseCommand):
    help = (
        "Say which PostgreSQL, Valkey and beat lead, which follow and how far behind, and how many"
        " web processes and workers there are; 1 if one is missing."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["status"])

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for role in cluster.roles():
            wrong += not role.well
            self.stdout.write(f"{'ok   ' if role.well else 'WRONG'}  {role.what}: {role.said}")
        if wrong:
            sys.exit(1)
