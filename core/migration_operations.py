"""Creation of several models by one operation of a migration.

After each new model Django renders every related one again, and by way of the user most of ours
are: a hundred models one by one took nine tenths of `migrate`'s time. So each is written out whole:
fields, indexes, constraints, and the triggers among its options.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTogether(Operation):
    """A sequence of ``CreateModel``, rendered once for all of them."""

    def __init__(self, *models: migrations.CreateModel) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Without rendered apps, the state renders no model again.
        state.__dict__.pop("apps", None)
        for operation in self.models:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in self.models:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for operation in reversed(self.models):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.models)} models"
