"""The page of a player's own identity (KYC-1): its state, and a form to upload a document."""

from datetime import date, timedelta

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core import room_clock
from core.pages.replies import refusal_as_message, turn_away
from core.refusal import Refusal
from players.identity import documents, gates
from players.models import Guest, Identity, IdentityDocument, IdentityState
from players.pages import rate_limits
from players.provider import service as providers
from players.refusals import PlayerCode
from players.requests import PlayerRequest

# The least age to play (PLAY-5), and the highest that is credible.
YEARS = 18, 120


class IdentityForm(forms.Form):
    """The form for a player's statement and a document that proves it."""

    name = forms.CharField(
        label=gettext_lazy("full name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    born = forms.DateField(
        label=gettext_lazy("born"),
        widget=forms.DateInput(attrs={"type": "date", "autocomplete": "bday"}, format="%Y-%m-%d"),
    )
    number = forms.CharField(
        label=gettext_lazy("tax code or number of the document"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(label=gettext_lazy("document"), choices=IdentityDocument.Kind)
    file = forms.FileField(
        label=gettext_lazy("photo or PDF of the document"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,application/pdf"}),
        help_text=gettext_lazy(
            "At most 4 MB. We keep it encrypted, record which staff open it, and "
            "delete it on its date."
        ),
    )

    back = forms.FileField(
        label=gettext_lazy("back side, if it has one"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,application/pdf"}),
    )

    def clean_born(self) -> date:
        born: date = self.cleaned_data["born"]
        today = timezone.localdate()
        if not _years_before(today, YEARS[1]) < born <= _years_before(today, YEARS[0]):
            raise forms.ValidationError(_("Only adults can play here: check the date."))
        return born


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    """Show the state of a player's identity; a POST uploads a document."""
    user_id = request.user.pk
    if Guest.objects.filter(pk=user_id).exists():
        return turn_away(request)
    known = Identity.objects.filter(pk=user_id).first()
    initial = {} if known is None else {"name": known.name, "born": known.born}
    form = IdentityForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        statement = documents.IdentityStatement(cleaned["name"], cleaned["born"], cleaned["number"])
        with refusal_as_message(request):
            # Before it is read: refused documents take CPU time, too.
            if not rate_limits.consume(request, "document"):
                raise Refusal(PlayerCode.DOCUMENTS_ENOUGH, most=documents.TRIES)
            documents.send(
                user_id=user_id,
                statement=statement,
                kind=cleaned["kind"],
                sent=cleaned["file"].read(documents.LARGEST + 1),
                back=cleaned["back"].read(documents.LARGEST + 1) if cleaned["back"] else b"",
                now=room_clock.now(),
            )
            messages.success(
                request, _("Thank you: your document is being reviewed. You will get a notice.")
            )
            return redirect("identity")
    state = gates.standing(user_id, now=room_clock.now())
    context = {
        "form": form,
        "state": state,
        "until": known and known.until,
        "checked_by": providers.is_connected() and settings.IDENTITY_PROVIDER_NAME,
        "takes": state not in (IdentityState.VERIFIED, IdentityState.REFUSED),
        "sent": IdentityDocument.objects.filter(user=user_id).defer("sealed").order_by("-pk")[:20],
    }
    # A POST that gets here was refused: the fields keep their values, except the file.
    status = 400 if request.method == "POST" else 200
    return render(request, "players/identity.html", context, status=status)


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        # The 29th of February.
        return day.replace(year=day.year - years, day=28) + timedelta(days=1)
