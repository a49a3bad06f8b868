"""News for the apps above, which tables must not know."""

from django.dispatch import Signal

# Sent after the commit that finished a hand, with table_id, event and hand_id; sender: Table.
hand_finished = Signal()
