"""The room as every page knows it."""

from typing import TypeVar

from django.templatetags.static import static

from core import languages, money
from core.settings import room_time
from core.settings.registry import Setting
from players import room_settings as players_house
from poker_site.room_settings import colours_and_logo
from tournaments import room_settings as events_house

T = TypeVar("T")


class House:
    """The room's settings for templates, each read when it is shown.

    A page for when no server answers is ``plain``, and shows the defaults.
    """

    def __init__(self, *, plain: bool = False) -> None:
        self._plain = plain

    @property
    def name(self) -> str:
        return self._of(players_house.NAME)

    @property
    def mail(self) -> str:
        return self._of(players_house.MAIL)

    @property
    def phone(self) -> str:
        return self._of(players_house.PHONE)

    @property
    def address(self) -> str:
        return self._of(players_house.ADDRESS)

    @property
    def tax_number(self) -> str:
        return self._of(players_house.TAX_NUMBER)

    @property
    def time_zone(self) -> str:
        return self._of(room_time.TIME_ZONE)

    @property
    def currency(self) -> str:
        """The currency's code and its decimals, for scripts."""
        return f"{money.currency()} {money.digits()}"

    @property
    def has_terms(self) -> bool:
        return bool(self._of(players_house.TERMS))

    @property
    def takes_guests(self) -> bool:
        return self._of(players_house.GUESTS)

    @property
    def home_games(self) -> bool:
        return self._of(events_house.HOME_GAMES)

    @property
    def clubs(self) -> bool:
        return self._of(events_house.CLUBS)

    @property
    def languages(self) -> list[tuple[str, str]]:
        """The languages that a reader may choose, by code and own name; none in a room of one."""
        offered = self._of(players_house.LANGUAGES) or languages.codes()
        return [(code, languages.own_name(code)) for code in offered] if offered[1:] else []

    @property
    def logo(self) -> str:
        return static("img/logo.svg") if self._plain else colours_and_logo.logo_address()

    @property
    def own_logo(self) -> bool:
        return bool(self._of(players_house.LOGO))

    @property
    def style(self) -> str:
        return "" if self._plain else colours_and_logo.style_address()

    def _of(self, setting: Setting[T]) -> T:
        return setting.default if self._plain else setting.value()
