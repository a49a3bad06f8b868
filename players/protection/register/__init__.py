"""The client of an external register of exclusions (PLAY-6): hashed marks, answers kept for
hours."""
