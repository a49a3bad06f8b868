"""The live room: events at real tables, whose floor staff enter what happens there (LIVE-1)."""
