"""``manage.py move_database``: from the embedded server to the one that the settings name."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from core import room_clock
from poker_site.backup import moving
from poker_site.backup.postgres_tools import BackupError, Server


class Command(BaseCommand):
    help = (
        "Copy the room from the embedded PostgreSQL to the empty database that DATABASE_URL and"
        " DATABASE_OWNER_URL name, compare the books, and put the old data aside. Close the room"
        " first."
    )
    # The tables that checks read are not there yet.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError(
                "Name the new server first, in DATABASE_URL and DATABASE_OWNER_URL"
                " (docs/operations.md, Two roles): the room then stays there."
            )
        target = Server.at(settings.DATABASE_OWNER_URL)
        try:
            aside = moving.move(
                settings.VAR_DIR, target, now=room_clock.now(), say=self.stdout.write
            )
        except BackupError as reason:
            raise CommandError(str(reason)) from None
        call_command("migrate", verbosity=0)
        self.stdout.write(
            f"The room is at {target.place}. Its old data are in {aside}: delete them once the"
            " room has played, since they hold what a backup holds."
        )
