"""The watch page of an event, and the dialogs that open from it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from unfold.forms import BaseDialogForm

from core import room_clock
from core.admin.staff import ReadOnly
from core.money import as_chips
from core.pages.replies import lead_to, refusal_as_message, said_to_staff
from core.pages.requests import number, who
from core.refusal import Refusal
from tables.models import Table
from tables.templatetags.table_names import table_name
from tournaments.admin.change_dialogs import CHANGES, ChangeForm, offered
from tournaments.admin.dialogs import DIALOGS, OF_A_PLAYER, OF_A_TABLE, Dialog, StaffRequest
from tournaments.admin.two_person_orders import STACKS
from tournaments.entry import receipts
from tournaments.models import Act, Entry, Tournament
from tournaments.staff import watch
from tournaments.staff.watch import place_of

Verb = Act.Verb
RUN, COUNTER = "tournaments.run_tournament", "payouts.work_counter"
# The parts of an event that an address may name.
NAMED = ("entry", "table", "order", "row", "act", "call", "deal")
ALL: dict[str, Dialog] = {**DIALOGS, **CHANGES, **STACKS}


class VenueDesk:
    """The parts that a venue adds to the watch page of its events; online nothing."""

    dialogs: Mapping[str, Dialog] = {}
    # The verbs of cashiers, who have no right to run events; and those of cashiers alone.
    at_the_counter: Collection[str] = ()
    cashiers_only: Collection[str] = ()

    def pages(self, admin: ReadOnly) -> list[URLPattern]:
        """Return more addresses below that of an event."""
        return []

    def offered(self, event: Tournament) -> tuple[Sequence[str], Sequence[str]]:
        """Return the verbs offered for a player, and for a table."""
        return OF_A_PLAYER, OF_A_TABLE

    def unfit(self, event: Tournament, *, table: int, entry: int) -> Collection[str]:
        """Return the offered verbs that this table or player is not ready for."""
        return ()

    def picture(self, event: Tournament, *, shown: Collection[int], now: datetime) -> object:
        """Return what the page shows beside the tables, of which those ``shown`` are on it."""
        return None


_venues: dict[str, VenueDesk] = {}


def register(venue: str, desk: VenueDesk) -> None:
    """Register what a venue adds to the watch page (from ``AppConfig.ready``)."""
    _venues[venue] = desk
    ALL.update(desk.dialogs)


def _desk_of(event: Tournament) -> VenueDesk:
    return _venues.get(event.venue) or VenueDesk()


def _in_books(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view of one event that writes and reads amounts as what it is played for."""

    def booked(request: HttpRequest, pk: int, **rest: Any) -> HttpResponse:
        with as_chips(Tournament.objects.filter(pk=pk, play_money=True).exists()):
            return view(request, pk, **rest)

    return booked


