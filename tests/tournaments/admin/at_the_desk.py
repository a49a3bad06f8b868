"""Who sits at the desk in these tests, and how they open and submit its dialogs."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import User
from tournaments.models import Tournament
from tournaments.staff_groups import GROUPS


def member(group: str) -> Client:
    """Somebody at the desk: of a group, with every right ("boss"), or with none."""
    user = User.objects.create_user(f"{group}er", is_staff=True, is_superuser=group == "boss")
    if group in GROUPS:
        user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


def watch(event: Tournament) -> str:
    return reverse("admin:tournaments_tournament_watch", args=[event.pk])


def dialog(event: Tournament, verb: str, **about: object) -> str:
    address = reverse("admin:tournaments_tournament_act", args=[event.pk, verb])
    return f"{address}?" + "&".join(f"{name}={pk}" for name, pk in about.items())


def press(client: Client, address: str, **form: Any) -> int:
    """Submit a dialog; the status of the answer."""
    return client.post(address, {"_form_submitted": "on", **form}).status_code


def typed(page: Any) -> dict[str, Any]:
    """What a browser would send of a dialog if nothing were typed."""
    form = page.context["form"]
    return {name: form[name].value() or "" for name in form.fields}
