"""What was planned, published or offered before a release goes on by the rules of its day."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tables.models import CashGame, Table
from tests.tournaments import events
from tournaments.entry import scheduling

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("owner")]

OLD = [("tournaments", "0004_one_starting_stack"), ("tables", "0004_finished_hands")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    """The models of these migrations, to which the database is brought within the test."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.mark.rule("BTN-3", "ACT-3", "FL-1", "FL-2", "DRAW-6")
def test_terms_from_before_the_new_usual_ones_are_kept() -> None:
    latest = [
        key
        for key in MigrationExecutor(connection).loader.graph.leaf_nodes()
        if key[0] in dict(OLD)
    ]
    plans = {game: events.template(name=game, game=game) for game in ("nlhe", "flhe")}
    published = scheduling.publish(template_id=plans["flhe"].pk, now=timezone.now())
    old = migrate(OLD)
    cash_games, tables = (old.get_model("tables", name).objects for name in ("CashGame", "Table"))
    cash_games.create(name="FL10", game="flhe", small_blind=5, big_blind=10)
    table = {"name": "1", "max_seats": 6, "stakes": {}, "action_seconds": 20, "live": {}}
    opened = tables.create(event="cash:1", opened_at=timezone.now(), **table)
    migrate(latest)
    plan = plans["nlhe"]
    plan.refresh_from_db()
    published.refresh_from_db()
    assert plan.house._replace(button="dead", short_all_ins="each") == type(plan)().house
    assert (plan.button, plan.short_all_ins) == ("forward", "together")
    assert (published.button, published.short_all_ins) == ("forward", "together")
    assert (published.cap_heads_up, published.limit_all_in) == ("round", "half")
    game = CashGame.objects.get()
    assert (game.button, game.short_all_ins) == ("dead", "together")
    assert (game.cap_heads_up, game.limit_all_in) == ("round", "half")
    assert Table.objects.get(pk=opened.pk).house == {"button": "dead"}
