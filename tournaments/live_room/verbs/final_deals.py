"""A deal at a live final table: worked out at the desk, signed on paper by all (DEAL-MAKE)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from core.refusal import Refusal
from core.types import Chips, EntryId
from tables.models import Table
from tournaments.entry import acts
from tournaments.floor import floors, step_schedule
from tournaments.floor.locking import lock
from tournaments.live_room.verbs import busts, counts
from tournaments.models import Act, DealProposal, Tournament
from tournaments.play import deals
from tournaments.refusals import EventCode

Status = DealProposal.Status


def offer(
    *,
    tournament_id: int,
    method: str,
    kept: int = 0,
    agreed: Mapping[int, int] | None = None,
    stacks: Mapping[EntryId, Chips],
    key: str,
    by: int,
    now: datetime,
) -> DealProposal:
    """Freeze the figures of a deal for the slip that all players sign; once per ``key``.

    ``stacks`` are the counted chips of all players, ``agreed`` cents by entry.

    Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE, NO_DEALS_HERE, NO_FINAL_TABLE, DEAL_DONE,
    DEAL_PENDING, COUNT_EVERYBODY, CHIPS_TOO_LARGE, COUNT_DIFFERS, HAND_STILL_RUNS, and the figures
    that ``payouts.rules.deals`` refuses.
    """
    with transaction.atomic():
        tournament = busts.running(tournament_id)
        made = tournament.acts.filter(verb=Act.Verb.OFFER_DEAL, after__key=key).first()
        if made is not None:
            return tournament.deals.get(pk=made.after["deal"])
        if code := deals.refusal(tournament, now=now):
            raise Refusal(code)
        waiting = deals.pending(tournament, now=now)
        if waiting is not None and waiting.status == Status.OPEN:
            raise Refusal(EventCode.DEAL_PENDING)
        _count(tournament, stacks, by=by, now=now)
        tournament.deals.filter(status__in=DealProposal.PENDING).update(status=Status.EXPIRED)
        deal = DealProposal(
            tournament=tournament,
            asked_by_id=by,
            asked_at=now,
            expires_at=now + deals.SIGNING,
            on_paper=True,
        )
        deals.freeze(deal, tournament, method=method, kept=kept, agreed=agreed, now=now)
        deal.save()
        acts.record(
            Act.Verb.OFFER_DEAL,
            by=by,
            now=now,
            about=_names(deal),
            tournament=tournament,
            after={"deal": deal.pk, "key": key, **_figures(deal)},
        )
        step_schedule.look_at(tournament.pk, at=now)
    return deal


def sign(*, deal_id: int, by: int, now: datetime) -> Act:
    """Carry out a deal that every player has signed on paper; again returns the first act.

    Refuses NOT_LIVE, DEAL_OVER once it was dropped, its time is up or the chips have changed, and
    CLOCK_STANDS while the event is paused (TRN-6).
    """
    with transaction.atomic():
        deal = _locked(deal_id)
        tournament = deal.tournament
        if deal.status == Status.DONE:
            return tournament.acts.get(verb=Act.Verb.SIGN_DEAL, after__deal=deal.pk)
        if deal.status != Status.OPEN or deals.until(tournament, deal, now=now) <= now:
            raise Refusal(EventCode.DEAL_OVER)
        if tournament.pause is not None:
            raise Refusal(EventCode.CLOCK_STANDS)
        places = floors.read(tournament, now=now).places()
        deals.carry_out(tournament, deal, now=now)
        deal.accepted = [row["user"] for row in deal.shares]
        deal.status = Status.DONE
        deal.save()
        act = acts.record(
            Act.Verb.SIGN_DEAL,
            by=by,
            now=now,
            about=_names(deal),
            tournament=tournament,
            before={"seats": [[user, table.id, no] for user, (table, no) in places.items()]},
            after={"deal": deal.pk, **_figures(deal)},
        )
        step_schedule.look_at(tournament.pk, at=now)
    return act


def drop(*, deal_id: int, by: int, now: datetime) -> DealProposal:
    """End a deal that a player does not sign; idempotent. Refuses NOT_LIVE, DEAL_OVER."""
    with transaction.atomic():
        deal = _locked(deal_id)
        if deal.status == Status.REFUSED:
            return deal
        if deal.status != Status.OPEN:
            raise Refusal(EventCode.DEAL_OVER)
        deal.status, deal.expires_at = Status.REFUSED, now
        deal.save()
        acts.record(
            Act.Verb.DROP_DEAL,
            by=by,
            now=now,
            about=_names(deal),
            tournament=deal.tournament,
            after={"deal": deal.pk},
        )
        step_schedule.look_at(deal.tournament_id, at=now)
    return deal


def on_paper(tournament: Tournament, *, now: datetime) -> DealProposal | None:
    """The deal that waits for signatures on paper; None without one."""
    deal = deals.pending(tournament, now=now)
    return deal if deal is not None and deal.on_paper else None


def _locked(deal_id: int) -> DealProposal:
    """Lock the event of a deal on paper. Refuses NOT_LIVE, and DEAL_OVER for another deal."""
    tournament_id = DealProposal.objects.values_list("tournament", flat=True).get(pk=deal_id)
    tournament = busts.check_live(lock(tournament_id))
    deal = tournament.deals.get(pk=deal_id)
    if not deal.on_paper:
        raise Refusal(EventCode.DEAL_OVER)
    deal.tournament = tournament
    return deal


def _count(
    tournament: Tournament, stacks: Mapping[EntryId, Chips], *, by: int, now: datetime
) -> None:
    """Set the counted stacks. Refuses COUNT_DIFFERS unless their sum is the chips sold (LIVE-3)."""
    [table] = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    known = {pk: seat.stack for pk, seat in busts.at_table(tournament, table.pk).items()}
    if not tournament.stacks_estimated and known == {**stacks}:
        return
    done = counts.count(table_id=table.pk, stacks=stacks, by=by, now=now)
    if not done.agrees:
        raise Refusal(
            EventCode.COUNT_DIFFERS, counted=done.difference.counted, sold=done.difference.sold
        )
    tournament.refresh_from_db(fields=["counts", "counted_at"])


def _names(deal: DealProposal) -> str:
    return ", ".join(row["name"] for row in deal.shares)


def _figures(deal: DealProposal) -> dict[str, Any]:
    """The terms of a deal as the record keeps them: shares are cents by name."""
    shares = {row["name"]: row["amount"] for row in deal.shares}
    return {"method": deal.method, "kept": deal.kept, "shares": shares}
