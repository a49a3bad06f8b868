"""Pictures that players and staff upload: never stored, only redrawn.

The result is a small square that holds nothing but its pixels.
"""

import warnings
from collections.abc import Callable
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps

from core.refusal import Refusal
from players.refusals import PlayerCode

# Bytes, and pixels after decoding: our own page sends far less (static/js/picture.js).
LARGEST: Final = 700_000
MOST_POINTS: Final = 12_000_000
SIDE: Final = 256
# Browsers make the icon of the installed room from it.
LOGO_SIDE: Final = 512

# Pillow tries no other format.
_FORMATS: Final = ("JPEG", "PNG", "WEBP")


def square(sent: bytes) -> bytes:
    """Return the middle of a picture as WebP of SIDE by SIDE, without metadata.

    Refuses PICTURE_LARGE, PICTURE_MANY_POINTS and PICTURE_UNREADABLE.
    """
    return _redrawn(sent, _square)


def logo(sent: bytes) -> bytes:
    """Return the whole picture in a square of LOGO_SIDE as WebP; its margins are transparent.

    Refuses as ``square``.
    """
    return _redrawn(sent, _in_square)


def _redrawn(sent: bytes, draw: Callable[[Image.Image], bytes]) -> bytes:
    if len(sent) > LARGEST:
        raise Refusal(PlayerCode.PICTURE_LARGE, most=LARGEST // 1000)
    try:
        with warnings.catch_warnings():
            # We count the pixels ourselves, before any is decoded.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(BytesIO(sent), formats=_FORMATS)
            points = picture.width * picture.height
            if points <= MOST_POINTS:
                return draw(picture)
    except Image.DecompressionBombError:
        # Far more pixels than Pillow would ever open.
        pass
    except Exception:
        # Decoders raise all kinds of errors on files that were made to break them.
        raise Refusal(PlayerCode.PICTURE_UNREADABLE) from None
    raise Refusal(PlayerCode.PICTURE_MANY_POINTS, most=MOST_POINTS // 1_000_000)


def _square(picture: Image.Image) -> bytes:
    picture.draft("RGB", (2 * SIDE, 2 * SIDE))
    upright = ImageOps.exif_transpose(picture).convert("RGBA")
    fitted = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    fresh = Image.new("RGB", (SIDE, SIDE), "white")
    fresh.paste(fitted, mask=fitted.getchannel("A"))
    out = BytesIO()
    fresh.save(out, "WEBP", quality=84)
    return out.getvalue()


def _in_square(picture: Image.Image) -> bytes:
    picture.draft("RGB", (2 * LOGO_SIDE, 2 * LOGO_SIDE))
    upright = ImageOps.exif_transpose(picture).convert("RGBA")
    fitted = ImageOps.contain(upright, (LOGO_SIDE, LOGO_SIDE), Image.Resampling.LANCZOS)
    fresh = Image.new("RGBA", (LOGO_SIDE, LOGO_SIDE))
    fresh.paste(fitted, ((LOGO_SIDE - fitted.width) // 2, (LOGO_SIDE - fitted.height) // 2))
    out = BytesIO()
    fresh.save(out, "WEBP", quality=90)
    return out.getvalue()
