"""Notes about players at the desk: to read, and to pin on top of a file (STAFF-7)."""

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from players.models import PlayerNote
from tournaments.staff import people


@admin.register(PlayerNote)
class PlayerNoteAdmin(ReadOnly):
    """Every note; a player's own stand in the file."""

    list_display = ("at", "user", "by", "text", "pinned")
    list_filter = ("pinned",)
    list_select_related = ("user", "by")
    search_fields = ("user__username__iexact",)
    ordering = ("-pk",)
    fields = ("at", "user", "by", "text", "pinned")
    actions_detail = ("pin", "let_go")

    def has_pin_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("players.add_playernote"))

    def offers(self, button: str, row: PlayerNote, request: HttpRequest) -> bool:
        return row.pinned == (button == "let_go")

    @button(
        description=gettext_lazy("Pin on top"),
        permissions=["pin"],
        dialog={"title": gettext_lazy("Pin this note on top"), "form_class": ReasonForm},
    )
    def pin(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _pin(request, form, object_id, pinned=True)

    @button(
        description=gettext_lazy("Unpin"),
        permissions=["pin"],
        dialog={"title": gettext_lazy("Unpin this note"), "form_class": ReasonForm},
    )
    def let_go(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _pin(request, form, object_id, pinned=False)


def _pin(request: HttpRequest, form: ReasonForm, note_id: int, *, pinned: bool) -> HttpResponse:
    with refusal_as_message(request):
        why, by = form.cleaned_data["reason"], who(request)
        people.pin_note(note_id=note_id, pinned=pinned, by=by, why=why, now=room_clock.now())
        messages.success(request, _("Done, and on record."))
    return go_to("players_playernote", note_id)
