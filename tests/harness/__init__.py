"""The machinery of the suite, as a test never sees it."""
