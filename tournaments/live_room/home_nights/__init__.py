"""Home games with real cards at a table: the host is clock, floor and cashier (HOME-4, HOME-5)."""
