"""Two accounts of one person become one, by two of the staff."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.contrib.auth import authenticate
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.models import CounterOrder
from payouts.protection import limits, played_time
from payouts.room_settings import FOUR_EYES
from payouts.rules.limits import LimitKind, LimitPeriod
from payouts.wallets import bonuses, counter, wallet
from players.closing import closings
from players.models import Merge, Notice, User
from players.own_data import packing, registry
from players.own_data.registry import DataPart
from players.profile import avatars
from players.protection import exclusions, reminders
from players.refusals import PlayerCode
from players.staff import anonymising, merging, restrictions, suspensions
from tables.models import FavouriteGame, ImportedHand
from tests.harness import worlds
from tests.players.profile.test_avatars import picture
from tests.tables.cash import setting
from tests.tournaments import events, stages
from tests.tournaments.clubs.setting import founded
from tests.tournaments.events import START
from tournaments import director
from tournaments.challenges.models import Challenge, ChallengeStep
from tournaments.clubs import membership
from tournaments.clubs.models import ClubGame, ClubTemplate
from tournaments.entry.registration import register
from tournaments.models import Act, Entry, Ticket
from tournaments.play.books import reconcile
from tournaments.saved import favourites, searches
from tournaments.staff import gifts, merges

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-12")]

DAY = timedelta(days=1)


@pytest.fixture
def anna() -> User:
    return events.players(1, cents=30_00, prefix="anna")[0]


@pytest.fixture
def twin() -> User:
    return events.players(1, cents=12_34, prefix="twin")[0]


def staff(name: str = "carla") -> UserId:
    user, _new = User.objects.get_or_create(username=name, is_staff=True, is_superuser=True)
    return UserId(user.pk)


def refused(verb: Callable[..., object], **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(**named)
    return str(refusal.value)


def order(anna: User, twin: User, **other: Any) -> Merge:
    said = {"by": staff(), "why": "Same passport", "now": START, **other}
    return merges.order(user_id=UserId(anna.pk), other_id=UserId(twin.pk), **said)


def merge(anna: User, twin: User) -> Merge:
    row = order(anna, twin)
    return merges.confirm(merge_id=row.pk, by=staff("dario"), now=START)


def stops(anna: User, twin: User) -> str:
    """What refuses the merge, when it is ordered and when it is confirmed."""
    code = refused(merging.order, user_id=anna.pk, other_id=twin.pk, by=staff(), why="x", now=START)
    row = Merge.objects.create(user=anna, other=twin, why="x", given_by_id=staff(), given_at=START)
    again = refused(merging.confirm, merge_id=row.pk, by=staff("dario"), now=START)
    assert again == code
    twin.refresh_from_db()
    assert (twin.is_active, row.status) == (True, "waiting")
    return code


@pytest.mark.middling
def test_the_kept_account_has_every_cent_and_ticket_and_the_other_closes_for_good(
    anna: User, twin: User
) -> None:
    twin.set_password("secret")
    twin.save()
    gifts.give_ticket(
        user_id=UserId(twin.pk), value=10_00, template_id=None, by=staff(), why="x", key="t",
        now=START,
    )  # fmt: skip
    register(tournament_id=events.sit_and_go().pk, user_id=twin.pk, now=START)
    row = order(anna, twin)
    assert order(anna, twin) == row
    for _ in range(2):
        merges.confirm(merge_id=row.pk, by=staff("dario"), now=START)
    assert (events.wallet(anna), events.wallet(twin)) == (42_34, 0)
    assert Ticket.objects.get().owner == anna
    assert Entry.objects.get().status == Entry.Status.WITHDRAWN
    assert authenticate(username=twin.username, password="secret") is None
    twin.refresh_from_db()
    assert (twin.is_active, twin.has_usable_password()) == (False, False)
    with pytest.raises(Refusal, match="MERGED_AWAY"):
        suspensions.lift(user_id=UserId(twin.pk), by=staff(), why="x", now=START)
    acts = Act.objects.filter(verb__in=("order_merge", "merge")).order_by("pk")
    assert list(acts.values_list("verb", "player", "by")) == [
        ("order_merge", anna.pk, staff()),
        ("order_merge", twin.pk, staff()),
        ("merge", anna.pk, staff("dario")),
        ("merge", twin.pk, staff("dario")),
    ]
    assert Notice.objects.get(user=anna, kind="balance").data["reason"] == "merge"
    assert limits.lost(user_id=UserId(anna.pk), period=LimitPeriod.DAY, now=START) == 0
    assert reconcile().drifts == []


def test_money_that_goes_to_another_player_without_a_merge_is_found(anna: User, twin: User) -> None:
    leg = Leg(accounts.player(twin.pk), accounts.player(anna.pk), 5_00, Reason.MERGE)
    ledger.post([leg], key="merge:1", now=START)
    assert [drift.found for drift in reconcile().drifts] == [5_00]


def test_a_ticket_goes_to_nobody_else(anna: User, twin: User) -> None:
    ticket = gifts.give_ticket(
        user_id=UserId(twin.pk), value=10_00, template_id=None, by=staff(), why="x", key="t",
        now=START,
    )  # fmt: skip
    with pytest.raises(DatabaseError), transaction.atomic():
        Ticket.objects.filter(pk=ticket.pk).update(owner=anna)


def test_the_open_bonus_goes_over_with_what_is_left_of_it(anna: User, twin: User) -> None:
    promised = {"amount": 5_00, "wager": 20_00, "days": 30, "why": "x", "key": "b", "now": START}
    gifts.give_bonus(user_id=UserId(twin.pk), by=staff(), **promised)  # type: ignore[arg-type]
    merge(anna, twin)
    bonus = bonuses.of(UserId(anna.pk)).get()
    assert (bonus.amount, bonus.wager, bonus.expires_at) == (5_00, 20_00, START + 30 * DAY)
    assert not bonuses.of(UserId(twin.pk)).exists()
    assert ledger.balance(accounts.bonus(UserId(anna.pk))) == 5_00
    assert reconcile().drifts == []


@pytest.mark.rule("PLAY-1", "PLAY-2", "PLAY-3", "STAFF-10")
def test_of_limits_and_exclusions_the_stricter_holds(anna: User, twin: User) -> None:
    for user, amount in ((anna, 50_00), (twin, 20_00)):
        limits.set_limit(
            user_id=user.pk, period=LimitPeriod.DAY, amount=amount, now=START - 30 * DAY
        )
    limits.set_limit(user_id=anna.pk, period=LimitPeriod.WEEK, amount=70_00, now=START - 30 * DAY)
    limits.set_limit(
        user_id=twin.pk,
        kind=LimitKind.TIME,
        period=LimitPeriod.DAY,
        amount=60,
        now=START - 30 * DAY,
    )
    limits.set_limit(user_id=twin.pk, period=LimitPeriod.WEEK, amount=80_00, now=START - 30 * DAY)
    # A raise that waits does not come to be.
    for period in (LimitPeriod.DAY, LimitPeriod.WEEK):
        limits.set_limit(user_id=anna.pk, period=period, amount=900_00, now=START - DAY)
    exclusions.exclude(user_id=anna.pk, days=3, now=START)
    exclusions.exclude(user_id=twin.pk, days=30, now=START)
    kept: dict[str, Any] = {"user_id": UserId(twin.pk), "lifted": False, "by": staff()}
    restrictions.restrict(game="cash", why="x", now=START, **kept)
    merge(anna, twin)
    later = START + 20 * DAY
    found = {
        (kind, period): limits.limit(user_id=anna.pk, kind=kind, period=period, now=later).amount
        for kind in LimitKind
        for period in LimitPeriod
    }
    assert {key: amount for key, amount in found.items() if amount is not None} == {
        (LimitKind.DEPOSIT, LimitPeriod.DAY): 20_00,
        (LimitKind.DEPOSIT, LimitPeriod.WEEK): 70_00,
        (LimitKind.TIME, LimitPeriod.DAY): 60,
    }
    assert exclusions.excluded_until(user_id=anna.pk, now=START) == START + 30 * DAY
    assert restrictions.standing(UserId(anna.pk)) == {"cash"}


@pytest.mark.rule("PLAY-3")
def test_what_was_done_with_either_counts_towards_the_limits(anna: User, twin: User) -> None:
    first = events.players(1, cents=10_00, prefix="first")[0]
    for user in (anna, twin, first):
        fee = Leg(accounts.player(user.pk), accounts.FEES, 5_00, Reason.FEE)
        ledger.post([fee], key=f"fee:{user.pk}", now=START)
        played_time.count([UserId(user.pk)], now=START)
    merge(twin, first)
    merge(anna, twin)
    day: dict[str, Any] = {"user_id": UserId(anna.pk), "period": LimitPeriod.DAY, "now": START}
    assert limits.used(kind=LimitKind.DEPOSIT, **day) == 30_00 + 12_34 + 10_00
    assert limits.used(kind=LimitKind.LOSS, **day) == 15_00
    assert limits.used(kind=LimitKind.TIME, **day) == 3


@pytest.mark.rule("STAFF-4")
def test_who_was_suspended_is_so_in_the_account_that_is_kept(anna: User, twin: User) -> None:
    suspensions.suspend(user_id=UserId(twin.pk), by=staff(), why="Cheating", now=START)
    merge(anna, twin)
    anna.refresh_from_db()
    assert not anna.is_active
    assert anna.suspensions.get().by_id == staff("dario")


@pytest.mark.rule("STAFF-4")
@pytest.mark.parametrize(
    ("kept", "other", "holds"),
    [(None, 5, 5), (3, 5, 5), (5, 3, 5), (3, 0, 0), (0, 3, 0)],
)
def test_the_suspension_that_ends_later_holds(
    anna: User, twin: User, kept: int | None, other: int, holds: int
) -> None:
    # In days from the start; 0 is without an end.
    for user, days in ((anna, kept), (twin, other)):
        if days is not None:
            until = START + timedelta(days=days) if days else None
            suspensions.suspend(
                user_id=UserId(user.pk), by=staff(), why="x", now=START, until=until
            )
    merge(anna, twin)
    standing = suspensions.standing(UserId(anna.pk))
    assert standing is not None
    assert standing.until == (START + timedelta(days=holds) if holds else None)
    assert suspensions.end_due(now=START + timedelta(days=9)) == bool(holds)
    twin.refresh_from_db()
    assert not twin.is_active, "an account that was merged away opens no more"


@pytest.mark.parametrize("whose", [0, 1])
@pytest.mark.parametrize("how", ["running event", "cash table"])
def test_neither_may_sit_anywhere(anna: User, twin: User, whose: int, how: str) -> None:
    if how == "cash table":
        room = setting.cash_room()
        pair = (room.people[0], anna) if whose == 0 else (anna, room.people[0])
        room.sit(0, no=1)
        assert stops(*pair) == "SITS_SOMEWHERE"
        return
    event = stages.started(entries=3)
    entry = event.entries.order_by("pk")[0]
    pair = (entry.user, twin) if whose == 0 else (anna, entry.user)
    # A hand runs; between hands it is the same.
    for _ in range(2):
        code = refused(
            merging.order, user_id=pair[0].pk, other_id=pair[1].pk, by=staff(), why="x", now=START
        )
        assert code in ("SITS_SOMEWHERE", "IN_RUNNING_EVENT")
        stages.fold_out(event)


def test_a_latecomer_who_waits_for_a_seat_is_in_a_running_event(anna: User, twin: User) -> None:
    event = stages.started(entries=3, late_registration_levels=2)
    register(tournament_id=event.pk, user_id=twin.pk, now=START)
    assert stops(anna, twin) in ("IN_RUNNING_EVENT", "SITS_SOMEWHERE")


@pytest.mark.rule("STAFF-9", "STAFF-12")
def test_who_is_out_of_an_event_that_still_plays_may_have_a_prize_coming(anna: User) -> None:
    event = stages.in_play([4500], entries=3, late_registration_levels=1)
    gone = event.entries.filter(status=Entry.Status.OUT)[0].user
    assert stops(anna, gone) == "IN_RUNNING_EVENT"
    forget: dict[str, Any] = {"user_id": gone.pk, "by": staff(), "why": "x", "now": START}
    assert refused(anonymising.forget, **forget) == "STILL_ENTERED"
    Merge.objects.update(status="withdrawn", decided_by=staff(), decided_at=START)
    merge(gone, anna)
    director.step(tournament_id=event.pk, now=START + timedelta(minutes=10))
    prize = event.entries.get(user=gone).prize
    assert prize
    assert events.wallet(gone) == 30_00 + prize


def test_an_entry_that_cannot_be_left_any_more_keeps_its_account_open(
    anna: User, twin: User
) -> None:
    event = events.velox()
    for user in (twin, *events.players(2, cents=5_00, prefix="more")):
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    row = order(anna, twin)
    said: dict[str, Any] = {"merge_id": row.pk, "by": staff("dario"), "now": START}
    assert refused(merges.confirm, **said) == "IN_RUNNING_EVENT"
    twin.refresh_from_db()
    assert twin.is_active


def test_both_in_one_event_to_come_are_not_merged_but_in_two_they_are(
    anna: User, twin: User
) -> None:
    first, second = (events.sit_and_go(name=name) for name in ("One", "Two"))
    events.fund(anna, twin, cents=10_00)
    for user in (anna, twin):
        register(tournament_id=first.pk, user_id=user.pk, now=START)
    assert stops(anna, twin) == "BOTH_ENTERED"
    Merge.objects.filter(status="waiting").update(
        status="withdrawn", decided_by=staff(), decided_at=START
    )
    other = events.players(1, cents=10_00, prefix="other")[0]
    register(tournament_id=second.pk, user_id=other.pk, now=START)
    merge(anna, other)
    assert first.entries.get(user=anna).status == Entry.Status.REGISTERED
    assert second.entries.get().status == Entry.Status.WITHDRAWN
    assert events.wallet(anna) == 40_00


@pytest.mark.rule("STAFF-2")
def test_money_of_the_other_that_waits_comes_first(anna: User, twin: User) -> None:
    worlds.assume(FOUR_EYES, 1_00)
    counter.give(
        kind=CounterOrder.Kind.PAY_OUT, user_id=UserId(twin.pk), amount=5_00, by=staff(), why="x",
        key="1", now=START,
    )  # fmt: skip
    assert stops(anna, twin) == "MONEY_UNDER_WAY"


def test_two_bonuses_do_not_become_one(anna: User, twin: User) -> None:
    promised = {"amount": 5_00, "wager": 20_00, "days": 30, "why": "x", "key": "b", "now": START}
    for user in (anna, twin):
        gifts.give_bonus(user_id=UserId(user.pk), by=staff(), **promised)  # type: ignore[arg-type]
    assert stops(anna, twin) == "BONUS_OPEN"


@pytest.mark.rule("STAFF-2")
def test_it_takes_two_and_neither_for_themselves_nor_of_staff(anna: User, twin: User) -> None:
    row = order(anna, twin)
    said: dict[str, Any] = {"merge_id": row.pk, "now": START}
    assert refused(merging.confirm, by=staff(), **said) == "OWN_MERGE"
    for user in (anna, twin):
        assert refused(merging.confirm, by=user.pk, **said) == "OWN_ACCOUNT"
    wish: dict[str, Any] = {"by": staff(), "why": "x", "now": START}
    ids = {"user_id": anna.pk, "other_id": staff("erica")}
    assert refused(merging.order, **ids, **wish) == "MERGE_OF_STAFF"
    assert refused(merging.order, user_id=anna.pk, other_id=anna.pk, **wish) == "ONE_ACCOUNT"
    third = events.players(1, prefix="third")[0]
    assert refused(merging.order, user_id=third.pk, other_id=twin.pk, **wish) == "MERGE_WAITS"
    assert refused(merging.order, user_id=twin.pk, other_id=third.pk, **wish) == "MERGE_WAITS"
    down: dict[str, Any] = {"merge_id": row.pk, "why": "Brothers", "now": START}
    for _ in range(2):
        assert merges.turn_down(by=staff("dario"), **down).status == "turned_down"
    assert refused(merging.confirm, by=staff("dario"), **said) == "NO_MERGE_WAITS"
    merge(anna, twin)
    assert refused(merging.order, user_id=third.pk, other_id=twin.pk, **wish) == "MERGED_AWAY"
    assert Act.objects.filter(verb="drop_merge").count() == 2


@pytest.mark.middling
def test_what_the_other_has_marked_saved_and_planned_is_of_the_account_that_is_kept(
    anna: User, twin: User
) -> None:
    plan, other_plan = (events.template(name=name) for name in ("One", "Two"))
    event, game = events.sit_and_go(), setting.offer()
    for user, plans in ((anna, [plan]), (twin, [plan, other_plan])):
        owner = {"user_id": UserId(user.pk)}
        for each in plans:
            favourites.star(template_id=each.pk, wanted=True, **owner)
            each.invited.add(user)
        FavouriteGame.objects.create(user=user, game=game)
        searches.save(name="tonight", place="events", query=f"of={user.pk}", **owner)
        event.invited.add(user)
        for digest in (b"same", f"{user.pk}".encode()):
            ImportedHand.objects.create(
                user=user, imported_at=START, told={}, digest=digest, packed=b""
            )
    row = Challenge.objects.create(
        kind="events", name="x", begins_at=START, ends_at=START + DAY, written_by=anna
    )
    ChallengeStep.objects.create(challenge=row, user=twin, key="1")
    club = founded(twin)
    membership.invite(club_id=club.pk, by=UserId(twin.pk), days=7, most_uses=1, now=START)
    terms: dict[str, Any] = {"club": club, "name": "x", "terms": {}}
    ClubTemplate.objects.create(made_by=twin, created_at=START, **terms)
    ClubGame.objects.create(
        planned_by=twin, planned_at=START, starts_at=START, key="x", called_off_at=START, **terms
    )

    def rows(part: DataPart, user: User) -> int:
        model = apps.get_model(part.model)
        return int(model._default_manager.filter(**{part.owner: user}).count())

    moving = [part for part in registry.parts() if part.at_merge == "moves"]
    assert [part.key for part in moving if not rows(part, twin)] == [], "give the other one"
    merge(anna, twin)
    assert [part.key for part in moving if rows(part, twin) or not rows(part, anna)] == []
    assert favourites.series_of(UserId(anna.pk)) == {plan.pk, other_plan.pk}
    assert searches.of_player(UserId(anna.pk))[0].query == f"of={anna.pk}"
    assert ImportedHand.objects.filter(user=anna).count() == 3


@pytest.mark.rule("PLAY-4")
def test_the_shorter_interval_of_reminders_holds(anna: User, twin: User) -> None:
    reminders.choose(user_id=UserId(twin.pk), minutes=15)
    merge(anna, twin)
    assert reminders.every(UserId(anna.pk)) == 15


@pytest.mark.rule("ACCOUNT-6")
def test_a_closing_of_the_other_ends_and_a_closed_account_takes_nothing_over() -> None:
    anna, twin, third = (User.objects.create_user(name) for name in ("anna", "twin", "third"))
    closing = closings.ask(user_id=UserId(twin.pk), now=START)
    merge(anna, twin)
    closing.refresh_from_db()
    assert (closing.cancelled_at, closing.due_at) == (START, None)
    assert closings.see_to_due(now=START + 9 * DAY) == 0
    for days in (30, 0):
        user = anna if days else third
        if days:
            exclusions.exclude(user_id=UserId(anna.pk), days=days, now=START)
        closings.ask(user_id=UserId(user.pk), now=START)
        closings.see_to_due(now=START + closings.COOLING_OFF)
        [spare] = events.players(1, prefix=f"spare{days}")
        assert stops(user, spare) == "ACCOUNT_CLOSED"


@pytest.mark.rule("DATA-1")
def test_the_archive_has_what_stays_with_the_other(anna: User, twin: User) -> None:
    avatars.change(user_id=UserId(twin.pk), sent=picture(), now=START)
    merge(anna, twin)
    pieces = packing.pack(UserId(anna.pk), language="en", now=START)
    with ZipFile(BytesIO(b"".join(piece for piece, _percent in pieces))) as file:
        assert f"merged-{twin.pk}/picture.webp" in file.namelist()
        names = [row["username"] for row in json.loads(file.read("data/account.json"))]
        assert names == [anna.username, twin.username]
        assert "merged into yours" in file.read("README.txt").decode()


@pytest.mark.slow
def test_it_is_ordered_in_the_file_and_confirmed_from_the_list_of_what_waits(
    anna: User, twin: User, client: Client
) -> None:
    client.force_login(User.objects.get(pk=staff()))
    ask = reverse("admin:players_player_merge", args=[anna.pk])
    form = {"_form_submitted": "on", "reason": "Same passport"}
    assert b"No user is named x." in client.post(ask, {**form, "other": "x"}).content
    client.post(ask, {**form, "other": twin.username.upper()})
    row = Merge.objects.get()
    page = reverse("admin:players_merge_change", args=[row.pk])
    assert "/confirm/" not in client.get(page).content.decode()
    client.force_login(User.objects.get(pk=staff("dario")))
    assert page in client.get(reverse("admin:index")).content.decode()
    confirm = reverse("admin:players_merge_confirm", args=[row.pk])
    client.post(confirm, {"_form_submitted": "on"})
    for user, words in ((anna, "Also had the account"), (twin, "Merged into")):
        file = client.get(reverse("admin:players_player_change", args=[user.pk]))
        assert words in file.content.decode()


@pytest.mark.rule("STAFF-9")
def test_a_merged_account_is_made_nameless_only_after_the_one_that_is_kept(
    twin: User,
) -> None:
    kept = User.objects.create_user("kept")
    wallet.withdraw(user_id=UserId(twin.pk), amount=12_34, key="all", now=START)
    merge(kept, twin)
    said: dict[str, Any] = {"by": staff("elena"), "why": "Asked for it", "now": START}
    assert refused(anonymising.forget, user_id=twin.pk, **said) == PlayerCode.MERGED_AWAY
    assert User.objects.filter(username=twin.username).exists()
    assert anonymising.forget(user_id=UserId(kept.pk), **said)
    assert anonymising.forget(user_id=UserId(twin.pk), **said)
