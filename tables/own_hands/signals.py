"""The signal of counted hands, for the apps above, which ``tables`` must not import."""

from django.dispatch import Signal

# Sent inside the transaction that counts hands, with ``hands``, their ``events`` by hand, and the
# ``users`` by hand and seat; sender: PlayedHand. May come again for the same hands.
hands_counted = Signal()
