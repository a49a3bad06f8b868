"""A VeloX from the promise to the prize: published, seeded, drawn, shown, played, paid."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest

from core.refusal import Refusal, RefusalCode
from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeDraw, PrizeScheme
from payouts.prizes import prize_draws
from payouts.refusals import MoneyCode
from payouts.reports.audit import audit
from payouts.rules import velox as rules
from payouts.rules.schemes import Velox
from payouts.rules.velox_proof import prove
from players.models import Notice, User
from tables.models import Table
from tests.harness.long_forms import longer
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration, scheduling
from tournaments.models import Entry, Tournament
from tournaments.play import books, velox
from tournaments.refusals import EventCode
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _result_seconds(settings: Any) -> None:
    settings.RESULT_SECONDS = 4


@pytest.fixture
def event() -> Tournament:
    """Three seats at 5.00."""
    return events.velox()


@pytest.fixture
def anna() -> User:
    [user] = events.players(1, cents=500, prefix="anna")
    return user


@pytest.fixture
def big_prize() -> Iterator[None]:
    """Whatever the seeds, ticket 12: a hundred buy-ins."""
    with mock.patch(
        "payouts.prizes.prize_draws.velox.draw", return_value=rules.DrawnTicket(12, 100)
    ):
        yield


def register(event: Tournament, user: User) -> Entry:
    return registration.register(tournament_id=event.pk, user_id=user.pk, now=START)


def fill(event: Tournament) -> list[User]:
    users = events.players(event.max_entries, cents=event.buy_in)
    for user in users:
        register(event, user)
    return users


def step(event: Tournament, *, after: float = 0) -> PrizeDraw:
    """One step so many seconds after the start; the draw as it is then."""
    director.step(tournament_id=event.pk, now=START + timedelta(seconds=after))
    event.refresh_from_db()
    assert event.draw is not None
    return event.draw


def notice(event: Tournament) -> Any:
    return Table.objects.get(event=event.event).notice


# --- publishing ---------------------------------------------------------------------------


@pytest.mark.rule("VELOX-1", "VELOX-4")
def test_the_promise_is_public_before_anybody_sits_down(event: Tournament) -> None:
    assert event.draw is not None
    assert len(event.draw.commitment) == 64
    assert (event.draw.server_seed, event.draw.ticket) == ("", None)
    assert event.scheme == {"kind": "velox", "seats": 3, "buy_in": 500, "table": ""}


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("seats", "buy_in"), [(3, 50), (3, 100), (3, 500), (3, 1000), (3, 2000), (6, 50), (6, 250)]
)
def test_every_buy_in_of_the_rulebook_can_be_published(seats: int, buy_in: int) -> None:
    event = events.velox(seats=seats, buy_in=buy_in)
    assert (event.max_entries, event.prize_pool) == (seats, buy_in * {3: 2, 6: 4}[seats])


@pytest.mark.rule("INFO-4", "VELOX-1")
@pytest.mark.parametrize("game", ["nlhe", "plhe", "flhe", "mixed_holdem"])
def test_every_kind_of_holdem_may_be_a_velox(game: str) -> None:
    assert events.velox(game=game, rows=[(180, 10, 20, 0)]).game == game


@pytest.mark.rule("INFO-4", "VELOX-1", "VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"buy_in": 700}, EventCode.VELOX_NOT_OFFERED),
        ({"seats": 6, "buy_in": 500}, EventCode.VELOX_NOT_OFFERED),
        ({"seats": 4}, EventCode.VELOX_NOT_OFFERED),
        ({"fee": 50}, EventCode.VELOX_TERMS),
        ({"guarantee": 50_00}, EventCode.VELOX_TERMS),
        ({"seats_per_table": 2}, EventCode.VELOX_TERMS),
        ({"late_registration_levels": 1}, EventCode.VELOX_TERMS),
        ({"game": "plo"}, EventCode.VELOX_TERMS),
        ({"game": "italian"}, EventCode.VELOX_TERMS),
        ({"rows": [(181, 10, 20, 0)]}, EventCode.VELOX_TERMS),
    ],
)
def test_what_is_no_velox_is_not_published(terms: dict[str, Any], code: RefusalCode) -> None:
    with pytest.raises(Refusal) as refused:
        events.velox(**terms)
    assert refused.value.code == code
    assert not PrizeDraw.objects.exists()


@pytest.mark.rule("POOL-1")
def test_a_table_that_returned_too_little_would_not_be_published() -> None:
    stingy = {2: 1_000_000}
    with (
        mock.patch.object(rules, "UP_TO_5", stingy),
        mock.patch.dict(rules.TABLES, {3: ((50, 500, stingy),)}),
        pytest.raises(Refusal) as refused,
    ):
        events.velox()
    assert refused.value.code == MoneyCode.PRIZES_BELOW_FLOOR


@pytest.mark.rule("VELOX-1", "SNG-1")
def test_when_the_seats_are_taken_the_next_one_opens(event: Tournament) -> None:
    fill(event)
    step(event)
    [successor] = scheduling.open_lobbies(now=START)
    assert successor.template == event.template
    assert successor.draw is not None
    assert event.draw is not None
    assert successor.draw.commitment != event.draw.commitment


# --- seeds --------------------------------------------------------------------------------


@pytest.mark.rule("VELOX-4")
def test_everybody_has_a_seed_and_may_type_another(event: Tournament, anna: User) -> None:
    given = register(event, anna).seed
    assert rules.is_player_seed(given)
    chosen = velox.set_seed(tournament_id=event.pk, user_id=anna.pk, seed="ciao", now=START)
    assert chosen.seed == "ciao"
    fill_up = events.players(2, cents=500)
    for user in fill_up:
        register(event, user)
    drawn = step(event)
    assert drawn.player_seeds is not None
    assert drawn.player_seeds[str(anna.pk)] == "ciao"
    assert len(set(drawn.player_seeds.values())) == 3


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize("seed", ["", "a|b", "x" * 41, "a\nb"])
def test_a_seed_that_cannot_be_hashed_in_one_way_only_is_refused(
    event: Tournament, anna: User, seed: str
) -> None:
    register(event, anna)
    with pytest.raises(Refusal) as refused:
        velox.set_seed(tournament_id=event.pk, user_id=anna.pk, seed=seed, now=START)
    assert refused.value.code == EventCode.SEED_UNUSABLE


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize("drawn", [False, True])
def test_from_the_last_seat_on_nobody_changes_what_decides_the_draw(
    event: Tournament, drawn: bool
) -> None:
    [player, *_] = fill(event)
    if drawn:
        step(event)
    with pytest.raises(Refusal) as refused:
        velox.set_seed(tournament_id=event.pk, user_id=player.pk, seed="ciao", now=START)
    assert refused.value.code == EventCode.DRAW_IS_DUE
    with pytest.raises(Refusal) as refused:
        registration.unregister(tournament_id=event.pk, user_id=player.pk, now=START)
    assert refused.value.code == (EventCode.ALREADY_STARTED if drawn else EventCode.DRAW_IS_DUE)


def test_a_seed_is_for_those_who_entered_a_velox(event: Tournament, anna: User) -> None:
    with pytest.raises(Refusal) as refused:
        velox.set_seed(tournament_id=event.pk, user_id=anna.pk, seed="ciao", now=START)
    assert refused.value.code == EventCode.NOT_REGISTERED
    plain = events.sit_and_go(name="No draw")
    with pytest.raises(Refusal) as refused:
        velox.set_seed(tournament_id=plain.pk, user_id=anna.pk, seed="ciao", now=START)
    assert refused.value.code == EventCode.NO_DRAW


def test_who_leaves_before_the_last_seat_gets_everything_back(
    event: Tournament, anna: User
) -> None:
    register(event, anna)
    registration.unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    assert (events.wallet(anna), events.pool(event)) == (500, 0)
    assert step(event).drawn_at is None


# --- the draw -----------------------------------------------------------------------------


@pytest.mark.rule("VELOX-1", "VELOX-4")
def test_the_prize_is_drawn_shown_laid_open_and_then_cards_are_dealt(event: Tournament) -> None:
    fill(event)
    drawn = step(event)
    assert drawn.drawn_at == START
    assert notice(event) == {
        "kind": "draw",
        "multiplier": drawn.multiplier,
        "prize": drawn.prize_pool,
        "odds": [list(pair) for pair in sorted(rules.UP_TO_5.items(), reverse=True)],
        "until": (START + timedelta(seconds=6)).isoformat(),
    }
    assert step(event, after=5.9).server_seed == ""
    assert Table.objects.get(event=event.event).hand_no == 0
    revealed = step(event, after=6)
    assert prove(prize_draws.record(revealed)).faults == ()
    assert notice(event) is None
    assert Table.objects.get(event=event.event).hand_no == 1


@pytest.mark.rule("VELOX-1")
def test_the_way_to_the_table_and_the_draw_take_nothing_of_the_first_hand(
    event: Tournament, settings: Any
) -> None:
    settings.START_SECONDS = 5
    fill(event)
    step(event)
    assert step(event, after=10.9).server_seed == ""
    assert Table.objects.get(event=event.event).hand_no == 0
    step(event, after=11)
    assert Table.objects.get(event=event.event).hand_no == 1
    event.refresh_from_db()
    assert event.started_at == START + timedelta(seconds=11)


@pytest.mark.rule("VELOX-1")
def test_the_table_opens_by_itself_as_at_any_other_start(event: Tournament) -> None:
    fill(event)
    step(event)
    told = Notice.objects.filter(kind=Notice.Kind.START)
    assert {notice.data["opens"] for notice in told} == {True}


@pytest.mark.rule("VELOX-1")
def test_the_director_looks_again_when_the_prize_has_been_shown(event: Tournament) -> None:
    fill(event)
    step(event)
    assert event.due.due_at <= START + timedelta(seconds=6)


def test_without_time_to_show_results_the_first_hand_comes_at_once(
    event: Tournament, settings: Any
) -> None:
    settings.RESULT_SECONDS = 0
    fill(event)
    assert step(event).revealed_at == START
    assert Table.objects.get(event=event.event).hand_no == 1


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("VELOX-1", "VELOX-5")
@pytest.mark.parametrize(("seats", "buy_in", "seed"), [(3, 500, 1), (6, 250, 2), (3, 2000, 3)])
def test_a_velox_is_played_to_its_prizes(seats: int, buy_in: int, seed: int) -> None:
    event = events.velox(seats=seats, buy_in=buy_in)
    evening = play(event, seed=seed)
    evening.check_result()
    check_money(event)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("VELOX-2", "VELOX-5")
@pytest.mark.usefixtures("big_prize")
def test_a_hundred_buy_ins_are_paid_to_all_three(event: Tournament) -> None:
    evening = play(event, seed=5)
    evening.check_result()
    prizes = event.entries.order_by("place").values_list("prize", flat=True)
    assert list(prizes) == [40_000, 5_000, 5_000]
    assert ledger.balance(accounts.VELOX) == 1_500 - 50_000
    check_money(event)


@pytest.mark.slow
@pytest.mark.rule("VELOX-4", "VELOX-5")
def test_a_crash_at_any_statement_changes_nothing_of_the_draw(event: Tournament) -> None:
    """The step dies after 1, 2, 3 ... statements; when it lives, there is one draw, that one."""
    evening = Evening(event, events.players(3, cents=500), seed=9)
    evening.register(3)
    secret = bytes(PrizeDraw.objects.get(event=event.event).secret.server_seed)
    seeds = dict(event.entries.values_list("user", "seed"))
    due = rules.draw(server_seed=secret, seats=3, buy_in=500, game=event.event, player_seeds=seeds)
    for statements in range(60):
        if not evening.crash(statements):
            break
        assert PrizeDraw.objects.get(event=event.event).drawn_at is None
    else:
        pytest.fail("the step never came to its end")
    evening.step()
    drawn = PrizeDraw.objects.get(event=event.event)
    assert (drawn.ticket, drawn.multiplier) == (due.ticket, due.multiplier)
    assert ledger.statement(accounts.VELOX).count() == 1
    assert events.pool(event) == drawn.prize_pool


def play(event: Tournament, *, seed: int) -> Evening:
    """Play to the end by random legal actions, with a crash before every step."""
    evening = Evening(event, events.players(event.max_entries, cents=event.buy_in), seed=seed)
    evening.register(event.max_entries)
    evening.step()
    while evening.event.status == Tournament.Status.RUNNING:
        evening.play_hands()
        evening.crash()
        evening.step()
        evening.later(longer(7, short=30))
    return evening


def check_money(event: Tournament) -> None:
    """VELOX-5: what the players paid and what they won differ by what the house booked."""
    assert event.draw is not None
    gain = event.max_entries * event.buy_in - event.draw.prize_pool
    assert ledger.balance(accounts.VELOX) == gain
    assert events.pool(event) == 0
    assert events.all_money() == 0
    assert audit().sound


@pytest.mark.rule("VELOX-2")
def test_the_scheme_of_a_velox_has_no_shares_of_its_own() -> None:
    scheme = PrizeScheme(name="VeloX", kind="velox", shares=[1])
    scheme.clean()
    assert (scheme.snapshot(), scheme.shares) == (Velox(), [])


def call_off(event: Tournament) -> PrizeDraw:
    """Cancel it; the draw as it is then."""
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Power.", now=START
    )
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    return PrizeDraw.objects.get(event=event.event)


@pytest.mark.rule("VELOX-4", "CANCEL-0")
@pytest.mark.parametrize("drawn", [True, False])
def test_of_an_event_that_is_called_off_what_was_drawn_is_laid_open(
    event: Tournament, anna: User, drawn: bool
) -> None:
    if drawn:
        fill(event)
        assert step(event).revealed_at is None
        assert prove(prize_draws.record(call_off(event))).faults == ()
    else:
        register(event, anna)
        assert call_off(event).revealed_at is None


def cancelled_in_play(event: Tournament, settings: Any) -> list[int]:
    """Called off after a first hand; what each got, by entry."""
    settings.RESULT_SECONDS = 0
    fill(event)
    step(event)
    stages.fold_out(event)
    call_off(event)
    assert (events.pool(event), events.all_money(), books.reconcile().drifts) == (0, 0, [])
    return [entry.refund or 0 for entry in event.entries.order_by("pk")]


@pytest.mark.rule("CANCEL-1", "VELOX-5")
def test_cancelled_in_play_the_house_adds_what_a_small_prize_does_not_cover(
    event: Tournament, settings: Any
) -> None:
    with mock.patch(
        "payouts.prizes.prize_draws.velox.draw", return_value=rules.DrawnTicket(500_000, 2)
    ):
        assert cancelled_in_play(event, settings) == [500, 500, 500]
    # 15.00 came in; 10.00 were the prize, and the three rights are 15.00 again.
    assert ledger.balance(accounts.VELOX) == 0


@pytest.mark.rule("CANCEL-3", "VELOX-5")
@pytest.mark.usefixtures("big_prize")
def test_cancelled_in_play_a_drawn_prize_is_paid_in_full(event: Tournament, settings: Any) -> None:
    paid = cancelled_in_play(event, settings)
    assert sum(paid) == 50_000
    # 80/10/10: the third is sure of 50.00.
    assert min(paid) >= 5_000
    assert ledger.balance(accounts.VELOX) == 1_500 - 50_000
