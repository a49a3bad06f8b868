"""``manage.py migrate``: Django's own, as the owner of the tables, after a check of them."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connections
from django.db.migrations.loader import MigrationLoader

from poker_site.launch import rights
from tables.storage import months


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
            self.make_months()

    def make_months(self) -> None:
        """Create the partitions of coming months, or report the reason against it."""
        try:
            months.make_ahead()
        except OperationalError:
            self.stderr.write(
                "Months to come were not made, since somebody holds their tables (a dump, a long"
                " report). The room makes them within an hour; until then hands are stored without."
            )


def refuse_database_from_before(alias: str) -> None:
    """Raise CommandError for a database of a release before these migrations.

    It has applied migrations of ours that have no file any more, or all of them and still lacks a
    column. Migrations began anew before the first release, and until then the first is overwritten:
    no path leads from the old ones to these.
    """
    loader = MigrationLoader(connections[alias])
    ours = {config.label for config in apps.get_app_configs() if not _installed(config.path)}
    gone = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in ours and (app, name) not in loader.disk_migrations
    )
    sign = f"it knows {gone[0]}" if gone else _lacks(alias, ours & _whole(loader))
    if sign:
        raise CommandError(
            f"This database was made by a version from before the first release ({sign})."
            " Its tables cannot be carried over. To begin anew, remove"
            f" {settings.VAR_DIR}, or name an empty database in DATABASE_URL."
        )


def _whole(loader: MigrationLoader) -> set[str]:
    """Return the apps of which every migration is applied."""
    waiting = {app for app, name in {*loader.disk_migrations} - {*loader.applied_migrations}}
    return {app for app, name in loader.applied_migrations} - waiting


def _lacks(alias: str, labels: set[str]) -> str:
    """Return a readable name of the first column that these apps' tables lack; or ""."""
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema()"
        )
        known = {*cursor.fetchall()}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label in labels and model._meta.managed:
            for field in model._meta.local_concrete_fields:
                if (model._meta.db_table, field.column) not in known:
                    return f"its {model._meta.db_table} has no {field.column}"
    return ""


def _installed(path: str) -> bool:
    return not path.startswith(str(settings.BASE_DIR)) or "site-packages" in path
