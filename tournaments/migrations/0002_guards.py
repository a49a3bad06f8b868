"""The database's own guards of who played, who went out and who won: what is over stays as it was,
and nothing is undone without the act that says who undid it and why, which nobody can take away. And
a VeloX table of the room's own has its two people."""

from django.db import migrations

EVENTS = """
-- A live event whose last bust-out, or deal, was undone since goes on as it was (LIVE-5).
CREATE FUNCTION tournaments_refuse_once_over() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT (
        OLD.status = 'finished' AND NEW.status = 'running'
        AND to_jsonb(OLD) - '{status,finished_at}'::text[]
            = to_jsonb(NEW) - '{status,finished_at}'::text[]
        AND (EXISTS (
            SELECT FROM tournaments_bustout AS bust
            JOIN tournaments_entry AS entry ON entry.id = bust.entry_id
            WHERE entry.tournament_id = OLD.id AND bust.undone_at >= OLD.finished_at
        ) OR EXISTS (
            SELECT FROM tournaments_dealproposal AS deal
            WHERE deal.tournament_id = OLD.id AND deal.status = 'undone'
                AND deal.expires_at >= OLD.finished_at
        ))
    ) THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'The event is over.';
    END IF;
    RETURN NEW;
END $$;

-- Its template may be deleted, and a password that got about is replaced.
CREATE TRIGGER tournaments_what_is_over_stays
    BEFORE UPDATE ON tournaments_tournament
    FOR EACH ROW WHEN (
        OLD.status IN ('finished', 'cancelled')
        AND to_jsonb(OLD) - '{template_id,password}'::text[]
            <> to_jsonb(NEW) - '{template_id,password}'::text[]
    )
    EXECUTE FUNCTION tournaments_refuse_once_over();
"""

NO_EVENTS = """
DROP TRIGGER tournaments_what_is_over_stays ON tournaments_tournament;
DROP FUNCTION tournaments_refuse_once_over();
"""

ENTRIES = """
CREATE FUNCTION tournaments_refuse_on_entry() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tournaments_tournament
        WHERE id = OLD.tournament_id AND status IN ('finished', 'cancelled');
    IF FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'The event is over.';
    END IF;
    -- A player in play again loses a place that nothing was paid for; or, in a live event, any place
    -- whose bust-out was undone, the winner's with the last one, all finalists' with a deal (LIVE-5).
    IF OLD.place IS NOT NULL
        AND (OLD.place, OLD.prize) IS DISTINCT FROM (NEW.place, NEW.prize)
        AND NOT (NEW.place IS NULL AND NEW.status = 'playing' AND (OLD.prize = 0 OR EXISTS (
            SELECT FROM tournaments_bustout AS bust
            JOIN tournaments_entry AS gone ON gone.id = bust.entry_id
            WHERE gone.tournament_id = OLD.tournament_id AND bust.undone_at IS NOT NULL
                AND (gone.id = OLD.id OR OLD.status = 'finished')
        ) OR OLD.status = 'finished' AND EXISTS (
            SELECT FROM tournaments_dealproposal AS deal
            WHERE deal.tournament_id = OLD.tournament_id AND deal.status = 'undone'
        )))
    THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'A place is given once.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tournaments_entry_stays
    BEFORE UPDATE ON tournaments_entry
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse_on_entry();

-- At the end of the transaction: inside it the two are written one after the other.
CREATE FUNCTION tournaments_check_out() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    asked bigint := CASE TG_TABLE_NAME
        WHEN 'tournaments_entry' THEN to_jsonb(OLD) ->> 'id' ELSE to_jsonb(OLD) ->> 'entry_id'
    END;
BEGIN
    PERFORM FROM tournaments_entry AS entry
        LEFT JOIN tournaments_elimination AS gone ON gone.entry_id = entry.id
        WHERE entry.id = asked AND entry.status IN ('out', 'playing')
            AND (entry.status = 'out') <> (gone.id IS NOT NULL);
    IF FOUND THEN
        RAISE EXCEPTION 'entry %: out without an elimination, or in with one', asked
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER tournaments_out_has_its_elimination
    AFTER UPDATE ON tournaments_entry DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (OLD.status <> NEW.status AND 'out' IN (OLD.status, NEW.status))
    EXECUTE FUNCTION tournaments_check_out();
"""

NO_ENTRIES = """
DROP TRIGGER tournaments_out_has_its_elimination ON tournaments_entry;
DROP TRIGGER tournaments_entry_stays ON tournaments_entry;
DROP FUNCTION tournaments_check_out();
DROP FUNCTION tournaments_refuse_on_entry();
"""

