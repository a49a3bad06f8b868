"""Wiring: this package knows every app, and no app knows it."""

from poker_site.celery import app as celery_app

__all__ = ["celery_app"]
