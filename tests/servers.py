"""Real PostgreSQL and Valkey for each test process, before Django reads its settings.

A pytest plugin (see pyproject.toml). Every process of a parallel run has its own pair, so that
not even the messages of one can reach another.
"""

import atexit
import os

from poker_site import embedded

_running = embedded.throwaway()
os.environ.update(_running.__enter__())
atexit.register(_running.__exit__, None, None, None)

os.environ["DEMO"] = "true"
os.environ["RESULT_SECONDS"] = "0"
os.environ["START_SECONDS"] = "0"
os.environ["TICK_SECONDS"] = "0.1"
# Playwright's synchronous interface keeps a loop in our thread; Django would refuse to query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
