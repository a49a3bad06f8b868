"""A template filter for names and reasons that the room may have written itself."""

from django import template

from core.own_texts import own_text

register = template.Library()
register.filter("own_text", own_text)
