"""A player's own data, to take away (DATA-1)."""
