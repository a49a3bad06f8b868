"""Settings of the room: who changes them, their history, and the desk's page of them."""
