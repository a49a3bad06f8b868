"""What a setting can be: read, kept, bounded, and said in both languages."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import translation

from core.refusal import Refusal
from core.settings import kinds, registry
from core.settings.kinds import Texts
from core.settings.registry import Setting, SettingGroup

CHOICE = kinds.Choice({"left": "Left", "right": "Right"})
SEVERAL = kinds.SeveralOf({"left": "Left", "right": "Right"})
BOTH = {"en": "one\r\ntwo ", "it": "uno"}


@pytest.mark.parametrize(
    ("kind", "typed", "value", "kept", "said"),
    [
        (kinds.INTEGER, 1234, 1234, 1234, "1,234"),
        (kinds.CENTS, 123450, 123450, 123450, "€1,234.50"),
        (kinds.PERCENT, 30, 30, 30, "30 %"),
        (kinds.SHARE, 1250, 1250, 1250, "12.5%"),
        (kinds.BOOLEAN, True, True, True, "yes"),
        (kinds.TEXT, " Sala ", "Sala", "Sala", "Sala"),
        (kinds.TEXTS, BOTH, Texts(en="one\ntwo", it="uno"), {"en": "one\ntwo", "it": "uno"},
         "one\ntwo"),
        (CHOICE, "left", "left", "left", "Left"),
        (kinds.DURATION, 90, timedelta(seconds=90), 90, "90 s"),
        (kinds.DURATION, 7200, timedelta(hours=2), 7200, "2 h"),
        (kinds.DURATION, 7 * 86400, timedelta(days=7), 7 * 86400, "7 d"),
        (kinds.COLOUR, "#0B6E4F", "#0b6e4f", "#0b6e4f", "#0b6e4f"),
        (SEVERAL, ["right", "left", "left"], ("left", "right"), ["left", "right"], "Left · Right"),
        (SEVERAL, [], (), [], ""),
        (kinds.WORDS, ["Zeta", "alfa", "zeta", ""], ("alfa", "zeta"), ["alfa", "zeta"],
         "alfa, zeta"),
    ],
)  # fmt: skip
def test_each_kind_is_read_kept_said_and_sent_as_shown(
    kind: Any, typed: object, value: object, kept: object, said: str
) -> None:
    assert kind.read(typed) == value
    assert kind.keep(value) == kept
    assert kind.read(kept) == value
    assert kind.said(value) == said
    assert kind.read(sent_as_shown(kind, value)) == value


@pytest.mark.parametrize(
    ("kind", "typed", "code"),
    [
        (kinds.INTEGER, True, "SETTING_UNREADABLE"),
        (kinds.INTEGER, 1.5, "SETTING_UNREADABLE"),
        (kinds.CENTS, "5", "SETTING_UNREADABLE"),
        (SEVERAL, "left", "SETTING_UNREADABLE"),
        (SEVERAL, ["left", "up"], "SETTING_NOT_OFFERED"),
        (SEVERAL, [1, {}], "SETTING_NOT_OFFERED"),
        (kinds.BOOLEAN, 1, "SETTING_UNREADABLE"),
        (kinds.TEXT, "a\nb", "SETTING_UNREADABLE"),
        (kinds.TEXT, "a\0b", "SETTING_UNREADABLE"),
        (kinds.TEXTS, "x", "SETTING_UNREADABLE"),
        (kinds.TEXTS, {"en": "x", "it": 1}, "SETTING_UNREADABLE"),
        (kinds.TEXTS, {"en": "x", "it": "\0"}, "SETTING_UNREADABLE"),
        (
            kinds.MailTemplate("link", needs=["link"]),
            {"en": "{link}", "it": "no"},
            "SETTING_LACKS_WORD",
        ),
        (kinds.MailTemplate("text"), {"en": "{text}", "it": "{txt}"}, "SETTING_NO_SUCH_WORD"),
        (kinds.DURATION, 10**30, "SETTING_UNREADABLE"),
        (kinds.WORDS, "one", "SETTING_UNREADABLE"),
        (kinds.WORDS, ["x" * 61], "SETTING_UNREADABLE"),
        (CHOICE, "up", "SETTING_NOT_OFFERED"),
        (CHOICE, ["left"], "SETTING_NOT_OFFERED"),
        (kinds.COLOUR, "green", "SETTING_NO_COLOUR"),
        (kinds.MAIL_ADDRESS, "not-an-address", "SETTING_NO_ADDRESS"),
        (kinds.MAIL_ADDRESSES, ["boss@example.org", "boss"], "SETTING_NO_ADDRESS"),
        (kinds.COLOUR, "#12345", "SETTING_NO_COLOUR"),
    ],
)
def test_what_a_setting_cannot_be_is_refused_by_name(kind: Any, typed: object, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        kind.read(typed)


def test_the_form_of_every_setting_says_back_the_value_that_it_shows() -> None:
    for setting in registry.declared().values():
        if setting.kind is not kinds.PICTURE:
            sent = sent_as_shown(setting.kind, setting.default, setting.bounds)
            assert setting.read(sent) == setting.default, setting.key


def sent_as_shown(kind: Any, value: Any, bounds: kinds.Bounds | None = None) -> object:
    """The JSON of a form that is sent as it was opened."""
    return kind.typed(
        {
            name: field.clean(field.prepare_value(field.initial))
            for name, field in kind.fields(value, bounds).items()
        }
    )


@pytest.mark.parametrize(
    ("kind", "value", "bounds", "fits"),
    [
        (kinds.CENTS, 99, (100, 200), False),
        (kinds.CENTS, 100, (100, 200), True),
        (kinds.CENTS, 200, (100, 200), True),
        (kinds.CENTS, 201, (100, 200), False),
        (kinds.TEXT, "abc", (1, 2), False),
        (kinds.TEXTS, Texts(en="a", it="abc"), (1, 2), False),
        (kinds.TEXTS, Texts(en="", it="ab"), (1, 2), False),
        (kinds.TEXTS, Texts(en="a", it="ab"), (1, 2), True),
        (kinds.DURATION, timedelta(seconds=3), (5, 9), False),
        (kinds.WORDS, ("a", "b"), (0, 1), False),
        (kinds.BOOLEAN, True, (5, 6), True),
        (kinds.INTEGER, -(10**30), None, True),
    ],
)
def test_bounds_hold_at_both_ends(
    kind: Any, value: Any, bounds: kinds.Bounds | None, fits: bool
) -> None:
    if fits:
        kind.check(value, bounds)
        return
    with pytest.raises(Refusal, match="SETTING_OUT_OF_BOUNDS"):
        kind.check(value, bounds)


def test_a_text_is_said_in_the_reader_s_language_and_a_bound_as_one_reads_it() -> None:
    both = Texts(en="Welcome", it="Benvenuto")
    with translation.override("it"):
        assert str(both) == "Benvenuto"
        with pytest.raises(Refusal) as refused:
            kinds.CENTS.check(5, (10_00, 20_000_00))
    assert refused.value.context == {"least": "10,00\xa0€", "most": "20.000,00\xa0€"}
    assert str(both) == "Welcome"


def test_a_key_is_declared_once_and_what_cannot_be_read_any_more_is_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_declared", {})
    words: Any = {"group": SettingGroup.ROOM, "title": "t", "help": "h"}
    seats = Setting("test.seats", default=lambda: 9, kind=kinds.INTEGER, bounds=(2, 10), **words)
    with pytest.raises(ValueError, match=r"test\.seats"):
        Setting("test.seats", default=1, kind=kinds.INTEGER, **words)
    assert seats.value() == 9
    for kept, value in ((6, 6), ("six", 9)):
        monkeypatch.setattr(
            registry, "_known", registry._Known({"test.seats": kept}, None, float("inf"))
        )
        assert seats.value() == value


def test_every_setting_of_the_room_has_a_default_that_it_would_accept() -> None:
    for setting in registry.declared().values():
        assert setting.read(setting.kind.keep(setting.default)) == setting.default, setting.key
        assert str(setting.title)
        assert str(setting.help)
