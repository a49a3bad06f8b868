"""Hand-for-hand (TRN-4): tables that wait for each other, in rounds of one hand per table."""

from tables.wire.frame_types import HandForHandNotice
from tournaments.floor.floors import Floor
from tournaments.play import awards
from tournaments.rules import hand_for_hand as rules


def round_runs(plan: Floor) -> bool:
    """Return whether a hand of the round runs or its result is shown: places are unknown."""
    return plan.tournament.in_round and len(plan.ready()) < len(plan.tables)


def is_due(plan: Floor) -> bool:
    """Return whether the next hands are dealt together; the caller checks that entry is closed."""
    tournament = plan.tournament
    # Tables of a shootout do not play for the same places; a single table has none to wait for.
    if len(plan.tables) < 2 or tournament.plays_apart:
        return False
    if tournament.together:
        return True
    return rules.is_due(
        tournament.hand_for_hand,
        prizes=awards.before_deals(tournament),
        left=tournament.live_count,
        seat=tournament.prize_scheme.ticket,
    )


def waiting(plan: Floor) -> HandForHandNotice | None:
    """Return the notice of tables that wait for the others; None when all may begin."""
    if len(plan.ready()) == len(plan.tables):
        return None
    return notice(plan.tournament.rounds + (not plan.tournament.in_round))


def begin_round(plan: Floor) -> HandForHandNotice:
    """Begin the next round and return the notice of its tables."""
    plan.note(rounds=plan.tournament.rounds + 1, in_round=True)
    return notice(plan.tournament.rounds)


def end(plan: Floor) -> None:
    """End hand-for-hand play: each table plays at its own pace."""
    if plan.tournament.in_round:
        plan.note(in_round=False)


def notice(number: int) -> HandForHandNotice:
    return {"kind": "hand_for_hand", "round": number}
