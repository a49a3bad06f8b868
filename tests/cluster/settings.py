"""The room's settings, and what a cluster under test has in each of its processes."""

from poker_site.settings import *  # noqa: F403
from poker_site.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.cluster.inside.Inside"]
