"""Cash games of home games: their chips lie in the books of play money, as those of FREE-1."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

GUARDS = """
CREATE OR REPLACE FUNCTION tables_check_escrow(at_table bigint) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    chips bigint;
    money bigint;
    astray bigint;
BEGIN
    SELECT coalesce(sum(stack + in_pot), 0) INTO chips FROM tables_seat WHERE table_id = at_table;
    SELECT coalesce(sum(balance), 0) INTO money FROM payouts_account
        WHERE name = 'escrow:table:' || at_table;
    SELECT coalesce(sum(balance), 0) INTO astray FROM payouts_playaccount
        WHERE name = 'escrow:table:' || at_table;
    -- Behind chips of play money and of home games lies play money, behind all others euro.
    IF (SELECT {play} FROM tables_table WHERE id = at_table) THEN
        SELECT money, astray INTO astray, money;
    END IF;
    IF chips <> money OR astray <> 0 THEN
        RAISE EXCEPTION 'table %: % chips, % cents, % astray', at_table, chips, money, astray
            USING ERRCODE = 'integrity_constraint_violation',
                  HINT = 'Move chips and money in one transaction.';
    END IF;
END $$;

DROP TRIGGER tables_cash_hand_adds_up ON tables_hand;
CREATE CONSTRAINT TRIGGER tables_cash_hand_adds_up
    AFTER UPDATE ON tables_hand DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN ({cash})
    EXECUTE FUNCTION tables_check_escrow_of_hand();

CREATE OR REPLACE FUNCTION tables_refuse_to_void() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tables_hand WHERE table_id = OLD.table_id AND number > OLD.number;
    IF FOUND OR OLD.finished_at IS NULL OR OLD.event LIKE 'pool:%' OR {old_cash} THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'This hand cannot be void.';
    END IF;
    RETURN NEW;
END $$;
"""


def _guards(*play: str) -> str:
    """Return the guards where events of these kinds are played with play money."""

    def either(column: str, *kinds: str) -> str:
        return "(" + " OR ".join(f"{column} LIKE '{kind}:%'" for kind in kinds) + ")"

    texts = {
        "{play}": either("event", *play),
        "{cash}": either("NEW.event", "cash", *play),
        "{old_cash}": either("OLD.event", "cash", *play),
    }
    guards = GUARDS
    for mark, text in texts.items():
        guards = guards.replace(mark, text)
    return guards


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_guards")]

    operations = [
        migrations.RunSQL(_guards("play", "home"), _guards("play")),
        migrations.AddField(
            model_name='cashgame',
            name='home',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name='home game'),
        ),
        migrations.AddField(
            model_name='cashgame',
            name='least_chips',
            field=models.PositiveIntegerField(editable=False, null=True, verbose_name='minimum buy-in, chips'),
        ),
        migrations.AddField(
            model_name='cashgame',
            name='most_chips',
            field=models.PositiveIntegerField(editable=False, null=True, verbose_name='maximum buy-in, chips'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='cashgame',
            trigger=pgtrigger.compiler.Trigger(name='of_the_room_or_not', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."home" IS DISTINCT FROM (NEW."home"))', func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='8f401f9cf9482f012942e24099e4be144d921a15', operation='UPDATE', pgid='pgtrigger_of_the_room_or_not_38f74', table='tables_cashgame', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='cashgame',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('home', False), ('least_chips__isnull', True), ('most_chips__isnull', True)), models.Q(('home', True), ('least_chips__gte', 1), ('least_chips__lte', models.F('most_chips')), ('most_chips__isnull', False), ('play_money', True)), _connector='OR'), name='a_home_game_is_bounded_in_chips'),
        ),
    ]
