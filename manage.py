#!/usr/bin/env python
"""Django's command line for the room."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    if sys.argv[1:] in (["version"], ["--version"]):
        # Django's own answer names Django's release.
        from poker_site.version import VERSION

        sys.stdout.write(f"{VERSION}\n")
        sys.exit()
    try:
        from poker_site.launch import command_line

        with command_line.database_for(sys.argv[1:]):
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as reason:
        sys.exit(f"montepremi: {reason}; .env.example says what it is for.")
