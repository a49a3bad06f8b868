"""A finished hand takes no more events and players; and no guard looks where a session may put
tables of its own."""

from django.db import migrations

GUARD = """
-- STABLE: it sees the hand as it was before the statement, and one statement writes a hand's last
-- events and that it is finished.
CREATE FUNCTION tables_refuse_after_the_end() RETURNS trigger LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tables_hand WHERE id = NEW.hand_id AND coalesce(finished_at, voided_at) IS NOT NULL;
    IF FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'The hand is over.';
    END IF;
    RETURN NEW;
END $$;

-- SHOW-2: cards may be shown after the hand.
CREATE TRIGGER tables_no_event_after_the_end
    BEFORE INSERT ON tables_handevent
    FOR EACH ROW WHEN (NEW.payload ->> 'e' IS DISTINCT FROM 'show')
    EXECUTE FUNCTION tables_refuse_after_the_end();

CREATE TRIGGER tables_no_player_after_the_end
    BEFORE INSERT ON tables_handplayer
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_after_the_end();

ALTER FUNCTION tables_check_escrow(bigint) SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION tables_check_escrow_of_hand() SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION tables_check_escrow_of_account() SET search_path = pg_catalog, public, pg_temp;
"""

NO_GUARD = """
ALTER FUNCTION tables_check_escrow_of_account() RESET search_path;
ALTER FUNCTION tables_check_escrow_of_hand() RESET search_path;
ALTER FUNCTION tables_check_escrow(bigint) RESET search_path;
DROP TRIGGER tables_no_player_after_the_end ON tables_handplayer;
DROP TRIGGER tables_no_event_after_the_end ON tables_handevent;
DROP FUNCTION tables_refuse_after_the_end();
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_kept_hands")]

    operations = [migrations.RunSQL(GUARD, NO_GUARD)]
