"""Balances move by the owner's right alone: the role that plays may not even ask (poker_site.rights).

Nothing that a session can set up by itself, temporary tables included, is taken for a transfer.
"""

from django.db import migrations

UNFORGEABLE = """
-- The owner's rights, whoever inserts; and no name is looked for where a session may put its own.
ALTER FUNCTION payouts_move_balances() SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp;
-- Whoever may not execute it cannot hang it on a table of their own either.
REVOKE EXECUTE ON FUNCTION payouts_move_balances() FROM PUBLIC;

-- Who asks is the question: in the function above it is the owner, and nobody else can be that.
-- The depth of triggers stands against the owner's own slips (in psql, or where one role does all).
CREATE OR REPLACE FUNCTION payouts_refuse_from_outside() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF pg_trigger_depth() > 1 AND current_user = (
        SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID
    ) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'Only a transfer changes an account.';
END $$;
"""

AS_BEFORE = """
CREATE OR REPLACE FUNCTION payouts_refuse_from_outside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() > 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'Only a transfer changes an account.';
END $$;
GRANT EXECUTE ON FUNCTION payouts_move_balances() TO PUBLIC;
ALTER FUNCTION payouts_move_balances() SECURITY INVOKER RESET search_path;
"""


class Migration(migrations.Migration):
    dependencies = [("payouts", "0003_counterorder_counter_orders_done_alone")]

    operations = [migrations.RunSQL(UNFORGEABLE, AS_BEFORE)]
