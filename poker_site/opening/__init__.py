"""The first hour of a room: set up on its own page by who reads the console, then opened."""
