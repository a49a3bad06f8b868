"""Django's PostgreSQL backend, with a check that pooled connections are still open."""
