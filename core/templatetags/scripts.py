"""The template tag for scripts of pages: ``{% module 'js/lobby.js' %}``."""

from django import template

from core.files import modules

register = template.Library()
register.simple_tag(modules.markup, name="module")
