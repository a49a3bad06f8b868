"""A register of exclusions outside of the room (PLAY-6): asked by marks, remembered for hours."""
