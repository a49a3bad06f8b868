"""The chairs of a table at the desk. A page of a large event renders hundreds every two seconds,
and Django's templates would take five times as long."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.templatetags.events import stack_of

register = template.Library()

NAME = (
    '<a class="desk-name" href="#" hx-get="{}{}" hx-target="#modal-content"'
    ' hx-select="#dialog" hx-swap="innerHTML" x-on:htmx:after-on-load="openModal = true">{}</a>'
)


@register.simple_tag
def chairs(seated: Iterable[Any], *, event: Tournament, menu: str) -> SafeString:
    """Render the ``Chair`` rows of the watch page; ``menu`` is the address of a player's menu up to
    its id, empty where the reader may do none. Live events show no connections."""
    there, gone, away = escape(_("connected")), escape(_("not connected")), escape(_("away"))
    lines = []
    for chair in seated:
        style = " ".join(["is-turn"] * chair.to_move + ["is-away"] * chair.away)
        dot = ""
        if event.floor.deals:
            dot = f'<span class="desk-dot" title="{gone}"></span>'
            if chair.connected:
                dot = f'<span class="desk-dot is-there" title="{there}"></span>'
        called = escape(chair.name)
        real_name = escape(chair.real)
        real = (
            f'<span class="desk-real" title="{real_name}">{real_name}</span>' if real_name else ""
        )
        name = (
            NAME.format(menu, chair.entry, called)
            if menu and chair.entry
            else f'<span class="desk-name">{called}</span>'
        )
        lines.append(
            f'<li class="{style}"><span class="desk-no">{chair.no}</span>{dot}{name}{real}'
            + (f'<span class="desk-away">{away}</span>' if chair.away else "")
            + f'<span class="desk-stack">{stack_of(chair.stack, event, chair.user)}</span></li>'
        )
    # Names and words are escaped above; all else are numbers and an address of ours.
    return mark_safe("\n".join(lines))  # noqa: S308
