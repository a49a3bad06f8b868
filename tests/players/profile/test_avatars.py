"""A player's own picture: drawn anew whatever was sent, counted, shown at the table, taken down."""

import struct
import zlib
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, PngImagePlugin

from core.refusal import Refusal, RefusalCode
from core.types import Chips, SeatNo, UserId
from players.models import User
from players.profile import avatars, pictures
from players.refusals import PlayerCode
from tables.engine import Stakes
from tables.live import dealer, seating
from tournaments.models import Act
from tournaments.staff import desk

pytestmark = pytest.mark.rule("NAME-2")

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def picture(form: str = "PNG", size: tuple[int, int] = (300, 200), **more: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, form, **more)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    crc = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)


def bomb(side: int) -> bytes:
    """A PNG of a few kilobytes that says it has side by side points."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    points = zlib.compress(bytes(100_000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", points) + chunk(b"IEND", b"")
    )


def noted() -> bytes:
    told = PngImagePlugin.PngInfo()
    told.add_text("Comment", "<script>alert(1)</script>")
    return picture(pnginfo=told) + b"<?php system($_GET['c']); ?>"


def turned() -> bytes:
    """A picture that lies on its side, its place in its Exif."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "home: 45.46, 9.19"
    return picture("JPEG", exif=exif)


@pytest.mark.parametrize(
    "sent",
    [picture(), picture("JPEG"), picture("WEBP"), noted(), turned(), picture(size=(1, 900))],
    ids=["png", "jpeg", "webp", "polyglot", "exif", "strip"],
)
def test_only_the_points_of_a_picture_are_kept(sent: bytes) -> None:
    drawn = pictures.square(sent)
    kept = Image.open(BytesIO(drawn))
    assert (kept.format, kept.size) == ("WEBP", (256, 256))
    assert not kept.getexif()
    assert set(kept.info) <= {"loop", "background", "timestamp", "duration"}
    for hidden in (b"script", b"php", b"home", b"EXIF", b"XMP"):
        assert hidden not in drawn


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", PlayerCode.PICTURE_UNREADABLE),
        (b"GIF89a" + bytes(100), PlayerCode.PICTURE_UNREADABLE),
        (picture("GIF"), PlayerCode.PICTURE_UNREADABLE),
        (picture("BMP"), PlayerCode.PICTURE_UNREADABLE),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
            PlayerCode.PICTURE_UNREADABLE,
        ),
        (picture("JPEG", (900, 900))[:2000], PlayerCode.PICTURE_UNREADABLE),
        (picture()[:60], PlayerCode.PICTURE_UNREADABLE),
        (bomb(3000), PlayerCode.PICTURE_UNREADABLE),
        (bomb(5000), PlayerCode.PICTURE_MANY_POINTS),
        (bomb(60_000), PlayerCode.PICTURE_MANY_POINTS),
        (bytes(pictures.LARGEST + 1), PlayerCode.PICTURE_LARGE),
    ],
)
def test_what_is_no_picture_is_refused_by_name(sent: bytes, code: RefusalCode) -> None:
    with pytest.raises(Refusal) as refusal:
        pictures.square(sent)
    assert refusal.value.code == code


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "anna@example.com", password="!")


def refused(user: User, sent: bytes, now: datetime) -> object:
    try:
        avatars.change(user_id=UserId(user.pk), sent=sent, now=now)
    except Refusal as refusal:
        return refusal.code
    return None


@pytest.mark.django_db
def test_so_many_a_day_those_that_were_refused_too(anna: User) -> None:
    sent = picture()
    assert refused(anna, b"?", NOW) == PlayerCode.PICTURE_UNREADABLE
    tries = [refused(anna, sent, NOW) for _ in range(avatars.TRIES)]
    assert tries == [None] * (avatars.TRIES - 1) + [PlayerCode.PICTURES_ENOUGH]
    assert refused(anna, sent, NOW + timedelta(days=1)) is None


@pytest.mark.django_db
def test_a_picture_is_sent_shown_and_removed(anna: User) -> None:
    client, stranger = Client(), Client()
    client.force_login(anna)
    upload = SimpleUploadedFile("../../x.svg", picture(), content_type="image/svg+xml")
    page = client.post("/accounts/picture/change/", {"picture": upload}, follow=True)
    key = avatars.key_of(UserId(anna.pk))
    assert f'src="/avatars/{key}.webp"' in page.content.decode()
    seen = stranger.get(f"/avatars/{key}.webp")
    assert seen["Content-Type"] == "image/webp"
    assert seen["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in seen["Cache-Control"]
    broken = client.post("/accounts/picture/change/", {}, follow=True)
    assert "We cannot read this picture" in broken.content.decode()
    assert avatars.key_of(UserId(anna.pk)) == key
    client.post("/accounts/picture/remove/")
    assert stranger.get(f"/avatars/{key}.webp").status_code == 404
    assert stranger.get(f"/avatars/{'0' * 20}.webp").status_code == 404
    assert stranger.get("/accounts/picture/").status_code == 302


@pytest.mark.django_db
def test_a_picture_is_seen_at_the_table_until_staff_take_it_down(anna: User) -> None:
    user_id = UserId(anna.pk)
    floor = User.objects.create_user("floorer", is_staff=True)
    key = avatars.change(user_id=user_id, sent=picture(), now=NOW)
    table = seating.open_table(
        event="", name="T", max_seats=6, stakes=Stakes(10, 20, 0), action_seconds=20, now=NOW
    )
    seating.take_seat(
        table_id=table.pk, user_id=user_id, stack=Chips(1500), bank_ms=0, no=SeatNo(2), now=NOW
    )

    def shown() -> str | None:
        seats = dealer.snapshot(table_id=table.pk, user_id=None)["table"]["seats"]
        return seats[0].get("avatar")

    assert shown() == key
    with pytest.raises(Refusal):
        desk.take_down(user_id=user_id, by=floor.pk, why="", now=NOW)
    assert shown() == key
    assert desk.take_down(user_id=user_id, by=floor.pk, why="Somebody else's face", now=NOW)
    assert shown() is None
    assert not desk.take_down(user_id=user_id, by=floor.pk, why="Again", now=NOW)
    assert [act.verb for act in Act.objects.all()] == ["take_down"]
