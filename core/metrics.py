"""Figures of this process for Prometheus: counts and times, never a name, a card or a secret.

Counting costs two microseconds, and twelve in the midst of an action, whose caches are cold.
Processes that nobody asks for figures serve none.
"""

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

# When a figure was first counted: one series for each, which nothing asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]
# From 2 ms, an action on an idle machine, to what a player takes for a fault.
_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

ACTION_SECONDS = Histogram(
    "montepremi_action_seconds", "A player's action, up to its commit.", buckets=_SECONDS
)
DEADLINE_LAG = Histogram(
    "montepremi_deadline_lag_seconds",
    "From when a table's deadline (a time-out, the next deal) was due to when a worker took it.",
    buckets=_SECONDS,
)
JOB_SECONDS = Histogram("montepremi_job_seconds", "A scheduled job.", ["job"], buckets=_SECONDS)
JOBS_FAILED = Counter("montepremi_jobs_failed", "Scheduled jobs that failed.", ["job"])
OUTSIDE_SECONDS = Histogram(
    "montepremi_outside_seconds",
    "A question to a service outside, up to its answer.",
    ["service", "answer"],
    buckets=_SECONDS,
)
# There are 800 addresses, so time is told by groups of them, and in fewer steps.
REQUEST_SECONDS = Histogram(
    "montepremi_request_seconds",
    "A page or an answer of the API, without what is streamed.",
    ["group"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
)
REQUESTS = Counter("montepremi_requests", "Pages and answers of the API.", ["group", "status"])
SOCKETS = Gauge("montepremi_sockets", "Open websockets of this process.", ["page"])
MAILBOX_OVERFLOWS = Counter(
    "montepremi_mailbox_overflows", "Sockets closed because their reader was too slow."
)
BEAT_LEADS = Gauge("montepremi_beat_leads", "1: this beat gives the tasks; 0: another does.")
