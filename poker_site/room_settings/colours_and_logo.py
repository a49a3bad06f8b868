"""The look of the room: its colours as a stylesheet, and its logo."""

import hashlib
from datetime import datetime

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.settings import contrast, kinds
from core.settings.contrast import BLACK, WHITE
from core.settings.registry import Setting, SettingGroup
from players.profile import pictures
from players.room_settings import LOGO
from poker_site.models import Logo

# The grounds of texts, and the colour of texts on the felt (static/css/tokens.css).
LIGHT_GROUNDS = ("#f3efe4", "#faf7f0", "#ffffff", "#fbf9f3", "#e8e2d3")
DARK_GROUNDS = ("#070d0b", "#0b1411", "#101c17", "#16261f", "#1e3329")
ON_FELT = "#f4eddd"

ACCENT = Setting(
    "look.accent",
    default="#dcb45e",
    kind=kinds.COLOUR,
    group=SettingGroup.LOOK,
    title=_("Accent colour"),
    help=_(
        "For main buttons, prizes and the current page. Text in this colour or on it "
        "is adjusted so that everyone can read it, in light and dark mode."
    ),
)
FELT = Setting(
    "look.felt",
    default="#1c6b4c",
    kind=kinds.Colour(text=ON_FELT),
    group=SettingGroup.LOOK,
    title=_("Felt"),
    help=_("The cloth of all tables; light text is shown on it."),
)


def draw_logo(sent: bytes, *, now: datetime) -> str:
    """Store a picture, redrawn, and return its key; refuses as ``pictures.logo``."""
    image = pictures.logo(sent)
    key = hashlib.blake2s(image, digest_size=10).hexdigest()
    Logo.objects.get_or_create(key=key, defaults={"image": image, "at": now})
    return key


def logo_address() -> str:
    """Return the address of the room's logo."""
    key = LOGO.value()
    return reverse("logo", args=[key]) if key else static("img/logo.svg")


def style_address() -> str:
    """Return the address of the room's own colours; empty where it has the house's."""
    css = stylesheet()
    if not css:
        return ""
    version = hashlib.blake2s(css.encode(), digest_size=6).hexdigest()
    return f"{reverse('room_style')}?{version}"


def stylesheet() -> str:
    """Return the differences from static/css/tokens.css."""
    names: dict[str, str] = {}
    if (accent := ACCENT.value()) != ACCENT.default:
        names |= _accent(accent)
    if (felt := FELT.value()) != FELT.default:
        dark = [contrast.mixed(felt, BLACK, part) for part in (0.38, 0.58)]
        names |= {"felt": felt, "felt-deep": dark[0], "felt-dark": dark[1]}
    if not names:
        return ""
    lines = "".join(f"  --{name}: {value};\n" for name, value in names.items())
    return f":root {{\n{lines}}}\n"


def _accent(colour: str) -> dict[str, str]:
    text = contrast.ink(colour)
    # Under the pointer it moves away from its own text.
    away = WHITE if text == BLACK else BLACK
    red, green, blue = contrast.rgb(colour)
    on_light = contrast.readable(colour, LIGHT_GROUNDS, towards=BLACK)
    on_dark = contrast.readable(colour, DARK_GROUNDS, towards=WHITE)
    deep = [contrast.mixed(colour, BLACK, part) for part in (0.12, 0.4)]
    return {
        "gold": colour,
        "gold-bright": f"light-dark({on_light}, {on_dark})",
        "gold-light": contrast.mixed(colour, away, 0.3),
        "gold-deep": f"light-dark({deep[0]}, {deep[1]})",
        "gold-wash": f"light-dark(rgb({red} {green} {blue} / 0.14), "
        f"rgb({red} {green} {blue} / 0.12))",
        "on-gold": text,
    }
