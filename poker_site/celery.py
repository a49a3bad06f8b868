"""The Celery application: beat only ticks; every job finds its work in the database."""

import os

from celery import Celery
from celery.schedules import crontab
from celery.signals import (
    beat_init,
    before_task_publish,
    task_postrun,
    task_prerun,
    worker_init,
    worker_ready,
)

from poker_site.running.interval import Interval

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
# Celery would load every page for Django's checks, and listen to none of them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("montepremi")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "poker_site.running.beat:Scheduler"
app.autodiscover_tasks()


@worker_init.connect
def _worker_starts(**_: object) -> None:
    _start("worker")


@beat_init.connect
def _beat_starts(**_: object) -> None:
    _start("beat")


def _start(process: str) -> None:
    from poker_site.opening import checks
    from poker_site.running import error_reports, logs

    logs.say_version(process)
    error_reports.begin(process)
    checks.refuse_to_start()


@worker_init.connect
def _know_addresses(**_: object) -> None:
    # All of them, before the first notice needs one: to load them holds a task up by half a second.
    from django.urls import reverse

    reverse("lobby")


@task_prerun.connect
def _by_the_room_s_clock(**_: object) -> None:
    from django.utils import timezone

    from core.settings import room_time

    timezone.activate(room_time.zone())


@task_prerun.connect
def _name_lines_of_the_log(task_id: str, **_: object) -> None:
    from core.request_id import CURRENT

    # The next task of this thread sets its own.
    CURRENT.set(task_id)


@task_postrun.connect
def _worker_lives(**_: object) -> None:
    # From a thread that has done some work: the one that only speaks with Redis lives on when all
    # others hang.
    from poker_site.running import process_heartbeats

    process_heartbeats.report("worker")


@worker_ready.connect
def _ticks_by_itself(**_: object) -> None:
    from core import room_clock
    from poker_site.running import metrics_server, slow_tick

    room_clock.begin()
    metrics_server.serve(of_the_room=True)
    slow_tick.begin()


@beat_init.connect
def _beat_lives(**_: object) -> None:
    from core import room_clock
    from poker_site.running import metrics_server

    room_clock.begin()
    metrics_server.serve()
    # Others publish tasks too; in this process only beat does.
    before_task_publish.connect(_beat_ticks)


def _beat_ticks(**_: object) -> None:
    from poker_site.running import process_heartbeats

    process_heartbeats.report("beat")


@app.on_after_finalize.connect
def _schedule(sender: Celery, **_: object) -> None:
    from django.conf import settings

    tick = Interval(settings.TICK_SECONDS)
    # A tick that could not be taken at once is worthless: the next one does its work.
    stale = {"expires": max(1.0, 4 * settings.TICK_SECONDS)}
    sender.conf.beat_schedule = {
        "see to what is due": {
            "task": "tournaments.tasks.tick",
            "schedule": tick,
            "options": stale,
        },
        "see to payments": {
            "task": "payouts.tasks.see_to_payments",
            "schedule": Interval(1),
            "options": stale,
        },
        "mail the revenue": {
            "task": "payouts.tasks.mail_report",
            "schedule": crontab(minute="30"),
        },
        "see to bonuses": {
            "task": "payouts.tasks.see_to_bonuses",
            "schedule": Interval(60),
        },
        "deal in pools": {
            "task": "tables.tasks.sweep_pools",
            "schedule": Interval(1),
            "options": stale,
        },
        "count hands": {
            "task": "tables.tasks.count_hands",
            "schedule": Interval(2),
            "options": stale,
        },
        "keep the time": {
            "task": "tournaments.tasks.keep_time",
            "schedule": Interval(1),
            "options": stale,
        },
        "tend the rest": {
            "task": "tournaments.tasks.tend",
            "schedule": Interval(2),
            "options": stale,
        },
        "let idle guests go": {
            "task": "tables.tasks.let_idle_guests_go",
            "schedule": Interval(600),
            "options": {"expires": 500},
        },
        # It gives up at once if a lock is in the way: the next run comes soon.
        "make months": {
            "task": "tables.tasks.make_months",
            "schedule": crontab(minute="50"),
        },
        "count time at tables": {
            "task": "tables.tasks.count_played_time",
            "schedule": Interval(60),
            "options": {"expires": 50},
        },
        "send notices": {
            "task": "players.tasks.send_notices",
            "schedule": Interval(1),
            "options": stale,
        },
        "call those who are away": {
            "task": "tables.tasks.call_those_away",
            "schedule": Interval(2),
            "options": stale,
        },
        "announce starts": {
            "task": "tournaments.tasks.announce_starts",
            "schedule": Interval(10),
            "options": stale,
        },
        **(
            {
                "ask the exclusion register": {
                    "task": "players.tasks.ask_register",
                    "schedule": Interval(10),
                    "options": {"expires": 10},
                }
            }
            if settings.EXCLUSIONS_URL
            else {}
        ),
        **(
            {
                "have identities checked": {
                    "task": "players.tasks.check_identities",
                    "schedule": Interval(5),
                    "options": {"expires": 5},
                }
            }
            if settings.IDENTITY_PROVIDER_URL
            else {}
        ),
        "make archives of data": {
            "task": "players.tasks.make_archives",
            "schedule": Interval(2),
            "options": {"expires": 30},
        },
        "close accounts": {
            "task": "players.tasks.close_accounts",
            "schedule": Interval(60),
            "options": {"expires": 50},
        },
        "end suspensions": {
            "task": "players.tasks.end_suspensions",
            "schedule": Interval(60),
            "options": {"expires": 50},
        },
        "forget sign-ins": {
            "task": "players.tasks.forget_logins",
            "schedule": crontab(hour="4", minute="50"),
        },
        "tend identities": {
            "task": "players.tasks.tend_identities",
            "schedule": crontab(hour="4", minute="45"),
        },
        "forget notices": {
            "task": "players.tasks.forget_notices",
            "schedule": crontab(hour="4", minute="30"),
        },
        **(
            {
                "send mails": {
                    "task": "players.tasks.send_mails",
                    "schedule": Interval(2),
                    "options": stale,
                }
            }
            if settings.MAIL_SENT_BY
            else {}
        ),
        "look after home games": {
            "task": "tournaments.home.tasks.look_after_home_games",
            "schedule": Interval(10),
            "options": {"expires": 10},
        },
        "tend seasons": {
            "task": "tournaments.seasons.tasks.tend_seasons",
            "schedule": Interval(10),
            "options": {"expires": 10},
        },
        "tend challenges": {
            "task": "tournaments.challenges.tasks.tend_challenges",
            "schedule": Interval(60),
            "options": {"expires": 60},
        },
        "tell what comes next": {
            "task": "tournaments.own_events.tasks.tell_what_comes_next",
            "schedule": Interval(300),
            "options": {"expires": 300},
        },
        "purge home games": {
            "task": "tournaments.home.tasks.purge_home_games",
            "schedule": crontab(hour="4", minute="55"),
        },
        "open games of clubs": {
            "task": "tournaments.clubs.tasks.open_club_games",
            "schedule": Interval(10),
            "options": {"expires": 10},
        },
        "look after clubs": {
            "task": "tournaments.clubs.tasks.look_after_clubs",
            "schedule": Interval(60),
            "options": {"expires": 60},
        },
        "audit the ledger": {
            "task": "payouts.tasks.audit",
            "schedule": crontab(hour="4", minute="0"),
        },
    }