ELIMINATIONS = """
CREATE FUNCTION tournaments_refuse_on_elimination() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tournaments_entry AS entry
        JOIN tournaments_tournament AS event ON event.id = entry.tournament_id
        WHERE entry.id = OLD.entry_id AND (event.status <> 'running' OR entry.prize > 0);
    -- The place at a shootout's table is written once, after the elimination.
    IF FOUND OR (TG_OP = 'UPDATE' AND OLD.stage <> 0) THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'What is settled stays.';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        RETURN NEW;
    END IF;
    IF OLD.chips_removed > 0 THEN
        PERFORM FROM tournaments_act
            WHERE verb = 'reinstate' AND entry_id = OLD.entry_id AND at >= OLD.at;
    ELSE
        PERFORM FROM tables_hand AS hand
            JOIN tournaments_entry AS entry ON entry.id = OLD.entry_id
            JOIN tournaments_tournament AS event ON event.id = entry.tournament_id
            WHERE hand.id = OLD.hand_id AND hand.voided_at IS NOT NULL AND event.venue = 'online'
            UNION ALL SELECT FROM tournaments_bustout
            WHERE act_id = OLD.hand_id AND entry_id = OLD.entry_id AND undone_at IS NOT NULL;
    END IF;
    IF NOT FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'Nothing says why it is undone.';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER tournaments_elimination_stays
    BEFORE UPDATE OR DELETE ON tournaments_elimination
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse_on_elimination();

CREATE CONSTRAINT TRIGGER tournaments_in_again_is_not_out
    AFTER DELETE ON tournaments_elimination DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION tournaments_check_out();
"""

NO_ELIMINATIONS = """
DROP TRIGGER tournaments_in_again_is_not_out ON tournaments_elimination;
DROP TRIGGER tournaments_elimination_stays ON tournaments_elimination;
DROP FUNCTION tournaments_refuse_on_elimination();
"""

VOID = """
-- Tables know no acts: who makes a hand void is asked here.
CREATE FUNCTION tournaments_refuse_to_void() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tournaments_act AS act
        JOIN tournaments_tournament AS event ON event.id = act.tournament_id
        WHERE act.verb = 'void_hand' AND act.table_id = NEW.table_id AND act.at = NEW.voided_at
            AND NEW.event = 'tournament:' || event.id AND event.status = 'running';
    IF NOT FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'No act says why it is void.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tournaments_void_has_its_act
    BEFORE UPDATE ON tables_hand
    FOR EACH ROW WHEN (
        OLD.voided_at IS DISTINCT FROM NEW.voided_at AND NEW.event LIKE 'tournament:%'
    )
    EXECUTE FUNCTION tournaments_refuse_to_void();
"""

NO_VOID = """
DROP TRIGGER tournaments_void_has_its_act ON tables_hand;
DROP FUNCTION tournaments_refuse_to_void();
"""


AMENDED = """
-- At the end of the transaction: what stands beside the terms and its amendment are written in turn.
CREATE FUNCTION tournaments_check_amended() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF coalesce((NEW.amended ->> 'count')::int, 0) <= coalesce((OLD.amended ->> 'count')::int, 0)
        OR (NEW.amended ->> 'count')::int
            > (SELECT count(*) FROM tournaments_amendment WHERE tournament_id = NEW.id)
    THEN
        RAISE EXCEPTION 'event %: its terms were changed without an amendment', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER tournaments_amended_has_its_amendment
    AFTER UPDATE ON tournaments_tournament DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (
        (OLD.amended, OLD.raised_by, OLD.more_seats)
            IS DISTINCT FROM (NEW.amended, NEW.raised_by, NEW.more_seats)
    )
    EXECUTE FUNCTION tournaments_check_amended();

CREATE FUNCTION tournaments_refuse_less() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'Guarantees and seats only rise.';
END $$;

CREATE TRIGGER tournaments_guarantee_only_rises
    BEFORE UPDATE ON tournaments_tournament
    FOR EACH ROW WHEN (NEW.raised_by < OLD.raised_by OR NEW.more_seats < OLD.more_seats)
    EXECUTE FUNCTION tournaments_refuse_less();
"""

NO_AMENDED = """
DROP TRIGGER tournaments_guarantee_only_rises ON tournaments_tournament;
DROP TRIGGER tournaments_amended_has_its_amendment ON tournaments_tournament;
DROP FUNCTION tournaments_refuse_less();
DROP FUNCTION tournaments_check_amended();
"""


VELOX_TABLES = """
-- VELOX-2: a table of the room's own says what a version says that two people stand for.
CREATE FUNCTION tournaments_refuse_unconfirmed_table() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM tournaments_veloxtableversion
        WHERE table_id = NEW.id AND number = NEW.number AND odds = NEW.odds AND status = 'done';
    IF NOT FOUND THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'No second person has confirmed it.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tournaments_velox_table_takes_two
    BEFORE INSERT OR UPDATE ON tournaments_veloxtable
    FOR EACH ROW WHEN (NEW.number IS NOT NULL)
    EXECUTE FUNCTION tournaments_refuse_unconfirmed_table();
"""

NO_VELOX_TABLES = """
DROP TRIGGER tournaments_velox_table_takes_two ON tournaments_veloxtable;
DROP FUNCTION tournaments_refuse_unconfirmed_table();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RunSQL(EVENTS, NO_EVENTS),
        migrations.RunSQL(ENTRIES, NO_ENTRIES),
        migrations.RunSQL(ELIMINATIONS, NO_ELIMINATIONS),
        migrations.RunSQL(VOID, NO_VOID),
        migrations.RunSQL(AMENDED, NO_AMENDED),
        migrations.RunSQL(VELOX_TABLES, NO_VELOX_TABLES),
    ]
