"""Names of tables on pages: "Evening · #3" is a table of its event, "Evening · final" the
last one, in the reader's words."""

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.own_texts import own_text
from tables.models import Table

register = template.Library()

SEPARATOR = " · "


@register.filter
def table_name(name: str) -> str:
    """A table with its event: Evening · #3, Evening · final table."""
    event, separator, label = name.rpartition(SEPARATOR)
    return own_text(event) + separator + _in_words(label)


@register.filter
def table_label(name: str) -> str:
    """A table as its own event calls it: #3, final table."""
    return _in_words(name.rpartition(SEPARATOR)[2])


@register.filter
def table_title(name: str) -> str:
    """The same as a headline: Table #3, Final table."""
    label = name.rpartition(SEPARATOR)[2]
    if label == Table.FINAL:
        return capfirst(_in_words(label))
    return _("Table %(label)s") % {"label": label}


def _in_words(label: str) -> str:
    return _("final table") if label == Table.FINAL else own_text(label)
