"""The desk's pages of settings, and what players see of them."""

from io import BytesIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as django_settings
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext
from PIL import Image
from pytest_django import Settings

from core.settings import contrast, registry
from payouts.room_settings import FOUR_EYES
from players import room_settings as players_house
from players.models import Mail, User
from players.notices import news
from players.notices.news import News
from poker_site.models import SettingChange, SettingOrder
from poker_site.refusals import RoomCode
from poker_site.room_settings import changes, colours_and_logo
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOUSE-1")]


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss", email="boss@example.org")


@pytest.fixture
def desk(boss: User) -> Client:
    client = Client()
    client.force_login(boss)
    return client


def page(key: str) -> str:
    return reverse("admin:house_setting", args=[key])


def post(desk: Client, key: str, **typed: Any) -> str:
    """What the page says after its form was sent."""
    answer = desk.post(page(key), {"reason": "They moved", **typed}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def picture(size: tuple[int, int] = (300, 100), kind: str = "PNG") -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", size, "red").save(out, kind)
    return SimpleUploadedFile("logo.png", out.getvalue())


# One of each kind: what is typed, and what is kept.
TYPED: dict[str, tuple[dict[str, Any], object]] = {
    "room.name": ({"value": "Sala Verde"}, "Sala Verde"),
    "room.languages": ({"value": ["it"]}, ["it"]),
    "events.lost_connections": ({"value": 40}, 40),
    "cash.return_within": ({"value": 3, "unit": 3600}, 10_800),
    "look.felt": ({"value": "#123456"}, "#123456"),
    "mails.closing": ({"value_en": "Via Roma", "value_it": "Via Roma 1"},
                      {"en": "Via Roma", "it": "Via Roma 1"}),
    "events.wall_parts": ({"value": ["news", "logo"]}, ["logo", "news"]),
    "money.four_eyes": ({"value": "2000.50"}, 2_000_50),
    "events.case2_when_all_itm": ({"value": "yes"}, True),
}  # fmt: skip


@pytest.mark.middling
def test_each_kind_of_setting_has_its_form(desk: Client) -> None:
    for key, (typed, kept) in TYPED.items():
        post(desk, key, **typed)
        rows = SettingOrder if registry.declared()[key].money else SettingChange
        assert rows.objects.get(key=key).new == kept, key
    everything = desk.get(reverse("admin:house")).content.decode()
    for setting in registry.declared().values():
        assert page(setting.key) in everything
        assert desk.get(page(setting.key)).status_code == 200


def test_what_is_refused_is_said_and_nothing_changes(desk: Client) -> None:
    assert "is hard to read: its contrast is 1." in post(desk, "look.felt", value="#f0f0f0")
    assert not SettingChange.objects.exists()


def test_an_address_that_is_none_is_refused_and_an_empty_default_is_a_dash(desk: Client) -> None:
    assert "is not an email address" in post(desk, "room.mail", value="not-an-address")
    assert not SettingChange.objects.exists()
    assert "default: –" in post(desk, "room.mail", value="us@club.example")


def test_settings_are_found_by_words_of_either_language(desk: Client) -> None:
    found = desk.get(reverse("admin:house"), {"q": "nome"}).content.decode()
    assert page("room.name") in found
    assert page("money.four_eyes") not in found
    alone = desk.get(reverse("admin:house"), {"q": "seconda persona"})
    assert alone.headers["Location"] == page("money.four_eyes")
    assert "No setting matches" in desk.get(reverse("admin:house"), {"q": "xyz"}).content.decode()


@pytest.mark.parametrize("words", ["Name of the room", "nome della sala ", "room.name"])
def test_words_that_mean_one_setting_lead_on_to_it(words: str, desk: Client) -> None:
    assert desk.get(reverse("admin:house"), {"q": words}).headers["Location"] == page("room.name")
    assert desk.get(reverse("admin:house"), {"q": "room"}).status_code == 200


def test_a_change_is_undone_and_the_default_holds_again(desk: Client) -> None:
    post(desk, "room.name", value="Sala Verde")
    post(desk, "room.name", value="Sala Rossa")
    last = SettingChange.objects.latest("pk")
    assert "Sala Verde" in desk.get(page("room.name")).content.decode()
    undo = reverse("admin:house_undo", args=["room.name", last.pk])
    assert "Give a reason" in desk.post(undo, follow=True).content.decode()
    desk.get(undo)
    assert players_house.NAME.value() == "Sala Rossa"
    desk.post(undo, {"reason": "x"})
    assert players_house.NAME.value() == "Sala Verde"
    desk.post(reverse("admin:house_default", args=["room.name"]), {"reason": "x"})
    assert players_house.NAME.value() == "Montepremi"


def test_the_page_of_one_setting_takes_back_no_change_of_another(desk: Client) -> None:
    post(desk, "room.name", value="Sala Verde")
    change = SettingChange.objects.get()
    address = reverse("admin:house_undo", args=["room.languages", change.pk])
    said = desk.post(address, {"reason": "x"}, follow=True).content.decode()
    assert gettext(RoomCode.NO_SUCH_SETTING.sentence) in said
    assert players_house.NAME.value() == "Sala Verde"


def test_money_is_confirmed_on_the_page_of_what_waits(desk: Client, boss: User) -> None:
    words = post(desk, "money.four_eyes", value="2000")
    assert "waits for a second person" in words
    order = SettingOrder.objects.get()
    address = reverse("admin:poker_site_settingorder_change", args=[order.pk])
    assert address in desk.get(reverse("admin:index")).content.decode()
    second = Client()
    second.force_login(User.objects.create_superuser("second"))
    assert "Confirm" in second.get(address).content.decode()
    second.post(
        reverse("admin:poker_site_settingorder_confirm", args=[order.pk]),
        {"_form_submitted": "on"},
        headers={"HX-Request": "true"},
    )
    assert FOUR_EYES.value() == 2_000_00


@pytest.mark.middling
def test_who_may_look_and_who_may_change(boss: User) -> None:
    post_to = [
        page("room.name"),
        reverse("admin:house_default", args=["room.name"]),
        reverse("admin:house_test_mail", args=["room.name"]),
    ]
    change = changes.change(key="room.name", new="Sala", by=boss.pk, why="x", now=START)
    assert isinstance(change, SettingChange)
    post_to.append(reverse("admin:house_undo", args=["room.name", change.pk]))
    for group, looks in (("auditor", 200), ("floor", 403), ("cashier", 403)):
        member = User.objects.create_user(group, is_staff=True)
        member.groups.set(Group.objects.filter(name=group))
        client = Client()
        client.force_login(member)
        for address in (reverse("admin:house"), page("room.name")):
            assert client.get(address).status_code == looks, (group, address)
        for address in post_to:
            answer = client.post(address, {"value": "x y", "reason": "x"})
            assert answer.status_code == 403, (group, address)
    assert SettingChange.objects.count() == 1


def test_the_mails_are_shown_in_both_languages_and_sent_to_who_asks(
    desk: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    post(desk, "mails.closing", value_en="Rome Street", value_it="Via Roma")
    shown = desk.get(page("mails.closing")).content.decode()
    assert "Rome Street" in shown
    assert "Via Roma" in shown
    desk.post(reverse("admin:house_test_mail", args=["mails.closing"]))
    mails = Mail.objects.order_by("pk")
    assert [mail.to for mail in mails] == ["boss@example.org"] * 2
    assert "Rome Street" in mails[0].body
    assert "Via Roma" in mails[1].body


def test_a_single_mail_has_words_of_its_own_in_both_languages(
    desk: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    post(desk, "mails.away", value_en="Hello! {text} Yours, {room}.", value_it="Ciao! {text}")
    shown = desk.get(page("mails.away")).content.decode()
    assert "Hello! The message of the email goes here. Yours, Montepremi." in shown
    assert "Ciao! " in shown
    post(desk, "mails.identity", value_en="{name}", value_it="{text}")
    assert SettingChange.objects.count() == 1
    anna = User.objects.create_user("anna")
    EmailAddress.objects.create(user=anna, email="a@example.org", verified=True, primary=True)
    table = {"name": "Table 1"}
    news.tell([News(anna.pk, "away", "1", table, "/")], now=START)
    news.tell([News(anna.pk, "identity", "2", {"state": "asked"}, "/")], now=START)
    own, usual = [mail.body for mail in Mail.objects.order_by("pk")]
    assert own.startswith("Hello! Table 1: you are sitting out")
    assert "Yours, Montepremi." in own
    assert usual.startswith("Please upload a document")


@pytest.mark.parametrize("kind", ["confirm", "password", "nobody"])
def test_a_mail_of_the_account_is_shown_as_it_is_until_it_has_words_with_its_link(
    desk: Client, kind: str
) -> None:
    key = f"mails.{kind}"
    shown = desk.get(page(key)).content.decode()
    assert shown.count(f"{django_settings.PUBLIC_URL}/accounts/example/") == 2
    assert "-- \nMontepremi" in shown
    told = post(desk, key, value_en="Go on: {link}", value_it="Avanti")
    assert "This text must contain {link}" in told
    assert not SettingChange.objects.exists()
    post(desk, key, value_en="Go on: {link}", value_it="Avanti: {link}")
    shown = desk.get(page(key)).content.decode()
    assert f"Go on: {django_settings.PUBLIC_URL}/accounts/example/" in shown


@pytest.mark.middling
def test_the_public_pages_have_the_room_s_name_contact_languages_and_logo(
    desk: Client, client: Client
) -> None:
    for key, typed in (
        ("room.name", {"value": "Sala <Verde>"}),
        ("room.mail", {"value": "ciao@example.org"}),
        ("room.phone", {"value": "06 1"}),
        ("look.logo", {"value": picture()}),
    ):
        post(desk, key, **typed)
    text = client.get("/").content.decode()
    assert text.count("Sala &lt;Verde&gt;") >= 4
    assert "Montepremi" not in text
    assert 'href="mailto:ciao@example.org"' in text
    assert 'name="language" value="it"' in text
    told = client.get(reverse("manifest")).json()
    assert told["name"] == "Sala <Verde>"
    logo = colours_and_logo.logo_address()
    assert logo in text
    assert told["icons"][0]["src"] == logo
    at_the_desk = desk.get(reverse("admin:index")).text
    assert f'<img src="{logo}"' in at_the_desk
    assert "Sala &lt;Verde&gt;" in at_the_desk
    answer = client.get(logo)
    with Image.open(BytesIO(answer.content)) as drawn:
        assert (drawn.format, drawn.size) == ("WEBP", (512, 512))
    assert client.get("/logo/" + "0" * 20 + ".webp").status_code == 404
    post(desk, "room.languages", value=["it"])
    text = client.get("/", headers={"Accept-Language": "en"}).content.decode()
    assert '<html lang="it">' in text
    assert 'name="language"' not in text
    assert '<html lang="en' in desk.get(reverse("admin:house")).content.decode()


def test_a_logo_that_is_no_picture_is_refused(desk: Client) -> None:
    post(desk, "look.logo", value=SimpleUploadedFile("logo.png", b"<svg onload=alert(1)>"))
    assert players_house.LOGO.value() == ""


@pytest.mark.middling
def test_the_room_s_colours_can_be_read_whatever_they_are(desk: Client, client: Client) -> None:
    assert 'href="/room.css' not in client.get("/").content.decode()
    for colour in ("#ffffff", "#000000", "#7f7f7f", "#ff0000", "#0000ff", "#ffff00"):
        post(desk, "look.accent", value=colour)
        names = colours_and_logo._accent(colour)
        assert contrast.ratio(names["gold"], names["on-gold"]) >= 4.5
        assert contrast.ratio(names["gold-light"], names["on-gold"]) >= 4.5
        light, dark = names["gold-bright"][len("light-dark(") : -1].split(", ")
        for text, grounds in (
            (light, colours_and_logo.LIGHT_GROUNDS),
            (dark, colours_and_logo.DARK_GROUNDS),
        ):
            assert all(contrast.ratio(text, ground) >= 4.5 for ground in grounds)
    shown = client.get("/").content.decode()
    assert colours_and_logo.style_address() in shown
    assert "--gold: #ffff00" in client.get(colours_and_logo.style_address()).content.decode()
