"""An external register of exclusions (PLAY-6): asked by hashed marks, answers kept for hours."""
