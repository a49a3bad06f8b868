"""Every verb of staff leaves an act, and meets a running hand, a pause, an exclusion and a
cancellation: it is done and right, or refused by name."""

import ast
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import connection, models, transaction

from core.refusal import Refusal
from payouts.models import Account
from players.models import User
from tests.conformance.test_edges import APPS, ROOT, is_edge
from tests.harness.sampling import sampled
from tests.poker_site.verbs.outcomes import DONE, NOTHING, OUTCOMES
from tests.poker_site.verbs.scene import MEETINGS, Scene
from tests.poker_site.verbs.table import CASES, Case
from tests.tournaments import invariants
from tournaments.models import Tournament

# Not staff's: what a period is summed by, and what asks only.
NO_VERBS: Final = {
    "payouts.wallets.one_person_sums.check_gift",
    "payouts.wallets.one_person_sums.too_much",
    "payouts.wallets.drawers.book",
    "payouts.reports.breakdowns.parts",
    "payouts.reports.revenue.report",
    "players.staff.demands.check_person",
    "tournaments.money.tickets.given",
    "tournaments.staff.two_person_orders.look_at_stack",
}
# Acts of a host, who is a player (HOME-1): tests/tournaments/home.
HOSTS: Final = {
    f"tournaments.home.{verb}"
    for verb in (
        *("hosting.start", "hosting.pause", "hosting.resume", "hosting.next_level"),
        *("hosting.add_time", "hosting.allow_late_entry", "hosting.set_entry"),
        *("hosting.renew_link", "hosting.remove", "hosting.hand_over", "hosting.end"),
        *("hosting.put_out", "hosting.set_chat", "settling.tick", "hosting.level_again"),
        *("hosting.invite", "hosting.set_blinds", "hosting.finish"),
    )
} | {
    # With real cards (HOME-5): tests/tournaments/live_room/home_nights.
    f"tournaments.live_room.home_nights.floor_acts.{verb}"
    for verb in (
        *("add_named", "add_member", "draw_seats", "start", "put_out", "take_out"),
        *("rebuy", "add_on", "take_back", "rearrange", "undo", "level_again", "finish", "end"),
        "take_over",
    )
}
# Acts of readers of a chat (CHAT-5) and of friends (FRIEND-3): tests/players.
READERS: Final = {"players.chat.speaking.report", "players.contacts.friends.invite"}
# Acts of members of a club, who are players (CLUB-2): tests/tournaments/clubs.
MEMBERS: Final = {
    f"tournaments.clubs.{verb}"
    for verb in (
        *("founding.found", "founding.change", "founding.set_picture", "founding.close"),
        *("membership.invite", "membership.revoke", "membership.remove", "membership.ban"),
        *("membership.lift_ban", "membership.set_role", "membership.hand_over"),
        "membership.invite_friends",
        *("planning.plan", "planning.call_off", "planning.take_over"),
        *("planning.save_template", "planning.delete_template", "play.put_out"),
        "moderation.report",
    )
} | {f"tournaments.seasons.club_seasons.{verb}" for verb in ("make", "change", "delete")}
# Below a verb, which leaves the act in the same transaction: by whom each is called.
BENEATH: Final = {
    "tournaments.entry.approvals.sign_plans": "tournaments.admin.structure",
    "payouts.wallets.bonuses.give": "tournaments.staff.gifts",
    "payouts.wallets.corrections.confirm": "tournaments.staff.gifts",
    "payouts.wallets.corrections.order": "tournaments.staff.gifts",
    "payouts.wallets.corrections.turn_down": "tournaments.staff.gifts",
    "payouts.payments.steps.take": "payouts.payments",
    # The row of a drawer names who holds it and whom it is offered to.
    "payouts.wallets.drawers.offer": "payouts",
    "payouts.wallets.drawers.take_back": "payouts",
    "players.staff.demands.make": "tournaments.staff.people",
    "players.staff.anonymising.forget": "tournaments.staff.people",
    "players.identity.cases.ask": "tournaments.staff.people",
    "players.identity.cases.expire": "tournaments.staff.people",
    "players.identity.cases.refuse": "tournaments.staff.people",
    "players.identity.cases.step": "players.identity",
    "players.identity.cases.verify": "tournaments.staff.people",
    "players.staff.merging.confirm": "tournaments.staff.merges",
    "players.staff.merging.order": "tournaments.staff.merges",
    "players.staff.merging.turn_down": "tournaments.staff.merges",
    "players.staff.notes.write": "tournaments.staff.people",
    "players.staff.restrictions.restrict": "tournaments.staff.people",
    "players.staff.rights.note": "tournaments.staff.desk",
    "players.staff.second_person.check": "payouts",
    "players.staff.second_person.turn_down": "payouts",
    "players.staff.suspensions.lift": "tournaments.staff.desk",
    "players.staff.suspensions.suspend": "tournaments.staff.desk",
    "players.staff.suspensions.take_over": "players.staff.merging",
    "tournaments.entry.acts.record": "tournaments",
    "tournaments.entry.approvals.sign": "tournaments",
    "tournaments.money.tickets.give": "tournaments.staff.gifts",
    "tournaments.staff.cancellation.execute": "tournaments",
    "tournaments.staff.cancellation.preview": "tournaments.staff.desk",
    "tournaments.staff.orders.correct": "tournaments.staff.two_person_orders",
    "tournaments.staff.people.record": "tournaments.staff",
    # The room's own: a demo's past, and its opening, which is a row of its own.
    "payouts.payments.samples.write": "poker_site",
    "poker_site.opening.state.finish": "poker_site.opening",
    # Before the opening or by owners alone (tests/poker_site/opening/test_two_people.py).
    "poker_site.people.joining.invite": "poker_site",
    "poker_site.people.joining.vouch": "poker_site",
    "poker_site.people.joining.withdraw": "poker_site",
}


