"""Settings of the room: their changes, their history, and the desk's page of them."""
