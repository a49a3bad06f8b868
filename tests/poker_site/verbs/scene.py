"""A room in which every verb of staff finds something to do, and the four things that they meet."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.hashers import make_password

from core.types import UserId
from payouts.wallets import wallet
from players.identity import documents
from players.models import User
from players.profile import avatars
from players.protection import exclusions
from tables.cash import croupier
from tables.models import Table
from tests.payouts.payments.conftest import ask
from tests.players.identity.test_identity import PDF, SAID, picture
from tests.tables.cash import setting as cash
from tests.tables.pools import setting as pools
from tests.tournaments import events, live_events, stages
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor
from tournaments.entry.registration import register
from tournaments.live_room.verbs import chips
from tournaments.models import Template, Tournament
from tournaments.staff import desk, gifts

NOW: Final = START + timedelta(seconds=20)
RICH = 2_000_00
# After the break nobody needs chips of 25.
RACED: Final = [(3600, 25, 50, 0), (900, 0, 0, 0), (3600, 100, 200, 0)]
CHIPS: Final = {25: 400, 100: 400, 500: 100, 1000: 100}


class Scene:
    """An event and two live ones that are played, the second with chips to race off, one that has
    not begun, players, and two of the staff. ``anna`` plays in the first and is registered in the
    one to come, ``bruno`` is in none."""

    def __init__(self) -> None:
        self.boss = UserId(User.objects.create_superuser("boss").pk)
        self.colleague = UserId(User.objects.create_superuser("colleague").pk)
        self.bruno = self._rich("bruno")
        terms: dict[str, Any] = {
            "seats_per_table": 4, "late_registration_levels": 2, "max_entries": 12,
            "guarantee": 100_00,
        }  # fmt: skip
        self.event_id = stages.started(entries=5, **terms).pk
        self.entry = self.event.entries.order_by("pk")[0]
        self.anna = UserId(self.entry.user_id)
        self.table_id = self._table_of(self.event, self.anna)
        sales = {
            "rebuys": 1, "rebuy_levels": 1, "rebuy_price": 900, "rebuy_fee": 100,
            "rebuy_chips": 1500, "add_on_after_level": 1, "add_on_price": 900, "add_on_fee": 100,
            "add_on_chips": 1500,
        }  # fmt: skip
        floor = Floor(live_events.live(seats_per_table=3, max_entries=12, **sales), players=5)
        floor.step()
        self.live_id, self.floor = floor.pk, floor
        self.live_entry = self.live.entries.order_by("pk")[0]
        self.live_table = self._table_of(self.live, UserId(self.live_entry.user_id))
        self.raced = Floor(
            live_events.live(seats_per_table=3, rows=RACED), players=3, named="raced"
        )
        chips.take_stock(
            tournament_id=self.raced.pk, stock=CHIPS, by=self.colleague, now=self.raced.now
        )
        self.raced.step()
        self.coming_id = self._coming(name="Coming")
        self.secret_id = self._coming(name="Secret", access="password", password=make_password("x"))
        self.listed_id = self._coming(name="Listed", access="invited")
        tomorrow = START + timedelta(days=1)
        self.doors_id = live_events.live(name="Doors", starts_at=tomorrow).pk
        wallet.deposit(user_id=self.anna, amount=RICH, key="anna", now=START)

        register(tournament_id=self.coming_id, user_id=self.anna, now=START)
        events.fund(self.live_entry.user, cents=RICH)
        self.ticket_id = gifts.give_ticket(
            user_id=self.anna, value=10_00, template_id=None, key="old", **self.theirs
        ).pk
        self.bonus_id = gifts.give_bonus(
            user_id=self.anna, amount=5_00, wager=10_00, days=9, key="old", **self.theirs
        ).pk
        self.poor = UserId(User.objects.create_user("carlo").pk)

    @staticmethod
    def _coming(**terms: Any) -> int:
        return int(events.scheduled(starts_at=START + timedelta(days=1), **terms).pk)

    def _rich(self, name: str) -> UserId:
        user_id = UserId(User.objects.create_user(name).pk)
        wallet.deposit(user_id=user_id, amount=RICH, key=name, now=START)
        return user_id

    @staticmethod
    def _table_of(event: Tournament, user_id: UserId) -> int:
        return int(Table.objects.get(event=event.event, seats__user=user_id).pk)

    @property
    def event(self) -> Tournament:
        return Tournament.objects.get(pk=self.event_id)

    @property
    def live(self) -> Tournament:
        return Tournament.objects.get(pk=self.live_id)

    @property
    def coming(self) -> Tournament:
        return Tournament.objects.get(pk=self.coming_id)

    @property
    def other_table(self) -> int:
        """Where anna does not sit, with a seat free."""
        rows = Table.objects.filter(event=self.event.event, status=Table.Status.OPEN)
        return int(rows.exclude(pk=self.table_id).values_list("pk", flat=True).first() or 0)

    @property
    def did(self) -> dict[str, Any]:
        """Who does it, why and when."""
        return {"by": self.boss, "why": "We say so.", "now": NOW}

    @property
    def done(self) -> dict[str, Any]:
        """The same of a verb that asks for no reason."""
        return {"by": self.boss, "now": NOW}

    @property
    def theirs(self) -> dict[str, Any]:
        """What the colleague has done before."""
        return {**self.did, "by": self.colleague}

    def plan(self, **terms: Any) -> Template:
        """A plan that the colleague has written."""
        kind = Template.Kind.SCHEDULED
        return events.template(kind=kind, name="Plan", max_entries=50, **terms)

    def with_picture(self) -> UserId:
        """Anna, who has one."""
        avatars.change(user_id=self.anna, sent=picture(), now=NOW)
        return self.anna

    def document(self) -> int:
        sent = documents.send(user_id=self.anna, statement=SAID, kind="passport", sent=PDF, now=NOW)
        return int(sent.pk)

    def payment(self) -> int:
        """A withdrawal of anna's that staff have to decide."""
        return int(ask(self.anna, 50_00, now=NOW).pk)

    def cash_table(self) -> int:
        """Two at a cash table, in a hand."""
        room = cash.cash_room(10_00, 10_00)
        croupier.look(table_id=room.table_id, now=room.later(10))
        return room.table_id

    def pool(self) -> int:
        return int(pools.pool_room(2).pool.pk)


