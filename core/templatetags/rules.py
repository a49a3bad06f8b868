"""Links to the text of rules, by id."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def rule(key: str, which: str | int = "") -> SafeString:
    """Return a link to the text of a rule such as ``CANCEL-1`` (INFO-1).

    ``which`` makes its id unique in a part that is refreshed: only elements with an id keep the
    focus.
    """
    return format_html(
        '<a class="rule-link"{} href="{}" title="{}">{}</a>',
        format_html(' id="rule-{}-{}"', key, which) if which else "",
        reverse("rule", args=[key]),
        _("Read the rule"),
        key,
    )
