"""Hands in PHH (poker hand history, TOML): written for other programs, and read again."""
