"""Notices to browsers: to public push services alone, signed, encrypted, and ended."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core import encryption
from players.models import Notice, Push, PushDevice, User, VapidKey
from players.notices import devices, news, outbox, public_hosts, vapid
from players.notices.news import News
from players.profile import presence
from players.staff import suspensions
from tests.players.notices import push_service
from tests.players.notices.push_service import PushService
from tests.tables.rooms import people

pytestmark = pytest.mark.django_db

NOW = timezone.now


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service.running() as running:
        yield running


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def browser(anna: User) -> Client:
    client = Client(headers={"User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/131.0"})
    client.force_login(anna)
    return client


def subscribe(client: Client, service: PushService, path: str = "/send/1") -> Any:
    address = reverse("api_devices")
    return client.post(address, service.subscription(path), content_type="application/json")


def tell(user: User, key: str = "start:1", **more: Any) -> int:
    data = {"name": "Evening", "seat": 3}
    news_ = News(user.pk, Notice.Kind.START, key, data, "/tables/5/", **more)
    return news.tell([news_], now=NOW())


@pytest.mark.middling
def test_a_push_service_gets_a_signed_notice_that_the_browser_alone_can_read(
    anna: User, browser: Client, service: PushService, django_assert_max_num_queries: Any
) -> None:
    browser.cookies["django_language"] = "it"
    made = subscribe(browser, service)
    assert (made.status_code, made.json()["browser"]) == (201, "Firefox")
    assert tell(anna, until=NOW() + timedelta(minutes=10)) == 1
    assert tell(anna) == 0
    assert outbox.send_due(now=NOW()) == 1
    [delivery] = service.deliveries
    assert delivery.path == "/send/1"
    assert delivery.told["url"] == "/tables/5/"
    assert delivery.told["language"] == "it"
    assert "Evening" in delivery.told["title"]
    assert delivery.claims["aud"] == f"https://{push_service.HOST}"
    assert delivery.claims["sub"].startswith("mailto:")
    assert (
        delivery.key == vapid.public() == browser.get(reverse("api_devices")).json()["public_key"]
    )
    assert 500 < int(delivery.headers["ttl"]) <= 600
    assert delivery.headers["urgency"] == "high"
    assert outbox.send_due(now=NOW()) == 0


def test_the_room_s_key_stays_and_is_of_no_use_to_whoever_reads_the_database(
    settings: Any,
) -> None:
    assert vapid.public() == vapid.public()
    [row] = VapidKey.objects.all()
    number = vapid.key().private_numbers().private_value
    assert str(number) not in row.sealed
    with pytest.raises(encryption.Broken):
        encryption.unseal(row.sealed, address="somebody else's")
    before = vapid.public()
    settings.SECRET_KEY = "another one"
    assert vapid.public() != before


@pytest.mark.middling
@pytest.mark.parametrize(
    ("status", "ended", "again"),
    [
        (404, "gone", False),
        (410, "gone", False),
        (403, "gone", False),
        (503, "", True),
        (413, "", False),
    ],
)
def test_what_a_push_service_refuses(
    anna: User, browser: Client, service: PushService, status: int, ended: str, again: bool
) -> None:
    subscribe(browser, service)
    tell(anna)
    service.status = status
    assert outbox.send_due(now=NOW()) == 0
    [device] = PushDevice.objects.all()
    assert (device.ended, device.ended_at is not None) == (ended, bool(ended))
    [push] = Push.objects.all()
    assert (push.due_at is not None) == again
    service.status = 201
    assert outbox.send_due(now=NOW() + timedelta(minutes=2)) == again


def test_nothing_is_sent_to_whoever_looks_at_a_page_has_seen_it_or_is_shut_out(
    anna: User, browser: Client, service: PushService
) -> None:
    subscribe(browser, service)
    with patch.object(presence, "here", return_value={anna.pk}):
        tell(anna, "start:1")
        assert outbox.send_due(now=NOW()) == 0
    tell(anna, "start:2")
    news.see(user_id=anna.pk, ids=None, now=NOW())
    tell(anna, "start:3", until=NOW() - timedelta(seconds=1))
    assert outbox.send_due(now=NOW()) == 0
    tell(anna, "start:4")
    [staff] = people(1, "staff")
    suspensions.suspend(user_id=anna.pk, by=staff.pk, why="Collusion", now=NOW())
    assert outbox.send_due(now=NOW()) == 0
    assert service.deliveries == []
    assert not Push.objects.exclude(due_at=None).exists()


def test_signing_out_ends_the_device_of_that_browser_alone(
    anna: User, browser: Client, service: PushService
) -> None:
    elsewhere = Client()
    elsewhere.force_login(anna)
    subscribe(browser, service, "/send/1")
    subscribe(elsewhere, service, "/send/2")
    browser.post("/accounts/logout/")
    tell(anna)
    outbox.send_due(now=NOW())
    assert [delivery.path for delivery in service.deliveries] == ["/send/2"]
    page = elsewhere.get(reverse("notices")).content.decode()
    [live] = PushDevice.objects.filter(ended_at=None)
    assert reverse("end_device", args=[live.pk]) in page
    stranger = Client()
    stranger.force_login(people(1, "stranger")[0])
    assert stranger.delete(reverse("api_device", args=[live.pk])).status_code == 409
    elsewhere.post(reverse("end_device", args=[live.pk]))
    assert not PushDevice.objects.filter(ended_at=None).exists()
    # A page is told, so that its browser does not come again by itself, until it is wanted again.
    assert devices.ended_marks(anna.pk) == [devices.mark(live.endpoint)]
    subscribe(elsewhere, service, "/send/2")
    assert devices.ended_marks(anna.pk) == []


def test_a_browser_tells_only_whoever_has_signed_in_there_last(
    anna: User, browser: Client, service: PushService
) -> None:
    subscribe(browser, service)
    other = Client()
    [ben] = people(1, "ben")
    other.force_login(ben)
    assert subscribe(other, service).status_code == 201
    tell(anna)
    tell(ben)
    outbox.send_due(now=NOW())
    assert len(service.deliveries) == 1
    ended = PushDevice.objects.get(user=anna)
    assert ended.ended == PushDevice.End.OTHER


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/1",
        "https://localhost/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://10.0.0.7/1",
        "https://93.184.216.34/1",
        "https://push.example:8443/1",
        "https://anna:secret@push.example/1",
        "https://push.example/1 2",
        "https://push.example./1",
        "file:///etc/passwd",
        "https://" + "a" * 500 + ".example/1",
        "push.example",
        "https://[::1",
    ],
)
def test_addresses_that_no_push_service_has_are_refused(
    browser: Client, service: PushService, endpoint: str
) -> None:
    sent = {**service.subscription(), "endpoint": endpoint}
    answer = browser.post(reverse("api_devices"), sent, content_type="application/json")
    assert answer.status_code in (400, 409)
    if answer.status_code == 409:
        assert answer.json()["code"] == "BAD_ENDPOINT"
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("AAAA", "c2l4dGVlbiBieXRlcyA6KQ"), (None, "AAAA"), (None, "ü"), ("ü", None)],
)
def test_keys_that_are_none_are_refused(
    browser: Client, service: PushService, p256dh: str | None, auth: str | None
) -> None:
    sent = service.subscription()
    sent["keys"] = {
        "p256dh": p256dh or sent["keys"]["p256dh"],
        "auth": auth or sent["keys"]["auth"],
    }
    answer = browser.post(reverse("api_devices"), sent, content_type="application/json")
    assert answer.json()["code"] == "BAD_KEYS"


@pytest.mark.parametrize(
    ("found", "public"),
    [
        (["93.184.216.34"], True),
        (["2606:2800:220:1::1"], True),
        (["127.0.0.1"], False),
        (["10.1.2.3"], False),
        (["169.254.169.254"], False),
        (["::1"], False),
        (["fd00::1"], False),
        (["fe80::1%eth0"], False),
        (["::ffff:10.0.0.1"], False),
        (["64:ff9b::a00:1"], False),
        (["64:ff9b:1::a00:1"], False),
        (["::10.0.0.1"], False),
        (["fec0::1"], False),
        (["2002:a00:1::1"], False),
        (["2001:0:a00:1::1"], False),
        (["2001:db8::1"], False),
        (["3fff::1"], False),
        (["4000::1"], False),
        (["100::1"], False),
        (["192.88.99.1"], False),
        (["2a00:1450:4009::1"], True),
        (["224.0.0.1"], False),
        (["93.184.216.34", "192.168.1.1"], False),
        ([], False),
    ],
)
def test_a_name_that_leads_inside_of_a_network_is_not_asked(found: list[str], public: bool) -> None:
    answers = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 443)) for each in found]
    with patch.object(socket, "getaddrinfo", return_value=answers):
        if public:
            assert public_hosts.public_ip("push.example") == found[0]
        else:
            with pytest.raises(public_hosts.Forbidden):
                public_hosts.public_ip("push.example")
