"""Who works at the desk."""

from django.contrib.auth.models import Group
from django.test import Client

from players.models import User


def member(group: str) -> Client:
    """Somebody of a group of staff, who is signed in; "boss" has every right."""
    user = User.objects.create_user(f"{group}er", is_staff=True, is_superuser=group == "boss")
    user.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(user)
    return client
