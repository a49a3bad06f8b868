"""Pictures of a replayed hand: one for previews of its link, one that moves (SHARE-1).

They are drawn from the frames of the replay alone, so that they hold no card that it does not hold.
"""

import io
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from PIL import Image, ImageDraw, ImageFont

from tables.engine.cards import HIDDEN
from tables.pages.replays import ReplayFrame
from tables.wire.difference import apply
from tables.wire.frame_types import TableView

# Open Graph's usual size of a preview; the moving picture has half of each.
WIDTH: Final = 1200
HEIGHT: Final = 630
HALF: Final = 0.5
# Pictures of a film: what a long hand has more is left out, but never its end.
MOST_FRAMES: Final = 40
FRAME_MS: Final = 1_000
LAST_MS: Final = 4_000
COLOURS: Final = 64
# Bytes of drawn pictures that a process keeps, the latest used.
MOST_KEPT: Final = 16 * 1024 * 1024

_FONT: Final = "unfold/fonts/inter/Inter-SemiBold.woff2"
_ROOM, _RAIL, _CLOTH, _LINE = "#0b1310", "#2a1d14", "#17563f", "#1f6d50"
_IVORY, _SOFT, _GOLD, _PAPER, _BACK = "#f3efe4", "#a9b8ae", "#e6c36a", "#fbf9f2", "#7a2f2b"
_SUITS: Final = {"s": "#1b1f24", "h": "#c1272d", "d": "#1f5fbf", "c": "#1d7a3e"}
_CENTRE: Final = (600, 338)
_SEATS: Final = (465, 205)
_SMOOTH: Final = 3

Amount = Callable[[int], str]


@dataclass(frozen=True)
class Pose:
    """A table at one moment of the replay, with the cards of its reader."""

    table: TableView
    seat: int
    own: Sequence[str]


def poses(frames: Sequence[ReplayFrame]) -> Iterator[Pose]:
    """Yield the table before the deal and after each action; streets that an all-in turns up
    together come one by one."""
    table: Any = None
    seat, own = 0, list[str]()
    changed: list[Any] = []
    for frame in frames:
        if frame["type"] == "snapshot":
            assert frame["you"] is not None
            table, seat, own = frame["table"], frame["you"]["seat"], frame["you"]["cards"]
        elif frame["type"] == "cards":
            own = frame["cards"]
            if changed:
                changed[-1] = Pose(changed[-1].table, seat, own)
        else:
            yield from changed
            changed = []
            streets = [event for event in frame["events"] if event["e"] == "street"]
            board = [] if table["hand"] is None else list(table["hand"]["board"])
            table = apply(table, frame["change"])
            for street in streets if len(streets) > 1 else ():
                board += street["cards"]
                changed.append(Pose(_running(table, board), seat, own))
            changed.append(Pose(table, seat, own))
    yield from changed


def _running(table: TableView, board: Sequence[str]) -> Any:
    """Return the table of an all-in before its last card: nothing is won yet."""
    hand: Any = table["hand"]
    won = {part["seat"]: part["won"] for part in hand["seats"]}
    parts = [{**part, "won": 0} for part in hand["seats"]]
    seats = [{**seat, "stack": seat["stack"] - won.get(seat["seat"], 0)} for seat in table["seats"]]
    running = {**hand, "board": [*board], "seats": parts, "results": []}
    return {**table, "hand": running, "seats": seats}


def still(frames: Sequence[ReplayFrame], *, title: str, room: str, amount: Amount) -> bytes:
    """Return the end of the hand as a PNG for previews."""
    *_before, last = poses(frames)
    picture = _draw(last, 1.0, title=title, room=room, amount=amount)
    return _saved(picture.quantize(256, dither=Image.Dither.NONE), "PNG", optimize=True)


