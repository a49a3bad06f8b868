"""Each package names the data that it has of players: none is forgotten."""

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from players.models import User
from players.own_data import registry

pytestmark = pytest.mark.rule("DATA-1")

# Columns that no archive has, in any model: keys, secrets, and what staff write for colleagues.
NEVER = (
    *("password", "data__secret", "secret", "token", "token_hash", "session_key", "calendar"),
    *("endpoint", "p256dh", "auth", "sealed", "marks", "key", "reference", "deck"),
)


def relations() -> set[tuple[str, str]]:
    """Every relation of a model to a user."""
    return {
        (model._meta.label, field.name)
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.proxy
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and field.related_model is User
    }


def test_every_relation_to_a_user_is_exported_or_kept_back_for_a_reason() -> None:
    exported = {(part.model, part.owner) for part in registry.parts()}
    kept_back = {(row.model, row.field) for row in registry.kept_back()}
    known = relations()
    assert known - exported - kept_back == set(), "name it in a personal_data.py"
    assert kept_back <= known
    assert not exported & kept_back
    assert all(row.why for row in registry.kept_back())


def test_columns_exist_and_none_is_a_secret() -> None:
    for part in registry.parts():
        model = apps.get_model(part.model)
        # Django resolves the names, and refuses unknown ones.
        str(model._default_manager.values_list(part.cursor, part.owner, *part.columns).query)
        for column in part.columns:
            assert column.rpartition("__")[2] not in NEVER, (part.key, column)


@pytest.mark.rule("STAFF-12")
def test_every_relation_to_a_player_has_its_fate_at_a_merge() -> None:
    of_staff = [row for row in registry.kept_back() if row.at_merge is None]
    assert [row for row in of_staff if "member of staff" not in row.why] == []
    # An owner behind another relation moves with that one.
    moved = [part for part in registry.parts() if part.at_merge == "moves"]
    assert [part.key for part in moved if "__" in part.owner] == []
    for part in moved:
        model = apps.get_model(part.model)
        assert not model._meta.get_field(part.owner).unique, part.key


def test_the_reason_of_a_measure_stays_with_the_staff() -> None:
    of_staff = {"why", "why_not", "decision", "facts"}
    told = {"players.ChatSanction", "tournaments.ClubReport"}
    for part in registry.parts():
        if part.model not in told:
            assert not of_staff & set(part.columns), part.key
