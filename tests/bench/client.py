"""What twelve tables cost a browser: script a task and an animation frame, and memory.

``python -m tests.bench.client``: a real web server, twelve tables at which everybody checks or
calls, each a bit more than once a second, and the page of many tables in Chromium, which watches
them. Figures are from the browser's own trace, in processor time of its main thread, so that what
else the machine does is left out. ``--seconds`` says for how long.
"""

import json
import shutil
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.push import cookie, serve
from tests.bench.setting import percentile, servers

TABLES = 12
SEATS = 6
# At each table; bots that think as people do take longer.
ACTIONS_A_SECOND = 1.2
SECONDS = 60.0
# Left out: everything is fetched, compiled and drawn for the first time.
SETTLE_SECONDS = 8.0
# The trace covers the end of the time: it is large.
TRACED_SECONDS = 20.0
# How often memory is looked at, until then.
MEMORY_SECONDS = 30.0
FLAGS = ["--no-sandbox", "--js-flags=--expose-gc", "--enable-precise-memory-info"]
# A busy machine takes its time to begin.
PATIENCE_MS = 120_000
STACK = 10**7
SCREEN = {"width": 1920, "height": 1080}

Event = dict[str, Any]
# Begin, end and processor time, in microseconds.
Span = tuple[float, float, float]

# What the main thread does that is script of the page.
SCRIPT = {"FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "EventDispatch"}
CATEGORIES = [
    "-*",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "devtools.timeline.frame",
    "disabled-by-default-devtools.timeline.frame",
    "v8.execute",
]


def measure(*, seconds: float = SECONDS, picture: Path | None = None) -> dict[str, Any]:
    """Figures of the page, in milliseconds and megabytes; a ``picture`` of it is kept."""
    from playwright.sync_api import sync_playwright

    from tests.tables.rooms import open_room

    rooms = [open_room(*[STACK] * SEATS) for _ in range(TABLES)]
    session = cookie(rooms[0].users[1]).partition("=")
    browser_path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with serve() as web, sync_playwright() as playwright, ThreadPoolExecutor(1) as dealer:
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        context = browser.new_context(viewport=SCREEN)  # type: ignore[arg-type]
        base = f"http://127.0.0.1:{web.port}"
        context.add_cookies([{"name": session[0], "value": session[2], "url": base}])
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        watched = "&".join(f"at=table/{room.table_id}" for room in rooms)
        page.goto(f"{base}/tables/?{watched}")
        page.locator(".live-table .plate").first.wait_for()
        playing = dealer.submit(_play, rooms, seconds + SETTLE_SECONDS)
        page.wait_for_timeout(SETTLE_SECONDS * 1000)
        if picture:
            page.screenshot(path=picture)
        memory = [_memory(page)]
        until = time.perf_counter() + seconds - TRACED_SECONDS
        while (left := until - time.perf_counter()) > 0:
            page.wait_for_timeout(min(left, MEMORY_SECONDS) * 1000)
            memory.append(_memory(page))
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.wait_for_timeout(min(seconds, TRACED_SECONDS) * 1000)
        trace = json.loads(browser.stop_tracing())
        actions = playing.result()
        tables = page.locator(".live-table .room:not(.arriving)").count()
        browser.close()
    return {
        "tables": tables,
        "actions_a_second": round(actions / (seconds + SETTLE_SECONDS), 1),
        **figures(trace["traceEvents"]),
        "memory_mb": memory,
        "faults": faults[:3],
    }


def _play(rooms: list[Any], seconds: float) -> int:
    """Everybody checks or calls, at all tables in turns; how often."""
    began, done = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < seconds:
        due = done / (ACTIONS_A_SECOND * len(rooms))
        if due > now:
            time.sleep(min(due - now, seconds - now))
            continue
        room = rooms[done % len(rooms)]
        _go_on(room)
        done += 1
    return done


def _go_on(room: Any) -> None:
    """The next action of a table, or its next hand."""
    from tables import engine

    hand = room.table.live.playing
    if hand is None:
        room.deal()
    else:
        room.act("check" if engine.legal_actions(hand).check else "call")


def _memory(page: Any) -> float:
    """What the page's script holds after everything that nobody needs was thrown away."""
    used = page.evaluate("() => { gc(); return performance.memory.usedJSHeapSize; }")
    return round(float(used) / 1e6, 1)


def figures(events: list[Event]) -> dict[str, Any]:
    """Script tasks and script an animation frame of the page's main thread, in milliseconds."""
    thread = _main_thread(events)
    here = [event for event in events if (event["pid"], event["tid"]) == thread]
    tasks = list(_joined(_spans(here, SCRIPT)))
    starts = sorted(event["ts"] for event in here if event["name"] == "BeginMainThreadFrame")
    frames = [used for used in _by_frame(tasks, starts) if used > 0]
    lengths = [used for _, _, used in tasks]
    seconds = (starts[-1] - starts[0]) / 1e6
    return {
        "longest_script_ms": round(max(lengths, default=0) / 1000, 1),
        "script_ms_a_frame": tuple(
            round(value / 1000, 2)
            for value in (median(frames), percentile(frames, 0.95), max(frames))
        ),
        "frames_a_second": round(len(starts) / seconds, 1),
        "script_ms_a_second": round(sum(lengths) / 1000 / seconds, 1),
    }


def _main_thread(events: Iterable[Event]) -> tuple[int, int]:
    """The thread that draws the most: there are others, of pages that nobody sees."""
    counts: dict[tuple[int, int], int] = {}
    for event in events:
        if event["name"] == "BeginMainThreadFrame":
            thread = (event["pid"], event["tid"])
            counts[thread] = counts.get(thread, 0) + 1
    return max(counts, key=lambda thread: counts[thread])


def _spans(events: Iterable[Event], names: set[str]) -> Iterator[Span]:
    for event in events:
        if event["name"] in names and event["ph"] == "X":
            used = float(event.get("tdur") or event.get("dur") or 0)
            yield float(event["ts"]), float(event["ts"] + event.get("dur", 0)), used


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans, those within others left out."""
    until = 0.0
    for begin, end, used in sorted(spans, key=lambda span: (span[0], -span[1])):
        if begin >= until:
            yield begin, end, used
            until = end


def _by_frame(tasks: list[Span], starts: list[float]) -> Iterator[float]:
    """Microseconds of script from each frame to the next."""
    at = 0
    for begin, end in pairwise(starts):
        used = 0.0
        while at < len(tasks) and tasks[at][0] < end:
            if tasks[at][0] >= begin:
                used += tasks[at][2]
            at += 1
        yield used


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="python -m tests.bench.client", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--picture", type=Path, metavar="PNG")
    options = parser.parse_args(arguments)
    with servers():
        for name, figure in measure(**vars(options)).items():
            print(f"{name:>20}: {figure}")


if __name__ == "__main__":
    main(sys.argv[1:])
