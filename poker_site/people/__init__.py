"""One player at the desk: who they are, and all that the room has of them."""
