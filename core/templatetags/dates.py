"""How moments read on a page, in the reader's language."""

from django import template

from core.euro import written

register = template.Library()

register.filter("day", written, expects_localtime=True)
