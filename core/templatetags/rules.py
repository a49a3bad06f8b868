"""Rules by their ids: each leads to its text."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def rule(key: str, which: str | int = "") -> SafeString:
    """``CANCEL-1`` as a link to what the rules section says of it (INFO-1).

    ``which`` it is of several in a part that is refreshed, where only what has an id keeps the
    focus.
    """
    return format_html(
        '<a class="rule-link"{} href="{}" title="{}">{}</a>',
        format_html(' id="rule-{}-{}"', key, which) if which else "",
        reverse("rule", args=[key]),
        _("Read the rule"),
        key,
    )
