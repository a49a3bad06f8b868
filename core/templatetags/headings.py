"""Headings and buttons of a framework's pages, as ours are written."""

from django import template

register = template.Library()


@register.filter(is_safe=True)
def sentence(text: str) -> str:
    """Without the capitals that such pages give to every word, in Italian too."""
    words = text.strip()
    return words[:1].upper() + words[1:].lower()
