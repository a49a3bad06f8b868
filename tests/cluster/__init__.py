"""A room on two nodes of one machine, and what happens to it when parts of it die."""
