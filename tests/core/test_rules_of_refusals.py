"""Every refusal that follows from a rule names it, and leads to its text (INFO-1)."""

import pytest
from django.test import Client
from django.urls import reverse

from core import sentences
from tests.conformance import rules
from tests.tournaments import events


@pytest.mark.rule("INFO-1")
def test_every_refusal_names_a_rule_of_the_book_or_follows_from_none() -> None:
    named = {sentences.rule_of(code) for code in sentences.registered()}
    assert named - {None} <= set(rules.ids())


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
