"""Entries of the floor of a live event: each verb locks the event and writes its act; ``undoing``
takes some back (LIVE-1 to LIVE-5). ``moves.due_now`` returns the next move."""
