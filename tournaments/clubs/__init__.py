"""Clubs: players who keep together, with a page, roles and games of their own (CLUB-1)."""
