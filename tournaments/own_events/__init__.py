"""A player's own events: hands, key hands, and what comes next (KEY-*, NEXT-*)."""
