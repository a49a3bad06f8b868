"""The file of a player at the desk: all the room's data, and the acts of staff (STAFF-7)."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from payouts.wallets import bonuses, corrections
from players import room_settings
from players.chat import moderation
from players.chat.admin import LIFT_BAN, MeasureForm
from players.models import Identity, IdentityState, Player
from players.staff import anonymising, merging, player_file, restrictions
from players.staff.player_file import Whole
from poker_site.people import dialogs, player_file_contents
from poker_site.people.forms import (
    BonusForm,
    CorrectionForm,
    DemandForm,
    MessageForm,
    NoteForm,
    RealNameForm,
    RestrictForm,
    TicketForm,
)
from poker_site.people.merges import MergeForm
from tournaments.staff import desk, gifts, merges, people

LONGEST_SEARCH = 120
# The formats of an export of a player's data.
FILES: Final[dict[str, tuple[str, Callable[[Whole], bytes]]]] = {
    "json": ("application/json", player_file_contents.as_json),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        player_file_contents.as_xlsx,
    ),
}


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Players by name; the file of each."""

    list_display = ("username", "is_active", "date_joined", "last_login")
    ordering = ("username",)
    fields = ("username",)
    list_before_template = "poker_site/desk/search_box.html"
    change_form_template = "poker_site/desk/file.html"
    actions_detail = (
        "note",
        "real_name",
        "tell",
        "suspend",
        "lift",
        "end_sessions",
        "demand",
        "ask_identity",
        "give_ticket",
        "promise",
        "correct",
        "merge",
        "restrict",
        "unrestrict",
        "chat_measure",
        "lift_chat_ban",
        "forget",
    )

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Player]":
        """Return rows without a column that this page never shows: the password hashes."""
        queryset: QuerySet[Player] = super().get_queryset(request).defer("password")
        return queryset

    def offers(self, button: str, row: Player, request: HttpRequest) -> bool:
        if button == "ask_identity":
            identity = Identity.objects.filter(pk=row.pk).first()
            state = IdentityState(identity.state) if identity else IdentityState.UNCHECKED
            return state.may_become(IdentityState.ASKED)
        if button == "real_name":
            return bool(room_settings.REAL_NAMES.value())
        if button in ("restrict", "unrestrict"):
            games = restrictions.standing(UserId(row.pk))
            return bool(games) if button == "unrestrict" else games != set(restrictions.Game)
        if button == "lift_chat_ban":
            now = room_clock.now()
            return moderation.banned_until(user_id=UserId(row.pk), now=now) is not None
        if button == "forget":
            return not row.username.startswith(anonymising.NAMELESS)
        return row.is_active == (button == "suspend") if button in ("suspend", "lift") else True

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        own = [
            path("find/", guarded(self.find), name="find"),
            path("<int:object_id>/export/", guarded(self.export), name="players_player_export"),
        ]
        return [*own, *super().get_urls()]

    def find(self, request: HttpRequest) -> HttpResponse:
        """Search players, events, tables, hands, receipts and transfers by one box."""
        typed = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
        hits = player_file.search(typed, request.user.has_perm)
        # A search with a single result redirects to it.
        if len(hits) == 1 and len(hits[0][1]) == 1 and hits[0][1][0].url:
            return redirect(hits[0][1][0].url)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Find"),
            "typed": typed,
            "found": hits,
        }
        return render(request, "poker_site/desk/find.html", context)

    @method_decorator(require_POST)
    def export(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Export all data of a player (STAFF-9), an act on record.

        The reader proves their identity again.
        """
        if not self.has_export_permission(request):
            raise PermissionDenied
        kind = request.POST.get("as", "json")
        if kind not in FILES or not Player.objects.filter(pk=object_id).exists():
            raise Http404
        media, write = FILES[kind]
        record = people.export(user_id=UserId(object_id), by=who(request), now=room_clock.now())
        return HttpResponse(
            write(record),
            content_type=media,
            headers={
                "Content-Disposition": f'attachment; filename="player-{object_id}.{kind}"',
                "Cache-Control": "no-store",
            },
        )

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the head and a glance at each part; ``?part=`` and ``page=`` show one at length."""
        row = self.get_object(request, object_id)
        context = {} if row is None else player_file_contents.shown(request, UserId(row.pk))
        if self.has_export_permission(request):
            context["files"] = FILES
        answer: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return answer

    def has_note_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.add_playernote"))

    def has_named_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.change_realname"))

    def has_tell_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.tell_player"))

    def has_access_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.suspend_player"))

    def has_moderate_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.moderate_chat"))

    def has_check_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.check_identity"))

    def has_ticket_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("tournaments.give_ticket"))

    def has_promise_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm(bonuses.RIGHT))

    def has_export_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.export_player"))

    def has_forget_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.forget_player"))

    def has_correct_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm(corrections.RIGHT))

    def has_merge_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm(merging.RIGHT))

    @button(
        description=gettext_lazy("Merge a duplicate"),
        permissions=["merge"],
        dialog={
            "title": gettext_lazy("Merge another account of this person into this one"),
            "description": gettext_lazy(
                "A second person must confirm this. This account is kept and gets "
                "all that the other one had; the other closes for good."
            ),
            "form_class": MergeForm,
        },
    )
    def merge(self, request: HttpRequest, form: MergeForm, object_id: int) -> HttpResponse:
        other = UserId(form.cleaned_data["other"].pk)
        why = form.cleaned_data["reason"]
        return _do(request, object_id, merges.order, other_id=other, why=why)

    @button(
        description=gettext_lazy("Write a note"),
        permissions=["note"],
        dialog={
            "title": gettext_lazy("Write a note about this player"),
            "description": gettext_lazy("Colleagues see it with your name. It cannot be deleted."),
            "form_class": NoteForm,
        },
    )
    def note(self, request: HttpRequest, form: NoteForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        return _do(
            request,
            object_id,
            people.write_note,
            text=cleaned["text"],
            pinned=cleaned["pinned"],
        )

    @button(
        description=gettext_lazy("Real name"),
        permissions=["named"],
        dialog={
            "title": gettext_lazy("Change real name and membership number"),
            "description": gettext_lazy("Only staff see them; leave a field empty to delete it."),
            "form_class": RealNameForm,
        },
    )
    def real_name(self, request: HttpRequest, form: RealNameForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        return _do(
            request, object_id, people.keep_name, name=cleaned["name"], number=cleaned["number"]
        )

    @button(
        description=gettext_lazy("Send a message"),
        permissions=["tell"],
        dialog={
            "title": gettext_lazy("Send this player a message"),
            "description": gettext_lazy(
                "Only this player sees it: on their pages, and on the other channels "
                "that they have chosen."
            ),
            "form_class": MessageForm,
        },
    )
    def tell(self, request: HttpRequest, form: MessageForm, object_id: int) -> HttpResponse:
        return _do(request, object_id, people.tell, text=form.cleaned_data["text"])

    @button(
        description=gettext_lazy("Suspend"),
        permissions=["access"],
        dialog=dialogs.SUSPEND,
    )
    def suspend(
        self, request: HttpRequest, form: dialogs.SuspendForm, object_id: int
    ) -> HttpResponse:
        why = form.cleaned_data["reason"]
        return _do(request, object_id, desk.suspend, why=why, until=form.until())

    @button(
        description=gettext_lazy("Lift the suspension"),
        permissions=["access"],
        dialog=dialogs.LIFT,
    )
    def lift(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(request, object_id, desk.lift, why=form.cleaned_data["reason"])

    @button(
        description=gettext_lazy("End all sessions"),
        permissions=["access"],
        dialog={
            "title": gettext_lazy("Sign this player out everywhere"),
            "description": gettext_lazy(
                "The player is disconnected from every table within two seconds, "
                "keeps their seats as sitting out, and can sign in again."
            ),
            "form_class": ReasonForm,
        },
    )
    def end_sessions(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(request, object_id, people.end_sessions, why=form.cleaned_data["reason"])

    @button(
        description=gettext_lazy("Require at sign-in"),
        permissions=["access"],
        dialog={
            "title": gettext_lazy("Require this at the next sign-in"),
            "description": gettext_lazy(
                "The player is signed out everywhere, and must do this first at the next sign-in."
            ),
            "form_class": DemandForm,
        },
    )
    def demand(self, request: HttpRequest, form: DemandForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        return _do(request, object_id, people.demand, kind=cleaned["kind"], why=cleaned["reason"])

    @button(
        description=gettext_lazy("Ask for documents"),
        permissions=["check"],
        dialog={
            "title": gettext_lazy("Ask this player for documents"),
            "description": gettext_lazy("The player is told, and can send documents again."),
            "form_class": ReasonForm,
        },
    )
    def ask_identity(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(request, object_id, people.ask_identity, why=form.cleaned_data["reason"])

    @button(
        description=gettext_lazy("Give a ticket"),
        permissions=["ticket"],
        dialog={
            "title": gettext_lazy("Give this player a ticket"),
            "description": gettext_lazy("It costs the house its value and pays for one entry."),
            "form_class": TicketForm,
        },
    )
    def give_ticket(self, request: HttpRequest, form: TicketForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        return _do(
            request,
            object_id,
            gifts.give_ticket,
            value=form.cents(),
            template_id=cleaned["template"].pk if cleaned["template"] else None,
            why=cleaned["reason"],
            key=cleaned["key"].hex,
        )

    @button(
        description=gettext_lazy("Give a bonus"),
        permissions=["promise"],
        dialog={
            "title": gettext_lazy("Give this player a bonus"),
            "description": gettext_lazy(
                "It becomes the player's money once they have paid this much in event fees."
            ),
            "form_class": BonusForm,
        },
    )
    def promise(self, request: HttpRequest, form: BonusForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        return _do(
            request,
            object_id,
            gifts.give_bonus,
            amount=form.cents(),
            wager=cleaned["wager"],
            days=cleaned["days"],
            why=cleaned["reason"],
            key=cleaned["key"].hex,
        )

    @button(
        description=gettext_lazy("Correct money"),
        permissions=["correct"],
        dialog={
            "title": gettext_lazy("Order a correction of this player's money"),
            "description": gettext_lazy("No money moves until a second person confirms it."),
            "form_class": CorrectionForm,
        },
    )
    def correct(self, request: HttpRequest, form: CorrectionForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        with refusal_as_message(request):
            row = gifts.order_correction(
                kind=cleaned["kind"],
                user_id=UserId(object_id),
                amount=form.cents(),
                by=who(request),
                why=cleaned["reason"],
                key=cleaned["key"].hex,
                now=room_clock.now(),
            )
            messages.warning(
                request, _("Nothing has moved yet: a second person must confirm this.")
            )
            return go_to("payouts_correction", row.pk)
        return go_to("players_player", object_id)

    @button(
        description=gettext_lazy("Bar from a game"),
        permissions=["access"],
        dialog={
            "title": gettext_lazy("Bar this player from a kind of game"),
            "description": gettext_lazy(
                "The player finishes what is in progress, but can no longer enter or "
                "sit down there."
            ),
            "form_class": RestrictForm,
        },
    )
    def restrict(self, request: HttpRequest, form: RestrictForm, object_id: int) -> HttpResponse:
        return _restrict(request, form, object_id, lifted=False)

    @button(
        description=gettext_lazy("Lift a restriction"),
        permissions=["access"],
        dialog={
            "title": gettext_lazy("Let this player into a kind of game again"),
            "form_class": RestrictForm,
        },
    )
    def unrestrict(self, request: HttpRequest, form: RestrictForm, object_id: int) -> HttpResponse:
        return _restrict(request, form, object_id, lifted=True)

    @button(
        description=gettext_lazy("Warn or ban from chat"),
        permissions=["moderate"],
        dialog={
            "title": gettext_lazy("Warn this player about the chat, or ban them from it"),
            "description": gettext_lazy(
                "The player reads the reason. A ban holds in every chat and ends by itself."
            ),
            "form_class": MeasureForm,
        },
    )
    def chat_measure(self, request: HttpRequest, form: MeasureForm, object_id: int) -> HttpResponse:
        cleaned = form.cleaned_data
        return _do(
            request,
            object_id,
            moderation.measure,
            kind=moderation.Kind(cleaned["kind"]),
            days=cleaned["days"],
            why=cleaned["reason"],
        )

    @button(
        description=gettext_lazy("Lift the ban from chat"),
        permissions=["moderate"],
        dialog=LIFT_BAN,
    )
    def lift_chat_ban(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(request, object_id, moderation.lift, why=form.cleaned_data["reason"])

    @button(
        description=gettext_lazy("Anonymise"),
        permissions=["forget"],
        dialog={
            "title": gettext_lazy("Anonymise this player for good"),
            "description": gettext_lazy(
                "The player's name, addresses, sign-ins, documents and notices are "
                "deleted, and the account can no longer be used. Money, hands and "
                "acts stay, under a number."
            ),
            "form_class": ReasonForm,
        },
    )
    def forget(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _do(request, object_id, people.forget, why=form.cleaned_data["reason"])


def _restrict(
    request: HttpRequest, form: RestrictForm, object_id: int, *, lifted: bool
) -> HttpResponse:
    cleaned = form.cleaned_data
    why = cleaned["reason"]
    return _do(request, object_id, people.restrict, game=cleaned["game"], lifted=lifted, why=why)


def _do(
    request: HttpRequest, object_id: int, verb: Callable[..., Any], **values: Any
) -> HttpResponse:
    with refusal_as_message(request):
        verb(user_id=UserId(object_id), by=who(request), now=room_clock.now(), **values)
        messages.success(request, _("Done, and on record."))
    return go_to("players_player", object_id)
