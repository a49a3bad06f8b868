"""The desk speaks the reader's language: none of its frameworks' English is left."""

import re
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from core.admin.staff import ReadOnly
from players.models import StaffInvitation, User
from poker_site.people import joining
from tests.harness.sampling import sampled
from tests.tournaments import events
from tournaments.entry import registration

pytestmark = pytest.mark.django_db

# What Django, unfold and allauth say where nobody has translated them.
LEAKS = (
    *("Search apps", "to view", "to change", "Save and", "Designates", "admin site", "algorithm"),
    *("iterations", "content type", "may add", "Can view", "Can add", "reauthenticate", "Please"),
    *("Confirm Your", "Cancel", "Submit", "Select", "Add", "Clear all", "Type to search"),
    *("Recent searches", "Welcome", "Log out", "History", "Close", "authenticator"),
)
HIDDEN = re.compile(r"<(script|style|template)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL)


def visible(page: str) -> str:
    """The words of a page, its buttons and labels among them."""
    spoken = re.findall(r'(?:placeholder|title|aria-label|alt)="([^"]*)"', page)
    return " ".join([HIDDEN.sub(" ", page), *spoken])


def addresses() -> Iterator[str]:
    """Every list of the desk, every form for something new, and a page of what there is."""
    yield reverse("admin:index")
    yield reverse("admin:house")
    for model, desk in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        if not isinstance(desk, ReadOnly):
            yield reverse(f"{name}_add")
        if row := model._default_manager.order_by("pk").first():
            yield reverse(f"{name}_change", args=[row.pk])


@pytest.mark.slow
@pytest.mark.long
def test_no_page_of_the_desk_says_in_english_what_a_framework_says(client: Client) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.com")
    event = events.scheduled(name="Torneo")
    [anna] = events.players(1, prefix="anna")
    registration.register(tournament_id=event.pk, user_id=anna.pk, now=events.START)
    joining.invite(
        mail="m@example.com", roles=["group:floor"], by=boss.pk, now=events.START, called="Marta"
    )
    client.force_login(boss)
    client.cookies["django_language"] = "it"
    found: list[tuple[str, str]] = []
    for address in sampled(addresses(), one_in=4, of="the words of the desk"):
        answer = client.get(address)
        if answer.status_code == 200:
            words = visible(answer.text)
            leaks = [re.search(rf".{{0,30}}\b{leak}\b(?!-).{{0,30}}", words) for leak in LEAKS]
            found += [(address, leak[0]) for leak in leaks if leak]
    assert not found, "\n".join(map(str, found))


def test_a_name_stands_in_its_crumb_as_it_is_written(admin_client: Client) -> None:
    anna = User.objects.create_user("p01")
    page = admin_client.get(reverse("admin:players_user_change", args=[anna.pk])).text
    title = page.partition("<h1")[2].partition("</h1>")[0]
    assert "p01" in title
    assert "P01" not in title


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Floor, Cashier"), ("it", "Direzione, Cassa")]
)
def test_an_invitation_names_groups_in_the_reader_s_language(
    language: str, said: str, admin_client: Client, admin_user: User
) -> None:
    now = events.START
    invitation = StaffInvitation.objects.create(
        mail="m@example.com", is_superuser=False, groups=["floor", "cashier"], token_hash="x",
        by=admin_user, at=now, until=now,
    )  # fmt: skip
    admin_client.cookies["django_language"] = language
    page = reverse("admin:players_staffinvitation_change", args=[invitation.pk])
    assert said in admin_client.get(page).text