def found() -> Iterator[str]:
    """Every public function outside of the edges that takes whose deed it is."""
    for app in (*APPS, "poker_site"):
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT / app).with_suffix("").parts
            module = ".".join(parts).removesuffix(".__init__")
            if "migrations" in parts or is_edge(module):
                continue
            for node in ast.parse(path.read_text()).body:
                if (
                    isinstance(node, ast.FunctionDef)
                    and not node.name.startswith("_")
                    and "by" in [each.arg for each in node.args.kwonlyargs]
                ):
                    yield f"{app}.{module}.{node.name}"


@pytest.mark.middling
def test_every_verb_of_staff_has_its_line() -> None:
    told = {name.partition(" ")[0] for name in CASES}
    assert {*found()} == told | NO_VERBS | HOSTS | MEMBERS | READERS | {*BENEATH}


Rows = dict[tuple[str, int], dict[str, Any]]


@cache
def statement() -> str:
    """Asks for all that names a person as who did it: its model, key and row."""
    asked = []
    for model in apps.get_models():
        columns = [
            f'"{field.column}" = %(by)s'
            for field in model._meta.concrete_fields
            if isinstance(field, models.ForeignKey)
            and field.related_model is User
            and (field.name == "by" or field.name.endswith("_by") or model is LogEntry)
        ]
        if columns:
            opts = model._meta
            asked.append(
                f"SELECT '{opts.label}', {opts.pk.column}, to_jsonb(t) FROM {opts.db_table} t"
                f" WHERE {' OR '.join(columns)}"
            )
    return " UNION ALL ".join(asked)


def records(boss: int) -> Rows:
    """Every row that names somebody as who did it: acts by their kind, others by their model."""
    with connection.cursor() as cursor:
        cursor.execute(statement(), {"by": boss})
        return {
            (row.get("verb", label), pk): row
            for label, pk, found in cursor.fetchall()
            for row in [json.loads(found)]
        }


# All that ``check`` looks at of an event.
STATES: Final = """
    SELECT event, sum(hashtextextended(part, 0)) FROM (
        SELECT 'tournament:' || id AS event, t::text AS part FROM tournaments_tournament t
        UNION ALL SELECT 'tournament:' || tournament_id, e::text FROM tournaments_entry e
        UNION ALL SELECT 'tournament:' || tournament_id, p::text
            FROM tournaments_purchase p JOIN tournaments_entry e ON e.id = p.entry_id
        UNION ALL SELECT event, t::text FROM tables_table t
        UNION ALL SELECT event, s::text FROM tables_seat s JOIN tables_table t ON t.id = s.table_id
        UNION ALL SELECT event, d::text
            FROM tables_deadline d JOIN tables_table t ON t.id = d.table_id
        UNION ALL SELECT substr(name, 6), a::text FROM payouts_account a WHERE name LIKE 'pool:%'
    ) AS parts GROUP BY event"""


def states() -> dict[str, int]:
    """By event what tells its state from any other."""
    with connection.cursor() as cursor:
        cursor.execute(STATES)
        return dict(cursor.fetchall())


class Before(NamedTuple):
    """What there was before a verb was done."""

    records: Rows
    states: dict[str, int]


def outcome(scene: Scene, case: Case, before: Before) -> tuple[str, set[str]]:
    """What becomes of the verb, and which records it leaves beside those ``before``; nothing of it
    stays."""
    with transaction.atomic():
        said = DONE
        try:
            with transaction.atomic():
                case.do(scene)
        except Refusal as refusal:
            said = str(refusal)
        else:
            check(scene, before.states)
        after = records(scene.boss)
        known = before.records
        left = {label for (label, pk), row in after.items() if known.get((label, pk)) != row}
        transaction.set_rollback(True)
    return (NOTHING if said == DONE and not left else said), left


def check(scene: Scene, before: Mapping[str, int]) -> None:
    """Chips and cents are all there, and whoever is to act is timed, or in a pause; of events that
    are as they were ``before`` it was seen then."""
    assert sum(Account.objects.values_list("balance", flat=True)) == 0
    changed = {Tournament.number_of(name) for name, _ in states().items() - before.items()}
    for event_id in {scene.event_id, scene.live_id, scene.raced.pk}:
        if event_id not in changed:
            continue
        event = Tournament.objects.get(pk=event_id)
        invariants.no_cent_is_made(event)
        if event.status == Tournament.Status.RUNNING:
            invariants.who_plays_has_one_seat(event)
            invariants.chips_are_conserved(event)
            invariants.tables_hold_what_their_seats_say(event)
            invariants.whoever_is_to_act_is_timed(event)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("owner")
@pytest.mark.rule("INFO-1", "STAFF-2")
@pytest.mark.parametrize("meeting", [*MEETINGS])
def test_every_verb_is_done_and_on_record_or_refused_by_name(meeting: str) -> None:
    scene = Scene()
    MEETINGS[meeting](scene)
    check(scene, {})
    before = Before(records(scene.boss), states())
    wrong = {}
    for name, case in sampled(CASES.items(), one_in=2, of=f"verbs {meeting}"):
        try:
            said, left = outcome(scene, case, before)
        except Exception as error:
            wrong[name] = repr(error)[:300]
            continue
        wanted = OUTCOMES[meeting].get(name, DONE)
        if said != wanted:
            wrong[name] = f"{said}, not {wanted}"
        elif (case.leaves in left) != (said == DONE):
            wrong[name] = f"leaves {left}, not {case.leaves}"
    assert wrong == {}
