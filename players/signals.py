"""News of players for whoever stands above: ``tables`` and ``tournaments`` listen."""

from django.dispatch import Signal

# Sent inside the transaction with ``user_id`` and ``now``: a player may play no more, by their own
# wish or because staff have suspended them. Whoever runs events and tables takes them out.
barred = Signal()

# Sent inside the transaction with ``user_id`` and ``now``: a player is to be made nameless. Whoever
# holds money or a place of theirs refuses; whoever keeps what says who they are lets it go.
leaving = Signal()

# Sent inside the transaction with ``user_id``, ``other_id`` and ``now``: these accounts are one
# person's and are to become one, ``user_id``. Whoever knows what stands against it refuses.
merging = Signal()

# Sent inside the transaction with ``merge_id``, ``user_id``, ``other_id`` and ``now``: the account
# ``other_id`` has closed. Whoever holds something of it gives it to ``user_id``.
merged = Signal()

# Sent inside the transaction with ``user_id`` and ``key``: a player has another picture, or, where
# that is "", none.
pictured = Signal()

# Sent inside the transaction with ``user_id``, ``name`` and ``now``: a player has a new name.
# Whoever shows it where they sit writes it there.
renamed = Signal()

# Sent inside the transaction with ``user_id``: something has changed on which the player's open
# sockets rest (a session, the password, a right). Whoever holds sockets looks again.
access_changed = Signal()

# Sent inside the transaction with ``user_ids``: there is news for these players. Whoever holds
# sockets lets their pages look.
noticed = Signal()
