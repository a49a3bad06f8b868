"""A tournament played in memory through the real rules, faster than any clock.

``players`` decide, ``floor`` keeps the tables, ``evening`` runs the event, ``figures`` say what to
make of it.
"""
