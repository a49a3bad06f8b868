"""The database's own guard of cash tables: a cent behind every chip, whenever money moves or a hand
is over; a table has one hand at a time and each number once; a finished hand takes no more events
and players, and is made void while it is its table's last; a rake tariff has its two people; and no
guard looks where a session may put tables of its own. And room for the row that every action
rewrites."""

from django.db import migrations

from tables.migrations import _months

GUARD = """
-- Seats hold the stacks at the start of the unfinished hand: what is in its pots is still theirs,
-- but for what earlier hands have left there.
CREATE FUNCTION tables_check_escrow(at_table bigint) RETURNS void LANGUAGE plpgsql AS $$
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
    -- Behind chips of play money lies play money, behind all others euro, and never both.
    IF (SELECT event LIKE 'play:%' FROM tables_table WHERE id = at_table) THEN
        SELECT money, astray INTO astray, money;
    END IF;
    IF chips <> money OR astray <> 0 THEN
        RAISE EXCEPTION 'table %: % chips, % cents, % astray', at_table, chips, money, astray
            USING ERRCODE = 'integrity_constraint_violation',
                  HINT = 'Move chips and money in one transaction.';
    END IF;
END $$;

CREATE FUNCTION tables_check_escrow_of_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tables_check_escrow(NEW.table_id);
    RETURN NULL;
END $$;

CREATE FUNCTION tables_check_escrow_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tables_check_escrow(split_part(NEW.name, ':', 3)::bigint);
    RETURN NULL;
END $$;

-- At the end of the transaction: inside it chips and money move one after the other.
CREATE CONSTRAINT TRIGGER tables_cash_hand_adds_up
    AFTER UPDATE ON tables_hand DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.event LIKE 'cash:%' OR NEW.event LIKE 'play:%')
    EXECUTE FUNCTION tables_check_escrow_of_hand();

CREATE CONSTRAINT TRIGGER tables_escrow_adds_up
    AFTER UPDATE OF balance ON payouts_account DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.name LIKE 'escrow:table:%')
    EXECUTE FUNCTION tables_check_escrow_of_account();

CREATE CONSTRAINT TRIGGER tables_play_escrow_adds_up
    AFTER UPDATE OF balance ON payouts_playaccount DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.name LIKE 'escrow:table:%')
    EXECUTE FUNCTION tables_check_escrow_of_account();
"""

NO_GUARD = """
DROP TRIGGER tables_play_escrow_adds_up ON payouts_playaccount;
DROP TRIGGER tables_escrow_adds_up ON payouts_account;
DROP TRIGGER tables_cash_hand_adds_up ON tables_hand;
DROP FUNCTION tables_check_escrow_of_account();
DROP FUNCTION tables_check_escrow_of_hand();
DROP FUNCTION tables_check_escrow(bigint);
"""


POOLS = """
-- What the open entries of a pool hold is theirs, hands that are not finished left aside. One
-- statement, so that both sums are of the same moment: others deal and finish hands meanwhile.
CREATE FUNCTION tables_check_pool(of_pool bigint) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    chips bigint;
    money bigint;
BEGIN
    SELECT
        (SELECT coalesce(sum(held), 0) FROM tables_poolentry
            WHERE pool_id = of_pool AND closed_at IS NULL),
        (SELECT coalesce(sum(balance), 0) FROM payouts_account
            WHERE name = 'escrow:pool:' || of_pool)
        INTO chips, money;
    IF chips <> money THEN
        RAISE EXCEPTION 'pool %: % chips, % cents', of_pool, chips, money
            USING ERRCODE = 'integrity_constraint_violation',
                  HINT = 'Move chips and money in one transaction.';
    END IF;
END $$;

CREATE FUNCTION tables_check_pool_of_entry() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM public.tables_check_pool(NEW.pool_id);
    RETURN NULL;
END $$;

CREATE FUNCTION tables_check_pool_of_account() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM public.tables_check_pool(split_part(NEW.name, ':', 3)::bigint);
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER tables_entry_came_in
    AFTER INSERT ON tables_poolentry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION tables_check_pool_of_entry();

CREATE CONSTRAINT TRIGGER tables_entries_add_up
    AFTER UPDATE ON tables_poolentry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (OLD.held <> NEW.held)
    EXECUTE FUNCTION tables_check_pool_of_entry();

CREATE CONSTRAINT TRIGGER tables_pool_adds_up
    AFTER UPDATE OF balance ON payouts_account DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.name LIKE 'escrow:pool:%')
    EXECUTE FUNCTION tables_check_pool_of_account();
"""

NO_POOLS = """
DROP TRIGGER tables_pool_adds_up ON payouts_account;
DROP TRIGGER tables_entries_add_up ON tables_poolentry;
DROP TRIGGER tables_entry_came_in ON tables_poolentry;
DROP FUNCTION tables_check_pool_of_account();
DROP FUNCTION tables_check_pool_of_entry();
DROP FUNCTION tables_check_pool(bigint);
"""


ONE_AT_A_TIME = """
-- Two hands at once at one table cannot be stored, nor a number twice: parts of a table have no
-- index in common. Nobody else writes tables_lasthand, and whoever deals at the same table
-- meanwhile waits for its row.
CREATE FUNCTION tables_follow_the_last_hand() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    last tables_lasthand;
BEGIN
    SELECT * INTO last FROM tables_lasthand WHERE table_id = NEW.table_id FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO tables_lasthand (table_id, hand_id, number, over)
            VALUES (NEW.table_id, NEW.id, NEW.number, NEW.finished_at IS NOT NULL);
        RETURN NEW;
    END IF;
    IF NOT last.over OR NEW.number <= last.number THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'unique_violation',
                  HINT = 'The hand before it is not over, or has its number.';
    END IF;
    UPDATE tables_lasthand
        SET hand_id = NEW.id, number = NEW.number, over = NEW.finished_at IS NOT NULL
        WHERE table_id = NEW.table_id;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_one_hand_at_a_time
    BEFORE INSERT ON tables_hand
    FOR EACH ROW EXECUTE FUNCTION tables_follow_the_last_hand();

CREATE FUNCTION tables_end_the_last_hand() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE tables_lasthand SET over = true WHERE hand_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER tables_hand_is_over
    AFTER UPDATE ON tables_hand
    FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL)
    EXECUTE FUNCTION tables_end_the_last_hand();
"""

