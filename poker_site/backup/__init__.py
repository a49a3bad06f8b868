"""Backups of the database, their restoring, and the move to another server."""
