"""The modules that a page's module imports, preloaded: one round trip for all of them."""

import re
from functools import cache
from posixpath import dirname, join, normpath

from django.forms.widgets import MediaAsset
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.files.static_tree import tree

# An import at the start of a line, unlike words in a comment. No bracket or sign fits between the
# first word and the address, so that no other statement matches.
IMPORT = re.compile(
    r"""^(?:import|export)\b(?:[\w\s{},*$]*\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE
)


@cache
def needed(name: str) -> tuple[str, ...]:
    """Return all modules that this one imports, directly or not, the nearest first."""
    names = [name]
    # Appended modules are walked too.
    for module in names:
        names += [other for other in dict.fromkeys(_imported(module)) if other not in names]
    return tuple(names[1:])


def _imported(name: str) -> list[str]:
    text = tree().files[name].read_text()
    return [normpath(join(dirname(name), address)) for address in IMPORT.findall(text)]


@cache
def markup(name: str) -> SafeString:
    """Return the script tag, preceded by a preload link for each import."""
    links = ((static(imported),) for imported in needed(name))
    ahead = format_html_join("", '<link rel="modulepreload" href="{}">\n  ', links)
    return format_html('{}<script src="{}" type="module"></script>', ahead, static(name))


class Module(MediaAsset):
    """A module with its preloads in the ``Media`` of an admin."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._name = name

    def __str__(self) -> str:
        return markup(self._name)
