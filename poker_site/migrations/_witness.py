"""What the database witnesses by itself of rows that any session of the playing role may add.

It sees neither who presses a button nor why, but when a row is written, and which rows are there.
Evidence is of the hour in which it is written; a limit is raised after its week; a setting that is
money has its confirmed order; an identity is what its last step says.
"""

TIMES = {
    "payouts_limitchange": "set_at",
    "players_identitystep": "at",
    "players_rightschange": "at",
    "players_selfexclusion": "asked_at",
    "poker_site_settingchange": "at",
    "poker_site_settingorder": "given_at",
    "tournaments_act": "at",
}

# Tests travel in time: as the owner they replace the first function (``tests/harness/witness_clock.py``).
WITNESS = """
CREATE FUNCTION witness_is_now(at timestamptz) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
    -- Web and database may disagree by minutes, and a step of an event may have waited.
    SELECT at BETWEEN now() - interval '1 hour' AND now() + interval '1 hour'
$$;

CREATE FUNCTION witness_time() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT public.witness_is_now((to_jsonb(NEW) ->> TG_ARGV[0])::timestamptz) THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'It is of another time.';
    END IF;
    RETURN NEW;
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_is_of_its_time BEFORE INSERT ON {table}
    FOR EACH ROW EXECUTE FUNCTION witness_time('{column}');
"""
    for table, column in TIMES.items()
)

NO_WITNESS = (
    "".join(f"DROP TRIGGER {table}_is_of_its_time ON {table};" for table in TIMES)
    + "DROP FUNCTION witness_time(); DROP FUNCTION witness_is_now(timestamptz);"
)

# PLAY-1, PLAY-3; ``payouts.rules.limits`` says the same.
LIMITS = """
CREATE FUNCTION payouts_refuse_early_raise() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    held bigint;
BEGIN
    -- A wish that a later one replaced before its time has never been in force.
    SELECT amount INTO held FROM (
        SELECT id, amount, effective_at, lead(set_at, 1, NEW.set_at) OVER (ORDER BY id) AS replaced
        FROM payouts_limitchange
        WHERE user_id = NEW.user_id AND kind = NEW.kind AND period = NEW.period
    ) AS asked WHERE effective_at <= replaced ORDER BY id DESC LIMIT 1;
    IF held IS NOT NULL AND (NEW.amount IS NULL OR NEW.amount > held)
        AND NEW.effective_at < NEW.set_at + interval '168 hours'
    THEN
        RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'restrict_violation', HINT = 'More counts after a week.';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER payouts_more_counts_after_a_week BEFORE INSERT ON payouts_limitchange
    FOR EACH ROW EXECUTE FUNCTION payouts_refuse_early_raise();
"""
NO_LIMITS = """
DROP TRIGGER payouts_more_counts_after_a_week ON payouts_limitchange;
DROP FUNCTION payouts_refuse_early_raise();
"""

# HOUSE-1, STAFF-2. Which settings are money, the owner says after each migration (``launch.rights``).
SETTINGS = """
CREATE FUNCTION poker_site_money_settings() RETURNS text[] LANGUAGE sql IMMUTABLE
AS $$ SELECT ARRAY[]::text[] $$;

CREATE FUNCTION poker_site_refuse_setting() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NEW.order_id IS NULL THEN
        IF NOT NEW.key = ANY (public.poker_site_money_settings()) THEN
            RETURN NEW;
        END IF;
    ELSE
        PERFORM FROM poker_site_settingorder AS given
            WHERE given.id = NEW.order_id AND given.status = 'done' AND given.key = NEW.key
                AND given.new IS NOT DISTINCT FROM NEW.new AND given.given_by_id = NEW.by_id;
        IF FOUND THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'No second person has confirmed it.';
END $$;

CREATE TRIGGER poker_site_money_takes_two BEFORE INSERT ON poker_site_settingchange
    FOR EACH ROW EXECUTE FUNCTION poker_site_refuse_setting();

CREATE FUNCTION poker_site_refuse_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', HINT = 'An order waits before it is decided.';
END $$;

CREATE TRIGGER poker_site_order_waits_first BEFORE INSERT ON poker_site_settingorder
    FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION poker_site_refuse_decided();
CREATE TRIGGER poker_site_order_waits_first BEFORE INSERT ON payouts_correction
    FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION poker_site_refuse_decided();
CREATE TRIGGER poker_site_order_waits_first BEFORE INSERT ON players_merge
    FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION poker_site_refuse_decided();
CREATE TRIGGER poker_site_order_waits_first BEFORE INSERT ON tables_tariffversion
    FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION poker_site_refuse_decided();
CREATE TRIGGER poker_site_order_waits_first BEFORE INSERT ON tournaments_veloxtableversion
    FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION poker_site_refuse_decided();
"""
NO_SETTINGS = """
DROP TRIGGER poker_site_order_waits_first ON tournaments_veloxtableversion;
DROP TRIGGER poker_site_order_waits_first ON tables_tariffversion;
DROP TRIGGER poker_site_order_waits_first ON players_merge;
DROP TRIGGER poker_site_order_waits_first ON payouts_correction;
DROP TRIGGER poker_site_order_waits_first ON poker_site_settingorder;
DROP FUNCTION poker_site_refuse_decided();
DROP TRIGGER poker_site_money_takes_two ON poker_site_settingchange;
DROP FUNCTION poker_site_refuse_setting();
DROP FUNCTION poker_site_money_settings();
"""

# KYC-1. At the end of the transaction: an identity and its step are written one after the other.
IDENTITIES = """
CREATE FUNCTION players_check_identity() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM FROM (
        SELECT step.after, step.at FROM players_identitystep AS step
        WHERE step.user_id = NEW.user_id ORDER BY step.id DESC LIMIT 1
    ) AS last
    JOIN players_identity AS identity ON identity.user_id = NEW.user_id
        AND identity.state = last.after AND identity.since = last.at;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'identity of %: no step says so', NEW.user_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER players_identity_begins_with_its_step
    AFTER INSERT ON players_identity DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.state <> 'unchecked') EXECUTE FUNCTION players_check_identity();
CREATE CONSTRAINT TRIGGER players_identity_has_its_step
    AFTER UPDATE ON players_identity DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN ((OLD.state, OLD.since) IS DISTINCT FROM (NEW.state, NEW.since))
    EXECUTE FUNCTION players_check_identity();
"""
NO_IDENTITIES = """
DROP TRIGGER players_identity_has_its_step ON players_identity;
DROP TRIGGER players_identity_begins_with_its_step ON players_identity;
DROP FUNCTION players_check_identity();
"""
