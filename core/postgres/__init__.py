"""Django's PostgreSQL, which gives out no connection that the server has closed."""
