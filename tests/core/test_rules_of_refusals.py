"""Every refusal that follows from a rule names it, and leads to its text (INFO-1)."""

import pytest
from django.test import Client
from django.urls import reverse

from core import sentences
from tests.conformance import rules
from tests.tournaments import events

# Refusals of what does not exist or cannot be read, and of what two people did at once: no rule of
# the game says so.
NO_RULE = {
    *("NO_REASON", "ROOM_BUSY", "ROOM_TROUBLE", "LOGIN_REQUIRED", "NO_SUCH_SESSION"),
    *("NO_SUCH_NOTICE", "NO_SUCH_HOUR", "NO_SUCH_DEVICE", "BAD_ENDPOINT", "BAD_KEYS"),
    *("TOO_MANY_DEVICES", "TOO_MANY_TABLES"),
    *("MALFORMED", "MALFORMED_MESSAGE", "TOO_MANY_MESSAGES", "STALE_VERSION"),
    *("HAND_FINISHED", "HAND_NOT_FINISHED", "NO_HAND", "NOT_IN_HAND", "NOT_SEATED"),
    *("NO_SUCH_TABLE", "NO_SUCH_SEAT", "TABLE_CLOSED", "NOT_A_CASH_TABLE"),
    *("NO_SUCH_POOL", "NO_SUCH_GAME", "NO_SUCH_SERIES", "POOL_CLOSED", "NOT_IN_POOL"),
    *("INSUFFICIENT_FUNDS", "KEY_REUSED", "AMOUNT_NOT_POSITIVE", "NOT_AN_AMOUNT"),
    *("SAME_ACCOUNT", "DEPOSIT_TOO_LARGE", "NO_ORDER_WAITS", "NO_SUCH_PAYMENT"),
    *("NO_SUCH_TOURNAMENT", "NOT_REGISTERED", "EVENT_FULL", "EVENT_OVER", "NOT_STARTED"),
    *("TOO_MANY_NEEDED", "START_TIME_MISSING", "START_IS_PAST", "NO_DRAW", "NO_SUCH_PLAN"),
    *("RECURRENCE_UNREADABLE", "RECURRENCE_NO_DATES", "RECURRENCE_COUNTS"),
    *("RECURRENCE_PART", "RECURRENCE_PARTS", "RECURRENCE_IS_OVER"),
    *("NO_RECURRENCE", "TOO_MANY_DATES"),
    *("SETTING_UNREADABLE", "SETTING_OUT_OF_BOUNDS", "SETTING_NOT_OFFERED", "SETTING_NO_COLOUR"),
    *("SETTING_CONTRAST", "SETTING_LACKS_WORD", "SETTING_NO_SUCH_WORD"),
    *("NO_SUCH_TARIFF", "TARIFF_NAME_TAKEN", "TARIFF_UNCHANGED"),
    *("NO_SUCH_VELOX_TABLE", "VELOX_TABLE_NAME_TAKEN", "VELOX_TABLE_UNCHANGED"),
    *("NO_SUCH_SETTING", "NO_SUCH_PROGRAMME", "NO_GROUP"),
    *("MALFORMED_REQUEST", "NOT_FOR_YOU", "STALE_FORM", "NOTHING_HERE", "NOT_THAT_METHOD"),
    *("NOT_IN_THAT_FORM", "UNREADABLE_FORM", "BODY_TOO_LARGE", "TOO_MANY_TRIES", "BODY_TOO_SLOW"),
    *("NOT_RUNNING", "NOT_IN_PLAY", "NOT_THIS_EVENT", "ORDER_WAITS", "NO_SUCH_ORDER"),
}


@pytest.mark.rule("INFO-1")
def test_every_refusal_names_a_rule_of_the_book_or_follows_from_none() -> None:
    every = set(sentences.registered())
    named = {code: sentences.rule_of(code) for code in every}
    assert {code for code, rule in named.items() if rule is None} == NO_RULE
    assert {rule for rule in named.values() if rule} <= set(rules.ids())


@pytest.mark.django_db
@pytest.mark.rule("INFO-1")
def test_a_refusal_on_a_page_leads_to_its_rule(client: Client) -> None:
    event = events.sit_and_go()
    (user,) = events.players(1)
    client.force_login(user)
    client.post(reverse("register", args=[event.pk]))
    page = client.post(reverse("register", args=[event.pk]), follow=True).content.decode()
    assert "already registered" in page
    assert f'href="{reverse("rule", args=["TRN-2"])}"' in page


@pytest.mark.django_db
@pytest.mark.rule("INFO-1")
def test_a_refusal_as_json_names_its_rule(client: Client) -> None:
    event = events.sit_and_go()
    (user,) = events.players(1)
    client.force_login(user)
    address = f"/api/tournaments/{event.pk}/register/"
    assert client.post(address).status_code == 200
    answer = client.post(address)
    assert answer.status_code == 409
    assert answer.json()["code"] == "ALREADY_REGISTERED"
    assert answer.json()["rule"] == "TRN-2"