def a_running_hand(scene: Scene) -> None:
    """Both tables of the event play one."""


def a_pause(scene: Scene) -> None:
    """The clocks stand still; the hands that ran are not over."""
    for event_id in (scene.event_id, scene.live_id, scene.raced.pk):
        desk.pause(tournament_id=event_id, **scene.theirs)


def an_exclusion(scene: Scene) -> None:
    """Whom the verbs are about keep themselves from play."""
    for user_id in (scene.anna, scene.bruno, scene.poor, UserId(scene.live_entry.user_id)):
        exclusions.exclude(user_id=user_id, days=30, now=NOW)


def a_cancellation(scene: Scene) -> None:
    """The events are over, and everybody is paid."""
    for event_id in (
        *(scene.event_id, scene.live_id, scene.raced.pk, scene.coming_id),
        *(scene.secret_id, scene.listed_id, scene.doors_id),
    ):
        stop = Tournament.objects.get(pk=event_id).status == Tournament.Status.RUNNING
        plan = desk.plan_cancellation(
            tournament_id=event_id, stop=stop, by=scene.colleague, now=NOW
        )
        desk.cancel(plan_id=plan.pk, **scene.theirs)


MEETINGS: Final[dict[str, Callable[[Scene], None]]] = {
    "hand": a_running_hand,
    "pause": a_pause,
    "exclusion": an_exclusion,
    "cancellation": a_cancellation,
}
