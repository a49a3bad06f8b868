from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0007_house_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='deserted_at',
            field=models.DateTimeField(help_text='As seen when a hand was dealt.', null=True, verbose_name='everybody sits out since'),
        ),
    ]
