"""Sessions and second factors as the database has them, and a thief who has read it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from players.models import User
from players.sign_in import session_store
from players.sign_in.factors import SealedFactors
from tests.conftest import hash_of_a_secret

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ACCOUNT-1")]

PASSWORD = "correct horse battery"
COOKIE = settings.SESSION_COOKIE_NAME


@pytest.fixture(autouse=True)
def _as_in_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_store, "key_of", hash_of_a_secret)


@pytest.fixture
def anna(client: Client) -> User:
    """Anna, who has signed in by ``client``."""
    user = User.objects.create_user("anna", password=PASSWORD)
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    return user


def opens(cookie: str) -> bool:
    client = Client()
    client.cookies[COOKIE] = cookie
    return client.get("/wallet/").status_code == 200


def test_what_the_database_knows_of_a_session_opens_nothing(client: Client, anna: User) -> None:
    secret = client.cookies[COOKIE].value
    assert opens(secret)
    keys = {*Session.objects.values_list("pk", flat=True)}
    keys |= {*UserSession.objects.values_list("session_key", flat=True)}
    assert keys == {hash_of_a_secret(secret)}
    assert not opens(hash_of_a_secret(secret))


def test_an_unknown_cookie_becomes_nobody_s_session() -> None:
    client = Client()
    client.cookies[COOKIE] = "chosen-by-an-attacker"
    client.post("/accounts/login/", {"login": "anna", "password": "x"})
    User.objects.create_user("bruno", password=PASSWORD)
    client.post("/accounts/login/", {"login": "bruno", "password": PASSWORD})
    assert client.get("/wallet/").status_code == 200
    assert not opens("chosen-by-an-attacker")


def test_a_session_ends_by_its_row_and_by_signing_out(client: Client, anna: User) -> None:
    secret = client.cookies[COOKIE].value
    client.post("/accounts/logout/")
    assert not opens(secret)
    assert not Session.objects.filter(pk=hash_of_a_secret(secret)).exists()


def test_a_session_in_use_is_renewed_before_it_runs_out(client: Client, anna: User) -> None:
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    for left, renewed in ((age * 0.6, False), (age * 0.4, True)):
        until = timezone.now() + left
        Session.objects.update(expire_date=until)
        client.get("/wallet/")
        assert (Session.objects.get().expire_date > until) is renewed


@pytest.mark.rule("STAFF-1")
def test_second_factors_lie_sealed_and_are_read_with_an_earlier_key(
    anna: User, settings: Any
) -> None:
    secret = generate_totp_secret()
    TOTP.activate(anna, secret)
    codes = RecoveryCodes.activate(anna).generate_codes()
    rows = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in rows
    sealed = Authenticator.objects.get(type="recovery_codes").data["seed"]
    # A seed is hexadecimal digits.
    with pytest.raises(ValueError, match="non-hexadecimal"):
        bytes.fromhex(sealed)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next key of this room"
    assert RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).generate_codes() == codes
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(ValidationError, match="Incorrect code"):
        RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).generate_codes()


@pytest.mark.rule("STAFF-1")
@pytest.mark.parametrize("way", ["the row moves", "the secret is copied"])
def test_a_second_factor_opens_in_the_row_of_its_owner_alone(
    client: Client, anna: User, way: str
) -> None:
    """A thief who may write in the database gives another account a factor of their own."""
    secret = generate_totp_secret()
    TOTP.activate(anna, secret)
    codes = RecoveryCodes.activate(anna).generate_codes()
    boss = User.objects.create_user("boss", password=PASSWORD)
    if way == "the row moves":
        Authenticator.objects.update(user=boss)
    else:
        for row in Authenticator.objects.all():
            Authenticator.objects.create(user=boss, type=row.type, data={**row.data})
    code = format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))
    client.logout()
    client.post("/accounts/login/", {"login": "boss", "password": PASSWORD})
    for tried in (code, codes[0]):
        answer = client.post("/accounts/2fa/authenticate/", {"code": tried})
        assert answer.context["form"].errors["code"] == ["Incorrect code."]
    assert client.get("/wallet/").status_code == 302


@pytest.mark.rule("STAFF-1")
def test_a_second_factor_opens_for_its_owner(client: Client, anna: User) -> None:
    codes = RecoveryCodes.activate(anna).generate_codes()
    TOTP.activate(anna, generate_totp_secret())
    client.logout()
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert client.get("/wallet/").status_code == 200


@pytest.mark.rule("STAFF-1")
def test_a_second_factor_of_nobody_s_does_not_open(anna: User) -> None:
    """What is sealed before allauth has said whose it is."""
    Authenticator.objects.create(
        user=anna, type="totp", data={"secret": str(SealedFactors().encrypt("x"))}
    )
    with pytest.raises(ValidationError, match="Incorrect code"):
        Authenticator.objects.get().wrap().validate_code("123456")
