"""Hands by month, as SQL of ``0002_guards``: their numbers, and the partitions of months to come."""

NUMBERS = """
CREATE SEQUENCE tables_handnumber MAXVALUE 999999999 CYCLE;

-- YYMM, in UTC.
CREATE FUNCTION tables_month(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT ((extract(year FROM at AT TIME ZONE 'UTC') - 2000) * 100
        + extract(month FROM at AT TIME ZONE 'UTC'))::bigint
$$;

ALTER TABLE tables_hand ADD CONSTRAINT hand_carries_its_month
    CHECK (id / 1000000000 = public.tables_month(started_at));
"""

NO_NUMBERS = """
ALTER TABLE tables_hand DROP CONSTRAINT hand_carries_its_month;
DROP FUNCTION tables_month(timestamptz);
DROP SEQUENCE tables_handnumber;
"""


MONTHS = """
-- The owner's rights, for whoever plays: it can make what time will make anyway, and no more. Who
-- holds a lock for long is not waited for, since everybody who deals would wait behind us.
CREATE FUNCTION tables_make_months() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    begins timestamptz := date_trunc('month', now(), 'UTC');
    ends timestamptz;
    first bigint;
    behind bigint;
    made integer := 0;
BEGIN
    FOR ahead IN 0..3 LOOP
        ends := (begins AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
        first := tables_month(begins) * 1000000000;
        behind := tables_month(ends) * 1000000000;
        IF to_regclass('tables_hand_' || tables_month(begins)) IS NULL AND NOT EXISTS (
            SELECT FROM tables_hand_default WHERE id >= first AND id < behind
        ) THEN
            PERFORM tables_make_month(parent, begins) FROM unnest(ARRAY[
                'tables_hand', 'tables_handplayer', 'tables_handsecret', 'tables_handevent'
            ]) AS parent;
            made := made + 1;
        END IF;
        begins := ends;
    END LOOP;
    RETURN made;
END $$;

-- Where results are written later there is room for the new version of a row beside the old one.
CREATE FUNCTION tables_make_month(parent text, begins timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS public.%I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)'
        ' WITH (fillfactor = %s)',
        parent || '_' || tables_month(begins),
        parent,
        tables_month(begins) * 1000000000,
        tables_month(
            (begins AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'
        ) * 1000000000,
        CASE WHEN parent IN ('tables_hand', 'tables_handplayer') THEN 90 ELSE 100 END
    );
END $$;
"""

NO_MONTHS = """
DROP FUNCTION tables_make_month(text, timestamptz);
DROP FUNCTION tables_make_months();
"""
