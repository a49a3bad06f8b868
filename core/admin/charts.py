"""The data of the desk's charts: ``static/js/desk/charts.js`` draws it, and a table beside it shows
the same."""

import json
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, NamedTuple

from core.files.modules import Module

# The style sheets of pages with charts; the script is a module.
STYLES: tuple[str, ...] = ("vendor/uplot/uPlot.min.css", "css/charts.css")


class Charted:
    """The ``Media`` of an admin whose forms have charts."""

    css: ClassVar = {"all": STYLES}
    js: ClassVar = (Module("js/desk/charts.js"),)


class Series(NamedTuple):
    """A line, a row of bars or of dots in a chart; None where there is no value."""

    name: str
    kind: Literal["bars", "line", "dots"]
    values: Sequence[float | None]


class Mark(NamedTuple):
    """A line from top to bottom with its name: the place ``at`` among the names of ``x``."""

    at: int
    name: str


def as_json(
    *,
    along: str,
    x: Sequence[str] | Sequence[int],
    series: Iterable[Series],
    unit: str = "",
    marks: Iterable[Mark] = (),
) -> str:
    """Return the JSON of a ``data-chart``: ``along`` is the title of ``x``, names or places; a
    ``unit`` is a currency's code, with values in whole units, or percent."""
    drawn = [{**one._asdict(), "name": str(one.name)} for one in series]
    told = {"along": str(along), "x": list(x), "unit": unit, "series": drawn}
    if lines := [mark._asdict() for mark in marks]:
        told["marks"] = lines
    return json.dumps(told)
