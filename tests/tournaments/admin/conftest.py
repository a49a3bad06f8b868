"""The desk of these tests: its boss, and an event that has begun."""

import pytest
from django.test import Client

from tests.tournaments import stages
from tests.tournaments.admin.at_the_desk import member
from tournaments.models import Tournament


@pytest.fixture
def boss() -> Client:
    return member("boss")


@pytest.fixture
def event() -> Tournament:
    return stages.started(entries=3)
