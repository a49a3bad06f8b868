"""Two roles of the database: an owner that migrates, and the one that plays, with minimal rights.

The owner of a table can switch its triggers off, empty it or drop it. The role that plays owns
nothing: its rights to each table stand below, and no statement of its own can widen them, nor can a
stolen ``DATABASE_URL`` where the owner has a password that the room's processes do not hold. The
embedded server is no such place: it asks for no passwords, so any code that runs as the room's user
of the machine can connect as the owner.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import environ
from django.conf import settings
from django.db import connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg.sql import SQL, Literal

from core import sql
from core.settings import registry

READ = "SELECT"
# Evidence: rows are added and never touched again.
ADD = "SELECT, INSERT"
# Never deleted; the table's triggers say which columns may still be filled in.
KEEP = "SELECT, INSERT, UPDATE"
CHANGE = "SELECT, INSERT, UPDATE, DELETE"

# Tables that are not named here belong to Django and its apps, and may be changed.
RIGHTS = {
    "django_migrations": READ,
    "django_content_type": READ,
    "auth_permission": READ,
    "django_admin_log": ADD,
    "players_accountclosing": KEEP,
    "players_acceptance": ADD,
    "players_avatar": CHANGE,
    "players_chatline": CHANGE,
    "players_chatreport": CHANGE,
    "players_chatsanction": KEEP,
    "players_contact": CHANGE,
    "players_contactwish": CHANGE,
    "players_dataarchive": CHANGE,
    "players_dataportion": CHANGE,
    "players_demand": KEEP,
    "players_forgotten": ADD,
    "players_formername": f"{ADD}, DELETE",
    "players_guest": CHANGE,
    "players_identity": KEEP,
    "players_identitycheck": KEEP,
    "players_identitydocument": KEEP,
    "players_identitystep": ADD,
    "players_login": f"{ADD}, DELETE",
    "players_mail": CHANGE,
    "players_merge": KEEP,
    "players_notice": CHANGE,
    "players_noticewish": CHANGE,
    "players_playerprofile": CHANGE,
    "players_playernote": KEEP,
    "players_push": CHANGE,
    "players_pushdevice": CHANGE,
    "players_realname": CHANGE,
    "players_registeranswer": CHANGE,
    "players_reminder": CHANGE,
    "players_restriction": ADD,
    "players_rightschange": ADD,
    "players_selfexclusion": ADD,
    "players_staffinvitation": KEEP,
    "players_suspension": ADD,
    "players_user": KEEP,
    "players_user_groups": CHANGE,
    "players_user_user_permissions": CHANGE,
    "players_vapidkey": ADD,
    # To lock an account takes the right to update one column; the triggers refuse the update
    # itself. Balances move by the owner's function alone.
    "payouts_account": f"{ADD}, UPDATE (id)",
    "payouts_transfer": ADD,
    "payouts_playaccount": f"{ADD}, UPDATE (id)",
    "payouts_playtransfer": ADD,
    "payouts_auditrun": ADD,
    "payouts_bonus": KEEP,
    "payouts_cashreceipt": KEEP,
    "payouts_correction": KEEP,
    "payouts_counterorder": KEEP,
    "payouts_dayclosing": KEEP,
    "payouts_drawer": KEEP,
    "payouts_drawermove": KEEP,
    "payouts_limitchange": ADD,
    "payouts_payment": KEEP,
    "payouts_paymentnotice": KEEP,
    "payouts_paymentstep": ADD,
    "payouts_playedtime": KEEP,
    "payouts_prizedraw": KEEP,
    "payouts_prizedrawsecret": ADD,
    "payouts_prizescheme": CHANGE,
    "payouts_receiptyear": KEEP,
    "payouts_walletcall": KEEP,
    "payouts_walletrest": CHANGE,
    "poker_site_backup": READ,
    "poker_site_logo": ADD,
    "poker_site_opening": KEEP,
    "poker_site_settingchange": ADD,
    "poker_site_settingorder": KEEP,
    "tables_cashgame": CHANGE,
    "tables_cashstay": KEEP,
    "tables_staymoment": ADD,
    "tables_waiting": KEEP,
    "tables_fastpool": CHANGE,
    "tables_poolentry": KEEP,
    "tables_entrymoment": ADD,
    "tables_pooltable": CHANGE,
    "tables_favouritegame": CHANGE,
    "tables_raketariff": KEEP,
    "tables_tariffversion": KEEP,
    "tournaments_veloxtable": KEEP,
    "tournaments_veloxtableversion": KEEP,
    "tables_table": KEEP,
    "tables_deadline": KEEP,
    "tables_dealingerror": ADD,
    "tables_heartbeat": CHANGE,
    "tables_websign": CHANGE,
    "tables_lasthand": READ,
    "tables_seat": CHANGE,
    "tables_hand": f"{ADD}, UPDATE (finished_at, shown_at, voided_at)",
    "tables_handplayer": f"{ADD}, UPDATE (finish_stack, rake)",
    "tables_handsecret": ADD,
    "tables_handevent": ADD,
    "tables_handarchive": READ,
    "tables_handmark": CHANGE,
    "tables_sharedhand": CHANGE,
    "tables_importedhand": f"{ADD}, DELETE, UPDATE (user_id)",
    "tables_playedhand": CHANGE,
    "tables_playedhour": CHANGE,
    "tables_uncountedhand": CHANGE,
    "tournaments_act": ADD,
    "tournaments_amendment": ADD,
    "tournaments_blindstructure": CHANGE,
    "tournaments_bounty": f"{ADD}, DELETE",
    "tournaments_bustout": f"{ADD}, UPDATE (undone_at, waived_at)",
    "tournaments_calendaraddress": CHANGE,
    "tournaments_cancellationplan": KEEP,
    "tournaments_chipcount": KEEP,
    "tournaments_chiprace": KEEP,
    "tournaments_chipracesecret": ADD,
    "tournaments_challenge": CHANGE,
    "tournaments_challenge_plans": CHANGE,
    "tournaments_challengeprogress": CHANGE,
    "tournaments_challengestep": CHANGE,
    "tournaments_dealproposal": KEEP,
    "tournaments_due": CHANGE,
    "tournaments_club": KEEP,
    "tournaments_clubgame": KEEP,
    "tournaments_clubinvitation": KEEP,
    "tournaments_clubmember": CHANGE,
    "tournaments_clubpicture": CHANGE,
    "tournaments_clubreport": KEEP,
    "tournaments_clubtemplate": CHANGE,
    "tournaments_elimination": f"{ADD}, DELETE, UPDATE (stage, table_place)",
    "tournaments_entry": KEEP,
    "tournaments_favourite": CHANGE,
    "tournaments_homegame": CHANGE,
    "tournaments_homepayment": CHANGE,
    "tournaments_homeplayer": CHANGE,
    "tournaments_jointorder": KEEP,
    "tournaments_penalty": f"{ADD}, UPDATE (ended_at, undone_at)",
    "tournaments_featurehand": ADD,
    "tournaments_featuretable": KEEP,
    "tournaments_floorcall": KEEP,
    "tournaments_level": CHANGE,
    "tournaments_move": ADD,
    "tournaments_order": KEEP,
    "tournaments_purchase": KEEP,
    "tournaments_rota": KEEP,
    "tournaments_savedsearch": CHANGE,
    "tournaments_season": CHANGE,
    "tournaments_season_plans": CHANGE,
    "tournaments_seasonevent": CHANGE,
    "tournaments_seasonprize": CHANGE,
    "tournaments_seasonresult": CHANGE,
    "tournaments_seasonstanding": CHANGE,
    "tournaments_setaside": CHANGE,
    "tournaments_signature": CHANGE,
    "tournaments_stackcorrection": ADD,
    "tournaments_template": CHANGE,
    "tournaments_template_invited": CHANGE,
    "tournaments_ticket": f"{KEEP}, DELETE",
    "tournaments_tournament": KEEP,
    "tournaments_tournament_invited": CHANGE,
}

# Numbers that no column generates by itself.
SEQUENCES = ("tables_handnumber",)

# Functions that the room never calls, and that PostgreSQL opens to every role: large objects would
# be rows of the role's own, and the other two end the connections of web, worker and beat.
NEVER_CALLED = (
    *("lo_creat", "lo_create", "lo_from_bytea"),
    *("pg_cancel_backend", "pg_terminate_backend"),
)


@contextmanager
def as_owner() -> Iterator[None]:
    """Connect as the role that owns the tables for as long as the block lasts."""
    database = connection.settings_dict
    player = {name: database[name] for name in ("USER", "PASSWORD")}
    owner = environ.Env.db_url_config(settings.DATABASE_OWNER_URL)
    try:
        _connect_as({name: owner[name] for name in player})
        yield
    finally:
        _connect_as(player)


def _connect_as(role: dict[str, str]) -> None:
    connection.close()
    connection.settings_dict.update(role)
    # Connections in the pool were opened by the other role; a thread that opens a new one reads the
    # role from above.
    cast(DatabaseWrapper, connection).close_pool()


def grant() -> None:
    """Give the role that plays the rights above and no others; run by the owner after migrating."""
    # In one transaction: processes that run meanwhile keep their rights.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TRIGGERS_ARE_NEVER_IGNORED)
        cursor.execute(_MONEY_SETTINGS.format(Literal(_money_settings())))
        cursor.execute(_REVOCABLE, [list(NEVER_CALLED)])
        for (function,) in cursor.fetchall():
            cursor.execute(f"REVOKE EXECUTE ON FUNCTION {function} FROM PUBLIC")
        if not (player := _player()):
            return
        quoted = connection.ops.quote_name
        role, database = quoted(player), quoted(str(connection.settings_dict["NAME"]))
        cursor.execute(f"""
            REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role};
            REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {role};
            REVOKE CREATE ON SCHEMA public FROM PUBLIC, {role};
            REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM PUBLIC, {role};
            GRANT USAGE ON SCHEMA public TO {role};
        """)
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"GRANT {RIGHTS.get(table, CHANGE)} ON {quoted(table)} TO {role}")
        for sequence in SEQUENCES:
            cursor.execute(f"GRANT USAGE ON SEQUENCE {sequence} TO {role}")


def playing() -> bool:
    """Return whether we are connected as the role that plays."""
    return bool(connection.settings_dict["USER"] == _player())


def weaknesses() -> list[str]:
    """Return readable weaknesses of the guards against the role that plays, our own role."""
    [powers] = sql.rows(_POWERS, [list(NEVER_CALLED)])
    return [what for what, given in zip(_WHAT, powers, strict=True) if given]


def _player() -> str:
    """Return the role that plays; empty where the owner plays."""
    player, owner = (
        str(environ.Env.db_url_config(url)["USER"])
        for url in (settings.DATABASE_URL, settings.DATABASE_OWNER_URL)
    )
    return player if player != owner else ""


# django-pgtrigger lets any session name triggers that it wants ignored (``pgtrigger.ignore``), and
# writes this function again with every trigger that it installs.
_TRIGGERS_ARE_NEVER_IGNORED = """
    CREATE OR REPLACE FUNCTION public._pgtrigger_should_ignore(trigger_name name)
    RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false'
