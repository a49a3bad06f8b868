"""A template filter for headings and buttons of a framework's pages."""

from django import template

register = template.Library()


@register.filter(is_safe=True)
def sentence(text: str) -> str:
    """Return text in sentence case, where such pages capitalise every word, in Italian too."""
    words = text.strip()
    return words[:1].upper() + words[1:].lower()
