#!/bin/sh
# Makes the two roles and the database of docs/operations.md, "Two roles". The official image runs
# it once, on an empty volume; elsewhere a superuser does: sudo -u postgres sh deploy/postgres/roles.sh
set -eu
: "${ROOM_OWNER_PASSWORD:?}" "${ROOM_PLAYER_PASSWORD:?}"
# The names of the variables alone are arguments: psql reads the passwords from its environment.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
\getenv owner_password ROOM_OWNER_PASSWORD
\getenv player_password ROOM_PLAYER_PASSWORD
-- Roles of a room that gets a new database are there.
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['room_owner', 'room_player']) AS name
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE room_owner LOGIN REPLICATION PASSWORD :'owner_password';
ALTER ROLE room_player LOGIN PASSWORD :'player_password';
-- Where the system has no locale, a server's databases are of SQL_ASCII unless they say otherwise.
-- The built-in locale is the same on every system; before PostgreSQL 17 there was none.
SELECT format(
    'CREATE DATABASE room TEMPLATE template0 ENCODING %L LOCALE_PROVIDER %s LOCALE %L', 'UTF8',
    CASE WHEN current_setting('server_version_num')::int >= 170000 THEN 'builtin' ELSE 'libc' END,
    'C.UTF-8'
) WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'room') \gexec
ALTER DATABASE room OWNER TO room_owner;
\connect room
ALTER SCHEMA public OWNER TO room_owner;
REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION pg_cancel_backend(integer), pg_terminate_backend(integer, bigint) FROM PUBLIC;
SQL
# The image lets nobody read a base backup from another machine; its server starts anew after this.
if [ -n "${PGDATA:-}" ]; then
    echo "host replication room_owner all scram-sha-256" >> "$PGDATA/pg_hba.conf"
fi
