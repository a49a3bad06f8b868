"""News for the apps above, which tables must not know."""

from django.dispatch import Signal

# Sent after the commit that finished a hand, with table_id, event, hand_id, and whether the table
# itself ``deals_on``; sender: Table.
hand_finished = Signal()

# Sent after the commit by which entries of a pool were let go on to their next hands, with event,
# the ``entries`` and now; sender: Table.
entries_free = Signal()

# Sent when the room's time is kept again after an outage, with since and until; sender: Heartbeat.
# Inside the transaction that ends the outage: whoever raises is asked again.
outage_over = Signal()

# Sent when the room's clock was set back, ``by`` how much, with ``now``; sender: Heartbeat. Inside
# the transaction that notes it: if one raises, all are asked again.
clock_set_back = Signal()