class Watched(ReadOnly):
    """The pages of events with the watch page and its dialogs."""

    def get_urls(self) -> list[URLPattern]:
        def desk(route: str, view: Any, name: str) -> URLPattern:
            guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(_in_books(view))
            return path(route, guarded, name=f"tournaments_tournament_{name}")

        return [
            desk("<int:pk>/watch/", self.watch, "watch"),
            desk("<int:pk>/watch/menu/", self.menu, "menu"),
            desk("<int:pk>/watch/<slug:verb>/", self.act, "act"),
            *[page for venue in _venues.values() for page in venue.pages(self)],
            *super().get_urls(),
        ]

    def watch(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the watch page; htmx asks for the part that changes."""
        event = self._event(request, pk)
        search = request.GET.get("q", "").strip()
        card = _on_card(search)
        picture = watch.picture(
            event,
            search=card.user.get_username() if card else search,
            page=request.GET.get("page"),
            now=room_clock.now(),
        )
        may_run = request.user.has_perm(RUN)
        context = {
            **self.admin_site.each_context(request),
            "title": event.name,
            "picture": picture,
            "live": _desk_of(event).picture(
                event, shown=list(picture.page.object_list), now=room_clock.now()
            ),
            "event": event,
            "may_run": may_run,
            "may_sell": event.floor.has_counter and request.user.has_perm(COUNTER),
            "changes": [(verb, CHANGES[verb].title) for verb in offered(event)] if may_run else [],
            "search": search,
            "card": card,
            "card_place": place_of(card) if card else None,
        }
        whole = not request.headers.get("HX-Request")
        return render(request, f"tournaments/desk/{'watch' if whole else 'room'}.html", context)

    def menu(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the verbs for a player or a table, in place of the dialog."""
        event = self._event(request, pk)
        wish, about = self._wish(request, event)
        verbs = menu_verbs(event, player=bool(wish.entry))
        held = event.orders.filter(kind=Verb.HOLD_TABLE, table=wish.table, closed_at=None).exists()
        unfit = {
            Verb.HOLD_TABLE if held else Verb.DEAL,
            *_desk_of(event).unfit(event, table=wish.table, entry=wish.entry),
        }
        verbs = [verb for verb in verbs if verb not in unfit and may(request, event, verb)]
        if not wish.entry and not wish.table:
            raise Http404
        if not verbs:
            raise PermissionDenied
        page = reverse("admin:tournaments_tournament_watch", args=[pk])
        # Two taps eliminate a player, and Undo reverts it; with bounties, a dialog asks for takers.
        at_once = Verb.BUST if wish.entry and not event.bounty else None
        context = {
            "title": about,
            "choices": [
                (f"{page}{verb}/?{request.GET.urlencode()}", ALL[verb], verb == at_once)
                for verb in verbs
            ],
            "entry": wish.entry,
            "table": wish.table,
            "live": not event.floor.deals,
        }
        return render(request, "tournaments/desk/menu.html", context)

    def act(self, request: HttpRequest, pk: int, verb: str) -> HttpResponse:
        """Show the form of one dialog, and carry out its verb once the form is valid."""
        event = self._event(request, pk)
        if not may(request, event, verb):
            raise PermissionDenied
        dialog = ALL.get(verb)
        if dialog is None:
            raise Http404
        wish, about = self._wish(request, event)
        form = dialog.form(request=request, object_id=pk, data=request.POST or None)
        words = {"title": f"{dialog.title}: {about}", "description": dialog.text}
        context = {"dialog": words, "form": form, "form_submit_text": dialog.title}
        if not form.is_valid():
            return render(request, "unfold/helpers/dialog.html", context)
        wanted = form.cleaned_data
        if isinstance(form, ChangeForm):
            wanted = {**wanted, "change": form.change()}
        with refusal_as_message(request):
            try:
                outcome = dialog.do(wish, wanted)
            except Refusal as refusal:
                if not _is_typed(form):
                    raise
                # Ten typed stacks are not typed again for one that is wrong.
                context["refused"] = said_to_staff(refusal)
                return render(request, "unfold/helpers/dialog.html", context)
            if isinstance(outcome, HttpResponse):
                return outcome
            messages.success(request, outcome if isinstance(outcome, str) else str(dialog.done))
        return lead_to(reverse("admin:tournaments_tournament_watch", args=[pk]))

    def _event(self, request: HttpRequest, pk: int) -> Tournament:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(Tournament.objects.select_related("draw"), pk=pk)

    def _wish(self, request: HttpRequest, event: Tournament) -> tuple[StaffRequest, str]:
        """Return the request, and the names of its player, table and order. 404 for those of
        another event."""
        named = {name: _number(request, name) for name in NAMED}
        wish = StaffRequest(event=event.pk, by=who(request), now=room_clock.now(), **named)
        return wish, " · ".join(_about(event, wish)) or event.name


def menu_verbs(event: Tournament, *, player: bool) -> Sequence[str]:
    """Return the verbs of the menu of a player, or of a table."""
    of_a_player, of_a_table = _desk_of(event).offered(event)
    return of_a_player if player else of_a_table


def may(request: HttpRequest, event: Tournament, verb: str) -> bool:
    """Return whether the reader may use a verb: with the right to run events, or as a cashier at
    the counter of a live event. Only cashiers pay out."""
    desk = _desk_of(event)
    counter = event.floor.has_counter and request.user.has_perm(COUNTER)
    if verb in desk.cashiers_only:
        return counter
    return request.user.has_perm(RUN) or (verb in desk.at_the_counter and counter)


def _is_typed(form: BaseDialogForm) -> bool:
    """Return whether a dialog asks for more than a reason."""
    return any(not field.is_hidden and field.name != "why" for field in form)


def _on_card(text: str) -> Entry | None:
    """Return the entry of a typed or scanned seat card or receipt, of any event."""
    entries = Entry.objects.select_related("user", "tournament", "drawn_table")
    return entries.filter(pk=receipts.on_card(text) or 0).first()


def _number(request: HttpRequest, name: str) -> int:
    """Return a number of the address, 0 without one. 404 for other text."""
    text = request.GET.get(name)
    if text is None:
        return 0
    value = number(text)
    if value is None:
        raise Http404
    return value


def _about(event: Tournament, wish: StaffRequest) -> Iterator[str]:
    if wish.entry:
        entries = event.entries.select_related("user")
        yield get_object_or_404(entries, pk=wish.entry).user.get_username()
    if wish.table:
        yield table_name(get_object_or_404(Table, pk=wish.table, event=event.event).name)
    if wish.order:
        yield str(get_object_or_404(event.orders, pk=wish.order))
    if wish.act:
        get_object_or_404(event.acts, pk=wish.act)
    if wish.call:
        get_object_or_404(event.calls, pk=wish.call)
    if wish.deal:
        get_object_or_404(event.deals, pk=wish.deal, on_paper=True)
