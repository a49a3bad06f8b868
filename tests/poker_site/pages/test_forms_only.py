"""Nobody is left on an empty page by an address that takes forms only."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from poker_site.pages.forms_only import above
from tests.tournaments import events

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def anna() -> User:
    (anna,) = events.players(1, cents=20_00, prefix="anna")
    anna.set_password("correct horse battery")
    anna.save()
    return anna


def test_a_form_sent_when_signed_out_leads_back_to_its_page(client: Client, anna: User) -> None:
    turned_away = client.post(reverse("set_limit"), {"period": "day", "amount": "5"})
    signed_in = client.post(
        turned_away.headers["Location"],
        {"login": anna.username, "password": "correct horse battery"},
        headers=BROWSER,
        follow=True,
    )
    assert signed_in.redirect_chain[-1] == (reverse("limits"), 302)
    assert "Your limits" in signed_in.content.decode()


def test_the_language_of_a_page_that_a_form_answered_can_be_changed(
    client: Client, anna: User
) -> None:
    client.force_login(anna)
    answered = client.post(reverse("deposit"), {"amount": "much"}, headers=BROWSER)
    assert f'name="next" value="{reverse("deposit")}"' in answered.content.decode()
    said = {"language": "it", "next": reverse("deposit")}
    changed = client.post(reverse("set_language"), said, headers=BROWSER, follow=True)
    assert changed.redirect_chain[-1] == (reverse("wallet"), 302)
    assert "Saldo" in changed.content.decode()


def test_a_program_that_reads_an_address_of_a_form_learns_that_it_may_not(
    client: Client, anna: User
) -> None:
    client.force_login(anna)
    assert client.get(reverse("deposit")).status_code == 405


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/wallet/payments/deposit/", "/wallet/payments/"),
        ("/accounts/sessions/5/end/", "/accounts/sessions/"),
        ("/tournaments/7/register/", "/tournaments/7/"),
        ("/series/7/star/", "/"),
        ("/", "/"),
    ],
)
def test_the_page_of_a_form_is_the_nearest_above(form: str, page: str) -> None:
    assert above(form) == page
