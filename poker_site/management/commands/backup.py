"""``manage.py backup``: the whole room in one folder, as the owner of the tables."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core import arguments, room_clock
from poker_site.backup import backups, manifest
from poker_site.backup.manifest import Kind
from poker_site.backup.postgres_tools import BackupError, Server


class Command(BaseCommand):
    help = (
        "Back the database up into a new folder: documents of players are in it, keys are named."
        " A dump restores into any newer PostgreSQL; --base makes a base backup, which with an"
        " archive of logs restores to any later moment. The room stays open."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder",
            type=Path,
            default=settings.VAR_DIR / "backups",
            help="the folder of all backups, by default %(default)s",
        )
        parser.add_argument("--base", action="store_true", help="a base backup, not a dump")
        parser.add_argument(
            "--keep",
            type=arguments.whole(1, 10_000),
            metavar="N",
            help="then delete all but the newest N of this kind",
        )
        parser.add_argument(
            "--archive",
            type=Path,
            metavar="FOLDER",
            help="with --base and --keep: the archive of logs, of which unneeded ones go too",
        )
        parser.add_argument(
            "--with-keys",
            action="store_true",
            help=f"put the room's keys beside it ({manifest.KEYS_FILE}): it then opens everything",
        )

    def handle(
        self,
        *args: Any,
        folder: Path,
        base: bool,
        keep: int | None,
        archive: Path | None,
        with_keys: bool,
        **options: Any,
    ) -> None:
        kind = Kind.BASE if base else Kind.DUMP
        server = Server.at(settings.DATABASE_OWNER_URL)
        try:
            made = backups.make(
                server, folder, kind=kind, now=room_clock.now(), with_keys=with_keys
            )
            self.stdout.write(f"{made} is a whole backup.")
            if keep is not None:
                for old in backups.keep(folder, kind=kind, newest=keep, archive=archive):
                    self.stdout.write(f"{old} is deleted.")
        except BackupError as reason:
            raise CommandError(str(reason)) from None
        if not with_keys:
            self.stdout.write(
                f"Keep apart from it: {', '.join(manifest.needed_keys())}. Without SECRET_KEY"
                " nobody reads the documents in it."
            )
