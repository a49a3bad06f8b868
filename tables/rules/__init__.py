"""Pure rules about finished hands: what each player did in them (STATS-1, STATS-2)."""
