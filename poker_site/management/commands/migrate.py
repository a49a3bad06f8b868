"""``manage.py migrate``: Django's own, by the owner of the tables, who first looks whether they are
ours."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from poker_site import rights


class Command(Migrate):
    help = f"{Migrate.help} The role that plays gets its rights anew."

    def execute(self, *args: Any, **options: Any) -> str | None:
        with rights.as_owner():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_database_from_before(options["database"])
        super().handle(*args, **options)
        if not (options["plan"] or options["check_unapplied"]):
            rights.grant()


def refuse_database_from_before(alias: str) -> None:
    """CommandError for a database that knows migrations of ours which no file has any more.

    Migrations began anew before the first release: there is no way from the old ones to these.
    """
    loader = MigrationLoader(connections[alias])
    ours = {config.label for config in apps.get_app_configs() if not _installed(config.path)}
    gone = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in ours and (app, name) not in loader.disk_migrations
    )
    if gone:
        raise CommandError(
            "This database was made by a version from before the first release"
            f" (it knows {gone[0]}). Its tables cannot be carried over. To begin anew, remove"
            f" {settings.VAR_DIR}, or name an empty database in DATABASE_URL."
        )


def _installed(path: str) -> bool:
    return not path.startswith(str(settings.BASE_DIR)) or "site-packages" in path
