"""What a player may be called."""

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from core.refusal import Refusal, RefusalCode
from players.models import User
from players.profile import names
from players.refusals import PlayerCode

pytestmark = pytest.mark.rule("NAME-1")

REFUSED = {
    PlayerCode.NAME_LENGTH: ["ab", "a" * 21, "a" * 150, ""],
    PlayerCode.NAME_LETTERS: [
        "\u0430nna",  # a Cyrillic a
        "\uff41\uff4e\uff4e\uff41",  # full width
        "ann\u00e0",
        "anna\u200b",  # a space that nobody sees
        "anna bruno",
        "anna@home",
        "anna.",
        "_anna",
        "an..na",
        "anna\n",
    ],
    PlayerCode.NAME_OF_BOT: ["ada.bot", "Anna.BOT"],
    PlayerCode.NAME_OF_GUEST: ["guest4821", "Guest_4821", "gu3st", "ospite.7", "my-guest"],
    PlayerCode.NAME_OF_STAFF: [
        "admin",
        "Admin2",
        "4dm1n",
        "the.administrator",
        "support",
        "supp0rt",
        "support-anna",
        "staff",
        "staff7",
        "floor_staff",
        "st4ff",
        "montepremi",
        "Monte.Premi",
        "m0ntepremi",
        "root",
    ],
}
ALLOWED = ["anna", "Anna", "a-b", "anna_92", "anna.rossi", "123", "a" * 20, "staffan", "robotto"]


@pytest.mark.parametrize(
    ("code", "name"), [(code, n) for code, all_ in REFUSED.items() for n in all_]
)
def test_a_name_that_may_be_taken_for_another_is_refused_by_name(
    code: RefusalCode, name: str
) -> None:
    with pytest.raises(Refusal) as refused:
        names.check(name)
    assert refused.value.code == code


@pytest.mark.parametrize("name", ALLOWED)
def test_other_names_are_free(name: str) -> None:
    names.check(name)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_of_sign_up_says_why_and_makes_nobody(client: Client, language: str) -> None:
    for code, refused in REFUSED.items():
        name = refused[0]
        form = {"username": name, "password1": "long enough 12", "password2": "long enough 12"}
        page = client.post("/accounts/signup/", form, headers={"Accept-Language": language})
        with translation.override(language):
            said = gettext(code.sentence) % {"least": names.LEAST, "most": names.MOST}
        assert said in page.context["form"].errors["username"], name
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_name_that_differs_in_capitals_alone_is_taken(client: Client) -> None:
    User.objects.create_user("Anna")
    form = {"username": "anna", "password1": "long enough 12", "password2": "long enough 12"}
    assert "username" in client.post("/accounts/signup/", form).context["form"].errors
    assert User.objects.count() == 1