NO_ONE_AT_A_TIME = """
DROP TRIGGER tables_hand_is_over ON tables_hand;
DROP FUNCTION tables_end_the_last_hand();
DROP TRIGGER tables_one_hand_at_a_time ON tables_hand;
DROP FUNCTION tables_follow_the_last_hand();
"""


FINISHED = """
-- What hangs on a hand is written while it is played. There is no foreign key beside it: it would
-- look for the hand among all months, where the latest hands of the tables say the same.
CREATE FUNCTION tables_refuse_after_the_end() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tables_lasthand WHERE hand_id = NEW.hand_id AND NOT over;
    IF NOT FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'The hand is over, or never was.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_no_player_after_the_end
    BEFORE INSERT ON tables_handplayer
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_after_the_end();

CREATE TRIGGER tables_no_secret_after_the_end
    BEFORE INSERT ON tables_handsecret
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_after_the_end();

-- SHOW-2: cards may be shown after the hand. STABLE: it sees the hand as it was before the
-- statement, and one statement writes a hand's last events and that it is finished.
CREATE FUNCTION tables_refuse_event_after_the_end() RETURNS trigger LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tables_lasthand WHERE hand_id = NEW.hand_id AND NOT over;
    IF NOT FOUND AND NEW.payload ->> 'e' = 'show' THEN
        PERFORM FROM tables_hand WHERE id = NEW.hand_id;
    END IF;
    IF NOT FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'The hand is over, or never was.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_no_event_after_the_end
    BEFORE INSERT ON tables_handevent
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_event_after_the_end();

ALTER FUNCTION tables_check_escrow(bigint) SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION tables_check_escrow_of_hand() SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION tables_check_escrow_of_account() SET search_path = pg_catalog, public, pg_temp;
"""

VOID = """
-- Only the table's last hand, and only while its chips can be put back: what is cash is paid out.
CREATE FUNCTION tables_refuse_to_void() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tables_hand WHERE table_id = OLD.table_id AND number > OLD.number;
    IF FOUND OR OLD.finished_at IS NULL OR OLD.event LIKE 'cash:%' OR OLD.event LIKE 'play:%' OR OLD.event LIKE 'pool:%' THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'This hand cannot be void.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_void_only_the_last
    BEFORE UPDATE ON tables_hand
    FOR EACH ROW WHEN (OLD.voided_at IS DISTINCT FROM NEW.voided_at)
    EXECUTE FUNCTION tables_refuse_to_void();
"""

NO_VOID = """
DROP TRIGGER tables_void_only_the_last ON tables_hand;
DROP FUNCTION tables_refuse_to_void();
"""

NO_FINISHED = """
ALTER FUNCTION tables_check_escrow_of_account() RESET search_path;
ALTER FUNCTION tables_check_escrow_of_hand() RESET search_path;
ALTER FUNCTION tables_check_escrow(bigint) RESET search_path;
DROP TRIGGER tables_no_event_after_the_end ON tables_handevent;
DROP FUNCTION tables_refuse_event_after_the_end();
DROP TRIGGER tables_no_secret_after_the_end ON tables_handsecret;
DROP TRIGGER tables_no_player_after_the_end ON tables_handplayer;
DROP FUNCTION tables_refuse_after_the_end();
"""


TARIFFS = """
-- RAKE-2: a tariff says what a version says that two people stand for.
CREATE FUNCTION tables_refuse_unconfirmed_tariff() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tables_tariffversion
        WHERE tariff_id = NEW.id AND number = NEW.number AND text = NEW.text AND status = 'done'
            AND begins_at IS NOT DISTINCT FROM NEW.begins_at
            AND ends_at IS NOT DISTINCT FROM NEW.ends_at;
    IF NOT FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'No second person has confirmed it.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_tariff_takes_two
    BEFORE INSERT OR UPDATE ON tables_raketariff
    FOR EACH ROW WHEN (NEW.number IS NOT NULL)
    EXECUTE FUNCTION tables_refuse_unconfirmed_tariff();
"""

NO_TARIFFS = """
DROP TRIGGER tables_tariff_takes_two ON tables_raketariff;
DROP FUNCTION tables_refuse_unconfirmed_tariff();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0001_initial"),
        ("payouts", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(_months.NUMBERS, _months.NO_NUMBERS),
        migrations.RunSQL(_months.MONTHS, _months.NO_MONTHS),
        migrations.RunSQL(GUARD, NO_GUARD),
        migrations.RunSQL(POOLS, NO_POOLS),
        migrations.RunSQL(ONE_AT_A_TIME, NO_ONE_AT_A_TIME),
        migrations.RunSQL(FINISHED, NO_FINISHED),
        migrations.RunSQL(VOID, NO_VOID),
        migrations.RunSQL(TARIFFS, NO_TARIFFS),
        # Every action rewrites its table's row: with room on the page the new version stays beside
        # the old one and no index is touched (a HOT update).
        migrations.RunSQL(
            "ALTER TABLE tables_table SET (fillfactor = 50)",
            "ALTER TABLE tables_table RESET (fillfactor)",
        ),
    ]
