"""What the staff's desk hides even from a superuser."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.test import Client

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"


def test_staff_take_a_lost_second_factor_away_and_never_read_it(client: Client) -> None:
    chief = get_user_model().objects.create_superuser("chief", password="!")
    factor = Authenticator.objects.create(user=chief, type="totp", data={"secret": SECRET})
    client.force_login(chief)
    lists = "/admin/mfa/authenticator/"
    for address in (lists, f"{lists}{factor.pk}/change/"):
        page = client.get(address)
        assert page.status_code == 200
        assert SECRET not in page.content.decode()
    assert client.get(lists, {"data__secret__startswith": "J"}).status_code == 400
    assert client.post(f"{lists}{factor.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists()
