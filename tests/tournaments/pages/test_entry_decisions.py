"""Every decision of an event explains itself, and anybody can reckon it again (INFO-1)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from payouts.models import PrizeScheme, Transfer
from payouts.rules import schemes
from payouts.rules.money import split
from payouts.rules.refunds import RefundReason, RefundRule
from tests.conformance import rules
from tests.tournaments import events
from tests.tournaments.pages.test_results import played_out
from tournaments.entry import acts, registration
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.pages import cancellation_page, entry_decisions, terms_sheet
from tournaments.staff import cancellation

pytestmark = [pytest.mark.django_db, pytest.mark.rule("INFO-1")]


def told(client: Client, entry: Entry) -> list[dict[str, Any]]:
    """What the API says of an entry; the page has the same sentences and rules."""
    answer = client.get(reverse("api-entry-why", args=[entry.tournament_id, entry.pk]))
    decisions: list[dict[str, Any]] = answer.json()
    page = client.get(reverse("entry_why", args=[entry.tournament_id, entry.pk])).content.decode()
    for decision in decisions:
        assert decision["rule"] in rules.ids()
        assert reverse("rule", args=[decision["rule"]]) in page
    return decisions


def of_kind(decisions: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [decision for decision in decisions if decision["kind"] == kind]


def test_every_kind_of_decision_has_a_rule_of_the_book() -> None:
    kinds = [
        *(Move.RULES[reason] for reason in Move.Reason),
        *(Act.RULES[verb] for verb in Act.Verb),
        *(Transfer.RULES[reason] for reason in Transfer.Reason),
        *(terms_sheet.SCHEMES[kind] for kind in PrizeScheme.Kind),
        *RefundRule,
    ]
    assert set(kinds) <= set(rules.ids())


def test_every_kind_of_line_of_a_cancellation_has_its_words() -> None:
    assert set(cancellation_page.RULES) == set(RefundRule)
    assert set(cancellation_page.PARTS) == set(RefundReason)


def recount(inputs: dict[str, Any]) -> int:
    """A prize from what is shown of it, in cents, without the part by chips."""
    scheme = schemes.read(inputs["scheme"])
    amounts = scheme.prizes(entries=inputs["entries"], pool=inputs["pool"])
    first = inputs["place"] - 1
    shared = amounts[first : first + inputs["tied"]]
    assert shared == inputs["prizes_of_the_places"]
    return max(split(sum(shared), [1] * inputs["tied"]))


@pytest.mark.slow
def test_places_and_prizes_of_a_played_event_are_reckoned_again(client: Client) -> None:
    event = played_out(scheme=events.standard_scheme())
    paid = 0
    for entry in event.entries.all():
        decisions = told(client, entry)
        assert [decision["kind"] for decision in decisions if decision["kind"] != "move"] == [
            *("entry", "place", "prize"),
        ]
        (prize,) = of_kind(decisions, "prize")
        inputs = prize["inputs"]
        assert inputs["prize"] == entry.prize
        if not inputs["by_chips"] and inputs["tied"] == 1:
            assert recount(inputs) == entry.prize
        paid += inputs["prize"]
        (place,) = of_kind(decisions, "place")
        assert place["inputs"]["place"] == entry.place
    assert paid == event.prize_pool


@pytest.mark.slow
@pytest.mark.rule("PAY-SPLIT", "RANK-2")
@pytest.mark.parametrize("kind", ["split", "two"])
def test_a_prize_by_chips_is_reckoned_again_from_what_is_shown(client: Client, kind: str) -> None:
    shares = {"two": [6000, 4000]}.get(kind, [])
    scheme = PrizeScheme.objects.create(name=kind, kind=kind, shares=shares)
    event = played_out(scheme=scheme, session_levels=1)
    won = {}
    for entry in event.entries.all():
        inputs = of_kind(told(client, entry), "prize")[0]["inputs"]
        by_chips = split(inputs["chips_part"], inputs["stacks"])
        won[entry.pk] = by_chips[inputs["mine"]] if inputs["mine"] is not None else 0
        assert inputs["by_chips"] == won[entry.pk]
        amounts = schemes.read(inputs["scheme"]).prizes(entries=4, pool=inputs["pool"])
        assert inputs["by_place"] + won[entry.pk] == entry.prize
        assert sum(amounts) + inputs["chips_part"] == event.prize_pool
    assert sum(won.values()) > 0
    page = client.get(reverse("entry_why", args=[event.pk, entry.pk])).content.decode()
    assert "chips at the end" in page


@pytest.mark.slow
@pytest.mark.rule("BOUNTY-1", "BOUNTY-3")
def test_heads_are_told_one_by_one(client: Client) -> None:
    event = played_out(count=3, bounty=501, progressive_bounty=True)
    found = [
        head["inputs"]
        for entry in event.entries.all()
        for head in of_kind(told(client, entry), "bounty")
    ]
    assert sum(head["paid"] for head in found) == 3 * 501


@pytest.mark.middling
@pytest.mark.rule("CANCEL-0")
def test_a_refund_shows_its_arithmetic(client: Client) -> None:
    event = events.sit_and_go()
    users = events.players(2)
    for user in users:
        registered(event, user.pk)
    (staff,) = events.players(1, prefix="staff")
    plan = cancellation.preview(
        tournament_id=event.pk, by=staff.pk, now=events.START + timedelta(seconds=1)
    )
    cancellation.execute(
        tournament_id=event.pk,
        digest=plan.digest,
        by=staff.pk,
        reason="A fire.",
        now=events.START + timedelta(seconds=2),
    )
    for entry in event.entries.all():
        (refund,) = of_kind(told(client, entry), "refund")
        assert refund["rule"] == "CANCEL-0"
        assert refund["inputs"]["amount"] == event.entry_right
        assert sum(part["amount"] for part in refund["inputs"]["parts"]) == event.entry_right


def registered(event: Tournament, user_id: UserId) -> Entry:
    registration.register(tournament_id=event.pk, user_id=user_id, now=events.START)
    return event.entries.get(user=user_id)


@pytest.mark.rule("STAFF-5")
def test_a_warning_is_told_to_its_player_alone(client: Client) -> None:
    event = events.sit_and_go()
    (user, staff) = events.players(2)
    entry = registered(event, user.pk)
    for verb in (Act.Verb.WARN, Act.Verb.SIT_OUT):
        acts.record(
            verb,
            by=staff.pk,
            now=events.START,
            about=user,
            tournament=event,
            entry=entry,
            why="So.",
        )
    assert [one["inputs"]["verb"] for one in of_kind(told(client, entry), "act")] == ["sit_out"]
    client.force_login(user)
    assert [one["inputs"]["verb"] for one in of_kind(told(client, entry), "act")] == [
        *("warn", "sit_out"),
    ]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("reason", Move.Reason)
def test_a_move_says_its_reason(client: Client, reason: str, language: str) -> None:
    event = events.sit_and_go()
    (user,) = events.players(1)
    entry = registered(event, user.pk)
    Move.objects.create(
        entry=entry,
        from_table="E · #1",
        to_table="E · #2",
        to_seat=3,
        reason=reason,
        at=events.START,
    )
    client.cookies["django_language"] = language
    (move,) = of_kind(told(client, entry), "move")
    assert move["inputs"]["reason"] == reason
    assert str(Move.Reason(reason).label) in move["sentence"] or language == "it"
    page = client.get(reverse("moves", args=[event.pk])).content.decode()
    assert reverse("rule", args=[move["rule"]]) in page


@pytest.mark.rule("TRN-2")
def test_a_private_event_tells_nobody_else(client: Client) -> None:
    event = events.scheduled(access=Tournament.Access.INVITED)
    (user,) = events.players(1)
    entry = Entry.objects.create(tournament=event, user=user, registered_at=events.START)
    for name in ("entry_why", "api-entry-why"):
        assert client.get(reverse(name, args=[event.pk, entry.pk])).status_code in (302, 404)


def test_an_entry_of_another_event_is_not_found(client: Client) -> None:
    one, other = events.sit_and_go(), events.scheduled(name="Other")
    (user,) = events.players(1)
    entry = registered(one, user.pk)
    assert entry_decisions.of_entry(entry, reader_id=None)
    assert client.get(reverse("entry_why", args=[other.pk, entry.pk])).status_code == 404
