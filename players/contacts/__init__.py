"""Other players as one player sees them: notes, colours, muted and blocked (CHAT-3, CHAT-4)."""
