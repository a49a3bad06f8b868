"""Starts real servers before Django reads its settings; a pytest plugin (see pyproject.toml).

The controller of a parallel run starts them once, its workers inherit the addresses and take a
database each. DATABASE_URL and REDIS_URL, when set, name other servers to test against.
"""

import atexit
import os

from poker_site import embedded

if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
    _running = embedded.throwaway()
    os.environ.update(_running.__enter__())
    atexit.register(_running.__exit__, None, None, None)

os.environ["DEMO"] = "true"
os.environ["RESULT_SECONDS"] = "0"
