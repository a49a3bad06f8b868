"""Challenges that staff write: tasks with a badge and no money value (CHALLENGE-*)."""