"""

# Read by the trigger that asks for a second person (``poker_site/migrations/_witness.py``).
_MONEY_SETTINGS = SQL("""
    CREATE OR REPLACE FUNCTION public.poker_site_money_settings()
    RETURNS text[] LANGUAGE sql IMMUTABLE AS $$ SELECT {}::text[] $$
""")


def _money_settings() -> list[str]:
    """Return the keys of this release's settings that take two people."""
    return sorted(key for key, setting in registry.declared().items() if setting.money)


# An owner that is no superuser has not got these to revoke (docs/operations.md, Two roles).
_REVOCABLE = """
    SELECT oid::regprocedure::text FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY (%s)
      AND pg_has_role(proowner, 'USAGE')
"""

_WHAT = (
    "it owns the tables",
    "it is a superuser or may make roles",
    "it may create in the schema or the database, or make temporary tables",
    "it may make large objects or end connections",
)
_POWERS = """
    SELECT EXISTS (
               SELECT FROM pg_class
               WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                 AND pg_has_role(relowner, 'MEMBER')
           ),
           rolsuper OR rolcreaterole,
           has_schema_privilege('public', 'CREATE')
               OR has_database_privilege(current_database(), 'CREATE')
               OR has_database_privilege(current_database(), 'TEMPORARY'),
           EXISTS (
               SELECT FROM pg_proc
               WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY (%s)
                 AND has_function_privilege(oid, 'EXECUTE')
           )
    FROM pg_roles WHERE rolname = current_user
"""
