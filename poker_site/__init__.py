"""The wiring of all apps: this package imports every app, and no app imports it."""

from poker_site.celery import app as celery_app

__all__ = ["celery_app"]
