"""Seasons: the points of finished events, and the standings that they come to (SERIES-*)."""
