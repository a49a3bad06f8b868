"""Deals at a final table: a pause, one frozen snapshot, everybody's yes, and the money."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.html import escape

from core.refusal import Refusal
from core.types import UserId
from payouts.models import PrizeScheme, Transfer
from payouts.refusals import MoneyCode
from players.models import User
from tables.models import Hand, Table
from tables.seated import attention_bar
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import DealProposal, Tournament
from tournaments.play import books, deals, timekeeping
from tournaments.refusals import EventCode
from tournaments.rules import changes
from tournaments.staff import amending, cancellation, orders

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DEAL-MAKE")]

Status, Method = DealProposal.Status, DealProposal.Method
CHIPS = [5000, 3000, 2000]


def final_table(chips: Sequence[int] = CHIPS, **terms: Any) -> Tournament:
    """100.00 for three of four as 50/30/20; the fourth is out."""
    scheme, _ = PrizeScheme.objects.get_or_create(
        name="three", kind="winners", shares=[5000, 3000, 2000]
    )
    defaults = {"entries": 4, "buy_in": 2500, "fee": 0, "scheme": scheme}
    return stages.in_play(chips, **{**defaults, **terms})


def users(event: Tournament) -> list[UserId]:
    return [entry.user_id for entry in event.entries.order_by("pk")]


def proposed(event: Tournament, **how: Any) -> DealProposal:
    """A proposal by the chip leader, who thereby accepts it."""
    leader = users(event)[0]
    deals.ask(tournament_id=event.pk, user_id=leader, now=START)
    how = {"method": "icm", **how}
    return deals.propose(tournament_id=event.pk, user_id=leader, now=START, **how)


def accept(deal: DealProposal, *user_ids: UserId) -> None:
    for user_id in user_ids:
        deals.answer(deal_id=deal.pk, user_id=user_id, yes=True, now=START)
    deal.refresh_from_db()


@pytest.mark.middling
@pytest.mark.parametrize(
    ("how", "paid"),
    [
        ({"method": "icm"}, [3839, 3275, 2886]),
        ({"method": "chips"}, [4000, 3200, 2800]),
    ],
)
def test_everybodys_yes_pays_the_deal_and_ends_play(how: dict[str, Any], paid: list[int]) -> None:
    event = final_table()
    deal = proposed(event, **how)
    assert [row["amount"] for row in deal.shares] == paid
    accept(deal, *users(event)[1:3])
    assert deal.status == Status.DONE
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    results = list(event.entries.order_by("pk").values_list("place", "prize"))
    assert results == [*zip([1, 2, 3], paid, strict=True), (4, 0)]
    wallets = [events.wallet(entry.user) for entry in event.entries.order_by("pk")]
    assert wallets == [*paid, 0]
    assert (events.pool(event), events.all_money()) == (0, 0)


def full(**terms: Any) -> Tournament:
    """A final table in late registration whose seats are all taken: nobody else can come."""
    event = stages.started(entries=3, max_entries=3, late_registration_levels=2, **terms)
    stages.fold_out(event)
    return event


def open_seats(event: Tournament) -> None:
    """Staff let one more player in."""
    by = User.objects.create(username=f"boss of {event.pk}").pk
    seats = changes.MoreSeats(event.max_entries + 1)
    amending.amend(
        tournament_id=event.pk, change=seats, by=by, why="They asked.", key="k", now=START
    )


@pytest.mark.rule("AMEND-2")
def test_nobody_is_let_in_where_a_deal_has_shared_the_prizes_out() -> None:
    event = full()
    accept(proposed(event, method="chips", kept=100), *users(event)[1:])
    with pytest.raises(Refusal, match=EventCode.REGISTRATION_CLOSED):
        open_seats(event)


@pytest.mark.rule("AMEND-2")
def test_no_yes_counts_once_seats_were_opened_and_the_pool_may_grow() -> None:
    event = full()
    deal = proposed(event, method="chips", kept=100)
    open_seats(event)
    accept(deal, users(event)[1])
    with pytest.raises(Refusal, match=EventCode.DEAL_OVER):
        accept(deal, users(event)[2])
    assert events.pool(event) == 3 * events.BUY_IN


@pytest.mark.rule("CANCEL-0", "CANCEL-4")
def test_a_deal_before_the_first_hand_is_a_result_of_play() -> None:
    with override_settings(START_SECONDS=10):
        event = stages.started(entries=3, max_entries=3)
        deal = proposed(event, method="chips", kept=300)
        accept(deal, *users(event)[1:])
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=START
    )
    assert [line["amount"] for line in plan.lines] == [100, 100, 100]
    wallets = [events.wallet(entry.user) for entry in event.entries.order_by("pk")]
    assert wallets == [row["amount"] + 100 for row in deal.shares]
    assert (events.pool(event), books.reconcile().drifts) == (0, [])


@pytest.mark.middling
def test_agreed_figures_add_up_or_are_refused() -> None:
    event = final_table()
    first, second, third, _ = event.entries.order_by("pk").values_list("pk", flat=True)
    short = {first: 4000, second: 3000, third: 2999}
    with pytest.raises(Refusal, match=MoneyCode.FIGURES_DO_NOT_ADD_UP):
        proposed(event, method="agreed", agreed=short)
    deal = deals.propose(
        tournament_id=event.pk,
        user_id=users(event)[1],
        method="agreed",
        agreed={**short, third: 3000},
        now=START,
    )
    accept(deal, *users(event)[:3])
    assert deal.status == Status.DONE


@pytest.mark.slow
def test_money_left_in_play_goes_to_the_winner_and_play_goes_on() -> None:
    event = final_table()
    deal = proposed(event, method="chips", kept=1000)
    dealt = [row["amount"] for row in deal.shares]
    assert sum(dealt) == 9000
    accept(deal, *users(event)[1:3])
    director.step(tournament_id=event.pk, now=START)
    assert Hand.objects.filter(event=event.event, finished_at=None).count() == 1
    stages.fold_out(event)
    entries = list(event.entries.order_by("pk"))
    for entry, stack in zip(entries, [10_000, 0, 0], strict=False):
        stages.give(event, entry, stack)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    wallets = [events.wallet(entry.user) for entry in entries[:3]]
    assert wallets == [dealt[0] + 1000, *dealt[1:]]
    assert (events.pool(event), events.all_money()) == (0, 0)


@pytest.mark.middling
@pytest.mark.rule("RANK-1")
def test_the_books_rank_who_played_on_after_a_deal_by_what_they_ended_with() -> None:
    event = final_table(session_levels=1)
    deal = proposed(event, method="chips", kept=1000)
    dealt = [row["amount"] for row in deal.shares]
    accept(deal, *users(event)[1:3])
    still_in = event.entries.filter(status="playing").order_by("pk")
    for entry, stack in zip(still_in, reversed(CHIPS), strict=True):
        stages.give(event, entry, stack)
    stages.deal_everywhere(event)
    stages.fold_out(event)
    director.step(tournament_id=event.pk, now=START + timedelta(minutes=3))
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    ended = list(event.entries.order_by("pk").values_list("place", "prize"))
    assert ended == [(3, dealt[0]), (2, dealt[1]), (1, dealt[2] + 1000), (4, 0)]
    assert books.reconcile().drifts == []


@pytest.mark.slow
def test_what_a_deal_left_is_shared_by_chips_when_the_event_is_cancelled() -> None:
    event = final_table()
    deal = proposed(event, method="chips", kept=1000)
    accept(deal, *users(event)[1:3])
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert (plan.rule, [line["amount"] for line in plan.lines]) == ("CANCEL-2", [500, 300, 200])
    cancellation.execute(tournament_id=event.pk, digest=plan.digest, by=None, reason="", now=START)
    assert (events.pool(event), events.all_money()) == (0, 0)


@pytest.mark.middling
def test_no_hand_is_dealt_while_a_deal_is_on_the_table() -> None:
    event = final_table()
    deal = proposed(event)
    hands = Hand.objects.count()
    director.step(tournament_id=event.pk, now=START)
    assert Hand.objects.count() == hands
    notice = Table.objects.get(event=event.event, status="open").notice
    assert notice is not None
    assert notice["kind"] == "deal"
    director.step(tournament_id=event.pk, now=deal.expires_at)
    assert Hand.objects.count() == hands + 1


@pytest.mark.middling
def test_a_proposal_calls_who_has_not_answered_from_every_page() -> None:
    event = final_table()
    leader, second, third = users(event)[:3]
    page = reverse("deal", args=[event.pk])

    def called(at: str = "/wallet/") -> list[UserId]:
        director.step(tournament_id=event.pk, now=START)
        read = partial(attention_bar.read, at=at, now=START)
        return [user for user in (leader, second, third) if read(user).deals]

    deals.ask(tournament_id=event.pk, user_id=leader, now=START)
    assert called() == [], "they talk"
    deal = deals.propose(tournament_id=event.pk, user_id=leader, method="icm", now=START)
    assert called() == [second, third]
    assert [deal.url for deal in attention_bar.read(second, now=START).deals] == [page]
    assert called(at=page) == [], "it is before their eyes"
    accept(deal, second)
    assert called() == [third]
    deals.answer(deal_id=deal.pk, user_id=third, yes=False, now=START)
    assert called() == []


@pytest.mark.slow
def test_one_no_ends_it_and_the_cards_are_dealt() -> None:
    event = final_table()
    deal = proposed(event)
    deals.answer(deal_id=deal.pk, user_id=users(event)[2], yes=False, now=START)
    with pytest.raises(Refusal, match=EventCode.DEAL_OVER):
        accept(deal, users(event)[1])
    assert not Transfer.objects.filter(key=f"deal:{event.pk}").exists()
    director.step(tournament_id=event.pk, now=START)
    assert Hand.objects.filter(event=event.event, finished_at=None).exists()
    asked_in_vain, other = users(event)[:2]
    soon = deal.expires_at + timedelta(minutes=5)
    with pytest.raises(Refusal, match=EventCode.ASKED_TOO_OFTEN):
        deals.ask(tournament_id=event.pk, user_id=asked_in_vain, now=soon)
    deals.ask(tournament_id=event.pk, user_id=other, now=soon)
    with pytest.raises(Refusal, match=EventCode.HAND_STILL_RUNS):
        deals.propose(tournament_id=event.pk, user_id=other, method="icm", now=soon)


def test_players_who_ask_in_turn_do_not_keep_a_table_from_its_cards() -> None:
    event = final_table()
    first, second, third = users(event)[:3]
    begun = START
    for asks, others in ((first, (second, third)), (second, (third,))):
        deal = deals.ask(tournament_id=event.pk, user_id=asks, now=begun)
        begun = deal.expires_at + timedelta(minutes=5)
        for other in others:
            with pytest.raises(Refusal, match=EventCode.ASKED_TOO_OFTEN):
                deals.ask(tournament_id=event.pk, user_id=other, now=begun - timedelta(seconds=1))
    assert deals.in_force(event, now=begun) is None


@pytest.mark.rule("CANCEL-4")
def test_a_plan_does_not_promise_once_more_what_a_deal_has_paid() -> None:
    event = final_table()
    deal = proposed(event, kept=500)
    accept(deal, *users(event)[1:3])
    director.step(tournament_id=event.pk, now=START)
    stages.fold_out(event)
    now = START + timedelta(minutes=1)
    boss = User.objects.create_user("boss").pk
    cheat = event.entries.earliest("pk")
    orders.disqualify(entry_id=cheat.pk, by=boss, why="A plot.", now=now)
    # In a pause the player is out, and has no place yet.
    timekeeping.pause(tournament_id=event.pk, reason="A plot.", now=now)
    director.step(tournament_id=event.pk, now=now)
    held = [events.wallet(entry.user) for entry in event.entries.order_by("pk")]
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=now)
    assert plan.total == 500
    cancellation.execute(tournament_id=event.pk, digest=plan.digest, by=None, reason="", now=now)
    paid = [events.wallet(entry.user) for entry in event.entries.order_by("pk")]
    assert sum(paid) - sum(held) == plan.total
    assert events.pool(event) == 0


def test_whoever_asked_in_vain_asks_again_after_ten_minutes() -> None:
    event = final_table()
    first = users(event)[0]
    deals.ask(tournament_id=event.pk, user_id=first, now=START)
    again = START + timedelta(minutes=10)
    with pytest.raises(Refusal, match=EventCode.ASKED_TOO_OFTEN):
        deals.ask(tournament_id=event.pk, user_id=first, now=again - timedelta(seconds=1))
    assert deals.ask(tournament_id=event.pk, user_id=first, now=again).asked_by_id == first


def test_a_yes_that_comes_too_late_or_from_elsewhere_does_not_count() -> None:
    event = final_table()
    deal = proposed(event)
    late = deal.expires_at
    with pytest.raises(Refusal, match=EventCode.DEAL_OVER):
        deals.answer(deal_id=deal.pk, user_id=users(event)[1], yes=True, now=late)
    with pytest.raises(Refusal, match=EventCode.NOT_AT_THE_TABLE):
        deals.answer(deal_id=deal.pk, user_id=users(event)[3], yes=True, now=START)
    with pytest.raises(Refusal, match=EventCode.NO_TALK):
        deals.propose(
            tournament_id=event.pk,
            user_id=users(event)[0],
            method="icm",
            now=late + timedelta(seconds=1),
        )


@pytest.mark.middling
@pytest.mark.rule("TRN-6")
def test_no_yes_counts_while_the_event_is_paused() -> None:
    event = final_table()
    deal = proposed(event)
    first, second, third = users(event)[:3]
    accept(deal, second)
    timekeeping.pause(tournament_id=event.pk, reason="A moment.", now=START)
    with pytest.raises(Refusal, match=EventCode.CLOCK_STANDS):
        accept(deal, third)
    assert not Transfer.objects.filter(key=f"deal:{event.pk}").exists()
    timekeeping.resume(tournament_id=event.pk, now=START)
    accept(deal, first, third)
    assert deal.status == Status.DONE


@pytest.mark.slow
@pytest.mark.rule("TRN-6")
def test_a_pause_takes_nothing_of_the_time_to_answer() -> None:
    event = final_table()
    deal = proposed(event)
    timekeeping.pause(tournament_id=event.pk, reason="A moment.", now=START)
    goes_on = START + timedelta(minutes=10)
    timekeeping.resume(tournament_id=event.pk, now=goes_on)
    hands = Hand.objects.count()
    director.step(tournament_id=event.pk, now=goes_on + deals.ANSWER - timedelta(seconds=1))
    assert Hand.objects.count() == hands
    with pytest.raises(Refusal, match=EventCode.DEAL_OVER):
        deals.answer(deal_id=deal.pk, user_id=users(event)[1], yes=True, now=goes_on + deals.ANSWER)
    for user_id in users(event)[1:3]:
        deals.answer(deal_id=deal.pk, user_id=user_id, yes=True, now=goes_on + timedelta(seconds=9))
    deal.refresh_from_db()
    assert deal.status == Status.DONE


@pytest.mark.slow
def test_a_second_yes_of_one_player_is_not_anothers() -> None:
    event = final_table()
    deal = proposed(event)
    accept(deal, *[users(event)[0]] * 3, users(event)[1])
    assert deal.status == Status.OPEN
    accept(deal, users(event)[2], users(event)[2])
    assert deal.status == Status.DONE
    assert Transfer.objects.filter(key=f"deal:{event.pk}").count() == 3


def test_too_much_cannot_stay_in_play() -> None:
    event = final_table()
    with pytest.raises(Refusal, match=MoneyCode.TOO_MUCH_LEFT_IN_PLAY):
        proposed(event, kept=2001)


@pytest.mark.slow
def test_velox_and_events_that_are_not_at_their_final_table_make_no_deal() -> None:
    velox = events.velox()
    people = events.players(3)
    for user in people:
        register(tournament_id=velox.pk, user_id=user.pk, now=START)
    director.step(tournament_id=velox.pk, now=START)
    two_tables = stages.started(entries=4, seats_per_table=2)
    someone = users(two_tables)[0]
    for event, user_id, code in (
        (velox, people[0].pk, EventCode.NO_DEALS_HERE),
        (two_tables, someone, EventCode.NO_FINAL_TABLE),
    ):
        with pytest.raises(Refusal, match=code):
            deals.ask(tournament_id=event.pk, user_id=user_id, now=START)
    with pytest.raises(Refusal, match=EventCode.NOT_AT_THE_TABLE):
        deals.ask(tournament_id=final_table().pk, user_id=someone, now=START)


@pytest.mark.rule("DEAL-MAKE")
def test_an_event_may_allow_no_deals() -> None:
    event = final_table(deals_allowed=False)
    with pytest.raises(Refusal, match=EventCode.NO_DEALS_HERE):
        deals.ask(tournament_id=event.pk, user_id=users(event)[0], now=START)


@pytest.mark.slow
def test_the_page_leads_from_the_pause_to_the_money(client: Client) -> None:
    event = final_table()
    address = reverse("deal", args=[event.pk])
    first, second, third, out = [entry.user for entry in event.entries.order_by("pk")]
    client.force_login(first)
    assert address in client.get(reverse("tournament", args=[event.pk])).content.decode()
    page = client.get(address).content.decode()
    assert "€38.39" in page
    assert "€28.00" in page
    client.post(address, {"do": "ask"})
    assert 'value="agreed"' in client.get(address, {"kept": "10"}).content.decode()
    # 2,50 is Italian, and was once 250 in English.
    for text in ("no <b>", "2,50", "1e1", "\N{ARABIC-INDIC DIGIT THREE}", "-1", "1.005"):
        for wish in ({"do": "agreed", "agreed_1": text}, {"do": "chips", "kept": text}):
            wrong = client.post(address, wish, follow=True)
            assert f"“{escape(text)}” is not an amount." in wrong.content.decode()
            assert not event.deals.filter(status=Status.OPEN).exists()
    left = event.entries.order_by("pk")[:3]
    figures = {f"agreed_{entry.pk}": f"{entry.pk}.25" for entry in left}
    seen = {"seen": deals.snapshot(event, now=START).fingerprint}
    form = {"do": "agreed", "kept": "1", **figures, **seen}
    again = client.post(address, form).content.decode()
    # In the two minutes that there are, nobody types all figures again for one that was wrong.
    assert [figure for figure in figures.values() if f'value="{figure}"' not in again] == []
    assert 'name="kept" value="1"' in again
    # Nor does a refresh work out something else than they have asked for.
    assert f'hx-get="{address}?kept=1"' in again
    client.cookies["django_language"] = "it"
    client.post(address, {"do": "chips", "kept": "10,00", **seen})
    client.cookies["django_language"] = "en"
    deal = event.deals.get()
    assert (deal.status, deal.kept) == (Status.OPEN, 1000)
    client.force_login(out)
    assert 'value="accept"' not in client.get(address).content.decode()
    for user in (second, third):
        client.force_login(user)
        assert 'value="accept"' in client.get(address).content.decode()
        client.post(address, {"do": "accept", "deal": str(deal.pk)})
    made = client.get(address).content.decode()
    assert "has made its deal" in made
    assert "hx-get" not in made


def test_figures_are_proposed_only_for_the_chips_that_they_were_shown_for(client: Client) -> None:
    event = final_table()
    address = reverse("deal", args=[event.pk])
    first, second = event.entries.order_by("pk")[:2]
    client.force_login(first.user)
    client.post(address, {"do": "ask"})
    form = {"do": "icm", "seen": client.get(address).context["seen"]}
    stages.give(event, first, 4000)
    stages.give(event, second, 4000)
    for language, words in (
        ("en", "The chips have changed: look at the new figures."),
        ("it", "Le chip sono cambiate: guarda le nuove cifre."),
    ):
        client.cookies["django_language"] = language
        for sent in (form, {"do": "icm"}):
            page = client.post(address, sent)
            assert (page.status_code, words in page.content.decode()) == (400, True)
    assert not event.deals.filter(status=Status.OPEN).exists()
    client.post(address, {**form, "seen": page.context["seen"]})
    assert [row["stack"] for row in event.deals.get().shares] == [4000, 4000, 2000]


def test_the_page_of_a_deal_follows_the_hands(client: Client) -> None:
    event = final_table()
    address = reverse("deal", args=[event.pk])
    first, second = event.entries.order_by("pk")[:2]
    client.force_login(first.user)
    page = client.get(address, {"kept": "10"}).content.decode()
    assert f'hx-get="{address}?kept=10" hx-trigger="every 5s"' in page
    stages.give(event, first, 4000)
    stages.give(event, second, 4000)
    part = client.get(address, {"kept": "10"}, headers={"HX-Request": "true"}).content.decode()
    assert part.count("4,000") == 2
    assert "<html" not in part
    # Figures that cannot be worked out are refused once, not every five seconds.
    odd = client.get(address, {"kept": "999"}).content.decode()
    assert f'hx-get="{address}" hx-trigger="every 5s"' in odd
    client.logout()
    gone = client.get(address, headers={"HX-Request": "true"})
    assert gone.headers["HX-Redirect"] == address


@pytest.mark.rule("SHOW-2")
def test_no_deal_and_no_page_of_it_tells_the_end_of_a_hand_before_its_last_card(
    client: Client, time_machine: Any
) -> None:
    event = final_table()
    stages.deal_everywhere(event)
    stages.fold_out(event)
    hand = Hand.objects.filter(event=event.event).latest("pk")
    Hand.objects.filter(pk=hand.pk).update(shown_at=START + timedelta(seconds=3))
    before, after = (
        sorted(hand.players.values_list(name, flat=True), reverse=True)
        for name in ("start_stack", "finish_stack")
    )
    assert before != after
    client.force_login(User.objects.get(pk=users(event)[0]))
    for seconds, stacks in ((0, before), (3, after)):
        time_machine.move_to(START + timedelta(seconds=seconds), tick=False)
        page = client.get(reverse("deal", args=[event.pk]))
        assert [row.player.stack for row in page.context["rows"]] == stacks
    with pytest.raises(Refusal, match=EventCode.HAND_STILL_RUNS):
        proposed(event)


@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize("stacks", [[6_000, 4_000, 0], [10_000, 0, 0]])
def test_whoever_has_just_lost_the_last_chip_has_no_share_in_a_deal(
    client: Client, stacks: Sequence[int]
) -> None:
    event = final_table()
    still_in = event.entries.filter(status="playing").order_by("pk")
    for entry, stack in zip(still_in, stacks, strict=True):
        stages.give(event, entry, stack)
    client.force_login(still_in[0].user)
    page = client.get(reverse("deal", args=[event.pk]))
    assert [row.player.stack for row in page.context["rows"]] == [*filter(None, stacks)]
    deals.ask(tournament_id=event.pk, user_id=users(event)[0], now=START)
    with pytest.raises(Refusal, match=EventCode.HAND_STILL_RUNS):
        deals.propose(tournament_id=event.pk, user_id=users(event)[0], method=Method.ICM, now=START)


@pytest.mark.slow
def test_the_page_of_an_event_without_deals_says_so(client: Client) -> None:
    [anna] = events.players(1)
    client.force_login(anna)
    page = client.get(reverse("deal", args=[events.velox().pk])).content.decode()
    assert "not open to deals" in page
    odd = client.get(reverse("deal", args=[final_table().pk]), {"kept": "999999"})
    assert "can stay in play" in odd.content.decode()


@pytest.mark.slow
def test_a_number_that_nothing_has_is_no_trouble(client: Client) -> None:
    event = final_table()
    client.force_login(event.entries.earliest("pk").user)
    address = reverse("deal", args=[event.pk])
    for name in ("abc", "-1", "0", "٣", "9" * 30, "9" * 5000):
        for form in ({"do": "accept", "deal": name}, {"do": "agreed", f"agreed_{name}": "1"}):
            sent = client.post(address, urlencode(form), "application/x-www-form-urlencoded")
            assert sent.status_code in (302, 400)
        for verb in ("register", "rebuy"):
            program = f"/api/tournaments/{name}/{verb}/"
            assert client.post(program, {"key": "a"}, "application/json").status_code in (404, 409)
    assert not event.deals.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("terms", "offered"),
    [
        ({}, True),
        ({"deals_allowed": False}, False),
        ({"rebuys": 1, "rebuy_levels": 2, "rebuy_price": 2500, "rebuy_chips": 1500}, False),
    ],
)
def test_a_deal_is_offered_at_the_final_table_while_one_may_be_made(
    client: Client, terms: dict[str, Any], offered: bool
) -> None:
    event = final_table(**terms)
    link = f'href="{reverse("deal", args=[event.pk])}"'
    seen = {}
    for entry in event.entries.select_related("user").order_by("pk"):
        client.force_login(entry.user)
        page = client.get(reverse("tournament", args=[event.pk])).content.decode()
        seen[entry.status] = link in page
    assert seen == {"playing": offered, "out": False}
