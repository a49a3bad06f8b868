"""The cost of figures for Prometheus: an action and a page with and without them, and a scrape.

``python -m tests.bench.metrics``. Both kinds take turns in short rounds, in processor time of this
process, and the medians count. A scrape is what ``/metrics`` answers, with the room's figures, of a
process that has run every job and served a hundred addresses, or each there is with four statuses.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from tests.bench.setting import servers

TURNS = 30
HANDS = 4
PAGES = 20
SCRAPES = 10


def in_turns(
    one: Callable[[], float], other: Callable[[], float], *, turns: int = TURNS
) -> tuple[float, float]:
    """Return microseconds of both, each the median of its rounds, which take turns."""
    spent: dict[Callable[[], float], list[float]] = {one: [], other: []}
    for turn in range(turns):
        # Neither is always the second, whose caches the first has filled.
        for kind in (one, other) if turn % 2 else (other, one):
            spent[kind].append(kind())
    return 1e6 * median(spent[one]), 1e6 * median(spent[other])


def actions() -> tuple[float, float]:
    """Microseconds of an action without and with its figure."""
    from tables.live import dealer
    from tests.bench.dealer import _script
    from tests.tables.rooms import open_room

    room = open_room(*[10**7] * 6)
    recorded: Callable[..., int] = dealer.act
    bare: Callable[..., int] = recorded.__wrapped__  # type: ignore[attr-defined]

    def play(act: Callable[..., int]) -> float:
        spent, played = 0.0, 0
        for _ in range(HANDS):
            room.deal()
            for step in _script(room):
                began = time.process_time()
                act(**step)
                spent += time.process_time() - began
                played += 1
        return spent / played

    play(bare)  # connections, prepared statements, caches
    return in_turns(lambda: play(bare), lambda: play(recorded))


def pages() -> tuple[float, float]:
    """Microseconds of ``/health/``, the page that asks least, without and with its figure."""
    from django.conf import settings
    from django.test import Client

    timed = settings.MIDDLEWARE
    untimed = [name for name in timed if not name.endswith(".Timed")]
    assert len(untimed) == len(timed) - 1

    def ask(middleware: list[str]) -> Callable[[], float]:
        settings.MIDDLEWARE = middleware
        client = Client()
        client.get("/health/")

        def several() -> float:
            began = time.process_time()
            for _ in range(PAGES):
                client.get("/health/")
            return (time.process_time() - began) / PAGES

        return several

    return in_turns(ask(untimed), ask(timed))


def prepare_scrapes() -> Callable[[int, int], tuple[int, int, float, float]]:
    """Register the figures of a worker, and run every job once."""
    from django.urls import get_resolver
    from prometheus_client import REGISTRY, generate_latest

    from core import metrics
    from poker_site.celery import app
    from poker_site.running import metrics_server

    app.loader.import_default_modules()
    for name in app.tasks:
        metrics.JOB_SECONDS.labels(job=name).observe(0.01)
    REGISTRY.register(metrics_server.PoolFigures())
    REGISTRY.register(metrics_server.RoomFigures())
    addresses = routes(get_resolver())

    def scrape(most: int, statuses: int) -> tuple[int, int, float, float]:
        """Return series, bytes, and microseconds by the processor and by the clock."""
        metrics.REQUEST_SECONDS.clear()
        metrics.REQUESTS.clear()
        for group in map(metrics_server.group_of, addresses[:most]):
            metrics.REQUEST_SECONDS.labels(group=group).observe(0.01)
            for status in ("2xx", "3xx", "4xx", "5xx")[:statuses]:
                metrics.REQUESTS.labels(group=group, status=status).inc()
        text = generate_latest()
        cpu, clock = time.process_time(), time.perf_counter()
        for _ in range(SCRAPES):
            generate_latest()
        cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
        series = sum(not line.startswith(b"#") for line in text.splitlines())
        return series, len(text), 1e6 * cpu / SCRAPES, 1e6 * clock / SCRAPES

    return scrape


def routes(resolver: Any, before: str = "") -> list[str]:
    """Return the pattern of every address below a resolver."""
    found = []
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern)
        found += routes(pattern, path) if hasattr(pattern, "url_patterns") else [path]
    return found


def main() -> None:
    with servers():
        for what, measured in (("an action", actions), ("a page", pages)):
            without, with_it = measured()
            print(f"{what}: {without:.1f} us, with its figure {with_it:.1f} us", end="; ")
            print(f"{100 * (with_it / without - 1):+.2f} %", flush=True)
        scrape = prepare_scrapes()
        for addresses, statuses in ((100, 1), (10_000, 4)):
            series, size, cpu, clock = scrape(addresses, statuses)
            print(
                f"a scrape: {series} series, {size} bytes, {cpu:.0f} us, by the clock {clock:.0f}"
            )


if __name__ == "__main__":
    main()
