"""Passkeys at the door and at the desk, but for what only a browser can do."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from players.models import User
from players.sign_in import guests

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-3")]


def test_the_door_asks_for_any_passkey_of_this_room(client: Client) -> None:
    answer = client.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    asked = answer.json()["request_options"]["publicKey"]
    assert asked["rpId"] == "testserver"
    assert asked["userVerification"] == "required"


def test_a_passkey_is_the_desk_s_second_factor(client: Client, settings: Any) -> None:
    settings.DEMO = False
    boss = User.objects.create_superuser("boss")
    client.force_login(boss)
    assert client.get("/admin/", secure=True)["Location"] == "/accounts/2fa/"
    passkey = Authenticator.objects.create(user=boss, type=Authenticator.Type.WEBAUTHN, data={})
    answer = client.get("/admin/", secure=True)
    assert answer["Location"] == "/accounts/2fa/webauthn/reauthenticate/?next=%2Fadmin%2F"
    session = client.session
    shown = {"method": "mfa", "at": timezone.now().timestamp(), "id": passkey.pk}
    session["account_authentication_methods"] = [shown]
    session["account_authentication_methods_user"] = str(boss.pk)
    session.save()
    assert client.get("/admin/", secure=True).status_code == 200


def test_a_guest_adds_none(client: Client) -> None:
    guest = guests.make(of_age=True, known_as=(), now=timezone.now())
    client.force_login(guest)
    assert client.get("/accounts/2fa/webauthn/add/")["Location"] == "/accounts/signup/"
