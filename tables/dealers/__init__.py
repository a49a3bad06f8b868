"""A live room's dealers: the guide through their mistakes, the record of them, and its totals."""
