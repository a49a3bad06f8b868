"""``manage.py restore``: a backup into an empty database, or into an empty folder of data."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from poker_site.backup import books, manifest, restoring
from poker_site.backup.manifest import Manifest
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.version import VERSION


class Command(BaseCommand):
    help = (
        "Restore a dump into the empty database that the settings name, with its books compared;"
        " or a base backup into an empty folder (--into), from which PostgreSQL starts and goes on"
        " to the moment that you name. It overwrites nothing."
    )
    # The tables that checks read are not there yet.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the folder of one backup")
        parser.add_argument(
            "--into",
            type=Path,
            metavar="FOLDER",
            help="for a base backup: the data folder of a server that does not run; the embedded"
            f" server's is {settings.VAR_DIR / 'postgres'}",
        )
        parser.add_argument("--archive", type=Path, metavar="FOLDER", help="the archive of logs")
        parser.add_argument(
            "--until",
            default="",
            metavar="MOMENT",
            help="such as 2026-11-28T21:30:00Z, or the name of a restore point; by default the end"
            " of the archive",
        )

    def handle(
        self,
        *args: Any,
        backup: Path,
        into: Path | None,
        archive: Path | None,
        until: str,
        **options: Any,
    ) -> None:
        try:
            if into is None:
                if archive is not None or until:
                    raise BackupError("--archive and --until are for a base backup, with --into.")
                made = restoring.into_database(backup, Server.at(settings.DATABASE_OWNER_URL))
                self._tell_database(made)
            else:
                made = restoring.into_folder(backup, into, archive=archive, until=until)
                self._tell_folder(made, into)
        except BackupError as reason:
            raise CommandError(str(reason)) from None
        if made.key_mark != manifest.key_mark():
            self.stdout.write(
                "SECRET_KEY is not that of the backup: documents, second factors and receipts are"
                " not known with this one. Name the old one in SECRET_KEY or SECRET_KEY_FALLBACKS."
            )

    def _tell_database(self, made: Manifest) -> None:
        assert made.books is not None
        self.stdout.write(
            f"{books.rows(made.books)} rows in {len(made.books['tables'])} tables are restored, as"
            f" release {made.release} had them at {made.made_at}; the books agree."
        )
        call_command("migrate", verbosity=0)
        self.stdout.write(
            f"The tables are those of release {VERSION}, and the role that plays has its rights."
            " Look at the ledger before you open: `manage.py audit`."
        )

    def _tell_folder(self, made: Manifest, into: Path) -> None:
        if into.resolve() == (settings.VAR_DIR / "postgres").resolve():
            restoring.give_to_embedded(into)
            self.stdout.write("The embedded server goes on from here: open the room.")
            return
        self.stdout.write(
            f"Start PostgreSQL {made.postgres} on {into}, as the user whom it belongs to (chown -R"
            " postgres). It opens once it has read the logs. Then `manage.py migrate` and"
            " `manage.py audit`."
        )
