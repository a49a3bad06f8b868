"""Every address that a browser may open, tried by those whose business it is not, with what no page
should give back: who plays a private event, a script, the way to another site."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from players.models import User
from tables.models import Hand, Table
from tests.tournaments.pages.test_private_tables import PREFIX, private_evening

pytestmark = pytest.mark.django_db

NOT_OURS = "//evil.example/"
SCRIPT = "\"'><script>alert(1)</script>"
# What pages and lists are asked for anywhere, and names that they do not know.
ASKED = urlencode(
    dict.fromkeys(
        (
            *("q", "next", "name", "code", "page", "place", "kind", "price", "status", "speed"),
            *("style", "day", "month", "ids", "table", "sort", "language", "series", "x"),
        ),
        f"{NOT_OURS}{SCRIPT}",
    )
)
# The desk has a walk of its own.
ELSEWHERE = ("admin/", "static/")


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every route of the room, with its converters."""
    for found in patterns:
        route = f"{before}{found.pattern}"
        if isinstance(found, URLResolver):
            yield from routes(found.url_patterns, route)
        elif not route.startswith(ELSEWHERE):
            yield route


def address(route: str, number: int) -> str:
    """One address of a route, with ``number`` for whatever has one."""
    route = re.sub(r"\(\?P<\w+>[^()]*\)|<(slug|str|uuid|path)?:?\w+>", _text, route)
    return "/" + re.sub(r"<int:\w+>", str(number), route).translate({ord(c): "" for c in "^$\\?"})


def _text(name: re.Match[str]) -> str:
    return "11111111-1111-4111-8111-111111111111" if name[1] == "uuid" else "txt"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
@pytest.mark.parametrize("reader", ["nobody", "a stranger"])
def test_no_address_gives_a_stranger_what_is_not_theirs(reader: str) -> None:
    event = private_evening()
    entry = event.entries.earliest("pk")
    table = Table.objects.filter(event=event.event).earliest("pk")
    ids = {event.pk, entry.pk, table.pk, Hand.objects.filter(table=table).earliest("pk").pk}
    client = Client(raise_request_exception=False)
    if reader != "nobody":
        client.force_login(User.objects.create_user("somebody"))
    every = list(routes(get_resolver().url_patterns))
    assert len(every) > 100
    wrong = {}
    for route in every:
        for number in sorted(ids) if "<int:" in route else [0]:
            where = address(route, number)
            answer = client.get(f"{where}?{ASKED}")
            said = b"".join(answer).decode(errors="replace")
            page = answer.headers.get("Content-Type", "").startswith("text/html")
            faults = {
                "names a player": PREFIX in said,
                "gives a script back": page and SCRIPT in said,
                "leads away": "evil" in urlsplit(answer.headers.get("Location", "")).netloc,
                "is our fault": answer.status_code >= 500 and where != "/ready/",
            }
            if any(faults.values()):
                wrong[where] = [what for what, found in faults.items() if found]
    assert wrong == {}
