"""A page's module and all that it imports, named ahead: one round trip brings them all."""

import re
from functools import cache
from posixpath import dirname, join, normpath

from django.forms.widgets import MediaAsset
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.files.tree import tree

# A line of code: words of a comment begin with something else. Neither brackets nor signs can stand
# between the first word and the address, so that no other statement is taken for one.
IMPORT = re.compile(
    r"""^(?:import|export)\b(?:[\w\s{},*$]*\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE
)


@cache
def needed(name: str) -> tuple[str, ...]:
    """All modules without which this one does not run, the nearest first; not the one itself."""
    found = [name]
    # What is appended meanwhile is walked too.
    for module in found:
        found += [each for each in dict.fromkeys(_imported(module)) if each not in found]
    return tuple(found[1:])


def _imported(name: str) -> list[str]:
    text = tree().files[name].read_text()
    return [normpath(join(dirname(name), address)) for address in IMPORT.findall(text)]


@cache
def markup(name: str) -> SafeString:
    """The script, behind what a browser would otherwise learn of by reading it."""
    links = ((static(each),) for each in needed(name))
    ahead = format_html_join("", '<link rel="modulepreload" href="{}">\n  ', links)
    return format_html('{}<script src="{}" type="module"></script>', ahead, static(name))


class Module(MediaAsset):
    """The same among the ``Media`` of an admin."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._name = name

    def __str__(self) -> str:
        return markup(self._name)
