"""The filter of the lobby: one definition for its pages and for the API (LOBBY-2)."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import django_filters
from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core import room_clock
from core.money import short_money_text
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.wallets import play_money
from tables import games
from tables.cash import stays
from tournaments.models import Entry, Terms, Tournament
from tournaments.pages.lobby import places
from tournaments.rules import speed
from tournaments.rules.speed import Speed
from tournaments.saved import favourites

# From and to, cents.
PRICES = {"micro": (0, 200), "low": (201, 1000), "mid": (1001, 5000), "high": (5001, 1_000_000)}
PLAIN = Q(bounty=0, rebuys=0, add_on_after_level=0, re_entries=0, format=Terms.Format.REGULAR)
STYLES = {
    "freezeout": PLAIN,
    "bounty": Q(bounty__gt=0),
    "rebuy": Q(rebuys__gt=0) | Q(add_on_after_level__gt=0),
    "re_entry": Q(re_entries__gt=0),
    "shootout": Q(format=Terms.Format.SHOOTOUT),
    "satellite": Q(scheme__kind="satellite"),
}
SPEEDS = [
    (Speed.REGULAR.value, pgettext_lazy("speed", "regular")),
    (Speed.TURBO.value, _("turbo")),
    (Speed.HYPER.value, _("hyper-turbo")),
]
_CHECK = forms.CheckboxInput


def _bands() -> list[tuple[str, str]]:
    """Return the bands of prices with their names in the room's currency. Asked for with each form:
    the schema of the API is made without a database."""

    def name(words: Any, least: int = 0, most: int = PRICES["micro"][1]) -> str:
        return str(words % {"least": short_money_text(least), "most": short_money_text(most)})

    return [
        ("free", str(_("free"))),
        ("micro", name(_("up to %(most)s"))),
        ("low", name(_("%(least)s to %(most)s"), 2_00, 10_00)),
        ("mid", name(_("%(least)s to %(most)s"), 10_00, 50_00)),
        ("high", name(_("more than %(least)s"), 50_00)),
    ]


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]  # it has no types
    """The lobby's filter. Without a status or a place it leaves out events that are over."""

    place = django_filters.ChoiceFilter(
        label=pgettext_lazy("where events are played", "Place"),
        choices=[*((name, place.title) for name, place in places.PLACES.items())],
        method="filter_place",
    )
    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=[("sng", _("Sit&Go")), ("scheduled", _("Tournaments"))]
    )
    status = django_filters.ChoiceFilter(label=_("Status"), choices=Tournament.Status.choices)
    q = django_filters.CharFilter(
        label=_("Search"),
        field_name="name",
        lookup_expr="icontains",
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Search")}),
    )
    price = django_filters.ChoiceFilter(
        label=_("Buy-in"),
        choices=_bands,
        empty_label=_("Any buy-in"),
        method="filter_price",
    )
    game = django_filters.ChoiceFilter(
        label=_("Game"), choices=games.choices, empty_label=_("Any game")
    )
    style = django_filters.ChoiceFilter(
        label=_("Format"),
        choices=[
            ("freezeout", _("Freezeout")),
            ("bounty", _("Bounty")),
            ("rebuy", _("Rebuys")),
            ("re_entry", _("Re-entry")),
            ("shootout", _("Shootout")),
            ("satellite", _("Satellite")),
        ],
        empty_label=_("Any format"),
        method="filter_style",
    )
    speed = django_filters.ChoiceFilter(
        label=_("Speed"), choices=SPEEDS, empty_label=_("Any speed"), method="filter_speed"
    )
    when = django_filters.ChoiceFilter(
        label=_("Start"),
        choices=[
            ("hour", _("within an hour")),
            ("three", _("within three hours")),
            ("today", _("today")),
            ("tomorrow", _("tomorrow")),
        ],
        empty_label=_("Any time"),
        method="filter_when",
    )
    after = django_filters.IsoDateTimeFilter(
        label=_("Starts from"), method="filter_after", widget=forms.HiddenInput
    )
    before = django_filters.IsoDateTimeFilter(
        label=_("Starts before"), method="filter_before", widget=forms.HiddenInput
    )
    may_enter = django_filters.BooleanFilter(
        label=_("Only events I can enter"), method="filter_may_enter", widget=_CHECK
    )
    starred = django_filters.BooleanFilter(
        label=_("Only my favourites"), method="filter_starred", widget=_CHECK
    )
    sort = django_filters.ChoiceFilter(
        label=_("Sort"),
        choices=[(name, words) for name, (words, _column) in places.SORTS.items()],
        empty_label=_("Usual order"),
        method="filter_sort",
    )

    class Meta:
        model = Tournament
        fields = ["kind", "status", "q", "game"]

    @property
    def now(self) -> datetime:
        """The time of the request, the same for all parts of the filter."""
        if not hasattr(self, "_now"):
            self._now = room_clock.now()
        return self._now

    @property
    def menus(self) -> list[forms.BoundField]:
        """The fields that the page shows as menus."""
        return [self.form[name] for name in ("price", "game", "style", "speed", "when")]

    @property
    def narrows(self) -> bool:
        """Return whether a menu, a box or a span of time is in use."""
        self.form.full_clean()
        names = [field.name for field in (*self.menus, *self.wishes)]
        return any(self.form.cleaned_data.get(name) for name in (*names, "after", "before"))

    @property
    def wishes(self) -> list[forms.BoundField]:
        """The fields that the page shows as boxes to tick."""
        names = ("may_enter", "starred") if self.user_id else ("may_enter",)
        return [self.form[name] for name in names]

    @property
    def sorted(self) -> bool:
        """Return whether the reader has chosen an order."""
        self.form.full_clean()
        return bool(self.form.cleaned_data.get("sort"))

    @property
    def query(self) -> str:
        """The shortest query string of the filter, without the place."""
        self.form.full_clean()
        names = {name for name, value in self.form.cleaned_data.items() if value} - {"place"}
        return urlencode({name: self.data[name] for name in self.filters if name in names})

    @property
    def user_id(self) -> UserId | None:
        """The user who asks; None for an anonymous client."""
        return None if self.request is None else self.request.user.pk

    def filter_queryset(self, queryset: QuerySet[Tournament]) -> QuerySet[Tournament]:
        cleaned = self.form.cleaned_data
        if not cleaned.get("status") and not cleaned.get("place"):
            queryset = queryset.exclude(status__in=Tournament.OVER)
        tournaments: QuerySet[Tournament] = super().filter_queryset(queryset)
        return tournaments

    def filter_place(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        return queryset.filter(places.standing_in(value, now=self.now))

    def filter_price(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        priced = queryset.alias(price=places.PRICE)
        if value == "free":
            return priced.filter(Q(play_money=True) | Q(price=0))
        return priced.filter(price__range=PRICES[value], play_money=False)

    def filter_style(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        return queryset.filter(STYLES[value])

    def filter_speed(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        least, below = speed.span(Speed(value))
        condition = Q(schedule__0__seconds__gte=least)
        return queryset.filter(
            condition if below is None else condition & Q(schedule__0__seconds__lt=below)
        )

    def filter_when(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        now = self.now
        today = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
        spans = {
            "hour": (now, now + timedelta(hours=1)),
            "three": (now, now + timedelta(hours=3)),
            # Calendar days in room time: a change of the clock makes one 23 or 25 hours long.
            "today": (today, today + timedelta(days=1)),
            "tomorrow": (today + timedelta(days=1), today + timedelta(days=2)),
        }
        since, until = spans[value]
        return queryset.alias(begins=places.BEGINS).filter(begins__gte=since, begins__lt=until)

    def filter_after(
        self, queryset: QuerySet[Tournament], _name: str, value: datetime
    ) -> QuerySet[Tournament]:
        return queryset.alias(begins=places.BEGINS).filter(begins__gte=value)

    def filter_before(
        self, queryset: QuerySet[Tournament], _name: str, value: datetime
    ) -> QuerySet[Tournament]:
        return queryset.alias(begins=places.BEGINS).filter(begins__lt=value)

    def filter_may_enter(
        self, queryset: QuerySet[Tournament], _name: str, value: bool
    ) -> QuerySet[Tournament]:
        """Keep events open to the reader: not entered yet, affordable, and without an invitation
        that the reader lacks."""
        if not value:
            return queryset
        open_to_entry = places.that_may_be_entered(queryset, now=self.now)
        if self.user_id is None:
            return open_to_entry.filter(access=Terms.Access.OPEN)
        mine = Entry.objects.filter(user=self.user_id, tournament=OuterRef("pk"))
        invited = Tournament.invited.through.objects.filter(
            user=self.user_id, tournament=OuterRef("pk")
        )
        money = ledger.balance(accounts.player(self.user_id))
        chips = play_money.within_reach(
            user_id=self.user_id, at_tables=stays.at_tables(self.user_id), now=self.now
        )
        return open_to_entry.alias(price=places.PRICE).filter(
            ~Exists(mine.exclude(status=Entry.Status.WITHDRAWN)),
            ~Q(access=Terms.Access.INVITED) | Exists(invited),
            Q(price__lte=money, play_money=False) | Q(price__lte=chips, play_money=True),
        )

    def filter_starred(
        self, queryset: QuerySet[Tournament], _name: str, value: bool
    ) -> QuerySet[Tournament]:
        if not value or self.user_id is None:
            return queryset
        return queryset.filter(template__in=favourites.series_of(self.user_id))

    def filter_sort(
        self, queryset: QuerySet[Tournament], _name: str, value: str
    ) -> QuerySet[Tournament]:
        return places.in_order(queryset, sort=value)


def plain_query(query: str, request: HttpRequest) -> str:
    """Return the parts of a query string that the lobby's filter understands."""
    return EventFilter(QueryDict(query), queryset=Tournament.objects.none(), request=request).query
