"""Signals for the apps above, which ``tables`` must not import."""

from django.dispatch import Signal

# Sent after the commit that finished a hand, with table_id, event, hand_id, shown_at, and whether
# the table itself ``deals_on``; sender: Table.
hand_finished = Signal()

# Sent after the commit that made entries of a pool free for their next hands, with event,
# ``entries`` and now; sender: Table.
entries_free = Signal()

# Sent after an outage of the room's time, with since and until; sender: Heartbeat.
# Inside the transaction that ends the outage: if a receiver raises, the next beat sends it again.
outage_over = Signal()

# Sent when the room's clock was set back, with the ``step`` (timedelta) and ``now``; sender:
# Heartbeat. Inside the transaction that notes it: if a receiver raises, the next beat sends it
# again to all.
clock_set_back = Signal()
