"""The database's own guards of the ledger. They know no exception: no setting switches them off.

Balances move by the owner's right alone: the role that plays may not even ask (poker_site.launch.rights).
Nothing that a session can set up by itself, temporary tables included, is taken for a transfer.
"""

from django.db import migrations

GUARDS = """
CREATE FUNCTION payouts_move_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Once per statement: a prize list of any length updates its pool a single time.
    UPDATE payouts_account AS account
    SET balance = account.balance + change.amount
    FROM (
        SELECT side.account_id, sum(side.amount) AS amount
        FROM (
            SELECT credit_id AS account_id, amount FROM posted
            UNION ALL
            SELECT debit_id, -amount FROM posted
        ) AS side
        GROUP BY side.account_id
    ) AS change
    WHERE account.id = change.account_id;
    RETURN NULL;
END $$;

CREATE TRIGGER payouts_transfer_moves_balances
    AFTER INSERT ON payouts_transfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_move_balances();

CREATE FUNCTION payouts_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = TG_ARGV[0];
END $$;

CREATE TRIGGER payouts_transfer_never_changes
    BEFORE UPDATE OR DELETE ON payouts_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_refuse('Post a transfer that takes it back.');

CREATE TRIGGER payouts_transfer_never_emptied
    BEFORE TRUNCATE ON payouts_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_refuse('The ledger is kept for ever.');

CREATE TRIGGER payouts_account_opens_empty
    BEFORE INSERT ON payouts_account
    FOR EACH ROW WHEN (NEW.balance <> 0)
    EXECUTE FUNCTION payouts_refuse('Open the account, then post a transfer.');

CREATE TRIGGER payouts_account_never_deleted
    BEFORE DELETE ON payouts_account
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_refuse('An account is kept for ever.');

-- pg_trigger_depth() is 1 in a trigger fired from outside, more when a trigger's own update fired it.
CREATE FUNCTION payouts_refuse_from_outside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() > 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'Only a transfer changes an account.';
END $$;

CREATE TRIGGER payouts_account_changes_by_transfer
    BEFORE UPDATE ON payouts_account
    FOR EACH ROW EXECUTE FUNCTION payouts_refuse_from_outside();
"""

NO_GUARDS = """
DROP TRIGGER payouts_account_changes_by_transfer ON payouts_account;
DROP TRIGGER payouts_account_never_deleted ON payouts_account;
DROP TRIGGER payouts_account_opens_empty ON payouts_account;
DROP TRIGGER payouts_transfer_never_emptied ON payouts_transfer;
DROP TRIGGER payouts_transfer_never_changes ON payouts_transfer;
DROP TRIGGER payouts_transfer_moves_balances ON payouts_transfer;
DROP FUNCTION payouts_refuse_from_outside();
DROP FUNCTION payouts_refuse();
DROP FUNCTION payouts_move_balances();
"""


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


# The same guards for play money: its function knows its own tables alone.
PLAY_GUARDS = """
CREATE FUNCTION payouts_move_play_balances() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE payouts_playaccount AS account
    SET balance = account.balance + change.amount
    FROM (
        SELECT side.account_id, sum(side.amount) AS amount
        FROM (
            SELECT credit_id AS account_id, amount FROM posted
            UNION ALL
            SELECT debit_id, -amount FROM posted
        ) AS side
        GROUP BY side.account_id
    ) AS change
    WHERE account.id = change.account_id;
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION payouts_move_play_balances() FROM PUBLIC;

CREATE TRIGGER payouts_play_transfer_moves_balances
    AFTER INSERT ON payouts_playtransfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_move_play_balances();

CREATE TRIGGER payouts_play_transfer_never_changes
    BEFORE UPDATE OR DELETE ON payouts_playtransfer
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_refuse('Post a transfer that takes it back.');

CREATE TRIGGER payouts_play_transfer_never_emptied
    BEFORE TRUNCATE ON payouts_playtransfer
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_refuse('The ledger is kept for ever.');

CREATE TRIGGER payouts_play_account_opens_empty
    BEFORE INSERT ON payouts_playaccount
    FOR EACH ROW WHEN (NEW.balance <> 0)
    EXECUTE FUNCTION payouts_refuse('Open the account, then post a transfer.');

CREATE TRIGGER payouts_play_account_never_deleted
    BEFORE DELETE ON payouts_playaccount
    FOR EACH STATEMENT EXECUTE FUNCTION payouts_refuse('An account is kept for ever.');

CREATE TRIGGER payouts_play_account_changes_by_transfer
    BEFORE UPDATE ON payouts_playaccount
    FOR EACH ROW EXECUTE FUNCTION payouts_refuse_from_outside();
"""

NO_PLAY_GUARDS = """
DROP TRIGGER payouts_play_account_changes_by_transfer ON payouts_playaccount;
DROP TRIGGER payouts_play_account_never_deleted ON payouts_playaccount;
DROP TRIGGER payouts_play_account_opens_empty ON payouts_playaccount;
DROP TRIGGER payouts_play_transfer_never_emptied ON payouts_playtransfer;
DROP TRIGGER payouts_play_transfer_never_changes ON payouts_playtransfer;
DROP TRIGGER payouts_play_transfer_moves_balances ON payouts_playtransfer;
DROP FUNCTION payouts_move_play_balances();
"""


class Migration(migrations.Migration):
    dependencies = [("payouts", "0001_initial")]

    operations = [
        migrations.RunSQL(GUARDS, NO_GUARDS),
        migrations.RunSQL(UNFORGEABLE, AS_BEFORE),
        migrations.RunSQL(PLAY_GUARDS, NO_PLAY_GUARDS),
    ]
