"""Pages that a framework writes have headings as ours have them."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("page", "language", "heading", "button"),
    [
        ("account_email", "en", "Email addresses", "Add email"),
        ("account_email", "it", "Indirizzi email", "Rendi principale"),
        ("account_change_password", "en", "Change password", "Change password"),
        ("account_change_password", "it", "Cambia la tua password", "Cambia la tua password"),
        ("mfa_index", "en", "Two-factor authentication", "Activate"),
        ("mfa_index", "it", "Autenticazione a due fattori", "Attiva"),
    ],
)
def test_a_heading_is_a_sentence_and_no_row_of_capitals(
    client: Client, page: str, language: str, heading: str, button: str
) -> None:
    anna = User.objects.create_user("anna", "anna@example.org", "correct horse battery")
    client.force_login(anna)
    client.cookies["django_language"] = language
    shown = client.get(reverse(page)).content.decode()
    assert f"<title>{heading} · " in shown
    assert f"<h1>{heading}</h1>" in shown
    assert f">{button}</" in shown
