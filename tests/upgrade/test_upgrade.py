"""A database of an earlier release, in the middle of play, is carried over to this version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from payouts.bookkeeping import ledger
from payouts.models import Payment
from payouts.reports import audits
from poker_site.launch import embedded, rights
from tables.models import CashStay, FastPool, Hand, HandArchive, Waiting
from tables.pools import purse
from tests.harness import witness_clock
from tests.harness.long_forms import longer
from tests.tables.replays import check_every_hand
from tests.upgrade import midgame, pack
from tournaments.models import Tournament

NAME = "upgraded"
RELEASES: list[Path | None] = [*pack.recorded()]
# Until a release is packed, and in the long form: this version's own pack.
OWN: list[Path | None] = [None] if longer(1, short=0) or not RELEASES else []


@contextmanager
def connected(name: str) -> Iterator[None]:
    """Use another database on the server of the tests."""
    usual = connection.settings_dict["NAME"]
    try:
        with rights.as_owner():
            connection.settings_dict["NAME"] = name
        yield
    finally:
        with rights.as_owner():
            connection.settings_dict["NAME"] = usual
        ContentType.objects.clear_cache()


def made() -> bytes:
    """Return a pack of this version."""
    with pack.database(settings.VAR_DIR, "packed", template=embedded.NAME):
        with connected("packed"), rights.as_owner():
            midgame.make()
        return pack.dump(settings.VAR_DIR, "packed")


@pytest.fixture(params=[*RELEASES, *OWN], ids=lambda path: path.stem if path else "own")
def upgraded(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A room of the release, its database migrated to this version."""
    with django_db_blocker.unblock(), pack.database(settings.VAR_DIR, NAME):
        packed = request.param.read_bytes() if request.param else made()
        assert len(packed) < 1_000_000
        pack.restore(packed, settings.VAR_DIR, NAME)
        with connected(NAME):
            call_command("migrate", verbosity=0)
            with rights.as_owner():
                witness_clock.install()
            yield


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("upgraded")
def test_a_room_of_an_earlier_release_plays_on(client: Client) -> None:
    hand = Hand.objects.earliest("pk")
    assert HandArchive.objects.filter(first_hand__lte=hand.pk, last_hand__gte=hand.pk).exists()
    check_every_hand()
    assert Hand.objects.filter(finished_at=None).count() == 7
    with time_machine.travel(midgame.now()):
        assert audits.run(now=midgame.now()).sound
        midgame.play_on()
        assert audits.run(now=midgame.now()).sound
    check_every_hand()
    assert not Hand.objects.filter(finished_at=None).exists()
    assert {event.status for event in Tournament.objects.all()} == {Tournament.Status.FINISHED}
    assert Payment.objects.get().state == "settled"
    assert ledger.balance(purse.account(FastPool.objects.get().pk)) == 0
    assert not CashStay.objects.filter(closed_at=None).exists()
    assert Waiting.objects.get().ended_at is None
    client.force_login(hand.players.earliest("pk").user)
    for address in (reverse("hand", args=[hand.pk]), reverse("hand_file", args=[hand.pk, "phh"])):
        assert client.get(address).status_code == 200
