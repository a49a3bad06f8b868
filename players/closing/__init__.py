"""The closing of an account by its player (ACCOUNT-6)."""
