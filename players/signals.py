"""Signals about players, for the packages above: ``tables`` and ``tournaments`` listen."""

from django.dispatch import Signal

# Sent inside the transaction with ``user_id`` and ``now``: a player may play no more, by their own
# wish, by the register or by staff. Receivers take the player out of events and off tables.
barred = Signal()

# Sent inside the transaction with ``user_id`` and ``now``: a player is to be anonymised. Receivers
# refuse while they hold the player's money or place, and erase what identifies the player.
leaving = Signal()

# Sent inside the transaction with ``user_id``, ``other_id`` and ``now``: these accounts are one
# person's and are to become one, ``user_id``. Receivers refuse if something stands against it.
merging = Signal()

# Sent inside the transaction with ``merge_id``, ``user_id``, ``other_id`` and ``now``: the account
# ``other_id`` has closed. Receivers move what it holds to ``user_id``.
merged = Signal()

# Sent inside the transaction with ``user_id`` and ``key``: a player has another picture, or, where
# that is "", none.
pictured = Signal()

# Sent inside the transaction with ``user_id``, ``name`` and ``now``: a player has a new name.
# Receivers write it where they store the name of a seated player.
renamed = Signal()

# Sent inside the transaction with ``user_id``: something has changed on which the player's open
# sockets rest (a session, the password, a right). Receivers check these sockets again.
access_changed = Signal()

# Sent inside the transaction with ``user_ids``: there is news for these players. Receivers have
# open pages fetch it.
noticed = Signal()
