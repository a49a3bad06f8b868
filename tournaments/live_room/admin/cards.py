"""Printed pages of a live event's desk: seat card and receipt, the slips of prizes (LIVE-6) and of
a deal."""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse

from core.admin.staff import ReadOnly
from payouts.wallets import counter
from players import room_settings as players_house
from players.profile import real_names
from tournaments.entry import receipts
from tournaments.entry.receipts import EntryReceipt
from tournaments.live_room.verbs import chips, slips, walk_ins
from tournaments.models import Act, DealProposal, Entry
from tournaments.pages.wall.codes import qr
from tournaments.staff.watch import place_of

MAY_PRINT = ("tournaments.run_tournament", "payouts.work_counter")


class PrintedCards:
    """The pages of events with printed cards and slips."""

    def __init__(self, admin: ReadOnly) -> None:
        self.admin_site = admin.admin_site

    def urls(self) -> list[URLPattern]:
        def desk(route: str, view: Any, name: str) -> URLPattern:
            guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(view)
            return path(route, guarded, name=f"tournaments_tournament_{name}")

        return [
            desk("<int:pk>/card/<int:entry>/", self.card, "card"),
            desk("<int:pk>/cards/<int:moved>/", self.cards, "cards"),
            desk("<int:pk>/slip/<int:entry>/", self.slip, "slip"),
            desk("<int:pk>/deal/<int:deal>/", self.deal_slip, "deal_slip"),
        ]

    def card(self, request: HttpRequest, pk: int, entry: int) -> HttpResponse:
        """Print the seat card and receipt of an entry."""
        receipt = self._receipt(request, pk, entry)
        table, seat = place_of(receipt.entry)
        stack = list(chips.stack_of(receipt.event, receipt.entry.price.chips).items())
        page = reverse("live_player", args=[entry, receipt.code])
        context = {
            "receipt": receipt,
            "table": table,
            "seat": seat,
            "waits": receipt.entry.status in Entry.LIVE and not receipt.event.over,
            "stack": stack,
            "own_page": qr(request.build_absolute_uri(page)),
            "original": walk_ins.paid_by(receipt.entry),
        }
        return self._printed(request, "card", receipt, context)

    def cards(self, request: HttpRequest, pk: int, moved: int) -> HttpResponse:
        """Print new seat cards for the players that a rearrangement has moved (LIVE-4)."""
        if not request.user.has_perm("tournaments.run_tournament"):
            raise PermissionDenied
        act = get_object_or_404(
            Act.objects.select_related("tournament"),
            pk=moved,
            tournament=pk,
            verb=Act.Verb.REARRANGE,
        )
        event = act.tournament
        assert event is not None
        users = [user for user, _, _ in act.after["seats"]]
        entries = event.entries.filter(user__in=users, status=Entry.Status.PLAYING)
        cards = [
            _SeatCard(entry, *place_of(entry))
            for entry in entries.select_related("user", "tournament", "drawn_table")
        ]
        real_names.attach(card.entry.user for card in cards)
        context = {
            **self.admin_site.each_context(request),
            "title": event.name,
            "event": event,
            "cards": sorted(cards, key=lambda card: (card.table or "", card.seat or 0)),
        }
        return render(request, "tournaments/live_room/desk/cards.html", context)

    def slip(self, request: HttpRequest, pk: int, entry: int) -> HttpResponse:
        """Print the slip of an entry's winnings, to be countersigned."""
        receipt = self._receipt(request, pk, entry)
        if receipt.entry.place is None:
            raise Http404
        key = walk_ins.slip_key(receipt.entry)
        context = {
            "receipt": receipt,
            "order": counter.paid_out([key]).get(key),
            "signed": walk_ins.signatures(receipt.event).get(entry),
            "words": slips.text(receipt, identified=request.user.has_perm("players.view_identity")),
        }
        return self._printed(request, "slip", receipt, context)

    def deal_slip(self, request: HttpRequest, pk: int, deal: int) -> HttpResponse:
        """Print the figures of a deal, with a line for each player's signature (DEAL-MAKE)."""
        if not any(map(request.user.has_perm, MAY_PRINT)):
            raise PermissionDenied
        deals = DealProposal.objects.filter(tournament=pk, on_paper=True)
        proposal = get_object_or_404(deals.select_related("tournament"), pk=deal)
        signed = proposal.tournament.acts.filter(verb=Act.Verb.SIGN_DEAL, after__deal=deal)
        context = {
            **self.admin_site.each_context(request),
            "title": proposal.tournament.name,
            "event": proposal.tournament,
            "room": players_house.NAME.value(),
            "deal": proposal,
            "shares": _with_real_names(proposal),
            "total": proposal.kept + sum(proposal.amounts.values()),
            "signed": signed.select_related("by").first(),
        }
        return render(request, "tournaments/live_room/desk/deal_slip.html", context)

    def _receipt(self, request: HttpRequest, pk: int, entry: int) -> EntryReceipt:
        if not any(map(request.user.has_perm, MAY_PRINT)):
            raise PermissionDenied
        own = receipts.of_entries(
            Entry.objects.filter(pk=entry, tournament=pk, tournament__venue="live")
        )
        if not own:
            raise Http404
        real_names.attach([own[0].entry.user])
        return own[0]

    def _printed(
        self, request: HttpRequest, name: str, receipt: EntryReceipt, context: dict[str, Any]
    ) -> HttpResponse:
        check = urlencode({"number": receipt.number, "code": receipt.code})
        address = request.build_absolute_uri(f"{reverse('check_receipt')}?{check}")
        return render(
            request,
            f"tournaments/live_room/desk/{name}.html",
            {
                **self.admin_site.each_context(request),
                **context,
                "title": receipt.number,
                "event": receipt.event,
                "qr": qr(address),
            },
        )


def _with_real_names(deal: DealProposal) -> list[dict[str, Any]]:
    real = real_names.of({row["user"] for row in deal.shares})
    return [{**row, "real": real.get(row["user"], "")} for row in deal.shares]


class _SeatCard(NamedTuple):
    """An entry with its current table and seat."""

    entry: Entry
    table: str | None
    seat: int | None
