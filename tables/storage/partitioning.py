"""Tables in which each month is a partition, by the key of the hand (``tables.storage.months``).

Django knows the table alone. Rows of a month without a partition lie in the default one, so that
no write can fail.
"""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

_DEFAULT = "CREATE TABLE {0}_default PARTITION OF {0} DEFAULT"


class CreatePartitioned(migrations.CreateModel):
    """``CreateModel`` for a table partitioned by hand: its key is the hand's, or begins with it."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model = to_state.apps.get_model(app_label, self.name)
        first = getattr(model._meta.pk, "field_names", [model._meta.pk.name])[0]
        column = model._meta.get_field(first).column
        editor: Any = schema_editor
        whole = editor.sql_create_table
        editor.sql_create_table = f"{whole} PARTITION BY RANGE ({column})"
        try:
            super().database_forwards(app_label, editor, from_state, to_state)
        finally:
            editor.sql_create_table = whole
        editor.execute(_DEFAULT.format(model._meta.db_table))
