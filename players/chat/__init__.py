"""Chat among players: at tables, in lobbies and wherever a package registers a channel (CHAT-1)."""
