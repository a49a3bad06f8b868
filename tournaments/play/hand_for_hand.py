"""Hand-for-hand (TRN-4): tables that wait for each other, and rounds that are one hand for all."""

from tables.wire.frame_types import HandForHandNotice
from tournaments.floor.floorplan import Floorplan
from tournaments.models import Tournament
from tournaments.play import awards
from tournaments.rules import hand_for_hand as rules


def round_runs(plan: Floorplan) -> bool:
    """Whether some hand of the round is played, or its result shown: nobody's place is known."""
    return plan.tournament.in_round and len(plan.ready()) < len(plan.tables)


def is_due(plan: Floorplan) -> bool:
    """Whether the next hands are dealt together; the caller knows that nobody can enter."""
    tournament = plan.tournament
    # Tables of a shootout do not play for the same places; a single one waits for nobody.
    if len(plan.tables) < 2 or tournament.format != Tournament.Format.REGULAR:
        return False
    if tournament.together:
        return True
    return rules.is_due(
        tournament.hand_for_hand,
        prizes=awards.before_deals(tournament),
        left=tournament.live_count,
        seat=tournament.prize_scheme.ticket,
    )


def waiting(plan: Floorplan) -> HandForHandNotice | None:
    """What tables show that wait for the others; None when all may begin."""
    if len(plan.ready()) == len(plan.tables):
        return None
    return notice(plan.tournament.rounds + (not plan.tournament.in_round))


def begin_round(plan: Floorplan) -> HandForHandNotice:
    """Count one more round; what its tables show."""
    plan.note(rounds=plan.tournament.rounds + 1, in_round=True)
    return notice(plan.tournament.rounds)


def end(plan: Floorplan) -> None:
    """From now on every table plays at its own pace."""
    if plan.tournament.in_round:
        plan.note(in_round=False)


def notice(number: int) -> HandForHandNotice:
    return {"kind": "hand_for_hand", "round": number}