def film(frames: Sequence[ReplayFrame], *, title: str, room: str, amount: Amount) -> bytes:
    """Return the hand as a GIF that plays for ever, of at most ``MOST_FRAMES`` pictures."""
    seen = [*poses(frames)]
    if len(seen) > MOST_FRAMES:
        step = (len(seen) - 1) / (MOST_FRAMES - 1)
        seen = [seen[round(no * step)] for no in range(MOST_FRAMES)]
    drawn = [_draw(pose, HALF, title=title, room=room, amount=amount) for pose in seen]
    # One palette for all, so that what stands still does not flicker.
    palette = drawn[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    first, *rest = [
        picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in drawn
    ]
    times = [FRAME_MS] * len(rest) + [LAST_MS]
    return _saved(first, "GIF", save_all=True, append_images=rest, duration=times, loop=0)


def _saved(picture: Image.Image, form: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


class PictureCache:
    """Drawn pictures by their contents; one is drawn at a time, since a processor draws it."""

    def __init__(self, most_bytes: int) -> None:
        self._most, self._bytes = most_bytes, 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        with self._drawing:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            picture = self._kept[key] = draw()
            self._bytes += len(picture)
            while self._bytes > self._most:
                self._bytes -= len(self._kept.popitem(last=False)[1])
            return picture


PICTURES: Final = PictureCache(MOST_KEPT)


class _Canvas:
    """A picture in the units of the large one."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.image = _felt(scale).copy()
        self._pen = ImageDraw.Draw(self.image)

    def text(
        self, at: tuple[float, float], text: str, size: int, fill: str, *, anchor: str = "mm"
    ) -> None:
        x, y = at
        font = _font(round(size * self.scale))
        self._pen.text((x * self.scale, y * self.scale), text, fill, font, anchor=anchor)

    def box(self, at: tuple[float, float], size: tuple[int, int], *, fill: str, line: str) -> None:
        (x, y), (width, height), scale = at, size, self.scale
        corners = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        self._pen.rounded_rectangle(
            [edge * scale for edge in corners], 14 * scale, fill, line, max(1, round(3 * scale))
        )

    def cards(
        self, at: tuple[float, float], codes: Sequence[str], width: int, *, faint: bool = False
    ) -> None:
        """Draw cards beside each other around a point."""
        step = width + 5
        left = at[0] - (step * len(codes) - 5) / 2
        for no, code in enumerate(codes):
            card = _card(code, round(width * self.scale), faint)
            place = (round((left + step * no) * self.scale), round(at[1] * self.scale))
            self.image.paste(card, (place[0], place[1] - card.height // 2), card)


def _draw(pose: Pose, scale: float, *, title: str, room: str, amount: Amount) -> Image.Image:
    canvas, table = _Canvas(scale), pose.table
    canvas.text((28, 34), title, 28, _IVORY, anchor="lm")
    canvas.text((WIDTH - 28, 34), room, 28, _GOLD, anchor="rm")
    hand: Any = table["hand"]
    parts = {} if hand is None else {part["seat"]: part for part in hand["seats"]}
    if hand is not None:
        _draw_middle(canvas, pose, hand, amount)
    seats = table["seats"]
    first = next(no for no, seat in enumerate(seats) if seat["seat"] == pose.seat)
    turn = None if hand is None or hand["turn"] is None else hand["turn"]["seat"]
    for no, seat in enumerate((*seats[first:], *seats[:first])):
        angle = pi / 2 + 2 * pi * no / len(seats)
        way = (cos(angle), sin(angle))
        x, y = (_CENTRE[axis] + _SEATS[axis] * way[axis] for axis in (0, 1))
        part = parts.get(seat["seat"])
        folded = part is not None and part["status"] == "folded"
        cards = [] if part is None else part["cards"]
        if seat["seat"] == pose.seat:
            cards = pose.own
        canvas.cards((x, y - 66), cards, 44 if len(cards) <= 2 else 34, faint=folded)
        line = _GOLD if seat["seat"] == turn or (part and part["won"]) else _LINE
        canvas.box((x, y), (176, 62), fill="#10201a", line=line)
        ink = _SOFT if folded else _IVORY
        canvas.text((x, y - 13), seat["name"], 22 if len(seat["name"]) < 13 else 16, ink)
        canvas.text((x, y + 15), amount(seat["stack"]), 20, _SOFT if folded else _GOLD)
        if hand is not None and hand["button"] == seat["seat"]:
            canvas.box((x + 88, y - 30), (30, 30), fill=_PAPER, line=_PAPER)
            canvas.text((x + 88, y - 30), pgettext("dealer button", "D"), 18, _ROOM)
        if part and part["bet"]:
            at = tuple(_CENTRE[axis] + _SEATS[axis] * 0.6 * way[axis] for axis in (0, 1))
            canvas.text((at[0], at[1]), amount(part["bet"]), 20, _IVORY)
    return canvas.image


def wins(pose: Pose, amount: Amount) -> list[str]:
    """Return a line for each winner; none before the end."""
    hand: Any = pose.table["hand"]
    names = {seat["seat"]: seat["name"] for seat in pose.table["seats"]}
    return [
        _("%(name)s wins %(amount)s") % {"name": names[part["seat"]], "amount": amount(part["won"])}
        for part in (hand["seats"] if hand else ())
        if part["won"]
    ]


def _draw_middle(canvas: _Canvas, pose: Pose, hand: Any, amount: Amount) -> None:
    """Draw the board, the pot and its parts, and at the end what was won."""
    x, y = _CENTRE
    canvas.cards((x, y - 12), hand["board"], 62)
    won = wins(pose, amount)
    if won:
        for no, line in enumerate(won[:3]):
            canvas.text((x, y + 54 + 26 * no), line, 24, _GOLD)
    if hand["total"]:
        canvas.text(
            (x, y - 78), _("Pot %(amount)s") % {"amount": amount(hand["total"])}, 24, _IVORY
        )
    if not won and len(hand["pots"]) > 1:
        parts = " + ".join(amount(pot["amount"]) for pot in hand["pots"])
        canvas.text((x, y + 54), parts, 20, _SOFT)


@lru_cache(maxsize=4)
def _felt(scale: float) -> Image.Image:
    """Return the empty table, drawn larger first so that its edge is smooth."""
    more = scale * _SMOOTH
    image = Image.new("RGB", (round(WIDTH * more), round(HEIGHT * more)), _ROOM)
    pen = ImageDraw.Draw(image)
    for (wide, high), fill in (((465, 215), _RAIL), ((445, 195), _LINE), ((440, 190), _CLOTH)):
        (x, y) = _CENTRE
        pen.ellipse([edge * more for edge in (x - wide, y - high, x + wide, y + high)], fill)
    return image.resize((round(WIDTH * scale), round(HEIGHT * scale)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=512)
def _card(code: str, width: int, faint: bool) -> Image.Image:
    """Return a card of ``width`` pixels, with its rank above its suit."""
    wide = width * _SMOOTH
    high = round(wide * 1.35)
    card = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    pen = ImageDraw.Draw(card)
    hidden = code == HIDDEN
    edge = [0, 0, wide - 1, high - 1]
    pen.rounded_rectangle(edge, wide // 7, _BACK if hidden else _PAPER, _PAPER, wide // 16)
    if not hidden:
        ink = _SUITS[code[1]]
        rank = "10" if code[0] == "T" else code[0]
        pen.text((wide / 2, high * 0.32), rank, ink, _font(round(wide * 0.62)), anchor="mm")
        _suit(pen, code[1], (wide * 0.28, high * 0.56, wide * 0.44), ink)
    drawn = card.resize((width, round(high / _SMOOTH)), Image.Resampling.LANCZOS)
    if faint:
        drawn.putalpha(drawn.getchannel("A").point(lambda alpha: alpha * 2 // 5))
    return drawn


def _suit(pen: ImageDraw.ImageDraw, suit: str, at: tuple[float, float, float], ink: str) -> None:
    """Draw a suit into a square by its left upper corner and its side: fonts have none."""
    left, top, side = at

    def spots(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(left + x * side, top + y * side) for x, y in points]

    def disc(x: float, y: float, radius: float) -> None:
        pen.ellipse([*spots((x - radius, y - radius))[0], *spots((x + radius, y + radius))[0]], ink)

    if suit == "d":
        pen.polygon(spots((0.5, 0), (0.9, 0.5), (0.5, 1), (0.1, 0.5)), ink)
    elif suit == "h":
        disc(0.27, 0.29, 0.27)
        disc(0.73, 0.29, 0.27)
        pen.polygon(spots((0.03, 0.42), (0.97, 0.42), (0.5, 1)), ink)
    elif suit == "s":
        disc(0.27, 0.57, 0.26)
        disc(0.73, 0.57, 0.26)
        pen.polygon(spots((0.05, 0.45), (0.95, 0.45), (0.5, 0)), ink)
        pen.polygon(spots((0.5, 0.5), (0.72, 1), (0.28, 1)), ink)
    else:
        disc(0.5, 0.26, 0.25)
        disc(0.25, 0.6, 0.25)
        disc(0.75, 0.6, 0.25)
        pen.polygon(spots((0.5, 0.4), (0.72, 1), (0.28, 1)), ink)


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the desk's font; where this Pillow cannot read it, the one that it comes with."""
    path = finders.find(_FONT)
    try:
        return ImageFont.truetype(str(path), max(1, size))
    except OSError:
        return ImageFont.load_default(max(1, size))
