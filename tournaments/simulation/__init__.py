"""A tournament simulated in memory by the real rules, in much less than its real time.

``players`` decide, ``tables`` keeps the tables, ``evening`` runs the event, and ``figures``
estimates the cost of a guarantee.
"""
