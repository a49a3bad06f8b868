"""One player at the desk: identity, and all data that the room has of them."""
