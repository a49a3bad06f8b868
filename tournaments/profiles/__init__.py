"""Profiles of players: what others see of them (PROFILE-1)."""
