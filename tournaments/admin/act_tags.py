"""Template tags of the desk: buttons that open an event's dialogs, for readers who may use them.

They stand in ``admin`` and not in ``templatetags``, since the registry of dialogs does; the
settings name this library.
"""

from django import template
from django.template import RequestContext
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode

from tournaments.admin.watch import ALL, may, menu_verbs
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("tournaments/desk/verb.html", takes_context=True)
def act(
    context: RequestContext,
    event: Tournament,
    verb: str,
    word: str | Promise,
    *,
    strong: object = False,
    **about: object,
) -> dict[str, object]:
    """A button that opens the dialog of a verb, ``about`` an order, entry or other part of the
    event. Readers who may not use the verb get none, and no page has one of a verb that does not
    exist (``test_menus.py``)."""
    if verb not in ALL or not may(context.request, event, verb):
        return {}
    page = reverse("admin:tournaments_tournament_act", args=[event.pk, verb])
    named = urlencode(
        {name: str(value) for name, value in about.items() if value not in (None, "")}
    )
    return {"address": f"{page}?{named}" if named else page, "word": word, "strong": strong}


@register.simple_tag(takes_context=True)
def menu_address(context: RequestContext, event: Tournament, of: str) -> str:
    """The address of the menu of a "table" or of a player ("entry") up to its id; empty for readers
    who may do none of it."""
    verbs = menu_verbs(event, player=of == "entry")
    if not any(may(context.request, event, verb) for verb in verbs):
        return ""
    return f"{reverse('admin:tournaments_tournament_menu', args=[event.pk])}?{of}="
