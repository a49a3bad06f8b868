"""The first hour of a room: set up on its own page by the reader of the console, then opened."""
