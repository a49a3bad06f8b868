"""What a figure of the desk tells its chart: ``static/js/desk/charts.js`` draws it, and the table
beside it says the same."""

import json
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, NamedTuple

from core.files.modules import Module

# What a page with charts loads; the script is a module.
STYLES: tuple[str, ...] = ("vendor/uplot/uPlot.min.css", "css/charts.css")


class Charted:
    """The ``Media`` of an admin whose forms have charts."""

    css: ClassVar = {"all": STYLES}
    js: ClassVar = (Module("js/desk/charts.js"),)


class Series(NamedTuple):
    """One line, row of bars or of dots; None where there is nothing."""

    name: str
    kind: Literal["bars", "line", "dots"]
    values: Sequence[float | None]


def told(
    *,
    along: str,
    x: Sequence[str] | Sequence[int],
    series: Iterable[Series],
    unit: Literal["euro", "percent", ""] = "",
) -> str:
    """What a ``data-chart`` says: ``along`` names what ``x`` lists, names or places; money in
    euro."""
    drawn = [{**one._asdict(), "name": str(one.name)} for one in series]
    return json.dumps({"along": str(along), "x": list(x), "unit": unit, "series": drawn})
