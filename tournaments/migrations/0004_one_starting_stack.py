"""TRN-1: plans let everybody start with the same stack; what is published keeps its terms."""

from django.apps.registry import Apps
from django.core.validators import MinValueValidator
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def same_stack_for_all(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "Template").objects.update(re_entry_chips=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_alter_act_verb")]

    operations = [
        migrations.RunPython(same_stack_for_all, migrations.RunPython.noop),
        *(
            migrations.AlterField(
                model_name=model,
                name="re_entry_chips",
                field=models.PositiveIntegerField(
                    "chips of a re-entry",
                    null=True,
                    blank=True,
                    editable=False,
                    validators=[MinValueValidator(1)],
                    help_text="Empty: the starting stack.",
                ),
            )
            for model in ("template", "tournament")
        ),
    ]
