"""Beat's plainest schedule: again after so long."""

from datetime import UTC, datetime

from celery.schedules import schedstate, schedule


class Every(schedule):  # type: ignore[misc]
    """As Celery's, which goes over time zones to the same answer: more than half of what beat did
    in an idle room."""

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Whether it is time, and the seconds until it is to be asked again."""
        last = self.maybe_make_aware(last_run_at).astimezone(UTC)
        left = (last + self.run_every - datetime.now(UTC)).total_seconds()
        return schedstate(is_due=left <= 0, next=left if left > 0 else self.seconds)
