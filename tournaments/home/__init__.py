"""Home games: free events that a player or guest opens and runs for their friends (HOME-1)."""
